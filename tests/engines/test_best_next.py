"""With few places and many hosts, the best URL whose host is awake is always next: told from a live hunt's log."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from lycosa.collection.opened import Opened
from lycosa.crawl.table import WAITING
from lycosa.engines.rebuild import Rebuilt
from lycosa.strategies.records import PAGE
from tests.engines.hunting import hunted, page

if TYPE_CHECKING:
    from lycosa.crawl.crawl import Crawl
    from lycosa.strategies.records import Ticket
    from tests.webs.watched import Pages

HUB = "http://hub.test/"
HOSTS = [f"http://host{n}.test/" for n in range(24)]


def web() -> Pages:
    """Each host's page says more or less of lighthouses, and links to pages of all hosts."""
    said: Pages = {HUB: page(*HOSTS)}
    for place, host in enumerate(HOSTS):
        linked = [f"{other}{place}-{n}" for other in HOSTS[place % 4 :: 4] for n in range(2)]
        said[host] = page(*linked, words=f"{host} {'gravel and sand ' * place}")
        said.update({url: page(words=url) for url in linked})
    return said


def watched(crawl: Crawl) -> list[tuple[float, list[float]]]:
    """For each take that gave pages: the worst of them, and what might have gone out instead."""
    found = []
    take, table, held = crawl.take, crawl.frontier.table, crawl.frontier.lanes.held

    def taking(now: float, n: int = 1, floor: float = -np.inf) -> list[Ticket]:
        tickets = take(now, n, floor)
        if out := [ticket.priority for ticket in tickets if ticket.kind == PAGE and ticket.via]:
            waits = table.rows(WAITING)
            found.append((min(out), [float(table.priority[row]) for row in waits if not held[table.host[row]]]))
        return tickets

    crawl.take = taking  # type: ignore[method-assign]  # watched, not replaced
    return found


def test_the_best_url_whose_host_is_awake_is_next(tmp_path):
    hunt = hunted(tmp_path / "hunt", web(), HUB, gap=0.005, parallel=2)
    with Opened(hunt.folder) as collection, closing(Rebuilt(collection, tmp_path, checkpoints=False)) as rebuilt:
        takes = watched(rebuilt.crawl)
        rebuilt.catch_up()

    chosen = [(worst, waiting) for worst, waiting in takes if waiting]
    assert hunt.crawl.tally.pages == 1 + 24 + 24 * 12
    assert len(chosen) > 20
    assert len({worst for worst, _ in chosen}) > 3
    assert all(worst >= max(waiting) for worst, waiting in chosen)
