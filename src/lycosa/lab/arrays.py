"""The arrays and strings of a stored web, as they lie in its folder."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from lycosa.lab.columns import MappedStrings, bounds_of, mapped
from lycosa.lab.kept import FORMAT, Facts
from lycosa.lab.records import LabError
from lycosa.pages.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lycosa.pages.lexicon import Ids
    from lycosa.pages.records import Positions


class Arrays:
    """Opened in a moment: most of it is mapped, and read where it is looked at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            told = json.loads((folder / "web.json").read_text("utf-8"))
        except (OSError, ValueError) as wrong:
            raise LabError(f"{folder}: no stored web there ({wrong}); import it: lycosa lab import") from None
        self.about: dict[str, Any] = told["about"]
        if self.about["format"] != FORMAT:
            raise LabError(f"{folder}: stored by another version of Lycosa; delete it and import it again")
        self.name: str = self.about["name"]
        self._labels: dict[str, list[int]] = told["labels"]
        self.answers = np.load(folder / "answers.npy", allow_pickle=False)
        self.pages = np.load(folder / "pages.npy", allow_pickle=False)
        self.tokens = mapped(folder / "tokens.npy")
        self.leaves = mapped(folder / "leaves.npy")
        self.links = mapped(folder / "links.npy")
        self.token_bounds = bounds_of(self.pages["tokens"])
        self.leaf_bounds = bounds_of(self.pages["leaves"])
        self.link_bounds = bounds_of(self.pages["links"])
        self.facts_of = MappedStrings(folder, "facts")
        self.url_texts = MappedStrings(folder, "urls")
        self.urls: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.pages)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The web's own words."""
        lexicon = Lexicon()
        lexicon.words = list(MappedStrings(self.folder, "words").texts())
        lexicon.update(zip(lexicon.words, range(len(lexicon.words)), strict=True))
        return lexicon

    @cached_property
    def paths(self) -> Sequence[str]:
        """The tag paths there are."""
        return MappedStrings(self.folder, "paths").texts()

    @cached_property
    def _url_words(self) -> tuple[Ids, Positions]:
        ends = mapped(self.folder / "url_word_ends.npy")
        return mapped(self.folder / "url_words.npy"), bounds_of(ends)

    def url_words(self, urls: Positions) -> tuple[Ids, Positions]:
        """The words of these URLs one after the other, and where each begins and ends among them."""
        words, bounds = self._url_words
        spans = zip(bounds[urls].tolist(), bounds[urls + 1].tolist(), strict=True)
        parts = [words[begin:end] for begin, end in spans]
        ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
        return np.concatenate([np.zeros(0, np.uint32), *parts]), np.concatenate([[0], ends])

    def facts(self, place: int) -> Facts:
        """What a page says of itself."""
        return msgspec.msgpack.decode(self.facts_of[place], type=Facts)

    def url(self, number: int) -> str:
        """A URL by number."""
        url = self.urls.get(number)
        if url is None:
            url = self.urls[number] = self.url_texts.text(number)
        return url
