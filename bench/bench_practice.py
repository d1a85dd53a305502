"""What a page of the practice web costs to make: of a small web, of one of 10⁹ pages, and of real weight.

The baseline is parsing the same pages, so that the ratio says how much a practice crawl spends on its web.
"""

from __future__ import annotations

import json
import time
from statistics import median
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser

from lycosa.webs.base import Exchange
from lycosa.webs.practice import PracticeWeb

if TYPE_CHECKING:
    from collections.abc import Callable

PAGES = 400
ROUNDS = 5
WEBS = {
    "practice_page": PracticeWeb(),
    "practice_page_of_1e9": PracticeWeb(pages=10**9),
    "practice_page_real_size": PracticeWeb(weight=20, words=900),
}


def microseconds(work: Callable[[], object]) -> float:
    """The best of a few rounds, for each page."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return 1e6 * min(times) / PAGES


def main() -> None:
    """One line for each web."""
    for name, web in WEBS.items():
        urls = [web.url(page) for page in range(0, web.plan.size, web.plan.size // PAGES)][:PAGES]
        bodies = [answer.body for answer in map(web.fetch, urls) if isinstance(answer, Exchange)]
        assert len(bodies) == PAGES
        made = microseconds(lambda web=web, urls=urls: [web.fetch(url) for url in urls])  # type: ignore[misc]  # bound now
        parsed = microseconds(lambda bodies=bodies: [LexborHTMLParser(body) for body in bodies])  # type: ignore[misc]  # bound now
        figure = {"name": name, "value": round(made, 1), "unit": "us", "baseline": "selectolax parse"}
        size = round(median(map(len, bodies)) / 1024, 1)
        print(json.dumps({**figure, "ratio": round(made / parsed, 2), "median_kilobytes": size}))


if __name__ == "__main__":
    main()
