"""A guide trained again while the crawl runs, from labels and from pages on which page and link agree, against drift.

A round trains on what people said and on the pages that two views are surest of: the page's own score, and the priority
that its link had. These pages are taken only if the guide is no worse for them on what people said, and the guide only
if it is no worse there than the one in force. Every example is scored by a fit that has not seen it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from lycosa import judges, strategies
from lycosa.crawl.tally import BOUNDARY
from lycosa.engines.trials import in_force, tried
from lycosa.judges.training import stand_ins
from lycosa.topics.labels import IRRELEVANT, RELEVANT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.engines.trials import Trial, Worth
    from lycosa.judges.base import Judge
    from lycosa.topics.topic import Topic

LEAST = 4  # true examples of a class
SURE = 0.2  # of the pages, the best and the worst by both views
SHARE = 0.05  # of the pages may be taken for examples in a round
MOST = 3  # times the true examples
SLICE = 4  # pages fed before that are ranked again between two looks at what arrived


class Round(NamedTuple):
    """A round of training: on how many, what it was worth, and whether it took effect."""

    pages: int  # fed before it
    true: int
    pseudo: int
    before: Worth
    after: Worth
    kept: bool


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


class Past(Protocol):
    """What is known of a hunt: what it is after, and the pages it was fed."""

    topic: Topic
    judge: str  # the guide's name, as it was asked for
    shown: Sequence[int]  # the keys of pages that the guide was shown

    @property
    def pages(self) -> int:
        """How many were fed."""
        ...

    @property
    def guide(self) -> Judge:
        """The judge in force."""
        ...

    def key(self, url: str) -> int:
        """The key of a URL."""
        ...

    def labels(self) -> dict[int, str]:
        """What people said of pages, by key."""
        ...

    def texts(self, keys: Sequence[int]) -> list[str]:
        """Of the pages that are kept, what a reader sees."""
        ...


class Retraining:
    """Rounds of training, one after so many pages."""

    def __init__(self, past: Past, every: int, sighted: Sequence[Sighted] = ()) -> None:
        self.past = past
        self.every = every
        self.next = past.pages + every
        self.sighted = list(sighted)
        self.rounds: list[Round] = []
        self.known: set[tuple[int, str]] = set()  # labels that the last round had
        self.force: Trial | None = None  # the guide in force, once it was asked what it is worth
        self.idle = f"fewer than {every:,} pages came in"  # why nothing was trained yet

    def saw(self, key: int, score: float, priority: float) -> None:
        """A page was fed that a link led to."""
        self.sighted.append(Sighted(key, score, priority))

    @property
    def due(self) -> bool:
        """Whether it is time for a round."""
        return self.past.pages >= self.next

    def round(self) -> Trial | None:
        """Train; the new guide, if it is no worse than the one in force."""
        self.next = self.past.pages + self.every
        labels = self.past.labels()
        true = self._true(labels)
        if len(true[1]) < LEAST <= len(true[0]):
            true = true[0], self._instead(*true, labels)
        if min(map(len, true)) < LEAST:
            shown = " and ".join(map(str, map(len, true)))
            kinds = f"{LEAST} relevant and {LEAST} unrelated examples or labels (lycosa label)"
            self.idle = f"it takes {kinds}, and there are {shown}"
            return None
        fresh = self.known != set(labels.items())
        self.known = set(labels.items())
        pseudo = [self.past.texts(keys) for keys in surest(self.sighted, labels, MOST * sum(map(len, true)))]
        if not (fresh or any(pseudo)):
            self.idle = "nothing was labelled, and no page was sure enough by itself and by its link"
            return None
        if self.force is None:
            self.force = in_force(self.past.judge, self.past.guide, self.past.topic, self._true({}))
        before, found = self.force.worth(true), self._better(true, pseudo)
        after = found.worth(true)
        kept = after.tells_as_well(before) if fresh else after.tells_better(before)
        self.rounds.append(Round(self.past.pages, sum(map(len, true)), found.pseudo, before, after, kept))
        if not kept:
            return None
        self.force = found
        return found

    def _instead(self, relevant: Sequence[str], unrelated: Sequence[str], labels: dict[int, str]) -> list[str]:
        """Where nobody showed what does not belong: pages of other topics, then those this crawl rejects surest."""
        wanted, held = stand_ins(len(relevant)), set(relevant)
        others = [one.text for one in self.past.topic.neighbours if one.text not in held]
        rest = wanted - len(unrelated) - len(others)
        own = self.past.texts(rejected(self.sighted, labels, rest)) if rest > 0 else []
        return list(dict.fromkeys([*unrelated, *others, *(text for text in own if text not in held)]))[:wanted]

    def _better(self, true: Sequence[list[str]], pseudo: Sequence[list[str]]) -> Trial:
        """Trained with the likely examples if something is won by them and nothing lost, else without."""
        plain = tried(self.past.judge, self.past.topic, true)
        if not any(pseudo):
            return plain
        both = [side + likely for side, likely in zip(true, pseudo, strict=True)]
        more = tried(self.past.judge, self.past.topic, both, sum(map(len, pseudo)))
        with_, without = more.worth(true), plain.worth(true)
        return more if with_.at_least(without) and with_.tells_better(without) else plain

    def _true(self, labels: dict[int, str]) -> tuple[list[str], list[str]]:
        """What people showed: the topic's examples, pages the judge was shown, labels; of one page the label counts."""
        past, examples = self.past, self.past.topic.examples
        shown = [number for number in past.shown if number not in labels]
        sides = [
            [one.text for one in side if one.text and not (one.url and past.key(one.url) in labels)]
            for side in (examples.relevant, examples.unrelated)
        ]
        sides[0] += past.texts([*shown, *(page for page, value in labels.items() if value == RELEVANT)])
        sides[1] += past.texts([page for page, value in labels.items() if value == IRRELEVANT])
        return list(dict.fromkeys(sides[0])), list(dict.fromkeys(sides[1]))


def surest(pages: Sequence[Sighted], labels: dict[int, str], most: int) -> tuple[list[int], list[int]]:
    """The pages that both views are surest of, relevant ones and twice as many others; labelled ones need no guess."""
    open_ = [one for one in pages if one.key not in labels]
    quota = min(int(SHARE * len(open_)), most)
    if not quota:
        return [], []
    high, low = _sure(open_)
    return high[: quota // 3], low[: quota - quota // 3]


def rejected(pages: Sequence[Sighted], labels: dict[int, str], most: int) -> list[int]:
    """The pages that both views are surest do not belong."""
    open_ = [one for one in pages if one.key not in labels]
    return _sure(open_)[1][:most] if open_ else []


def _sure(pages: Sequence[Sighted]) -> tuple[list[int], list[int]]:
    """The keys of those that both views hold best, and worst: of each side the surest first."""
    scores, priorities = (np.array([getattr(one, view) for one in pages]) for view in ("score", "priority"))
    ranks = np.array([_ranks(scores), _ranks(priorities)])
    high, low = ranks.min(axis=0), 1.0 - ranks.max(axis=0)
    found = []
    for sure, side in ((high, scores >= BOUNDARY), (low, scores < BOUNDARY)):
        good = np.flatnonzero(side & (sure >= 1.0 - SURE))
        best = sorted(good.tolist(), key=lambda place: (-sure[place], pages[place].key))
        found.append([pages[place].key for place in best])
    return found[0], found[1]


def _ranks(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Where each stands among all, 0 to 1, equals alike."""
    ordered = np.sort(values)
    return (ordered.searchsorted(values, "left") + ordered.searchsorted(values, "right")) / (2 * len(values))
