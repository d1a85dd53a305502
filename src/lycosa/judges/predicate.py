"""The keyword is there, or it is not (Uluhan 2006, chapter III)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.judges.base import Judge, JudgeError
from lycosa.judges.phrases import Finder, Trie
from lycosa.pages.records import Ranges
from lycosa.pages.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values
    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Page, Text
    from lycosa.topics.topic import Topic


class Predicate(Judge):
    """1 if the keyword stands in the text, else 0; the keyword is the topic's query unless given.

    `match` asks for the "phrase", for "all" its words or for "any" of them, each at least so many `times`
    ("any": together). `where` looks at a whole page's "title", "body" or "url" alone; other ranges, the words
    of a link's URL among them, are looked at as they are.
    """

    word = "predicate"
    paper = "Uluhan 2006, chapter III"
    choices: ClassVar = {"match": ("phrase", "all", "any"), "where": ("page", "title", "body", "url")}
    least: ClassVar = {"times": 1}

    def __init__(self, keyword: str = "", match: str = "phrase", times: int = 1, where: str = "page") -> None:
        if not isinstance(keyword, str):
            raise JudgeError(f"predicate: keyword cannot be {keyword!r}; write it like 'wolf spider'")
        self.keyword = keyword
        self.match = match
        self.times = times
        self.where = where

    @property
    def needs(self) -> tuple[str, ...]:  # type: ignore[override]  # by its own keyword
        """Only without a keyword of its own does it need the topic's query."""
        return () if self.keyword else ("query",)

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Take the keyword apart."""
        self._learn(tuple(tokens(self.keyword or topic.query)))

    def _learn(self, words: tuple[str, ...]) -> None:
        if not words:
            raise JudgeError(f"{self}: no words to look for; give it a keyword or the topic a query")
        self.words = words
        self.trie = Trie([words] if self.match == "phrase" else [(word,) for word in words])
        self.finder: Finder | None = None

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """1 or 0 for each range."""
        ranges = self._looked_at(text, ranges)
        counts = self._counts(text, ranges)
        counted = np.minimum.reduce(counts) if self.match == "all" else np.add.reduce(counts)
        margins: Values = (counted >= self.times).astype(np.float64)
        return margins

    def curve(self, margins: Values) -> Values:
        """The margins themselves."""
        scores: Values = np.clip(margins, 0.0, 1.0)
        return scores

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """What was found in the first range, and how often."""
        first = self._looked_at(text, Ranges(ranges.starts[:1], ranges.ends[:1]))
        found = [
            (" ".join(phrase), float(count[0]))
            for phrase, count in zip(self.trie.phrases, self._counts(text, first), strict=True)
        ]
        return sorted((entry for entry in found if entry[1]), key=lambda entry: (-entry[1], entry[0]))

    def _looked_at(self, text: Text, ranges: Ranges) -> Ranges:
        """Whole pages cut down to the place to look at."""
        if self.where == "page" or self.where not in text.places:
            return ranges
        start, end = text.places[self.where]
        whole = (ranges.starts == text.page.starts) & (ranges.ends == text.page.ends)
        return Ranges(np.where(whole, start, ranges.starts), np.where(whole, end, ranges.ends))

    def _counts(self, text: Text, ranges: Ranges) -> list[NDArray[np.int64]]:
        """How often each phrase stands in each range."""
        counts = []
        found = self.over(text.lexicon).find(text)
        for number, phrase in enumerate(self.trie.phrases):
            matches = found[len(phrase) - 1]
            own = matches.numbers == number
            inside = matches._replace(starts=matches.starts[own]).within(ranges)
            counts.append(inside.ends - inside.starts)
        return counts

    def over(self, lexicon: Lexicon) -> Finder:
        """The keyword by the numbers of this lexicon."""
        if self.finder is None or self.finder.lexicon is not lexicon:
            self.finder = Finder(self.trie, lexicon, str)
        return self.finder

    def state(self) -> State:
        """The keyword's words."""
        return {"words": " ".join(self.words)}

    def restore(self, state: State) -> None:
        """Back to them."""
        self._learn(tuple(str(state["words"]).split(" ")))
