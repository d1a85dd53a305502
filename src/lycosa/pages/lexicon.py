"""Words to numbers and back. A lexicon is a cache: its numbers mean nothing outside one process."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lycosa.pages.spelling import Spelling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lycosa.pages.spelling import U64
    from lycosa.pages.tokens import Codes, Narrow, Positions

Ids = NDArray[np.uint32]


def word_hash(word: str) -> int:
    """The word's lasting number: the same in every process, so that it may travel with a link or be saved."""
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "little")


def word_hashes(words: list[str]) -> list[int]:
    """Their lasting numbers."""
    return list(map(word_hash, words))


class Lexicon(dict[str, int]):
    """Word to id, ids given in order of first sight: `lexicon[word]` never fails."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.spelling = Spelling()
        self.hashes = Column(self, word_hashes, np.uint32)  # every word's lasting number, by id
        self.views: dict[Any, Any] = {}  # what was worked out over its words, for all who need the same

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self.words)
        self.words.append(word)
        return number

    def ids(self, words: Iterable[str]) -> Ids:
        """The ids of many words."""
        return np.fromiter(map(self.__getitem__, words), np.uint32)

    def spelled(self, codes: Codes | Narrow, starts: Positions, words: U64) -> Ids:
        """The ids of a text's words, given its code points, where each word begins, and the words' hashes."""
        return self.spelling.ids(self.__getitem__, codes, starts, words)


class Column:
    """One value per word of a lexicon, worked out when new words are first asked for: a judge's weights, say."""

    def __init__(
        self, lexicon: Lexicon, of: Callable[[list[str]], Sequence[float] | NDArray[Any]], dtype: type = np.float64
    ) -> None:
        self.lexicon = lexicon
        self.of = of
        self.known = 0
        self.values: NDArray[Any] = np.zeros(1024, dtype)

    def __getitem__(self, ids: Ids) -> NDArray[np.float64]:
        if self.known < len(self.lexicon.words):
            self.grow()
        taken: NDArray[np.float64] = self.values[ids]
        return taken

    def grow(self) -> None:
        """Work out the values of the words that came since the last time."""
        words = self.lexicon.words
        if len(words) > len(self.values):
            wider = np.zeros(max(len(words), 2 * len(self.values)), self.values.dtype)
            wider[: self.known] = self.values[: self.known]
            self.values = wider
        self.values[self.known : len(words)] = self.of(words[self.known :])
        self.known = len(words)
