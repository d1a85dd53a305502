"""Ontology: the concepts a text names, by how near they lie to what is hunted (after Ehrig and Maedche 2003)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.judges.base import Judge
from lycosa.judges.phrases import Finder, Trie
from lycosa.judges.ranges import Counts, count
from lycosa.pages.records import Ranges
from lycosa.pages.stems import stem
from lycosa.pages.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.judges.base import State, Values
    from lycosa.judges.phrases import Phrase
    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Page, Text
    from lycosa.topics.topic import Concept, Topic

USUAL, MENTIONS = 2000.0, 3  # words of a page, and how often a just relevant one names each concept in focus


class Ontology(Judge):
    """The sum over concepts of w ln(1 + mentions), divided by ln(2 + words): what is named, more than how often.

    w is `alpha` to the power of the steps from a concept in focus, by broader and related ones in either direction,
    and nothing after `steps` of them. Labels are matched as phrases of stems; a label that several concepts have is
    that of the nearest. The boundary is the median of the start pages or, where there are none that name a concept,
    the value of a page of 2,000 words that has each concept in focus three times.
    """

    word = "ontology"
    paper = "Ehrig and Maedche 2003"
    needs = ("concepts",)
    least: ClassVar = {"alpha": 0, "steps": 0}

    def __init__(self, alpha: float = 0.7, steps: int = 3) -> None:
        self.alpha = alpha
        self.steps = steps

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Weigh the concepts, and take the measure of the start pages."""
        away = steps_from_focus(topic.concepts, self.steps)
        labels: dict[Phrase, int] = {}  # the concept of each, the nearest first
        for number, concept in enumerate(sorted(away, key=away.__getitem__)):
            for label in concept.labels:
                labels.setdefault(tuple(stem(word, topic.language) for word in tokens(label)), number)
        self.language = topic.language
        held = {phrase: number for phrase, number in labels.items() if phrase}
        self._take(held, [self.alpha**distance for distance in sorted(away.values())])
        raw = [self.margins(page.text, page.text.page)[0] for page in start]
        few = list(away.values()).count(0) * np.log1p(MENTIONS) / np.log(2 + USUAL)
        self.boundary = (float(np.median(raw)) if raw else 0.0) or float(few) or 1.0

    def _take(self, labels: Mapping[Phrase, int], weights: Sequence[float]) -> None:
        self.trie = Trie(labels)
        self.concepts = np.array([*labels.values()], np.int32)
        self.weights = np.array(weights, np.float64)
        self.finder: Finder | None = None

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The value of each range."""
        named = self._named(text, ranges)
        parts = self.weights[named.names] * np.log1p(named.times)
        lengths = np.maximum(ranges.ends - ranges.starts, 0)
        values: Values = named.sums(parts) / np.log(2.0 + lengths)
        return values

    def _named(self, text: Text, ranges: Ranges) -> Counts:
        """How often each range names each concept, by any of its labels."""
        wide = max(len(self.weights), 1)
        pairs, times = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for matches in self._over(text.lexicon).find(text):
            found = count(self.concepts[matches.numbers], matches.within(ranges), wide)
            pairs.append(np.repeat(np.arange(len(ranges.starts)), np.diff(found.bounds)) * wide + found.names)
            times.append(found.times)
        keys, places = np.unique(np.concatenate(pairs), return_inverse=True)
        total = np.bincount(places, np.concatenate(times), len(keys)).astype(np.int64)
        return Counts(keys % wide, total, np.searchsorted(keys, np.arange(len(ranges.starts) + 1) * wide))

    def _over(self, lexicon: Lexicon) -> Finder:
        """The labels by the numbers of this lexicon."""
        if self.finder is None or self.finder.lexicon is not lexicon:
            self.finder = Finder(self.trie, lexicon, lambda word: stem(word, self.language))
        return self.finder

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The concepts of the first range, by the first of their labels that stands there, and what each adds."""
        first = Ranges(ranges.starts[:1], ranges.ends[:1])
        labels: dict[int, str] = {}
        for matches in self._over(text.lexicon).find(text):
            inside = matches.within(first)
            for number in matches.numbers[int(inside.starts[0]) : int(inside.ends[0])].tolist():
                labels.setdefault(int(self.concepts[number]), " ".join(self.trie.phrases[number]))
        named = self._named(text, first)
        words = np.log(2.0 + max(int(first.ends[0] - first.starts[0]), 0))
        values = self.weights[named.names] * np.log1p(named.times) / words
        told = zip((labels[concept] for concept in named.names.tolist()), values.tolist(), strict=True)
        return sorted((one for one in told if one[1]), key=lambda one: (-one[1], one[0]))

    def state(self) -> State:
        """Labels, weights and the boundary."""
        return {
            "labels": "\n".join(map(" ".join, self.trie.phrases)),
            "concepts": self.concepts,
            "weights": self.weights,
            "language": self.language,
            "boundary": self.boundary,
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        lines = str(state["labels"]).split("\n") if state["labels"] else []
        labels = [tuple(line.split(" ")) for line in lines]
        self.language, self.boundary = str(state["language"]), float(str(state["boundary"]))
        concepts = np.asarray(state["concepts"]).tolist()
        self._take(dict(zip(labels, concepts, strict=True)), np.asarray(state["weights"]).tolist())


def steps_from_focus(concepts: Sequence[Concept], most: int) -> dict[Concept, int]:
    """The concepts within so many steps of one in focus, by broader and related ones in either direction."""
    known = {concept.id: concept for concept in concepts}
    beside: dict[str, dict[str, None]] = {one: {} for one in known}
    for concept in concepts:
        for other in (*concept.broader, *concept.related):
            if other in known:
                beside[concept.id][other] = beside[other][concept.id] = None
    away = {concept.id: 0 for concept in concepts if concept.focus}
    level = list(away)
    for step in range(1, most + 1):
        level = [two for two in dict.fromkeys(other for one in level for other in beside[one]) if two not in away]
        away.update(dict.fromkeys(level, step))
    return {known[one]: step for one, step in away.items()}
