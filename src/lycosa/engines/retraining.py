"""A guide trained again while the crawl runs, from labels and from pages on which page and link agree, against drift.

A round trains on what people said and on the pages that two views are surest of: the page's own score, and the priority
that its link had. These pages are taken only if the guide is no worse for them on examples that were held out, and the
guide only if it is no worse there than the one in force.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from lycosa import judges, strategies
from lycosa.collection import past
from lycosa.collection.catalogue import unsigned
from lycosa.collection.journal import Spot
from lycosa.crawl.reading import GUIDE
from lycosa.crawl.state import pack, unpack
from lycosa.crawl.tally import BOUNDARY
from lycosa.engines.hunts import begun
from lycosa.engines.topic_judge import as_text
from lycosa.judges.quality import average_precision
from lycosa.pages.lexicon import Lexicon
from lycosa.topics.labels import IRRELEVANT, RELEVANT
from lycosa.topics.topic import Example, Examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.collection.collection import Collection
    from lycosa.engines.rebuild import Rebuilt
    from lycosa.judges.base import Judge

HELD = 4  # of the true examples of a class every fourth is held out
SURE = 0.2  # of the pages, the best and the worst by both views
SHARE = 0.05  # of the pages may be taken for examples in a round
EARLIER = 2_000  # pages of earlier runs that are looked at
MOST = 3  # times the true examples


class Worth(NamedTuple):
    """What a guide is worth on the examples held out."""

    accuracy: float  # both classes counting alike
    precision: float  # the mean of it at each relevant one, best first
    closeness: float  # 1 less the mean squared error of the scores

    def at_least(self, other: Worth) -> bool:
        """Whether nothing is lost."""
        return all(one >= two for one, two in zip(self, other, strict=True))

    def tells_as_well(self, other: Worth) -> bool:
        """The same, of which are relevant and in which order; how near the scores are is the guide's own matter."""
        return self.accuracy >= other.accuracy and self.precision >= other.precision


class Round(NamedTuple):
    """A round of training: on how many, what it was worth, and whether it took effect."""

    pages: int  # fed before it
    true: int
    pseudo: int
    before: Worth
    after: Worth
    kept: bool


class Trained(NamedTuple):
    """A guide that may be put in force."""

    name: str
    sha: str
    state: bytes
    judge: Judge


class _Tried(NamedTuple):
    """What a round came to."""

    trained: Trained
    worth: Worth
    pseudo: bool  # with the likely examples


class Sighted(NamedTuple):
    """A page that was fed, as two views have it."""

    key: int
    score: float
    priority: float


def check(strategy: str, judge: str) -> None:
    """Refuse a hunt whose guide cannot learn, or whose links cannot be ranked again by their pages alone."""
    chosen, guide = strategies.find(strategy), judges.find(judge)
    if not any("examples" in need for need in guide.needs) or not guide.shared:
        raise judges.JudgeError(f"{judge}: learns nothing from examples, so it cannot be retrained; take cosine or svm")
    if chosen.trail or chosen.grows != "nothing" or chosen.renews:
        raise strategies.StrategyError(
            f"{strategy}: its links carry more than their pages tell, so they cannot be ranked again by a retrained "
            "judge; take best_first or window_combo, or leave --retrain out"
        )


class Retraining:
    """Rounds of training, one after so many pages."""

    def __init__(self, rebuilt: Rebuilt, collection: Collection, every: int) -> None:
        self.rebuilt = rebuilt
        self.collection = collection
        self.every = every
        self.next = rebuilt.crawl.tally.pages + every
        self.sighted = earlier(collection)
        self.rounds: list[Round] = []
        self.known: set[tuple[int, str]] = set()  # labels that the last round had

    def saw(self, key: int, score: float, priority: float) -> None:
        """A page was fed that a link led to."""
        self.sighted.append(Sighted(key, score, priority))

    @property
    def due(self) -> bool:
        """Whether it is time for a round."""
        return self.rebuilt.crawl.tally.pages >= self.next

    def round(self) -> Trained | None:
        """Train; the new guide, if it is no worse than the one in force."""
        self.next = self.rebuilt.crawl.tally.pages + self.every
        labels = self.collection.catalogue.labels()
        true = self._true(labels)
        held = [examples[HELD - 1 :: HELD] for examples in true]
        if not all(held):
            return None
        fresh = self.known != set(labels.items())
        self.known = set(labels.items())
        pseudo = [self._texts(keys) for keys in surest(self.sighted, labels, MOST * sum(map(len, true)))]
        if not (fresh or any(pseudo)):
            return None
        shown = [[one for place, one in enumerate(side) if place % HELD != HELD - 1] for side in true]
        tried = self._tried(shown, pseudo, held)
        likely = sum(map(len, pseudo)) if tried.pseudo else 0
        before = worth(self.rebuilt.crawl.reader.judges[GUIDE], held)
        kept = (fresh or tried.pseudo) and tried.worth.tells_as_well(before)
        pages = self.rebuilt.crawl.tally.pages
        self.rounds.append(Round(pages, sum(map(len, true)), likely, before, tried.worth, kept))
        return tried.trained if kept else None

    def _tried(self, shown: Sequence[list[str]], pseudo: Sequence[list[str]], held: Sequence[Sequence[str]]) -> _Tried:
        """Trained with the likely examples if nothing is lost by them, else without."""
        plain = self._trained(shown)
        found = _Tried(plain, worth(plain.judge, held), pseudo=False)
        if not any(pseudo):
            return found
        more = self._trained([side + likely for side, likely in zip(shown, pseudo, strict=True)])
        other = _Tried(more, worth(more.judge, held), pseudo=True)
        return other if other.worth.at_least(found.worth) else found

    def _trained(self, shown: Sequence[Sequence[str]]) -> Trained:
        name = self.collection.run.judge
        relevant, unrelated = (tuple(Example(text=text) for text in texts) for texts in shown)
        topic = replace(self.collection.topic, examples=Examples(relevant=relevant, unrelated=unrelated))
        state = pack(begun(name, topic, ()).state())
        judge = judges.find(name)
        judge.restore(unpack(state))  # as it will be after a kill
        return Trained(name, sha256(state).hexdigest(), state, judge)

    def _true(self, labels: dict[int, str]) -> tuple[list[str], list[str]]:
        """What people showed: the topic's examples, pages the judge was shown, labels; of one page the label counts."""
        collection, key = self.collection, self.rebuilt.crawl.reader.canon.key
        examples = collection.topic.examples
        shown = [number for number in map(key, collection.run.examples) if number not in labels]
        relevant = [one.text for one in examples.relevant if one.text and not (one.url and key(one.url) in labels)]
        unrelated = [one.text for one in examples.unrelated if one.text and not (one.url and key(one.url) in labels)]
        relevant += self._texts([*shown, *(page for page, value in labels.items() if value == RELEVANT)])
        unrelated += self._texts([page for page, value in labels.items() if value == IRRELEVANT])
        return list(dict.fromkeys(relevant)), list(dict.fromkeys(unrelated))

    def _texts(self, keys: Sequence[int]) -> list[str]:
        """Of the pages that the collection holds, what a reader sees."""
        found = []
        for key in keys:
            spot, url = self.collection.spot_of(key), self.rebuilt.crawl.url_of(key)
            page = self.rebuilt.read_back(url, spot) if spot and url else None
            if page is not None and page.content.strip():
                found.append(f"{page.title}\n{page.content}")
        return found


def earlier(collection: Collection) -> list[Sighted]:
    """The latest pages of runs before this one, as they were fed."""
    asked = (
        "SELECT event.key, score, warc, off, len FROM page JOIN event USING (seq) WHERE via != 0"
        " ORDER BY page.seq DESC LIMIT ?"
    )
    found = []
    for key, score, *spot in reversed(collection.catalogue.db.execute(asked, (EARLIER,)).fetchall()):
        priority = past.fields(collection, Spot(*spot)).get("lycosa-priority", "")
        with suppress(ValueError):
            found.append(Sighted(unsigned(key), score, float(priority)))
    return found


def surest(pages: Sequence[Sighted], labels: dict[int, str], most: int) -> tuple[list[int], list[int]]:
    """The pages that both views are surest of, relevant ones and twice as many others; labelled ones need no guess."""
    open_ = [one for one in pages if one.key not in labels]
    quota = min(int(SHARE * len(open_)), most)
    if not quota:
        return [], []
    scores, priorities = (np.array([getattr(one, view) for one in open_]) for view in ("score", "priority"))
    ranks = np.array([_ranks(scores), _ranks(priorities)])
    high, low = ranks.min(axis=0), 1.0 - ranks.max(axis=0)
    found = []
    for sure, side, share in ((high, scores >= BOUNDARY, quota // 3), (low, scores < BOUNDARY, quota - quota // 3)):
        good = np.flatnonzero(side & (sure >= 1.0 - SURE))
        best = sorted(good.tolist(), key=lambda place: (-sure[place], open_[place].key))
        found.append([open_[place].key for place in best[:share]])
    return found[0], found[1]


def _ranks(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Where each stands among all, 0 to 1, equals alike."""
    ordered = np.sort(values)
    return (ordered.searchsorted(values, "left") + ordered.searchsorted(values, "right")) / (2 * len(values))


def worth(judge: Judge, held: Sequence[Sequence[str]]) -> Worth:
    """Of texts that were held out, relevant ones first."""
    lexicon = Lexicon()
    sides = [np.array([_score(judge, text, lexicon) for text in texts]) for texts in held]
    right = float(np.mean(sides[0] >= BOUNDARY) + np.mean(sides[1] < BOUNDARY)) / 2
    wrong = float(np.mean((1 - sides[0]) ** 2) + np.mean(sides[1] ** 2)) / 2
    relevant = np.arange(sum(map(len, sides))) < len(sides[0])
    precision = average_precision(np.concatenate(sides), relevant)
    return Worth(*(round(value, 12) for value in (right, precision, 1 - wrong)))


def _score(judge: Judge, words: str, lexicon: Lexicon) -> float:
    text = as_text(words, lexicon)
    return float(judge.scores(text, text.page)[0])
