"""What waits: the table of URLs, the lanes they stand in, and what becomes of a row that is offered again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.joining import joined
from lycosa.crawl.lanes import SEEDS, Lanes
from lycosa.crawl.order import entries, row_of
from lycosa.crawl.table import OUT, QUEUED, WAITING, Places, Table
from lycosa.strategies.records import Rows

if TYPE_CHECKING:
    from lycosa.crawl.known import Known
    from lycosa.crawl.offers import Batch
    from lycosa.crawl.texts import Texts
    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import Lanes as Numbers
    from lycosa.strategies.records import State, Trails

SLICE = 256  # rows scored anew at each feed while a sweep runs


class Waiting:
    """URLs in memory: rows of the table, and for each that may be taken an entry in its lane."""

    def __init__(self, strategy: Strategy, texts: Texts, known: Known) -> None:
        self.strategy = strategy
        self.texts = texts
        self.known = known
        self.table = Table(strategy.trail_record(), strategy.remember)
        self.lanes = Lanes(self.holds)
        self.single = strategy.lanes == "one"  # a URL cannot have gone to another lane
        self.queue: list[int] = []  # the rows of a batch, best first
        self.arrivals = 0
        self.size = 0
        self.stale = 0
        self.epoch = 0
        self.cursor = 0

    def add(self, batch: Batch, places: Places) -> Places:
        """Rows for newcomers; they wait, but stand in no lane yet."""
        table, n = self.table, len(places)
        rows = table.take(n)
        table.key[rows] = batch.keys[places]
        table.host[rows] = batch.hosts[places]
        table.priority[rows] = batch.priority[places]
        table.arrival[rows] = np.arange(self.arrivals, self.arrivals + n, dtype=np.uint32)
        table.lane[rows] = self.home(batch.lane[places], batch.hosts[places])
        table.times[rows] = batch.times[places]
        table.trail[rows] = trail = batch.trail[places]
        if table.remember > 1:
            table.sightings[rows] = 0
            sightings = trail[:, None] if batch.sightings is None else batch.sightings
            table.sightings[rows, : sightings.shape[-1]] = sightings
            table.sighted[rows] = sightings.shape[-1]
        table.depth[rows] = batch.depth
        table.via[rows] = batch.via
        table.epoch[rows] = self.strategy.epoch
        table.status[rows] = WAITING
        table.again[rows] = table.beside[rows] = 0
        table.hops[rows] = batch.hops
        table.text[rows] = self.texts.append([batch.urls[place] for place in places.tolist()])
        self.arrivals += n
        self.grown(rows)
        return rows

    def grown(self, rows: Places) -> None:
        """These rows wait now."""
        self.size += len(rows)
        self.count(self.table.lane[rows], 1)

    def home(self, lanes: Numbers, hosts: Places) -> Numbers:
        """The lanes URLs wait in: the strategy's own numbers, their hosts, or one for all. Seeds stay with seeds."""
        if self.strategy.lanes == "own":
            return lanes
        return np.where(lanes == SEEDS, SEEDS, hosts) if self.strategy.lanes == "host" else np.minimum(lanes, 0)

    def push(self, rows: Places) -> None:
        """Into their lanes, as good as they are now."""
        table = self.table
        made = entries(table.priority[rows], table.arrival[rows], rows)
        lanes = table.lane[rows].tolist()
        self.known.set_many(zip(table.key[rows].tolist(), made, strict=True))
        self.lanes.push(made, lanes, table.host[rows].tolist())

    def count(self, lanes: Numbers, step: int) -> None:
        """So many more, or fewer, wait in these lanes."""
        if self.strategy.lanes != "one":
            for lane in lanes.tolist():
                self.lanes.count(lane, step)

    def holds(self, entry: int, lane: int) -> bool:
        """Whether an entry of a lane's heap is still what it says."""
        row, table = row_of(entry), self.table
        here = table.status[row] == WAITING and (self.single or table.lane[row] == lane)
        return bool(here) and self.known.get(int(table.key[row])) == entry

    def merge(self, batch: Batch, places: Places, rows: Places, *, finite: bool) -> None:
        """Offers for URLs that wait already, in these rows. What is out, or a seed, stays as it is."""
        table = self.table
        idle = (table.status[rows] != OUT) & (table.lane[rows] != SEEDS) & ~np.isnan(batch.priority[places])
        if not idle.all():
            rows, places = rows[idle], places[idle]
        if not len(rows):
            return
        if table.remember > 1:
            self._remember(rows, batch.trail[places])
        old = self.read(rows)
        offered = Rows(batch.priority[places], batch.lane[places], batch.times[places], batch.trail[places], old.keys)
        now = joined(self.strategy, old, table.epoch[rows], offered, self.strategy.epoch)
        if not finite:  # an offer of infinity is next, whatever the rule
            now.priority = np.where(offered.priority == np.inf, np.inf, now.priority)
        self.write(rows, old, now)

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

    def write(self, rows: Places, old: Rows, now: Rows) -> None:
        """Rows have become something else; those of -inf or NaN are withdrawn."""
        table = self.table
        table.times[rows] = now.times
        table.trail[rows] = now.trail
        table.epoch[rows] = self.strategy.epoch
        lane = self.home(now.lane, table.host[rows])
        moved = (now.priority != old.priority) | (lane != old.lane)
        if not moved.any():
            return
        stays = now.priority > -np.inf
        for row in rows[moved & ~stays].tolist():
            self.withdraw(row)
        moved &= stays
        rows = rows[moved]
        table.priority[rows] = now.priority[moved]
        table.lane[rows] = lane[moved]
        self.count(old.lane[moved], -1)
        self.count(table.lane[rows], 1)
        waiting = rows[table.status[rows] == WAITING]  # those of a batch keep their place in it
        if len(waiting):
            self.push(waiting)
            self.litter(len(waiting))

    def litter(self, entries_left: int) -> None:
        """So many entries of the lanes hold no more; when they are many, they are swept out."""
        self.stale += entries_left
        if self.stale > self.size + 1024:
            self.lanes.tidy()
            self.stale = 0

    def withdraw(self, row: int) -> None:
        """Forget a waiting URL; it may be offered anew."""
        if self.table.status[row] == QUEUED:
            self.queue.remove(row)
        self.known.forget(int(self.table.key[row]))
        self.free(row)

    def free(self, row: int) -> None:
        """The URL waits in memory no more."""
        self.count(self.table.lane[row : row + 1], -1)
        self.table.free(row)
        self.size -= 1
        self.stale += 1

    def out(self, row: int) -> None:
        """A ticket is made of the row."""
        self.count(self.table.lane[row : row + 1], -1)
        self.table.status[row] = OUT
        self.size -= 1

    def put_back(self, row: int) -> None:
        """The row that was taken stands again where it stood."""
        if self.table.status[row] == OUT:
            self.table.status[row] = WAITING
            self.grown(np.array([row]))
        if self.table.status[row] == QUEUED:
            self.queue.insert(0, row)
        else:
            self.push(np.array([row]))

    def drop_host(self, host: int) -> int:
        """Forget all that waits on a host; how many they were."""
        dropped = [(row_of(entry), entry) for entry in self.lanes.drop(host)]
        rows = [row for row, entry in dropped if self.holds(entry, self.table.lane[row])]
        rows += [row for row in self.queue if self.table.host[row] == host]
        for row in sorted(rows):  # how a heap lies is not saved, and must not show
            self.withdraw(row)
        return len(rows)

    def movable(self) -> Places:
        """The rows that wait, seeds aside."""
        rows = self.table.rows(WAITING)
        hunted: Places = rows[self.table.lane[rows] != SEEDS]
        return hunted

    def best_first(self, rows: Places) -> Places:
        """These rows in the order in which they would be taken."""
        order: Places = np.lexsort((self.table.arrival[rows], -self.table.priority[rows]))
        return rows[order]

    def sweep(self) -> None:
        """Score a slice of the waiting anew, where the strategy has come to a new epoch."""
        if self.epoch != self.strategy.epoch:
            self.epoch, self.cursor = self.strategy.epoch, 0
        elif self.cursor >= self.table.size:
            return
        if not self.strategy.renews:
            return
        end = min(self.cursor + SLICE, self.table.size)
        rows = np.arange(self.cursor, end)
        status = self.table.status[rows]
        due = ((status == WAITING) | (status == QUEUED)) & (self.table.lane[rows] != SEEDS)
        self.cursor = end
        self.renew(rows[due])

    def renew(self, rows: Places) -> None:
        """Priority and lane of what is of an older epoch anew, where the strategy has a way to do so."""
        rows = rows[self.table.epoch[rows] != self.strategy.epoch]
        if len(rows) and self.strategy.renews:
            self.write(rows, self.read(rows), self.strategy.rescore(self.read(rows)))

    def state(self) -> State:
        """All of it, as it lies."""
        return {
            "table": self.table.state(),
            "queue": np.array(self.queue, np.int64),
            "held": np.array(self.lanes.held, np.uint8),
            "numbers": np.array([self.arrivals, self.size, self.epoch, self.cursor], np.int64),
        }

    def restore(self, state: State) -> None:
        """Back to that; lanes are built anew."""
        table = self.table
        table.restore(state["table"])
        self.queue = state["queue"].tolist()
        self.lanes.clear()
        self.lanes.held[:] = state["held"].tolist()
        self.arrivals, self.size, self.epoch, self.cursor = state["numbers"].tolist()
        self.stale = 0
        for status in (WAITING, QUEUED):
            self.count(table.lane[table.rows(status)], 1)
        waiting, others = table.rows(WAITING), np.append(table.rows(QUEUED), table.rows(OUT))
        if len(waiting):
            self.push(waiting)
        made = entries(table.priority[others], table.arrival[others], others)
        self.known.set_many(zip(table.key[others].tolist(), made, strict=True))
