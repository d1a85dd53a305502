"""Costly learning, run aside: begun after one feed, in effect exactly 32 feeds later, whatever it took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lycosa.crawl.state import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import State

DELAY = 32


class Runner(Protocol):
    """Runs a study and hands out its result, waiting if it must."""

    def start(self, work: Callable[[State], State], data: State) -> None:
        """Begin."""

    def result(self) -> State:
        """The result of the study begun last."""


class Inline:
    """Runs it when the result is due."""

    def start(self, work: Callable[[State], State], data: State) -> None:
        """Keep it for later."""
        self.due = work, data

    def result(self) -> State:
        """Run it."""
        work, data = self.due
        return work(data)


class Studies:
    """At most one study at a time."""

    def __init__(self, strategy: Strategy, runner: Runner | None = None) -> None:
        self.strategy = strategy
        self.runner = runner or Inline()
        self.left = 0
        self.data: State | None = None

    def step(self) -> None:
        """One feed is done."""
        if self.data is not None:
            self.left -= 1
            if not self.left:
                self.data = None
                self.strategy.studied(self.runner.result())
        elif (data := self.strategy.study()) is not None:
            self._start(unpack(pack(data)), DELAY)  # what the strategy does to its arrays meanwhile is not its business

    def _start(self, data: State, left: int) -> None:
        self.data, self.left = data, left
        self.runner.start(self.strategy.work, data)

    def state(self) -> State:
        """The data of the study under way: begun again after a restart, it gives the same result."""
        return {"left": self.left, "data": self.data} if self.data is not None else {"left": 0}

    def restore(self, state: State) -> None:
        """Back to that."""
        self.left, self.data = 0, None
        if state["left"]:
            self._start(state["data"], state["left"])
