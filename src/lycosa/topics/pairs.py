"""Languages written without blanks: their words are pairs of neighbouring characters, and how common those are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PAIRED = frozenset(("ja", "th", "zh"))


def pairs_of(word: str) -> list[str]:
    """Each two characters of a word; a single one is itself.

    >>> pairs_of("人工智能")
    ['人工', '工智', '智能']
    """
    return [word[place : place + 2] for place in range(len(word) - 1)] or [word]


class PairFrequencies(dict[str, float]):
    """How often pairs stand in words; for two characters that no word holds together, how often they meet by chance.

    What is asked for is given through `measure`.
    """

    def __init__(self, words: dict[str, float], measure: Callable[[float], float] = float) -> None:
        super().__init__()
        self.measure = measure
        self.signs: dict[str, float] = {}
        for word, frequency in words.items():
            for pair in pairs_of(word):
                self[pair] = self.setdefault(pair, 0.0) + frequency
            for sign in word:
                self.signs[sign] = self.signs.get(sign, 0.0) + frequency

    def get(self, key: str, default: float = 0.0) -> float:  # type: ignore[override]  # all it is asked for are numbers
        """The frequency, or the default where nothing is known of the characters."""
        found = super().get(key)
        if found is None and len(key) == 2:
            found = math.prod(self.signs.get(sign, 0.0) for sign in key)
        return self.measure(found) if found else default
