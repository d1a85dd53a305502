"""What the strategies are worth on a real web with human labels: the area under target recall.

Every leaf topic with at least 60 pages outside Geography and Countries, three draws of five of its pages as seeds,
500 fetches; the judge has nothing but the seeds' own text. The interval is over topics, each the mean of its draws.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa import strategies
from lycosa.crawl.reading import GUIDE, Reader
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import Answers
from lycosa.engines.hunts import assemble, begun, cues_of
from lycosa.engines.replay import replay
from lycosa.engines.trace import Trace
from lycosa.lab.areas import target_recall
from lycosa.lab.statistics.intervals import bootstrap
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.urls import Canon
from lycosa.topics.topic import Topic
from lycosa.webs.labelled import drawn
from lycosa.webs.recorded import open_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.crawl.reading import Reading
    from lycosa.pages.records import Page

    Areas = dict[str, NDArray[np.float64]]

WEBS = Path(__file__).parents[1] / os.environ.get("LYCOSA_WEBS", "../shared/webs")
LEAST, SEEDS, FETCHES, DRAWS = 60, 5, 500, 3
EASY = ("Geography", "Countries")  # so many links lead there that any crawler finds them
BASELINE, MAIN = "breadth_first", "best_first"
NAMES = (BASELINE, MAIN, "in_degree", "best_first_n", "url_combined")


class Draw(NamedTuple):
    """One hunt to be compared: five pages of a topic to start from, the others to find."""

    topic: str
    seeds: list[str]
    targets: frozenset[int]


def leaf_topics(labels: dict[str, list[str]]) -> dict[str, list[str]]:
    """The topics without topics below them that have pages enough, by the order of the labels."""
    return {
        topic: urls
        for topic, urls in labels.items()
        if len(urls) >= LEAST
        and not topic.startswith(EASY)
        and not any(other.startswith(topic + ".") for other in labels)
    }


def draws(topics: dict[str, list[str]], numbers: range) -> list[Draw]:
    """The draws of each topic, by seed number."""
    key = Canon().key
    found = []
    for topic, urls in topics.items():
        for number in numbers:
            seeds = drawn(urls, SEEDS, number)
            found.append(Draw(topic, seeds, frozenset(map(key, urls)) - frozenset(map(key, seeds))))
    return found


class Remembering(Reader):
    """Reads each page once for all strategies of a draw: what it makes of a page depends on nothing else."""

    def __init__(self, draw: Draw, answers: Answers, judge: str) -> None:
        start = [page for page in map(answers.page, draw.seeds) if page]
        guide = begun(judge, Topic(name=draw.topic), start)
        uses = sorted({use for name in NAMES for use in strategies.find(name).uses})
        super().__init__({GUIDE: guide, "cosine": guide}, uses, Canon())
        self.known: dict[str, Reading] = {}

    def read(self, page: Page) -> Reading:
        """The page as it was read the first time."""
        if page.url not in self.known:
            self.known[page.url] = super().read(page)
        return self.known[page.url]


def caught(answers: Answers, draw: Draw, strategy: str, reader: Reader) -> list[int]:
    """The keys that one hunt fetched, in order."""
    chosen = strategies.find(strategy)
    crawl = assemble(Topic(name=draw.topic), chosen, reader, draw.seeds, Settings(fetches=FETCHES))
    trace = Trace(crawl)
    replay(crawl, answers)
    return trace.keys


def areas(answers: Answers, made: list[Draw], names: Sequence[str], judge: str = "cosine") -> Areas:
    """Strategy to its area of each topic, the mean of the topic's draws."""
    found: dict[str, dict[str, list[float]]] = {name: {} for name in names}
    for draw in made:
        reader = Remembering(draw, answers, judge)
        for name in names:
            area = target_recall(caught(answers, draw, name, reader), draw.targets, FETCHES)
            found[name].setdefault(draw.topic, []).append(area)
    return {name: np.array([np.mean(few) for few in by_topic.values()]) for name, by_topic in found.items()}


def schools(folder: Path) -> tuple[Answers, dict[str, list[str]]]:
    """The web with the cues that the strategies want, and its topics."""
    web = open_folder(folder)
    return Answers(web, cues_of(*NAMES), Lexicon()), leaf_topics(web.topics())


def report(name: str, value: float, ratio: float | None) -> None:
    """One line."""
    figure = {"name": name, "value": round(value, 4), "unit": "area under target recall", "baseline": BASELINE}
    print(json.dumps({**figure, "ratio": None if ratio is None else round(ratio, 3)}), flush=True)


def main(judge: str = "cosine") -> None:
    """The area of each strategy, then by how much best-first is better and how sure that is."""
    folder = WEBS / "schools"
    if not folder.is_dir():
        print(f"no recorded web at {folder}: set LYCOSA_WEBS to the folder of webs", file=sys.stderr)
        return
    answers, topics = schools(folder)
    made = draws(topics, range(DRAWS))
    found = areas(answers, made, NAMES, judge)
    plain = found[BASELINE]
    for name, values in found.items():
        report(f"schools_area {strategies.find(name)}", values.mean(), values.mean() / plain.mean())
    difference = found[MAIN] - plain
    low, high = bootstrap(difference.tolist(), np.random.default_rng(1))
    report("schools_gain", difference.mean(), difference.mean() / plain.mean())
    report("schools_gain_at_least", low, low / plain.mean())
    report("schools_gain_at_most", high, high / plain.mean())


if __name__ == "__main__":
    main(*sys.argv[1:])
