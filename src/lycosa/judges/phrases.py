"""Words and phrases found in a text: a trie walked by all places at once, fewer of them at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.pages.lexicon import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lycosa.pages.lexicon import Lexicon
    from lycosa.pages.records import Positions, Ranges, Text

Phrase = tuple[str, ...]


class Matches(NamedTuple):
    """Where phrases of one length stand, in text order, and which they are."""

    length: int
    starts: Positions
    numbers: Positions

    def within(self, ranges: Ranges) -> Ranges:
        """For each range, which matches start and end inside it."""
        first = np.searchsorted(self.starts, ranges.starts)
        last = np.searchsorted(self.starts, ranges.ends - self.length, side="right")
        return type(ranges)(first, np.maximum(first, last))


class Trie:
    """Distinct phrases, numbered in the order given; by steps: from a node by a word to a node."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self.words: dict[str, int] = {}  # from 1
        self.phrases: list[Phrase] = list(dict.fromkeys(phrases))
        self.nodes: dict[Phrase, int] = {(): 0}
        steps: list[dict[tuple[int, int], int]] = []
        for phrase in self.phrases:
            for depth, word in enumerate(phrase):
                node, code = self.nodes[phrase[:depth]], self.words.setdefault(word, len(self.words) + 1)
                target = self.nodes.setdefault(phrase[: depth + 1], len(self.nodes))
                steps.extend({} for _ in range(depth + 1 - len(steps)))
                steps[depth][node, code] = target
        self.steps = [self._table(step) for step in steps]
        self.firsts = np.zeros(len(self.words) + 1, np.int64)  # the node of each word that begins a phrase
        for (_, code), target in steps[0].items() if steps else ():
            self.firsts[code] = target
        self.leads = np.zeros(len(self.nodes), np.bool_)  # whether a phrase goes on from a node
        for phrase in self.nodes:
            if phrase:
                self.leads[self.nodes[phrase[:-1]]] = True
        self.ended = np.full(len(self.nodes), -1, np.int64)
        self.ended[[self.nodes[phrase] for phrase in self.phrases]] = np.arange(len(self.phrases))

    def _table(self, step: dict[tuple[int, int], int]) -> tuple[Positions, Positions]:
        keys = np.array([node * (len(self.words) + 1) + code for node, code in step], np.int64)
        order = np.argsort(keys)
        return keys[order], np.array(list(step.values()), np.int64)[order]


class Finder:
    """A trie over one lexicon."""

    def __init__(self, trie: Trie, lexicon: Lexicon, written: Callable[[str], str]) -> None:
        self.trie = trie
        self.lexicon = lexicon
        self.codes = Column(lexicon, lambda words: [trie.words.get(written(word), 0) for word in words], np.int64)

    def find(self, text: Text) -> Sequence[Matches]:
        """All matches, overlapping ones too, by length."""
        codes = self.codes[text.tokens]
        places = np.flatnonzero(codes)
        nodes = self.trie.firsts[codes[places]]
        places, nodes = places[nodes > 0], nodes[nodes > 0]
        found = [self._ended(1, places, nodes)] if self.trie.steps else []
        for depth, (keys, targets) in enumerate(self.trie.steps[1:], 1):
            inside = (places + depth < len(codes)) & self.trie.leads[nodes]
            places, nodes = places[inside], nodes[inside]
            wanted = nodes * (len(self.trie.words) + 1) + codes[places + depth]
            slots = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            going = keys[slots] == wanted
            places, nodes = places[going], targets[slots[going]]
            found.append(self._ended(depth + 1, places, nodes))
        return found

    def _ended(self, length: int, places: Positions, nodes: Positions) -> Matches:
        numbers = self.trie.ended[nodes]
        return Matches(length, places[numbers >= 0], numbers[numbers >= 0])
