"""Where URL texts lie: a port. The frontier keeps a number for each, so that the texts may stand in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.crawl.table import Places
    from lycosa.strategies.records import State


class Texts(Protocol):
    """An append-only store of strings."""

    def append(self, texts: Sequence[str]) -> Places:
        """Store them; the number of each."""

    def get(self, number: int) -> str:
        """The text of that number."""

    def state(self) -> State:
        """What must be saved to come back to this length."""

    def restore(self, state: State) -> None:
        """Back to that length."""


class MemoryTexts:
    """Texts in a list."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def append(self, texts: Sequence[str]) -> Places:
        """Store them; the number of each."""
        begin = len(self.texts)
        self.texts.extend(texts)
        return np.arange(begin, len(self.texts))

    def get(self, number: int) -> str:
        """The text of that number."""
        return self.texts[number]

    def state(self) -> State:
        """All of them."""
        return {"texts": list(self.texts)}

    def restore(self, state: State) -> None:
        """Back to those."""
        self.texts = list(state["texts"])
