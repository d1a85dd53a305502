"""What a page is: plain, frozen records. Text is numbers (see `lexicon`); a cue is a range of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycosa.pages.lexicon import Ids, Lexicon

Positions = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Ranges(NamedTuple):
    """Half-open ranges of one text's tokens: range i is tokens[starts[i]:ends[i]]."""

    starts: Positions
    ends: Positions


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """Tokens in reading order: every word counts, stop-words too, so that a window of 40 words is one.

    `places` names stretches of a whole page: url (the words of its own), meta (keywords and description),
    headings, title, body, in this order one after the other. What a reader sees, title and body, is the range `page`.
    """

    tokens: Ids
    lexicon: Lexicon
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def page(self) -> Ranges:
        """The one range that is the whole page (or, of a text without places, all of it)."""
        start = self.places["title"][0] if "title" in self.places else 0
        return Ranges(np.array([start]), np.array([len(self.tokens)]))


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """The hyperlinks of a page in document order, as columns. A target has a row each time it stands."""

    urls: list[str]  # absolute, normalised by the URL parser, without fragment
    starts: Positions  # where the anchor begins in the page's tokens
    ends: Positions
    nofollow: Flags
    cues: Mapping[str, Cued] = field(default_factory=dict)  # the cues that were asked for, by name
    columns: Mapping[str, Any] = field(default_factory=dict)  # cues that are no text

    def __len__(self) -> int:
        return len(self.urls)


class Cued(NamedTuple):
    """A cue of every link of a page: ranges of the page's own text, or of a short one of its own."""

    text: Text
    ranges: Ranges


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One fetched and parsed document."""

    url: str
    text: Text
    links: Links
    content: str = ""  # what a reader sees, as a string
    title: str = ""
    headings: tuple[str, ...] = ()
    description: str = ""
    keywords: str = ""
    robots: frozenset[str] = frozenset()  # noindex, nofollow, ... from meta and X-Robots-Tag
    base: str = ""
    canonical: str = ""  # of rel=canonical, tag or header; absolute
    hreflang: tuple[tuple[str, str], ...] = ()  # (language, url)
    charset: str = "utf-8"
    language: str = "und"  # ISO 639-1, "und" when it cannot be told, "zxx" when it is garbled
    digest: bytes = b""  # SHA-256 of the content
    simhash: int = 0  # 64 bits
    notes: tuple[str, ...] = ()  # what was cut: "truncated"
