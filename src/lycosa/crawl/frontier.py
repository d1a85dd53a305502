"""The frontier: URLs known and not yet fetched, by lane, priority and host. Offers in, rows out."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.crawl.known import BARRED_MARK, Known
from lycosa.crawl.lanes import Lane
from lycosa.crawl.order import entries, row_of
from lycosa.crawl.table import OUT, QUEUED, WAITING, Places, Table
from lycosa.strategies import records
from lycosa.strategies.records import Heads, Rows, Ticket

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.crawl.texts import Texts
    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import Keys, Lanes, Moves, State, Trails, Values

SEEDS = -1  # the lane of the seeds, taken from before all others
SLICE = 256  # rows scored anew at each feed while a sweep runs
ASLEEP, SPENT, RECENT = 1, 2, 4  # why a host is held


class Batch(NamedTuple):
    """Offers of one page, as columns; keys are distinct. `marks` are what `look` said of them."""

    keys: Keys
    marks: Sequence[int | None]
    urls: Sequence[str]
    hosts: Places
    priority: Values
    lane: Lanes
    times: Places
    trail: Trails
    depth: int
    via: int


class Frontier:
    """Best first among awake hosts, ties by arrival. A sleeping host's URLs are skipped, never waited for."""

    def __init__(self, strategy: Strategy, texts: Texts, known: Known, cap: int = 0, spacing: int = 1) -> None:
        self.strategy = strategy
        self.texts = texts
        self.known = known
        self.cap = cap
        self.spacing = spacing
        self.table = Table(strategy.trail_record(), strategy.remember)
        self.lanes: dict[int, Lane] = {}
        self.held: list[int] = []  # by host: the reasons why it is not to be visited
        self.recent: list[int] = []  # hosts of the last tickets, where they are to be spaced
        self.queue: list[int] = []  # the rows of a batch, best first
        self.arrivals = 0
        self.waiting = 0
        self.stale = 0
        self.epoch = 0
        self.cursor = 0

    # offers in

    def look(self, keys: Sequence[int]) -> list[int | None]:
        """What is known of each key."""
        return list(map(self.known.get, keys))

    def offer(self, batch: Batch) -> int:
        """Take offers in: new URLs wait, waiting ones merge, ended ones are left alone. How many were new."""
        fresh, again = [], []
        for place, mark in enumerate(batch.marks):
            if mark is None:
                fresh.append(place)
            elif mark >= 0:
                again.append(place)
        priority = batch.priority
        if fresh and not np.isfinite(priority).all():
            fresh = [place for place in fresh if priority[place] > -np.inf]  # NaN too is no offer
        if fresh:
            self._add(batch, np.array(fresh))
        if again:
            self._merge(batch, np.array(again))
        if self.cap and self.waiting > self.cap:
            self._trim()
        return len(fresh)

    def _add(self, batch: Batch, places: Places) -> None:
        table, n = self.table, len(places)
        rows = table.take(n)
        keys, hosts, priority = batch.keys[places], batch.hosts[places], batch.priority[places]
        arrival = np.arange(self.arrivals, self.arrivals + n, dtype=np.uint32)
        self.arrivals += n
        table.key[rows] = keys
        table.host[rows] = hosts
        table.priority[rows] = priority
        table.arrival[rows] = arrival
        table.lane[rows] = lane = batch.lane[places]
        table.times[rows] = batch.times[places]
        table.trail[rows] = batch.trail[places]
        if table.remember > 1:
            table.sightings[rows] = 0
            table.sightings[rows, 0] = batch.trail[places]
            table.sighted[rows] = 1
        table.depth[rows] = batch.depth
        table.via[rows] = batch.via
        table.epoch[rows] = self.strategy.epoch
        table.status[rows] = WAITING
        table.again[rows] = table.hops[rows] = 0
        table.text[rows] = self.texts.append([batch.urls[place] for place in places.tolist()])
        self.waiting += n
        made = entries(priority, arrival, rows)
        self.known.update(zip(keys.tolist(), made, strict=True))
        self._push(made, lane, hosts)

    def _push(self, made: list[int], lane: Lanes, hosts: Places) -> None:
        where = lane.tolist()
        if where.count(where[0]) == len(where):
            push = self.lane(where[0]).push
            for entry, host in zip(made, hosts.tolist(), strict=True):
                push(entry, host)
            return
        for entry, number, host in zip(made, where, hosts.tolist(), strict=True):
            self.lane(number).push(entry, host)

    def lane(self, number: int) -> Lane:
        """The lane of that number, new when it is first named."""
        lane = self.lanes.get(number)
        if lane is None:
            lane = self.lanes[number] = Lane(self.holds, self.held)
        return lane

    def holds(self, entry: int) -> bool:
        """Whether a heap's entry is still what it says."""
        row = row_of(entry)
        return bool(self.table.status[row] == WAITING) and self.known.get(int(self.table.key[row])) == entry

    def _merge(self, batch: Batch, places: Places) -> None:
        table = self.table
        rows = np.array([row_of(batch.marks[place] or 0) for place in places.tolist()])
        idle = (table.status[rows] != OUT) & (table.lane[rows] != SEEDS) & ~np.isnan(batch.priority[places])
        if not idle.all():
            rows, places = rows[idle], places[idle]
        if not len(rows):
            return
        outdated = rows[table.epoch[rows] != self.strategy.epoch]
        if len(outdated):
            self._rescore(outdated)
        if table.remember > 1:
            self._remember(rows, batch.trail[places])
        old = self.read(rows)
        offered = Rows(batch.priority[places], batch.lane[places], batch.times[places], batch.trail[places], old.keys)
        self._write(rows, old, self.strategy.merged(old, offered))

    def _remember(self, rows: Places, trail: Trails) -> None:
        """Keep the sightings, the oldest leaving when there are too many."""
        table = self.table
        full = rows[table.sighted[rows] == table.remember]
        table.sightings[full, :-1] = table.sightings[full, 1:]
        table.sighted[full] -= 1
        table.sightings[rows, table.sighted[rows]] = trail
        table.sighted[rows] += 1

    def read(self, rows: Places) -> Rows:
        """Rows as a strategy sees them."""
        table = self.table
        return Rows(table.priority[rows], table.lane[rows], table.times[rows], table.trail[rows], table.key[rows])

    def _write(self, rows: Places, old: Rows, now: Rows) -> None:
        table = self.table
        table.times[rows] = now.times
        table.trail[rows] = now.trail
        table.epoch[rows] = self.strategy.epoch
        moved = (now.priority != old.priority) | (now.lane != old.lane)
        if not moved.any():
            return
        rows, priority = rows[moved], now.priority[moved]
        gone = np.isneginf(priority) | np.isnan(priority)
        for row in rows[gone].tolist():
            self.withdraw(row)
        rows, priority, lane = rows[~gone], priority[~gone], np.asarray(now.lane)[moved][~gone]
        if len(rows):
            table.priority[rows] = priority
            table.lane[rows] = lane
            self._requeue(rows)

    def _requeue(self, rows: Places) -> None:
        table = self.table
        rows = rows[table.status[rows] == WAITING]  # those of a batch keep their place in it
        if not len(rows):
            return
        made = entries(table.priority[rows], table.arrival[rows], rows)
        self.known.update(zip(table.key[rows].tolist(), made, strict=True))
        self._push(made, table.lane[rows], table.host[rows])
        self.stale += len(made)
        if self.stale > self.waiting + 1024:
            self.tidy()

    def tidy(self) -> None:
        """Throw out of the heaps what no longer holds."""
        for lane in self.lanes.values():
            lane.tidy()
        self.stale = 0

    def withdraw(self, row: int) -> None:
        """Forget a waiting URL; it may be offered anew."""
        if self.table.status[row] == QUEUED:
            self.queue.remove(row)
        self.known.forget(int(self.table.key[row]))
        self.table.free(row)
        self.waiting -= 1
        self.stale += 1

    def _trim(self) -> None:
        rows = self.table.rows(WAITING)
        rows = rows[self.table.lane[rows] != SEEDS]
        surplus = self.waiting - self.cap
        for row in self._sorted(rows)[::-1][:surplus].tolist():
            self.withdraw(row)

    def _sorted(self, rows: Places) -> Places:
        return rows[np.lexsort((self.table.arrival[rows], -self.table.priority[rows]))]

    def move(self, moves: Moves) -> None:
        """Give waiting URLs another priority or lane, withdraw them, or let fetched ones wait again."""
        keys = moves.keys.tolist()
        lane = np.broadcast_to(np.asarray(moves.lane, np.int64), len(keys))
        for place, (key, mark) in enumerate(zip(keys, self.look(keys), strict=True)):
            if mark is not None and mark >= 0:
                self._move(row_of(mark), float(moves.priority[place]), int(lane[place]), moves, place)
            elif moves.again and mark is not None and mark < BARRED_MARK:
                self._again(key, mark, float(moves.priority[place]), int(lane[place]), moves, place)

    def _move(self, row: int, priority: float, lane: int, moves: Moves, place: int) -> None:
        if self.table.status[row] == OUT or np.isnan(priority):
            return
        rows = np.array([row])
        old = self.read(rows)
        now = Rows(np.array([priority]), np.array([lane]), old.times, old.trail.copy())
        for name, column in moves.trail.items():
            now.trail[name] = np.asarray(column)[place]
        self._write(rows, old, now)

    def _again(self, key: int, mark: int, priority: float, lane: int, moves: Moves, place: int) -> None:
        if not priority > -np.inf:
            return
        record = self.known.revisit(key, mark)
        trail = np.zeros(1, self.table.trail.dtype)
        for name, column in moves.trail.items():
            trail[name] = np.asarray(column)[place]
        url, host = self.texts.get(int(record["text"])), np.array([record["host"]], np.int64)
        one = np.ones(1, np.int64)
        self._add(
            Batch(
                np.array([key], np.uint64), [None], [url], host, np.array([priority]), one * lane, one * 0, trail,
                int(record["depth"]), 0,
            ),
            np.zeros(1, np.int64),
        )
        self.table.again[row_of(self.known[key])] = 1

    # hosts

    def hold(self, host: int, why: int) -> None:
        """Do not visit the host until this reason is gone."""
        self.held[host] |= why

    def release(self, host: int, why: int) -> None:
        """This reason is gone; with the last one the host wakes."""
        if self.held[host] & why:
            self.held[host] &= ~why
            if not self.held[host]:
                for lane in self.lanes.values():
                    if host in lane.heaps:
                        lane.wake(host)

    def meet(self, hosts: int) -> None:
        """So many hosts are known now."""
        self.held.extend(repeat(0, hosts - len(self.held)))

    def drop_host(self, host: int) -> int:
        """Forget all that waits on a host; how many they were."""
        rows = [row_of(e) for lane in self.lanes.values() for e in lane.drop(host) if self.holds(e)]
        rows += [row for row in self.queue if self.table.host[row] == host]
        for row in rows:
            self.withdraw(row)
        return len(rows)

    # rows out

    def pop(self, floor: float = -np.inf) -> int | None:
        """The row to fetch next, now out; none when every host sleeps or nothing reaches the floor."""
        row = self._next(floor)
        if row is None and self.recent:
            row = self._next_recent(floor)
        if row is not None:
            self.table.status[row] = OUT
            self.waiting -= 1
            if self.spacing > 1:
                self._space(int(self.table.host[row]))
        return row

    def _next(self, floor: float) -> int | None:
        seeds = self.lanes.get(SEEDS)
        if seeds and (head := seeds.peek()):
            return self._leave(seeds, head)
        if self.strategy.batch > 1:
            return self._from_queue(floor)
        lane = self._lane()
        head = lane.peek() if lane else None
        if lane is None or head is None or self.table.priority[row_of(head[0])] < floor:
            return None
        return self._leave(lane, head)

    def _leave(self, lane: Lane, head: tuple[int, int]) -> int:
        row = row_of(head[0])
        lane.pop(head[1])
        return row

    def _lane(self) -> Lane | None:
        if self.strategy.lanes == "one":
            return self.lanes.get(0)
        heads = self.heads()
        return self.lanes[int(heads.lane[self.strategy.choose(heads)])] if len(heads.lane) else None

    def heads(self) -> Heads:
        """The awake lanes, in order of number."""
        best = {number: head[0] for number in sorted(self.lanes) if number != SEEDS and (head := self.lanes[number].peek())}
        rows = [row_of(entry) for entry in best.values()]
        waiting = [sum(map(len, self.lanes[number].heaps.values())) for number in best]
        return Heads(np.array(list(best), np.int64), self.table.priority[rows], np.array(waiting, np.int64))

    def _from_queue(self, floor: float) -> int | None:
        row = self._queued(floor)
        if row is None:
            self._refill()
            row = self._queued(floor)
        return row

    def _queued(self, floor: float) -> int | None:
        for place, row in enumerate(self.queue):
            if not self.held[self.table.host[row]] and self.table.priority[row] >= floor:
                return self.queue.pop(place)
        return None

    def _refill(self) -> None:
        rows = self.table.rows(WAITING)
        rows = rows[np.array(self.held, np.uint8)[self.table.host[rows]] == 0]
        best = self._sorted(rows)[: self.strategy.batch]
        self.table.status[best] = QUEUED
        self.stale += len(best)
        self.queue += best.tolist()

    def _next_recent(self, floor: float) -> int | None:
        """Spacing yields when nothing else is awake: the host visited longest ago is first."""
        for host in dict.fromkeys(self.recent):
            self.release(host, RECENT)
            row = self._next(floor)
            if row is not None:
                return row
            self.hold(host, RECENT)
        return None

    def _space(self, host: int) -> None:
        self.recent.append(host)
        self.hold(host, RECENT)
        if len(self.recent) >= self.spacing:
            oldest = self.recent.pop(0)
            if oldest not in self.recent:
                self.release(oldest, RECENT)

    def ticket(self, row: int, number: int, host: int) -> Ticket:
        """Leave to fetch what stands in a row."""
        table = self.table
        seed = table.lane[row] == SEEDS
        return Ticket(
            number=number,
            key=int(table.key[row]),
            url=self.texts.get(int(table.text[row])),
            host=host,
            priority=0.0 if seed else float(table.priority[row]),
            lane=0 if seed else int(table.lane[row]),
            trail=table.trail[row].copy(),
            sightings=self._sightings(row),
            depth=int(table.depth[row]),
            via=int(table.via[row]),
            times=int(table.times[row]),
            again=bool(table.again[row]),
            hops=int(table.hops[row]),
        )

    def _sightings(self, row: int) -> Trails:
        table = self.table
        if table.remember == 1:
            return table.trail[row : row + 1].copy()
        kept: Trails = table.sightings[row, : table.sighted[row]]
        return kept.copy()

    def leave(self, key: int) -> int:
        """The ticket of this key has ended: its row is free; where its URL's text lies."""
        row = row_of(self.known[key])
        text = int(self.table.text[row])
        self.table.free(row)
        return text

    def set_hops(self, key: int, hops: int) -> None:
        """How many redirects lie behind a waiting URL."""
        if self.known.get(key, BARRED_MARK) >= 0:
            self.table.hops[row_of(self.known[key])] = hops

    def standing(self, keys: list[int], marks: Sequence[int | None]) -> tuple[NDArray[np.uint8], Values]:
        """What each URL is to the crawl now, and the scores of the fetched."""
        status = np.array([_standing(mark) for mark in marks], np.uint8)
        scores = np.full(len(marks), np.nan)
        for place in np.flatnonzero(status == records.FETCHED).tolist():
            scores[place] = self.known.score(marks[place] or 0)
        waiting = np.flatnonzero(status == records.WAITING)
        rows = np.array([row_of(marks[place] or 0) for place in waiting.tolist()], np.int64)
        status[waiting[self.table.status[rows] == OUT]] = records.OUT
        for key, mark in self.known.revisits.items() if self.known.revisits else ():
            if key in keys:
                status[keys.index(key)], scores[keys.index(key)] = records.FETCHED, self.known.score(mark)
        return status, scores

    # scoring anew

    def sweep(self) -> None:
        """Score a slice of the waiting anew, where the strategy has come to a new epoch."""
        if self.epoch != self.strategy.epoch:
            self.epoch, self.cursor = self.strategy.epoch, 0
        elif self.cursor >= self.table.size:
            return
        end = min(self.cursor + SLICE, self.table.size)
        rows = np.arange(self.cursor, end)
        status = self.table.status[rows]
        due = ((status == WAITING) | (status == QUEUED)) & (self.table.lane[rows] != SEEDS)
        rows = rows[due & (self.table.epoch[rows] != self.epoch)]
        self.cursor = end
        if len(rows):
            self._rescore(rows)

    def _rescore(self, rows: Places) -> None:
        self._write(rows, self.read(rows), self.strategy.rescore(self.read(rows)))

    # state

    def state(self) -> State:
        """All that waits or is out, as it lies."""
        return {
            "table": self.table.state(),
            "recent": np.array(self.recent, np.int64),
            "queue": np.array(self.queue, np.int64),
            "held": np.array(self.held, np.uint8),
            "numbers": np.array([self.arrivals, self.waiting, self.epoch, self.cursor], np.int64),
        }

    def restore(self, state: State) -> None:
        """Back to that; heaps are built anew."""
        self.table.restore(state["table"])
        self.recent, self.queue = state["recent"].tolist(), state["queue"].tolist()
        self.held[:] = state["held"].tolist()
        self.arrivals, self.waiting, self.epoch, self.cursor = state["numbers"].tolist()
        self.lanes.clear()
        table = self.table
        rows = np.flatnonzero(table.status[: table.size])
        made = entries(table.priority[rows], table.arrival[rows], rows)
        self.known.update(zip(table.key[rows].tolist(), made, strict=True))
        for entry, row in zip(made, rows.tolist(), strict=True):
            if table.status[row] == WAITING:
                self.lane(int(table.lane[row])).push(entry, int(table.host[row]))
        self.stale = 0


def _standing(mark: int | None) -> int:
    if mark is None:
        return records.NEW
    if mark >= 0:
        return records.WAITING
    return records.BARRED if mark == BARRED_MARK else records.FETCHED
