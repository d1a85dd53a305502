"""What does not fit into memory: the worst of very many URLs lie on shelves, and come back when they are the best."""

from __future__ import annotations

from sys import maxsize
from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.joining import joined
from lycosa.crawl.known import SHELVED
from lycosa.crawl.order import grade_of, row_of
from lycosa.crawl.shelves import Shelves
from lycosa.crawl.table import QUEUED, WAITING, Places
from lycosa.strategies.records import Rows

if TYPE_CHECKING:
    from lycosa.crawl.offers import Batch
    from lycosa.crawl.shelves import Records, Shelf
    from lycosa.crawl.waiting import Waiting
    from lycosa.strategies.records import State

KEEP_WORSE = ("first", "min")  # under these rules a later offer cannot better what lies on a shelf


class Overflow:
    """Past `limit` URLs the worse half goes to the shelf.

    An offer for a shelved URL waits beside it in memory; the two merge when either comes up, which is exact for max,
    first and last, and for sums and means a lower bound until then.
    """

    def __init__(self, waiting: Waiting, shelf: Shelf, limit: int, band: int) -> None:
        self.waiting = waiting
        self.strategy = waiting.strategy
        self.known = waiting.known
        self.table = waiting.table
        self.shelves = Shelves(shelf, band)
        self.limit = limit or maxsize
        self.barren: set[int] = set()  # hosts whose budget is spent: what comes back of theirs is dropped

    def __len__(self) -> int:
        return self.shelves.waiting

    def spill(self) -> None:
        """Put the worse half of what waits in memory on a shelf."""
        rows = self.waiting.movable()
        rows = rows[self.table.again[rows] == 0]
        if self.strategy.merge not in ("max", "sum"):
            rows = rows[self.table.beside[rows] == 0]
        if len(rows) <= self.limit >> 3:  # seeds, a batch and offers beside shelved ones stay: not worth the while
            return
        worst = self.waiting.best_first(rows)[len(rows) // 2 :]
        table = self.table
        self.known.shelve(table.key[worst].tolist(), table.arrival[worst].tolist())
        self.shelves.put(table.records(worst), table.beside[worst])
        for row in worst.tolist():
            self.waiting.free(row)
        self.waiting.lanes.tidy()
        self.waiting.stale = 0
        self.known.pack(self.waiting.size)

    def beside(self, batch: Batch, places: Places) -> None:
        """Offers for shelved URLs wait beside them in memory, under the same arrival."""
        places = places[batch.priority[places] > -np.inf]
        if self.barren:
            places = places[~np.isin(batch.hosts[places], list(self.barren))]
        if self.strategy.merge in KEEP_WORSE or not len(places):
            return
        arrivals = self.waiting.arrivals
        rows = self.waiting.add(batch, places)
        self.waiting.arrivals = arrivals
        self.table.arrival[rows] = [batch.standing.shelved[place] for place in places.tolist()]
        self.table.beside[rows] = 1
        self.waiting.push(rows)

    def top_up(self, entry: int | None) -> bool:
        """Read a band when a shelved URL may be better than the best in memory; whether one was read."""
        head = self.shelves.head()
        if head is None or (entry is not None and grade_of(entry) < head) or self.waiting.size > 2 * self.limit:
            return False
        self._settle(self.shelves.read())
        return True

    def _settle(self, band: Records) -> None:
        """Bring records back: what waits beside one merges, what was forgotten or fetched meanwhile is dropped."""
        whole: dict[int, int] = {}
        halves: dict[int, int] = {}
        later = []
        keys = band["key"].tolist()
        for place, (key, mark) in enumerate(zip(keys, self.known.look(keys), strict=True)):
            arrival = int(band["arrival"][place])
            if key in whole or key in halves:
                later.append(place)
            elif mark == SHELVED - arrival:
                whole[key] = place
            elif mark is not None and mark >= 0 and self._is_beside(row_of(mark), arrival):
                halves[key] = place
        if whole:
            self._return(band[list(whole.values())])
        if halves:
            rows = [row_of(self.known.marks[key]) for key in halves]
            self._join(band[list(halves.values())], np.array(rows))
        if later:
            self._settle(band[later])

    def _is_beside(self, row: int, arrival: int) -> bool:
        table = self.table
        return bool(table.beside[row]) and int(table.arrival[row]) == arrival and table.status[row] in (WAITING, QUEUED)

    def _return(self, band: Records) -> None:
        barren = np.isin(band["host"], list(self.barren)) if self.barren else np.zeros(len(band), np.bool_)
        for key in band["key"][barren].tolist():
            self.known.forget(key)
        band = band[~barren]
        if not len(band):
            return
        rows = self.table.put(band)
        self.table.beside[rows] = self.shelves.others(band["key"])
        self.waiting.grown(rows)
        self.waiting.push(rows)
        self.waiting.renew(rows)

    def _join(self, band: Records, rows: Places) -> None:
        table = self.table
        shelved = Rows(band["priority"], band["lane"], band["times"], band["trail"], band["key"])
        beside, epochs = self.waiting.read(rows), table.epoch[rows]
        now = joined(self.strategy, shelved, band["epoch"], beside, epochs)
        table.depth[rows], table.via[rows] = band["depth"], band["via"]
        table.beside[rows] = self.shelves.others(band["key"])
        if table.remember > 1:
            self._remember_first(rows, band)
        self.waiting.write(rows, beside, now)
        if not self.strategy.renews:
            table.epoch[rows] = epochs  # what nobody scored anew is as old as before

    def _remember_first(self, rows: Places, band: Records) -> None:
        """What a shelf kept was sighted before what waited beside it."""
        table = self.table
        for row, record in zip(rows.tolist(), band, strict=True):
            both = np.append(record["sightings"][: record["sighted"]], table.sightings[row, : table.sighted[row]])
            kept = both[-table.remember :]
            table.sightings[row, : len(kept)], table.sighted[row] = kept, len(kept)

    def state(self) -> State:
        """The shelves, and the hosts of which nothing is wanted back."""
        return {"shelves": self.shelves.state(), "barren": np.array(sorted(self.barren), np.int64)}

    def restore(self, state: State) -> None:
        """Back to those."""
        self.shelves.restore(state["shelves"])
        self.barren = set(state["barren"].tolist())
