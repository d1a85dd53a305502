"""Short contexts with words added: synonyms or concepts (Pant and Srinivasan 2006, section 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.crawl.token_rows import laid_out
from lycosa.judges.phrases import Finder, Trie
from lycosa.pages.names import parse_name
from lycosa.pages.records import Ranges, Text
from lycosa.pages.stems import stem
from lycosa.pages.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.judges.phrases import Phrase
    from lycosa.topics.topic import Topic

    Added = Mapping[Phrase, tuple[str, ...]]  # what a phrase of stems brings


class Widening:
    """What is added to contexts of less than so many words: `synonyms(10)`, `concepts(10)`."""

    def __init__(self, name: str, topic: Topic) -> None:
        word, args, _ = parse_name(name)
        self.under = int(args[0])
        self.language = topic.language
        self.added = {"synonyms": of_synonyms, "concepts": of_concepts}[word](topic)
        self.trie = Trie(self.added)
        self.finder: Finder | None = None

    def __call__(self, text: Text, ranges: Ranges) -> tuple[Text, Ranges]:
        """The ranges as a text of their own, each with what is added to it at its end."""
        flat, bounds = laid_out(ranges)
        words = self._words(text, ranges)
        brought = [text.lexicon.ids(list(words.get(row, ()))) for row in range(len(ranges.starts))]
        sizes = np.array([len(ids) for ids in brought], np.int64)
        ids = np.insert(text.tokens[flat], np.repeat(bounds[1:], sizes), np.concatenate([*brought, text.tokens[:0]]))
        edges = bounds + np.concatenate([[0], np.cumsum(sizes)])
        return Text(ids, text.lexicon), Ranges(edges[:-1], edges[1:])

    def _words(self, text: Text, ranges: Ranges) -> dict[int, dict[str, None]]:
        """What each short range brings: in the order of the phrases that stand in it, each word once."""
        if self.finder is None or self.finder.lexicon is not text.lexicon:
            self.finder = Finder(self.trie, text.lexicon, lambda word: stem(word, self.language))
        lengths = ranges.ends - ranges.starts
        short = np.flatnonzero((lengths > 0) & (lengths < self.under))
        brought: dict[int, dict[str, None]] = {}
        for matches in self.finder.find(text) if len(self.added) else ():
            inside = matches.within(Ranges(ranges.starts[short], ranges.ends[short]))
            for row, first, last in zip(short.tolist(), inside.starts.tolist(), inside.ends.tolist(), strict=True):
                for number in matches.numbers[first:last].tolist():
                    brought.setdefault(row, {}).update(dict.fromkeys(self.added[self.trie.phrases[number]]))
        return brought


def of_synonyms(topic: Topic) -> Added:
    """A synonym brings the query's words."""
    query = tuple(tokens(topic.query or topic.words))
    return {_phrase(word, topic): query for word, _ in topic.synonyms if tokens(word)}


def of_concepts(topic: Topic) -> Added:
    """A label of a concept brings the first labels of the concept and of those a step away from it."""
    known = {concept.id: concept for concept in topic.concepts if concept.labels}
    beside: dict[str, list[str]] = {one: [one] for one in known}
    for concept in known.values():
        for other in (*concept.broader, *concept.related):
            if other in known:
                beside[concept.id].append(other)
                beside[other].append(concept.id)
    return {
        _phrase(label, topic): tuple(dict.fromkeys(_words([known[one].labels[0] for one in beside[concept.id]])))
        for concept in reversed(known.values())
        for label in reversed(concept.labels)
        if tokens(label)
    }


def _words(labels: Sequence[str]) -> list[str]:
    return [word for label in labels for word in tokens(label)]


def _phrase(text: str, topic: Topic) -> Phrase:
    return tuple(stem(word, topic.language) for word in tokens(text))
