"""What the core does with a real-size page, answer in to offers taken, stage by stage.

A crawl of documentation pages with the cosine judge and a blend of the page and windows of 40 words: language,
fingerprints, duplicates, frontier, all of it. The stages are timed one after the other for each page as it comes, the
baseline on the same pages afterwards.
"""

from __future__ import annotations

import json
import os
import sys
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from selectolax.lexbor import LexborHTMLParser

from lycosa import judges
from lycosa.crawl import reading
from lycosa.crawl.crawl import Crawl
from lycosa.crawl.reading import GUIDE, Reader
from lycosa.crawl.scope import Scope
from lycosa.crawl.settings import Settings
from lycosa.crawl.targets import targets
from lycosa.engines.answers import ending, readable
from lycosa.engines.local import unhurried
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.urls import Canon
from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers
from lycosa.topics.topic import topic_from
from lycosa.webs.recorded import open_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.strategies.records import Fetched
    from lycosa.webs.base import Exchange
    from lycosa.webs.recorded import RecordedWeb

WEBS = Path(__file__).parents[1] / os.environ.get("LYCOSA_WEBS", "../shared/webs")
WARM, PAGES, ROUNDS = 500, 2500, 3
EVERY = 9  # page is a seed, so that pages of all kinds come; the other half is found
BASELINE = "bare parse and hrefs"


class WindowCombo(Strategy):
    """A quarter of the page, three quarters of 40 words around the link."""

    word = "window_combo"
    uses = ("window(40)",)

    def rank(self, page: Fetched) -> Offers:
        """The blend."""
        return Offers(0.25 * page.score + 0.75 * page.scores["window(40)"])


class Clock:
    """Seconds of this process by stage; stages may lie within one another."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def __call__(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same work, timed."""

        def timed(*args: Any, **options: Any) -> Any:
            began = time.process_time()
            result = work(*args, **options)
            self.spent[stage] = self.spent.get(stage, 0.0) + time.process_time() - began
            return result

        return timed


def bare(answer: Exchange) -> int:
    """The least one could do."""
    return len([node.attributes.get("href") for node in LexborHTMLParser(answer.body).css("a[href]")])


def crawl_of(web: RecordedWeb) -> Crawl:
    """A crawl that never stops for want of links."""
    topic = topic_from("sql query planner index statistics of a table")
    strategy, settings = WindowCombo(), Settings()
    guide = judges.find("cosine")
    guide.begin(topic)
    crawl = Crawl(topic, strategy, Reader({GUIDE: guide}, strategy.uses, Canon()), Scope(settings), settings)
    crawl.begin(["http://docs.test/index.html", *islice(web.urls, 0, None, EVERY)])
    return crawl


def run(web: RecordedWeb) -> dict[str, float]:
    """Microseconds a page by stage."""
    clock, crawl, lexicon = Clock(), crawl_of(web), Lexicon()
    crawl.reader.read = clock("read", crawl.reader.read)  # type: ignore[method-assign]  # timed, not changed
    vars(reading)["targets"] = clock("targets", targets)
    take, feed = clock("take", crawl.take), clock("feed", crawl.feed)
    plain, parsed = clock("bare", bare), clock("parse", parse)
    answers, fed = [], 0
    while fed < WARM + PAGES:
        (ticket,) = take(0.0)
        answer = web.fetch(ticket.url)
        page = None
        if readable(answer):
            answers.append(answer)
            page = parsed(ticket.url, answer.headers, answer.body, ["window(40)"], lexicon)
            fed += 1
        feed(ending(ticket, answer, page), 0.0)
        if fed == WARM and page:
            clock.spent.clear()
    for answer in answers[WARM:]:
        plain(answer)
    return {stage: seconds / PAGES * 1e6 for stage, seconds in clock.spent.items()}


def figures(spent: dict[str, float]) -> dict[str, float]:
    """The stages, none within another, and their sum."""
    stages = {
        "core_parse": spent["parse"],
        "core_targets": spent["targets"],
        "core_judge": spent["read"] - spent["targets"],
        "core_rank_and_offers": spent["feed"] - spent["read"],
        "core_take": spent["take"],
    }
    return {"core_bare": spent["bare"], **stages, "core_all": sum(stages.values())}


def main() -> None:
    """One line a stage."""
    folder = WEBS / "docs"
    if not folder.is_dir():
        print(f"no recorded web at {folder}: set LYCOSA_WEBS to the folder of webs", file=sys.stderr)
        return
    web = open_folder(folder)
    with unhurried():  # as in a crawl
        rounds = [figures(run(web)) for _ in range(ROUNDS)]
    web.close()
    found = min(rounds, key=lambda round_: round_["core_all"])  # other work on the machine only ever adds
    for name, value in found.items():
        figure = {"name": name, "value": round(value, 1), "unit": "us", "baseline": BASELINE}
        print(json.dumps({**figure, "ratio": round(value / found["core_bare"], 2)}), flush=True)


if __name__ == "__main__":
    main()
