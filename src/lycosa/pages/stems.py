"""Words to their stems, as numbers: one gather for a whole text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import Stemmer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.lexicon import Ids, Lexicon

# English is Porter's stemmer of 1980, as in the seeds, not its successor.
SNOWBALL = {
    "en": "porter", "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech",
    "da": "danish", "nl": "dutch", "eo": "esperanto", "et": "estonian", "fi": "finnish", "fr": "french",
    "de": "german", "el": "greek", "hi": "hindi", "hu": "hungarian", "id": "indonesian", "ga": "irish",
    "it": "italian", "lt": "lithuanian", "ne": "nepali", "no": "norwegian", "nb": "norwegian",
    "nn": "norwegian", "fa": "persian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sr": "serbian", "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish",
    "yi": "yiddish",
}  # fmt: skip


@cache
def _stemmer(language: str) -> Stemmer.Stemmer | None:
    name = SNOWBALL.get(language, language)
    return Stemmer.Stemmer(name, 0) if name in Stemmer.algorithms() else None


def stem(word: str, language: str = "en") -> str:
    """A lower-case word's stem. Languages go by ISO code or Snowball name; without a stemmer: itself."""
    return _all([word], language)[0]


def _all(words: Sequence[str], language: str) -> Sequence[str]:
    stemmer = _stemmer(language)
    stems: Sequence[str] = words if stemmer is None else stemmer.stemWords(words)
    return stems


class Stems:
    """The id of every word's stem, in the same lexicon: `stems[ids]`. Grows with the lexicon."""

    def __init__(self, lexicon: Lexicon, language: str = "en") -> None:
        self.lexicon = lexicon
        self.language = language
        self.known = 0
        self.values = np.zeros(1024, np.uint32)

    def __getitem__(self, ids: Ids) -> Ids:
        while self.known < len(self.lexicon.words):  # a stem may be a new word itself
            self.grow()
        stems: Ids = self.values[ids]
        return stems

    def grow(self) -> None:
        """Stem the words that came since the last time."""
        words = self.lexicon.words[self.known :]
        stems = self.lexicon.ids(_all(words, self.language))
        end = self.known + len(words)
        if end > len(self.values):
            wider = np.zeros(2 * end, np.uint32)
            wider[: self.known] = self.values[: self.known]
            self.values = wider
        self.values[self.known : end] = stems
        self.known = end
