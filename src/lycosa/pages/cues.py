"""Cues: the pieces of a link's context. Ranges of the page's text are arithmetic on its anchors."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.pages.names import NamingError, parse_name
from lycosa.pages.records import Cued, Ranges, Text
from lycosa.pages.urls import url_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lycosa.pages.records import Links, Page, Positions

WHERE = ("outside", "inside")


class Cue(NamedTuple):
    """A cue's name taken apart, every option filled in."""

    word: str
    options: dict[str, Any]


# What each cue may be told, and what it is told by default.
CUES: dict[str, dict[str, Any]] = {
    "page": {},
    "anchor": {},
    "url": {},
    "window": {"words": 40, "anchor": "outside"},
    "block": {"least": 2, "most": 40, "near": False, "reduced": False},
    "near": {"words": 100},
    "leaves": {"most": 5},
    "tag_path": {},
    "place": {},
}
OF_THE_TREE = ("block", "leaves", "tag_path", "place")  # only parsing can bring them: a page keeps no tree


@lru_cache(256)
def cue_of(name: str) -> Cue:
    """Take a cue's name apart: `window(40, anchor='inside')`. A wrong one is refused in one line."""
    word, args, options = parse_name(name)
    if word not in CUES:
        raise NamingError(f"there is no cue {word!r}; the cues are: {', '.join(CUES)}")
    defaults = CUES[word]
    given = [*zip(defaults, args, strict=False), *options]
    wrong = [option for option, _ in given if option not in defaults]
    if wrong or len(args) > len(defaults) or len(dict(given)) < len(given):
        raise NamingError(f"the cue {name!r} has an option too many; {word} takes: {', '.join(defaults) or 'none'}")
    cue = Cue(word, defaults | dict(given))
    _check(name, cue)
    return cue


def _check(name: str, cue: Cue) -> None:
    for option, value in cue.options.items():
        default = CUES[cue.word][option]
        right = value in WHERE if option == "anchor" else type(value) is type(default)
        if not right or (type(value) is int and value < 0):
            raise NamingError(f"in the cue {name!r}, {option} cannot be {value!r}; write it like {default!r}")


def cued(page: Page, name: str) -> Cued:
    """A cue of every link of the page, also when parsing was not asked for it."""
    found = page.links.cues.get(name)
    return found or text_cue(page.text, page.links, name)


def text_cue(text: Text, links: Links, name: str) -> Cued:
    """A cue that can be worked out from a page's text and links alone."""
    cue = cue_of(name)
    if cue.word == "url":
        return urls_cued(links.urls, text)
    anchors = Ranges(links.starts, links.ends)
    if cue.word == "page":
        return Cued(text, Ranges(*(np.repeat(end, len(links)) for end in text.page)))
    if cue.word == "anchor":
        return Cued(text, anchors)
    if cue.word == "window":
        inside = cue.options["anchor"] == "inside"
        return Cued(text, windows(anchors, text.places["body"], cue.options["words"], inside=inside))
    if cue.word == "near":
        return Cued(text, near(anchors, text.places["body"], cue.options["words"]))
    raise NamingError(f"the cue {name!r} needs the page's tree: ask for it when the page is parsed")


def windows(anchors: Ranges, body: tuple[int, int] | Ranges, words: int, *, inside: bool = False) -> Ranges:
    """Half of the words before each anchor, half after, and the anchor (Pant and Srinivasan 2006, section 8).

    Where the body ends, the missing words come from the other side. With `inside` the anchor's words count
    among them (Guan et al. 2008, section 3), and an anchor that is longer is cut.
    """
    starts, ends = anchors
    around: int | Positions = words
    if inside:
        ends = np.minimum(ends, starts + words)
        around = words - (ends - starts)
    before = around // 2
    first = starts - before
    last = ends + (around - before)
    missing_before = np.maximum(body[0] - first, 0)
    missing_after = np.maximum(last - body[1], 0)
    return Ranges(
        np.maximum(first - missing_after, body[0]),
        np.minimum(last + missing_before, body[1]),
    )


def near(anchors: Ranges, body: tuple[int, int], words: int) -> Ranges:
    """So many words before each anchor and so many after, as far as the body goes."""
    return Ranges(np.maximum(anchors.starts - words, body[0]), np.minimum(anchors.ends + words, body[1]))


def urls_cued(urls: Iterable[str], text: Text) -> Cued:
    """The words of each URL, as ranges of a short text of their own."""
    words: list[str] = []
    ends = [0]
    for url in urls:
        words += url_words(url)
        ends.append(len(words))
    edges = np.array(ends, np.int64)
    return Cued(Text(text.lexicon.ids(words), text.lexicon), Ranges(edges[:-1], edges[1:]))
