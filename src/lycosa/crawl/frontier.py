"""The frontier: URLs known and not yet fetched, by lane, priority and host. Offers in, rows out."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.crawl.batches import Batches
from lycosa.crawl.lanes import SEEDS
from lycosa.crawl.order import row_of
from lycosa.crawl.overflow import Overflow
from lycosa.crawl.shelves import BAND, MemoryShelf
from lycosa.crawl.spacing import Spacing
from lycosa.crawl.standing import sort_out
from lycosa.crawl.table import OUT, WAITING
from lycosa.crawl.waiting import Waiting
from lycosa.strategies import records
from lycosa.strategies.records import Rows, Ticket

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.crawl.known import Known
    from lycosa.crawl.lanes import Lane
    from lycosa.crawl.offers import Batch
    from lycosa.crawl.shelves import Shelf
    from lycosa.crawl.standing import Standing
    from lycosa.crawl.table import Places
    from lycosa.crawl.texts import Texts
    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import Keys, Moves, State, Trails, Values

LIMIT = 2_000_000  # URLs in memory; the worst beyond them lie on shelves


class Frontier:
    """Best first among awake hosts, ties by arrival. A sleeping host's URLs are skipped, never waited for."""

    def __init__(
        self,
        strategy: Strategy,
        texts: Texts,
        known: Known,
        *,
        cap: int = 0,
        spacing: int = 1,
        limit: int = LIMIT,
        shelf: Shelf | None = None,
        band: int = BAND,
    ) -> None:
        self.strategy = strategy
        self.known = known
        self.cap = cap
        self.waiting = Waiting(strategy, texts, known)
        self.table = self.waiting.table
        self.lanes = self.waiting.lanes
        self.overflow = Overflow(self.waiting, shelf or MemoryShelf(), limit, band)
        self.batches = Batches(self.waiting, self.overflow)
        self.spacing = Spacing(spacing, self.lanes.hold, self.lanes.release) if spacing > 1 else None

    def __len__(self) -> int:
        return self.waiting.size + len(self.overflow)

    def offer(self, batch: Batch) -> int:
        """Take offers in: new URLs wait, waiting ones merge, ended ones are left alone. How many were new."""
        priority, fresh = batch.priority, batch.standing.fresh
        again, rows = np.array(batch.standing.waiting, np.int64), np.array(batch.standing.rows, np.int64)
        if self.known.revisits:  # they are fetched ones, which only a move asks for
            wait = np.array([int(key) not in self.known.revisits for key in batch.keys[again]], np.bool_)
            again, rows = again[wait], rows[wait]
        finite = bool(np.isfinite(priority).all())
        if not finite:
            fresh = [place for place in fresh if priority[place] > -np.inf]  # NaN too is no offer
            self._forget(batch.keys, [place for place in batch.standing.shelved if np.isneginf(priority[place])])
            self._withdraw(rows[np.isneginf(priority[again])])
            offered = priority[again] > -np.inf
            again, rows = again[offered], rows[offered]
        if fresh:
            self.waiting.push(self.waiting.add(batch, np.array(fresh)))
        if len(again):
            self.waiting.merge(batch, again, rows, finite=finite)
        if batch.standing.shelved:
            self.overflow.beside(batch, np.array(list(batch.standing.shelved)))
        if self.cap and self.waiting.size > self.cap:
            self._trim()
        if self.waiting.size > self.overflow.limit:
            self.overflow.spill()
        return len(fresh)

    def _trim(self) -> None:
        waiting = self.waiting
        for row in waiting.best_first(waiting.movable())[self.cap :].tolist():
            waiting.withdraw(row)

    def _forget(self, keys: Keys, places: Sequence[int]) -> None:
        for place in places:
            self.known.forget(int(keys[place]))

    def _withdraw(self, rows: Places) -> None:
        """Forget what waits; a seed was asked for by the user and stays."""
        for row in rows.tolist():
            if self.table.status[row] != OUT and self.table.lane[row] != SEEDS:
                self.waiting.withdraw(row)

    def move(self, moves: Moves) -> None:
        """Give waiting URLs another priority or lane, withdraw them, or let fetched ones wait again.

        A shelved URL can be withdrawn, and moved when it has returned.
        """
        keys = moves.keys.tolist()
        last = np.zeros(len(keys), np.bool_)  # of two moves of one URL the later holds
        last[list(dict(zip(keys, range(len(keys)), strict=True)).values())] = True
        found = sort_out(self.known.look(keys))
        places, rows = np.array(found.waiting, np.int64), np.array(found.rows, np.int64)
        withdrawn = last & np.isneginf(moves.priority)
        self._forget(moves.keys, [place for place in found.shelved if withdrawn[place]])
        self._withdraw(rows[withdrawn[places]])
        moved = last & (moves.priority > -np.inf)
        self._move(places[moved[places]], rows[moved[places]], moves)
        for place, end in zip(found.ended, found.ends, strict=True) if moves.again else ():
            if moved[place]:
                self._again(keys[place], end, place, moves)

    def _move(self, places: Places, rows: Places, moves: Moves) -> None:
        idle = (self.table.status[rows] != OUT) & (self.table.lane[rows] != SEEDS)
        rows, places = rows[idle], places[idle]
        if not len(rows):
            return
        old = self.waiting.read(rows)
        lane = _column(moves.lane, len(moves.keys))[places]
        now = Rows(moves.priority[places], lane, old.times, old.trail.copy(), old.keys)
        for name, column in moves.trail.items():
            now.trail[name] = _column(column, len(moves.keys))[places]
        self.waiting.write(rows, old, now)

    def _again(self, key: int, end: int, place: int, moves: Moves) -> None:
        """A revisit, unless its host's budget is spent."""
        if int(self.known.records["host"][end]) in self.overflow.barren:
            return
        record = self.known.revisit(key, end)
        table = self.table
        row = int(table.take(1)[0])
        for name in table.kinds:
            getattr(table, name)[row] = np.zeros((), getattr(table, name).dtype)
        table.key[row], table.text[row] = key, record["text"]
        table.host[row], table.depth[row] = record["host"], record["depth"]
        table.priority[row] = moves.priority[place]
        lane = _column(moves.lane, len(moves.keys))[place]
        table.lane[row] = self.waiting.home(lane, table.host[row])
        for name, column in moves.trail.items():
            table.trail[name][row] = _column(column, len(moves.keys))[place]
        table.arrival[row], table.epoch[row] = self.waiting.arrivals, self.strategy.epoch
        table.status[row], table.again[row] = WAITING, 1
        self.waiting.arrivals += 1
        self.waiting.grown(np.array([row]))
        self.waiting.push(np.array([row]))

    def meet(self, hosts: int) -> None:
        """So many hosts are known now."""
        self.lanes.held.extend(repeat(0, hosts - len(self.lanes.held)))

    def drop_host(self, host: int) -> int:
        """Forget all that waits on a host; how many they were."""
        self.overflow.barren.add(host)
        return self.waiting.drop_host(host)

    def pop(self, floor: float = -np.inf) -> int | None:
        """The row to fetch next, now out; none when every host sleeps or nothing reaches the floor."""
        row = self.best(floor)
        if row is not None:
            self.leave(row)
        return row

    def best(self, floor: float = -np.inf) -> int | None:
        """The row to fetch next. It stands in no lane any more: it must `leave` or be `put_back`."""
        row = self._next(floor)
        if row is None and self.spacing:
            row = self.spacing.yielding(lambda: self._next(floor))
        return row

    def leave(self, row: int) -> None:
        """The row goes out."""
        self.waiting.out(row)
        if self.spacing:
            self.spacing.visit(int(self.table.host[row]))

    def put_back(self, row: int) -> None:
        """The row waits again where it stood, as good as it was; if it was out, it has come back empty-handed."""
        self.waiting.put_back(row)

    def url(self, row: int) -> str:
        """What stands in a row."""
        return self.waiting.texts.get(int(self.table.text[row]))

    def row_of(self, key: int) -> int:
        """The row of a URL that waits or is out."""
        return row_of(self.known.marks[key])

    def about(self, key: int) -> Standing:
        """What one URL is."""
        return sort_out(self.known.look([key]))

    def forget(self, key: int, standing: Standing) -> bool:
        """Take a URL out, so that it can end without a ticket; whether it could be."""
        for row in standing.rows:
            if self.table.status[row] == OUT or self.table.again[row]:
                return False
            self.waiting.withdraw(row)
        if standing.shelved:
            self.known.forget(key)
        return True

    def _next(self, floor: float) -> int | None:
        seeds = self.lanes.by_number.get(SEEDS)
        if seeds and (head := seeds.peek()):
            return self._leave(seeds, head)
        if self.strategy.batch > 1:
            return self.batches.pop(floor)
        while True:
            lane = self._lane()
            head = lane.peek() if lane else None
            if not self.overflow.top_up(head[0] if head else None):
                break
        if lane is None or head is None or self.table.priority[row_of(head[0])] < floor:
            return None
        return self._leave(lane, head)

    def _leave(self, lane: Lane, head: tuple[int, int]) -> int:
        lane.pop(head[1])
        self.lanes.changed[lane.number] = None
        return row_of(head[0])

    def _lane(self) -> Lane | None:
        if self.strategy.lanes == "one":
            return self.lanes.by_number.get(0)
        heads = self.lanes.heads(self.table.priority)
        return self.lanes[int(heads.lane[self.strategy.choose(heads)])] if len(heads.lane) else None

    def ticket(self, row: int, number: int, host: int) -> Ticket:
        """Leave to fetch what stands in a row."""
        table = self.table
        seed = table.lane[row] == SEEDS
        return Ticket(
            number=number,
            key=int(table.key[row]),
            url=self.url(row),
            host=host,
            priority=0.0 if seed else float(table.priority[row]),
            lane=self._lane_of(row),
            trail=table.trail[row].copy(),
            sightings=self._sightings(row),
            depth=int(table.depth[row]),
            via=int(table.via[row]),
            times=int(table.times[row]),
            again=bool(table.again[row]),
            hops=int(table.hops[row]),
        )

    def _lane_of(self, row: int) -> int:
        if self.table.lane[row] != SEEDS:
            return int(self.table.lane[row])
        return int(self.table.host[row]) if self.strategy.lanes == "host" else 0

    def _sightings(self, row: int) -> Trails:
        table = self.table
        kept: Trails = table.trail[row : row + 1]
        if not table.times[row]:  # a seed, or a revisit: no link led to it
            kept = kept[:0]
        elif table.remember > 1:
            kept = table.sightings[row, : table.sighted[row]]
        return kept.copy()

    def back(self, key: int) -> int:
        """The ticket of this key has ended: its row is free; where its URL's text lies."""
        row = row_of(self.known.marks[key])
        text = int(self.table.text[row])
        self.table.free(row)
        return text

    def seen(self, keys: list[int], standing: Standing) -> tuple[NDArray[np.uint8], Values]:
        """What each URL is to a strategy now, and the scores of the fetched."""
        status = np.full(standing.size, records.NEW, np.uint8)
        scores = np.full(standing.size, np.nan)
        rows = np.array(standing.rows, np.int64)
        status[standing.waiting] = np.where(self.table.status[rows] == OUT, records.OUT, records.WAITING)
        if standing.ended:
            status[standing.ended], scores[standing.ended] = records.FETCHED, self.known.scores[standing.ends]
        if standing.shelved:
            status[list(standing.shelved)] = records.WAITING
        status[standing.barred] = records.BARRED
        for key, end in self.known.revisits.items() if self.known.revisits else ():
            if key in keys:
                place = keys.index(key)
                status[place], scores[place] = records.FETCHED, self.known.scores[end]
        return status, scores

    def state(self) -> State:
        """All that waits or is out."""
        return {
            "waiting": self.waiting.state(),
            "overflow": self.overflow.state(),
            "spacing": self.spacing.state() if self.spacing else {},
        }

    def restore(self, state: State) -> None:
        """Back to that."""
        self.overflow.restore(state["overflow"])
        self.waiting.restore(state["waiting"])
        if self.spacing:
            self.spacing.restore(state["spacing"])


def _column(given: Any, n: int) -> Any:
    """A column, or one value for all."""
    column = np.asarray(given)
    return column if column.ndim else np.broadcast_to(column, n)
