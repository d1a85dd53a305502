"""Synonyms out of WordNet 3.0, read through nltk (Sundrani and Habeeb, section 2.7.3)."""

from __future__ import annotations

import io
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from lycosa.pages.stems import stem
from lycosa.topics.words import stop_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FOLDER = "/usr/share/wordnet"  # where Debian's wordnet-base and wordnet-sense-index put it
HALF = 0.5  # of what the word itself counts
LEXNAMES = "lexnames"  # the one file that nltk asks for and the packages lack; ours stands in


def synonyms(
    words: Iterable[str], language: str = "en", folder: str = FOLDER, *, similar: bool = False
) -> list[tuple[str, float]]:
    """What else the words are called, in the order of the words and their senses, each with what it counts.

    That is 0.5 or, if `similar`, how near it is to its word: the mean, over the senses of the word, of WordNet's path
    similarity with the nearest sense of the synonym. Where there is no WordNet for the language there are none.
    """
    if lacking(language, folder):
        return []
    wordnet, stops = _wordnet(folder), stop_words(language)
    bases = {word: _bases(wordnet, word) for word in words if word not in stops}
    own = {stem(form) for word, held in bases.items() for form in (word, *held.values())} | stops
    found: dict[str, float] = {}
    for held in bases.values():
        senses = [sense for kind, base in held.items() for sense in wordnet.synsets(base, kind)]
        for synonym in _lemmas(senses):
            if own.isdisjoint(map(stem, synonym.split())):
                weight = _nearness(wordnet, senses, synonym) if similar else HALF
                found[synonym] = max(weight, found.get(synonym, 0.0))
    return list(found.items())


def lacking(language: str = "en", folder: str = FOLDER) -> str:
    """Why there are no synonyms; nothing, where there are."""
    if language != "en":
        return f"WordNet knows English, and the topic is in {language}"
    if find_spec("nltk") is None:
        return "WordNet is read through nltk: pip install 'lycosa[wordnet]'"
    for name in ("index.noun", "index.sense"):
        try:
            open(f"{folder}/{name}", "rb").close()  # noqa: PTH123 - this room imports no pathlib
        except OSError:
            return f"no WordNet in {folder}: install wordnet-base and wordnet-sense-index, or name its folder"
    return ""


@cache
def _wordnet(folder: str) -> Any:
    """The dictionary, read once: two seconds that only those wait who ask for synonyms."""
    import nltk  # noqa: PLC0415 - an extra
    from nltk.corpus.reader.wordnet import WordNetCorpusReader  # noqa: PLC0415 - the same

    class Reader(WordNetCorpusReader):  # type: ignore[misc]  # it ships no types
        def open(self, file: str) -> Any:
            return io.StringIO(_lexnames()) if file == LEXNAMES else super().open(file)

        def map_wn(self, version: str = "") -> None:
            """No other version is to be mapped to."""

    if folder not in nltk.data.path:
        nltk.data.path.append(folder)  # else nltk refuses to read there
    return Reader(folder, ())


def _lexnames() -> str:
    return files(__package__).joinpath("data", "lexnames.txt").read_text("utf-8")


def _bases(wordnet: Any, word: str) -> dict[str, str]:
    """What the word is a form of, as noun, verb, adjective and adverb; bees are no form of `be`."""
    found = {kind: wordnet.morphy(word, kind) for kind in "nvar"}
    return {kind: base for kind, base in found.items() if base and base not in stop_words("en")}


def _lemmas(senses: Iterable[Any]) -> Iterator[str]:
    for sense in senses:
        yield from (name.replace("_", " ").lower() for name in sense.lemma_names())


def _nearness(wordnet: Any, senses: Sequence[Any], synonym: str) -> float:
    others = wordnet.synsets(synonym.replace(" ", "_"))
    nearest = [max((sense.path_similarity(other) or 0.0 for other in others), default=0.0) for sense in senses]
    return sum(nearest) / len(nearest)
