"""The contract of strategies: which link next?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.pages.errors import LycosaError
from lycosa.pages.names import Named
from lycosa.strategies.merging import merge
from lycosa.strategies.records import Heads, Hunt, Offers, trail_dtype

if TYPE_CHECKING:
    from lycosa.strategies.records import Ending, Fetched, Moves, Rows, State


class StrategyError(LycosaError):
    """A strategy that is not there, or cannot hunt this topic."""


class Strategy(Named):
    """One file each. `__init__` stores its parameters; all else starts in `begin`."""

    family: str = ""
    paper: str = ""
    uses: tuple[str, ...] = ("page",)  # scores wanted: "window(40)" by the guide, "cosine:anchor" by a named judge;
    # "nyu_cosine:page!" are margins instead; words: "anchor#", or "anchor#stems" without stop-words; "tag_path" plain
    needs: tuple[str, ...] = ()  # query examples taxonomy concepts back_links truth unseen
    merge: str = "max"  # two offers for one URL: first last max min sum mean halfway; or override `merged`
    trail: tuple[str, ...] = ()  # numbers that travel with a link and return with its page: ("hops:u1", "anchor:8u4")
    remember: int = 1  # sightings kept per URL: the winner's, or up to n where every in-link teaches
    batch: int = 1  # take the n best, use them up, then look again
    batch_sleeping: bool = False  # sleeping hosts' URLs are taken into the batch too
    batch_by_host: bool = False  # within a batch, each host's best first, then each host's second
    lanes: str = "one"  # "one", "host" (the frontier's own queues) or "own" (numbers the strategy gives)
    grows: str = "nothing"  # its own memory grows with: nothing features hosts pages urls links
    kept: tuple[str, ...] = ()  # attributes that `state` saves
    bound: bool = False  # an upper bound for the lab, never a competitor
    epoch: int = 0  # raise it, and every waiting URL goes through `rescore`
    hunt: Hunt

    def begin(self, hunt: Hunt) -> None:
        """Before the seeds."""
        self.hunt = hunt
        self.epoch = 0

    def rank(self, page: Fetched) -> Offers:
        """A priority for each link of the page: the one hook all have."""
        raise NotImplementedError  # the idea of each strategy

    def learn(self, end: Ending) -> Moves | None:
        """Every ticket's end, before `rank`. May offer, move or withdraw any key."""

    def merged(self, old: Rows, new: Rows) -> Rows:
        """What waiting URLs keep when they are sighted again."""
        return merge(self.merge, old, new)

    def rescore(self, rows: Rows) -> Rows:
        """After a new epoch: priority and lane anew from what the rows carry."""
        return rows

    def choose(self, heads: Heads) -> int:
        """Of the awake lanes the one to take from: its place in `heads`."""
        return int(np.argmax(heads.best))

    def study(self) -> State | None:
        """Asked after each feed: the data of costly learning that is due, or nothing."""

    @staticmethod
    def work(data: State) -> State:
        """The study itself, run aside: a pure function of its data, which `studied` is told exactly 32 feeds later."""
        return data

    def studied(self, result: State) -> None:
        """The outcome of a study takes effect."""

    def state(self) -> State:
        """What must outlive the process: everything learned, and where the dice stand."""
        return {"epoch": self.epoch, **{name: getattr(self, name) for name in self.kept}}

    def restore(self, state: State) -> None:
        """Back to that state, after `begin`."""
        for name, value in state.items():
            setattr(self, name, value)

    def trail_record(self) -> np.dtype[np.void]:
        """The trail as a record."""
        return trail_dtype(self.trail)

    @property
    def renews(self) -> bool:
        """Whether it has a way of its own to score waiting URLs anew."""
        return type(self).rescore is not Strategy.rescore

    @property
    def title(self) -> str:
        """The first line of its description."""
        return (type(self).__doc__ or "").strip().partition("\n")[0]
