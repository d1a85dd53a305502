"""Switch: one strategy for the first pages, another from then on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.pages.names import Name
from lycosa.strategies import StrategyError, find
from lycosa.strategies.made_of import MadeOf
from lycosa.strategies.records import Offers, Rows

if TYPE_CHECKING:
    from lycosa.strategies.records import Ending, Fetched, Hunt, Moves, State

FIRST, THEN = Name("breadth_first"), Name("best_first")
BATCHES = ("batch", "batch_sleeping", "batch_by_host")


class Switch(MadeOf):
    """The strategy `first` until so many pages have been fed, and `then` from there on.

    Near good seeds nothing beats looking at everything, so that breadth first is a good beginning. Both learn from
    every page, and links carry what each thinks of them: at the switch all that wait are ordered as if `then` had been
    there from the start.

    >>> Switch(after=300)
    switch(after=300)
    """

    word = "switch"
    family = "both"
    paper = "Menczer, Pant and Srinivasan 2004, in García Dorado 2008 section 2.4"
    parts: ClassVar = ("first", "then")
    kept = ("fed",)
    least: ClassVar = {"after": 0}

    def __init__(self, first: Any = FIRST, then: Any = THEN, after: int = 700) -> None:
        self.first = find(first)
        self.then = find(then)
        self.after = after
        self.fed = 0
        if self.first.lanes != self.then.lanes or self.first.batch not in (1, self.then.batch):
            raise StrategyError(f"switch: {self.first} and {self.then} keep different queues; name two that are alike")
        self.join()

    @property
    def leads(self) -> str:
        """The one whose turn it is."""
        return "first" if self.fed < self.after else "then"

    @property
    def renews(self) -> bool:
        """At the switch at least."""
        return True

    def begin(self, hunt: Hunt) -> None:
        """No page was fed."""
        super().begin(hunt)
        self.fed = 0
        self._turn()

    def _turn(self) -> None:
        for name in BATCHES:
            setattr(self, name, getattr(self.lead, name))

    def trail_record(self) -> np.dtype[np.void]:
        """Those of the parts, and the priority that the second gives."""
        fields = [(name, self.part(name).trail_record()) for name in self._trails()]
        return np.dtype([*fields, ("later", "f8")])

    def learn(self, end: Ending) -> Moves | None:
        """Both learn; what the leading one wants is done."""
        if end.kind == "page":
            self.fed += 1
            if self.fed == self.after:
                self.epoch += 1
                self._turn()
        moves = {name: self.taught(name, end) for name in self.parts}
        return moves[self.leads]

    def rank(self, page: Fetched) -> Offers:
        """What the leading one says, and what the second would."""
        later = self.whole("then", self.then.rank(self.seen("then", page)))
        offers: Offers = later
        if self.leads == "first":
            offers = self.whole("first", self.first.rank(self.seen("first", page)))
        return replace(offers, trail={**offers.trail, **later.trail, "later": later.priority})

    def merged(self, old: Rows, new: Rows) -> Rows:
        """By the rules of both."""
        later = self._later(old, new)
        rows = later
        if self.leads == "first":
            rows = self._with("first", self.first.merged(self._rows("first", old), self._rows("first", new)), new)
        return self._carrying(rows, later, new)

    def _later(self, old: Rows, new: Rows) -> Rows:
        """What the second would keep; an offer that it would not have made does not count."""
        before, after = self._judged(old), self._judged(new)
        kept = self.then.merged(before, after)
        for one, other in ((before, after), (after, before)):
            alone = np.isnan(one.priority)
            for name in ("priority", "lane", "trail"):
                setattr(kept, name, np.where(alone, getattr(other, name), getattr(kept, name)))
        return kept

    def _judged(self, rows: Rows) -> Rows:
        own = self._rows("then", rows)
        return Rows(rows.trail["later"], own.lane, own.times, own.trail, own.keys)

    def _carrying(self, rows: Rows, later: Rows, around: Rows) -> Rows:
        """Rows as the leading one has them, with what the second says in their trail."""
        trail = rows.trail.copy() if rows is not later else around.trail.copy()
        trail["later"] = later.priority
        if "then" in self._trails():
            trail["then"] = later.trail
        return Rows(rows.priority, rows.lane, rows.times, trail, rows.keys)

    def rescore(self, rows: Rows) -> Rows:
        """After the switch as the second has it, before it as the first; either may have learned."""
        later = self._judged(rows)
        if self.then.renews:
            later = self.then.rescore(later)
        now = later
        if self.leads == "first":
            now = rows
            if self.first.renews:
                now = self._with("first", self.first.rescore(self._rows("first", rows)), rows)
        return self._carrying(now, later, rows)

    def restore(self, state: State) -> None:
        """Back to that state."""
        super().restore(state)
        self._turn()
