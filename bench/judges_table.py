"""What judges are worth on a real web with human labels: `python bench/judges_table.py` prints docs/judges.md's tables.

Every leaf topic with at least 60 pages outside Geography and Countries. Its examples are 20 of its pages and 40 of the
other topics', drawn by seed number; judged are all other pages of the web. `--quick` takes every third topic, and of
the pages outside it one in four; `--rungs` prints the table of rungs alone, `--no-rungs` the other.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from fastwarc.warc import ArchiveIterator, WarcRecordType

from lycosa import judges
from lycosa.judges.ladder import EXAMPLES, LIKES, UNTAUGHT, WORDS
from lycosa.judges.mixture import with_vocabulary
from lycosa.judges.quality import average_precision, quality
from lycosa.lab.statistics.intervals import bootstrap
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.topics.topic import Example, Examples, Topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.pages.records import Page

WEBS = Path(__file__).parents[1] / os.environ.get("LYCOSA_WEBS", "../shared/webs")
LEAST, RELEVANT, UNRELATED = 60, 20, 40
EASY = ("Geography", "Countries")  # so many pages are of them that they say little
NUMBER = 1  # of the draw
BASELINE = "svm"
OTHERS = (
    "svm(units='words')",
    "svm(units='words+phrases')",
    "svm(choose='vectors')",
    EXAMPLES,
    LIKES,
    *UNTAUGHT.values(),
)
RUNGS = {  # examples shown, relevant and unrelated
    "words": (0, 0),
    "1": (1, 0),
    "5": (5, 0),
    "20": (20, 0),
    "20 and 40 unrelated": (20, 40),
}
SHARE = 4


class Draw(NamedTuple):
    """A topic, examples of which some are shown, and what is asked."""

    name: str
    relevant: list[str]
    unrelated: list[str]
    asked: list[str]
    truth: NDArray[np.bool_]

    def topic(self, pages: dict[str, Page], relevant: int, unrelated: int) -> Topic:
        """The topic with so many examples, its query the label's last word or words."""
        shown = [
            tuple(Example(text=f"{pages[url].title}\n{pages[url].content}") for url in urls)
            for urls in (self.relevant[:relevant], self.unrelated[:unrelated])
        ]
        query = self.name.split(".")[-1].replace("_", " ")
        return Topic(name=self.name, query=query, languages=("en",), examples=Examples(*shown))

    def sample(self) -> Draw:
        """The same, where fewer pages outside the topic are asked."""
        kept = self.truth | (np.arange(len(self.truth)) % SHARE == 0)
        return self._replace(asked=[self.asked[place] for place in np.flatnonzero(kept)], truth=self.truth[kept])


def read(folder: Path) -> tuple[dict[str, Page], dict[str, list[str]]]:
    """All pages, and which belong to each topic."""
    lexicon = Lexicon()
    pages = {}
    with (folder / "schools.warc.gz").open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            url = str(record.headers["WARC-Target-URI"])
            pages[url] = parse(url, {"content-type": "text/html"}, record.reader.read(), lexicon=lexicon)
    labels = defaultdict(list)
    for line in (folder / "labels.tsv").read_text("utf-8").splitlines():
        url, topic = line.split("\t")
        if url in pages:
            labels[topic].append(url)
    return pages, labels


def draws(pages: dict[str, Page], labels: dict[str, list[str]]) -> list[Draw]:
    """One of each topic."""
    leaves = {
        topic: urls
        for topic, urls in labels.items()
        if len(urls) >= LEAST
        and not topic.startswith(EASY)
        and not any(other.startswith(f"{topic}.") for other in labels)
    }
    found = []
    for topic, urls in leaves.items():
        dice = np.random.default_rng(NUMBER)
        relevant = [urls[place] for place in dice.permutation(len(urls))[:RELEVANT]]
        others = [url for other, held in leaves.items() if other != topic for url in held if url not in urls]
        others = list(dict.fromkeys(others))
        unrelated = [others[place] for place in dice.permutation(len(others))[:UNRELATED]]
        shown = {*relevant, *unrelated}
        asked = [url for url in pages if url not in shown]
        members = set(urls)
        found.append(Draw(topic, relevant, unrelated, asked, np.array([url in members for url in asked])))
    return found


def judged(name: str, draw: Draw, topic: Topic, pages: dict[str, Page]) -> tuple[float, float]:
    """The average precision on the pages asked, and the seconds of the processor that training took."""
    began = time.process_time()
    judge = judges.find(name)
    if name == "vocabulary":
        topic = with_vocabulary(topic)
    judges.check_needs(judge, topic)
    judge.begin(topic)
    taken = time.process_time() - began
    texts = [pages[url].text for url in draw.asked]
    margins = np.array([judge.margins(text, text.page)[0] for text in texts])
    return average_precision(margins, draw.truth), taken


def able(names: Sequence[str], draw: Draw, pages: dict[str, Page], relevant: int, unrelated: int) -> list[str]:
    """The judges over no classes that can judge with what is shown."""
    topic = with_vocabulary(draw.topic(pages, relevant, unrelated))
    held = []
    for name in names:
        judge = judges.find(name)
        try:
            judges.check_needs(judge, topic)
        except judges.JudgeError:
            continue
        held.append(name)
    return held


def table(
    names: Sequence[str], hunted: Sequence[Draw], pages: dict[str, Page], relevant: int, unrelated: int
) -> dict[str, NDArray[np.float64]]:
    """Of each judge, for each topic, the average precision and the seconds."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for draw in hunted:
        topic = draw.topic(pages, relevant, unrelated)
        for name in names:
            found[name].append(judged(name, draw, topic, pages))
    return {name: np.array(values) for name, values in found.items()}


def interval(values: NDArray[np.float64]) -> str:
    """A mean and its 95 % interval over topics."""
    low, high = bootstrap(values.tolist(), np.random.default_rng(1))
    return f"{values.mean():.3f} ({low:.3f} to {high:.3f})"


def print_table(found: dict[str, NDArray[np.float64]]) -> None:
    """The judges, the best first, each against the baseline on the same topics."""
    print(f"| judge | average precision | against `{BASELINE}` | seconds to train |")
    print("|---|---|---|---|")
    for name in sorted(found, key=lambda name: -found[name][:, 0].mean()):
        precision, seconds = found[name].T
        against = "" if name == BASELINE else interval(precision - found[BASELINE][:, 0])
        print(f"| `{name}` | {interval(precision)} | {against} | {seconds.mean():.2f} |")


def print_rungs(names: Sequence[str], hunted: Sequence[Draw], pages: dict[str, Page]) -> None:
    """The best judges at each rung, and how far the default is from the best of the others."""
    print("| examples | the best, average precision | default | against the best of the others |")
    print("|---|---|---|---|")
    for rung, (relevant, unrelated) in RUNGS.items():
        held = able(names, hunted[0], pages, relevant, unrelated)
        found = table(held, hunted, pages, relevant, unrelated)
        order = sorted(found, key=lambda name: -found[name][:, 0].mean())
        best = ", ".join(f"`{name}` {found[name][:, 0].mean():.3f}" for name in order[:4])
        default = EXAMPLES if unrelated else LIKES if relevant else WORDS
        first = next(name for name in order if name != default)
        against = f"{interval(found[default][:, 0] - found[first][:, 0])} to `{first}`"
        print(f"| {rung} | {best} | `{default}` {found[default][:, 0].mean():.3f} | {against} |", flush=True)


def main() -> None:
    """All tables."""
    folder = WEBS / "schools"
    if not folder.is_dir():
        sys.exit(f"recorded webs absent: no {folder}")
    pages, labels = read(folder)
    hunted = draws(pages, labels)
    if "--quick" in sys.argv:
        hunted = [draw.sample() for draw in hunted[::3]]
    names = [name for name, kind in judges.known().items() if not kind.word.startswith("ontology")]
    names = [*names, *judges.PRESETS, *OTHERS]
    names = [name for name in names if name not in {"tree", "layers", "mixture", "auto"}]
    shorter = [name for name in names if name not in OTHERS[:3]]
    if "--rungs" not in sys.argv:
        held = [quality("svm", draw.topic(pages, RELEVANT, UNRELATED)) for draw in hunted]
        accuracy = np.array([one.accuracy.value for one in held if one])
        print(f"{len(hunted)} topics. `svm`, 5 folds of the 60 examples: accuracy {interval(accuracy)}.\n")
        held_names = able(names, hunted[0], pages, RELEVANT, UNRELATED)
        print_table(table(held_names, hunted, pages, RELEVANT, UNRELATED))
        print(flush=True)
    if "--no-rungs" not in sys.argv:
        print_rungs(shorter, hunted, pages)


if __name__ == "__main__":
    main()
