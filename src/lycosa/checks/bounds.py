"""What the lab alone knows of a web, worked out for a world: which pages are targets, and what unseen ones score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.webs.base import Exchange

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.checks.world import World
    from lycosa.crawl.reading import Reader
    from lycosa.strategies.base import Strategy

Known = tuple["NDArray[np.uint64]", "NDArray[np.float64]"]  # keys in order, and a value each


def given_for(strategy: Strategy, world: World, reader: Reader) -> dict[str, Any]:
    """What the strategy needs beside the topic."""
    makers = {"truth": truth, "unseen": unseen}
    return {need: makers[need](world, reader) for need in strategy.needs if need in makers}


def truth(world: World, reader: Reader) -> Known:
    """1 for a target, else half for each link to the nearest target; targets are the topical pages that can be had."""
    leads: list[list[int]] = [[] for _ in range(world.pages)]  # for each page those from which one comes to it
    steps = np.full(world.pages, -1)
    for page in range(world.pages):
        answer, read = world.get(world.url(page))
        urls = read.links.urls if read else []
        if isinstance(answer, Exchange) and not read:
            urls = [dict(answer.headers)["location"]]
        for url in urls:
            leads[world.number_of(url)].append(page)
        if read and world.topical(page):
            steps[page] = 0
    level = np.flatnonzero(steps == 0).tolist()
    while level:
        found = [before for page in level for before in leads[page] if steps[before] < 0]
        steps[found] = steps[level[0]] + 1
        level = list(dict.fromkeys(found))
    return _sorted(world, reader, np.where(steps < 0, 0.0, 0.5 ** np.maximum(steps, 0)))


def unseen(world: World, reader: Reader) -> Known:
    """The guide's score of every page, nothing for those that cannot be had."""
    pages = [world.get(world.url(page))[1] for page in range(world.pages)]
    return _sorted(world, reader, np.array([reader.judge(page)[1] if page else 0.0 for page in pages]))


def _sorted(world: World, reader: Reader, values: NDArray[np.float64]) -> Known:
    keys = np.array([reader.canon.key(world.url(page)) for page in range(world.pages)], np.uint64)
    order = np.argsort(keys)
    return keys[order], values[order]
