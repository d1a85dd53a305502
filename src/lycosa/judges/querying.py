"""What judges that go by the words of a query have in common: a weight for each, and counts in ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.judges.base import Judge
from lycosa.judges.idf import Idf
from lycosa.judges.measure import measures
from lycosa.judges.ranges import count
from lycosa.judges.stems import stemmer_of, stems_of
from lycosa.pages.lexicon import Column
from lycosa.pages.records import Ranges
from lycosa.pages.tokens import is_single

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values
    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Page, Positions, Text
    from lycosa.topics.topic import Topic

USUAL = 2000.0  # words of a page, where no start page tells
MENTIONS = 3  # of each query word on a page that is just relevant, where no start page tells


class Querying(Judge):
    """A sum over the query's words of a weight times what their number in a range of that length counts for.

    The boundary is the median raw value of the start pages. Where there are none, or most lack the query, it
    is the value of a page of 2,000 words that has each query word three times.
    """

    needs = ("words",)

    def weigh(self, known: Idf, stem: str) -> float:
        """What a query word is worth."""
        raise NotImplementedError  # the idea of each

    def part(self, times: Positions, lengths: Values) -> Values:
        """What so many mentions in ranges of so many words count for."""
        raise NotImplementedError  # the idea of each

    def beside(self, topic: Topic) -> dict[str, float]:
        """Stems that count beside the query's own, and how much of a query word each is worth."""
        return {}

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Weigh the query's words, and take the measure of the start pages."""
        known = Idf(topic.language)
        shown = measures(topic, start)
        for text in shown:
            seen = text.tokens[int(text.page.starts[0]) :]
            known.add(dict.fromkeys(stemmer_of(text.lexicon, topic.language).listed(seen)))
        own = dict.fromkeys(stems_of(topic.query or topic.words, topic.language), 1.0)
        self.language = topic.language
        self.query = {stem: share * self.weigh(known, stem) for stem, share in {**self.beside(topic), **own}.items()}
        self.usual = float(np.mean([len(text.tokens) for text in shown])) if shown else USUAL
        self.view: _View | None = None
        raw = [self.margins(text, text.page)[0] for text in shown]
        few = self.part(np.array([MENTIONS]), np.array([USUAL]))[0] * sum(self.query[stem] for stem in own)
        self.boundary = float(np.median(raw) if raw else 0.0) or float(few) or 1.0

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The raw value of each range."""
        view = self.over(text.lexicon)
        places, names = view.found(text)
        starts = view.stemmer.inside(text.tokens, ranges).starts
        held = Ranges(np.searchsorted(places, starts), np.searchsorted(places, ranges.ends))
        counts = count(names, held, len(self.query))
        lengths = np.maximum(ranges.ends - ranges.starts, 1).astype(np.float64)
        within = np.repeat(lengths, np.diff(counts.bounds))
        return counts.sums(view.weights[counts.names] * self.part(counts.times, within))

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The query words of the first range, by what each adds."""
        length = np.array([max(float(ranges.ends[0] - ranges.starts[0]), 1.0)])
        written = self.over(text.lexicon).stemmer.by_stem(text, ranges)
        found = [
            (written[stem][0], weight * float(self.part(np.array([len(written[stem])]), length)[0]))
            for stem, weight in self.query.items()
            if stem in written
        ]
        return sorted(found, key=lambda entry: (-entry[1], entry[0]))

    def over(self, lexicon: Lexicon) -> _View:
        """The query by the numbers of this lexicon."""
        if self.view is None or self.view.stemmer.lexicon is not lexicon:
            self.view = _View(lexicon, self.language, self.query)
        return self.view

    def state(self) -> State:
        """The query's words and weights, the usual length and the boundary."""
        return {
            "language": self.language,
            "stems": "\n".join(self.query),
            "weights": np.array(list(self.query.values())),
            "usual": self.usual,
            "boundary": self.boundary,
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        stems, weights = str(state["stems"]), np.asarray(state["weights"])
        self.query = dict(zip(stems.split("\n") if stems else [], weights.tolist(), strict=True))
        self.language = str(state["language"])
        self.usual, self.boundary = float(str(state["usual"])), float(str(state["boundary"]))
        self.view = None


class _View:
    """The query over one lexicon."""

    def __init__(self, lexicon: Lexicon, language: str, query: dict[str, float]) -> None:
        numbers = {stem: number for number, stem in enumerate(query, 1)}
        self.stemmer = stemmer_of(lexicon, language)
        self.number = Column(lexicon, lambda stems: [numbers.get(stem, 0) for stem in stems], np.int32)
        self.weights = np.array(list(query.values()))
        self.singles = self.stemmer.pairs is not None and any(map(is_single, query))

    def found(self, text: Text) -> tuple[Positions, NDArray[np.int32]]:
        """Where query words stand, and which they are; one of a single character stands within pairs too."""
        kept, stems = self.stemmer(text.tokens)
        numbers = self.number[stems].astype(np.int32, copy=False)
        hits = np.flatnonzero(numbers)
        places, names = np.flatnonzero(kept)[hits], numbers[hits] - 1
        return self._with_singles(text, places, names) if self.singles else (places, names)

    def _with_singles(
        self, text: Text, places: Positions, names: NDArray[np.int32]
    ) -> tuple[Positions, NDArray[np.int32]]:
        alone = self.number[text.tokens].astype(np.int32, copy=False)
        alone[places] = 0
        more = np.flatnonzero(alone)
        order = np.argsort(np.concatenate([places, more]), kind="stable")
        return np.concatenate([places, more])[order], np.concatenate([names, alone[more] - 1])[order]
