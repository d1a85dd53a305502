"""Strategies over strategies: what they ask for and carry follows from their parts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.strategies import StrategyError
from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Fetched, Rows, Ticket

if TYPE_CHECKING:
    from lycosa.strategies.records import Ending, Heads, Hunt, Moves, Offers, State

GROWS = ("nothing", "features", "hosts", "pages", "urls", "links")  # each more than the one before it


class MadeOf(Strategy):
    """A strategy that holds others as parameters and, unless it says otherwise, does what the leading one does.

    `parts` names the parameters. The constructor stores what `strategies.find` finds and calls `join`. With two parts
    or more a trail has a field for each part that has one, and each part sees its own alone.
    """

    parts: ClassVar[tuple[str, ...]] = ()
    own_epoch = 0

    def join(self) -> None:
        """Ask for all that the parts ask for; the rest is as the first of them has it."""
        held = [self.part(name) for name in self.parts]
        self.uses = tuple(dict.fromkeys(use for part in held for use in part.uses))
        self.needs = tuple(dict.fromkeys(need for part in held for need in part.needs))
        self.trail = held[0].trail
        if len(held) > 1:
            self.trail = tuple(f"{name}.{field}" for name in self.parts for field in self.part(name).trail)
        self.remember = max(part.remember for part in held)
        self.grows = max((type(self).grows, *(part.grows for part in held)), key=GROWS.index)
        self.bound = any(part.bound for part in held)
        self.merge = held[0].merge
        if type(self).lanes == "one":  # else it chooses a lane each time, and there is no batch
            self.batch, self.batch_sleeping, self.batch_by_host = _batch(held[0])
        lanes = {type(self).lanes, *(part.lanes for part in held)} - {"one"}
        if len(lanes) > 1:
            raise StrategyError(f"{self.word}: of its parts some wait by host, others in lanes of their own")
        self.lanes = next(iter(lanes), "one")

    def part(self, name: str) -> Strategy:
        """The part of that name."""
        found: Strategy = getattr(self, name)
        return found

    @property
    def leads(self) -> str:
        """The name of the part that is asked."""
        return self.parts[0]

    @property
    def lead(self) -> Strategy:
        """The part that is asked."""
        return self.part(self.leads)

    @property
    def epoch(self) -> int:
        """A new epoch of a part is one of the whole."""
        return self.own_epoch + sum(self.part(name).epoch for name in self.parts)

    @epoch.setter
    def epoch(self, value: int) -> None:
        self.own_epoch = value - sum(self.part(name).epoch for name in self.parts)

    @property
    def renews(self) -> bool:
        """Whether the leading part does."""
        return self.lead.renews

    def begin(self, hunt: Hunt) -> None:
        """All parts hunt the same."""
        for name in self.parts:
            self.part(name).begin(hunt)
        super().begin(hunt)

    def rank(self, page: Fetched) -> Offers:
        """As the leading part."""
        offers: Offers = self.whole(self.leads, self.lead.rank(self.seen(self.leads, page)))
        return offers

    def learn(self, end: Ending) -> Moves | None:
        """The leading part learns."""
        return self.taught(self.leads, end)

    def taught(self, name: str, end: Ending) -> Moves | None:
        """A part learns."""
        page = self.seen(name, end.page) if end.page else None
        own = replace(end, ticket=page.ticket if page else self._ticket(name, end.ticket), page=page)
        moves = self.part(name).learn(own)
        return self.whole(name, moves) if moves else None

    def merged(self, old: Rows, new: Rows) -> Rows:
        """As the leading part; the trails of the others are those of the newer sighting."""
        rows = self.lead.merged(self._rows(self.leads, old), self._rows(self.leads, new))
        return self._with(self.leads, rows, new)

    def rescore(self, rows: Rows) -> Rows:
        """As the leading part."""
        return self._with(self.leads, self.lead.rescore(self._rows(self.leads, rows)), rows)

    def choose(self, heads: Heads) -> int:
        """As the leading part."""
        return self.lead.choose(heads)

    def study(self) -> State | None:
        """The first that is due."""
        for name in self.parts:
            if (data := self.part(name).study()) is not None:
                return {"part": name, "data": data}
        return None

    def work(self, data: State) -> State:  # type: ignore[override]  # the work is that of a part, which it knows
        """That of the part."""
        return {"part": data["part"], "data": self.part(data["part"]).work(data["data"])}

    def studied(self, result: State) -> None:
        """The part is told."""
        self.part(result["part"]).studied(result["data"])

    def state(self) -> State:
        """Its own and its parts'."""
        return {**super().state(), **{name: self.part(name).state() for name in self.parts}}

    def restore(self, state: State) -> None:
        """Back to that state."""
        for name in self.parts:
            self.part(name).restore(state[name])
        super().restore({name: value for name, value in state.items() if name not in self.parts})

    def trail_record(self) -> np.dtype[np.void]:
        """The only part's own, or a field a part."""
        if len(self.parts) == 1:
            return self.lead.trail_record()
        return np.dtype([(name, self.part(name).trail_record()) for name in self._trails()])

    def seen(self, name: str, page: Fetched) -> Fetched:
        """The page as a part sees it."""
        return page if len(self.parts) == 1 else replace(page, ticket=self._ticket(name, page.ticket))

    def whole(self, name: str, offers: Any) -> Any:
        """Offers or moves of a part, its trail in its place."""
        if len(self.parts) == 1 or not offers.trail:
            return offers
        columns = {field: np.asarray(column) for field, column in offers.trail.items()}
        trail = np.zeros(len(offers.priority), self.part(name).trail_record())
        for field, column in columns.items():
            trail[field] = column
        return replace(offers, trail={name: trail})

    def _trails(self) -> list[str]:
        return [name for name in self.parts if self.part(name).trail_record().itemsize]

    def _own(self, name: str, trail: Any) -> Any:
        """The part's own of a trail, or of several."""
        if len(self.parts) == 1:
            return trail
        record = self.part(name).trail_record()
        return trail[name] if record.itemsize else np.zeros(np.shape(trail), record)[()]

    def _ticket(self, name: str, ticket: Ticket) -> Ticket:
        if len(self.parts) == 1:
            return ticket
        sightings = self._own(name, ticket.sightings)
        return replace(ticket, trail=self._own(name, ticket.trail), sightings=sightings)

    def _rows(self, name: str, rows: Rows) -> Rows:
        return Rows(rows.priority, rows.lane, rows.times, self._own(name, rows.trail), rows.keys)

    def _with(self, name: str, rows: Rows, around: Rows) -> Rows:
        """The part's rows, with the trails of the others beside its own."""
        if len(self.parts) > 1:
            trail = around.trail.copy()
            if name in self._trails():
                trail[name] = rows.trail
            rows.trail = trail
        return rows


def _batch(part: Strategy) -> tuple[int, bool, bool]:
    return part.batch, part.batch_sleeping, part.batch_by_host
