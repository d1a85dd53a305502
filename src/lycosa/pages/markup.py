"""What is done to a page's bytes before they are parsed: words kept apart, false marks taken out."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# A tag is told by its first three letters: enough to know which break the line and which stand within one.
BREAKING = (
    "address article aside audio blockquote body br button canvas caption center col colgroup "
    "dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 "
    "h2 h3 h4 h5 h6 head header hgroup hr html iframe img input legend li main menu nav ol "
    "optgroup option p pre search section select summary table tbody td textarea tfoot th thead "
    "tr ul video"
)

FORMATTING = ["b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
RENAMED = {chr(ord(name[0]) + 1) + name[1:]: name for name in FORMATTING}
MOST_REPEATED = 1 << 22  # formatting times tags: from there on a tree could take hundreds of megabytes
MOST_DOCUMENTS = 16  # html and body tags of a page, whose attributes the parser puts together

_OPEN, _SLASH, _CLOSE = b"</>"
_BREAK, _BLANK = b"\n "
_FORMATS, _ENDS_FORMAT, _DOCUMENT = 1, 2, 3
_END = 1 << 15  # added to the name of an end tag

_FALSE = (b"\x01", b"\x02", b"\x03", b"\x04", b"\x05", b"\x06", b"\xf3", b"\xf4")
_FALSE_BYTES = re.compile(rb"[\x01-\x06]|\xf3[\xb0-\xbf][\x80-\xbf]{0,2}|\xf4[\x80-\xbf]{0,3}")
_FALSE_REFERENCE = re.compile(
    rb"&#(?:0*(?:[1-6]|98[3-9]\d{3}|99\d{4}|1[01]\d{5})(?![0-9])"
    rb"|[xX]0*(?:[1-6]|(?:[fF]|10)[0-9a-fA-F]{4})(?![0-9a-fA-F]));?"
)


def without_marks(html: bytes) -> bytes:
    """The page without the characters that mark places in its text, however they are written."""
    if any(false in html for false in _FALSE):
        html = _FALSE_BYTES.sub(b" ", html)
    return _FALSE_REFERENCE.sub(b" ", html)


class Tags(NamedTuple):
    """Each < that may begin a tag: where, and its name's first letters as a number, _END more in an end tag."""

    data: NDArray[np.uint8]
    at: NDArray[np.int64]
    names: NDArray[np.uint16]


def ready(html: bytes, *, links: bool = False) -> bytes:
    """Make the page fit to be parsed; with `links`, marks where these may stand."""
    html = without_marks(html)
    tags = tags_of(html)
    costly = _costly(tags)
    if costly is not None:
        html = _renamed(tags, costly)
        tags = tags_of(html)
    return _words_apart(html, tags, links=links)


def tags_of(html: bytes) -> Tags:
    """Find the tags. Comments and scripts are not told apart from the rest."""
    data = np.frombuffer(html + b"    ", np.uint8)
    at = (data[:-4] == _OPEN).nonzero()[0]
    names = at + 1
    closing = data.take(names) == _SLASH
    names += closing
    letters = _letters()
    first, second, third = (letters.take(data.take(names + place)) for place in range(3))
    third *= second > 0
    first += closing * np.uint16(_END >> 10)
    return Tags(data, at, (first << 10) + (second << 5) + third)


def _words_apart(html: bytes, tags: Tags, *, links: bool) -> bytes:
    """The page with a line break before tags that break the line, so that <p>a<p>b is two words.

    The break changes neither the tree nor, in an attribute, a URL. One does for tags that stand together. A mark
    before each <a and </a is far cheaper here than in the tree; whether it stands at a link is for others to see.
    """
    signs = _signs(links=links).take(tags.names)
    breaking = signs == _BREAK
    before = tags.data.take(tags.at - 1)
    needless = before <= _BLANK
    needless[1:] |= (before[1:] == _CLOSE) & breaking[:-1]
    signs[needless & breaking] = 0
    at = signs.nonzero()[0]
    return _with(tags.data[:-4], tags.at[at], signs[at]) if len(at) else html


def _with(data: NDArray[np.uint8], at: NDArray[np.int64], signs: NDArray[np.uint8]) -> bytes:
    """What np.insert gives for places in order, without its sorting and checking."""
    places = at + np.arange(len(at))
    wide = np.empty(len(data) + len(at), np.uint8)
    kept = np.ones(len(wide), np.bool_)
    kept[places] = False
    wide[kept] = data
    wide[places] = signs
    return wide.tobytes()


def _costly(tags: Tags) -> NDArray[np.bool_] | None:
    """Tags that could take the parser time without end, or make the tree very large; mostly there are none.

    Formatting left open is opened again in each block, and what html and body tags say is put together.
    """
    kinds = _kinds().take(tags.names)
    repeated = np.count_nonzero(kinds == _FORMATS) * len(kinds) > MOST_REPEATED
    documents = (kinds == _DOCUMENT).nonzero()[0][MOST_DOCUMENTS:]
    if not (repeated or len(documents)):
        return None
    costly = (kinds == _FORMATS) | (kinds == _ENDS_FORMAT) if repeated else np.zeros(len(kinds), np.bool_)
    costly[documents] = True
    return costly


def _renamed(tags: Tags, costly: NDArray[np.bool_]) -> bytes:
    """The page with these tags as those of unknown elements, each name's first letter the next one."""
    data = tags.data[:-4].copy()
    data[tags.at[costly] + 1 + (tags.names[costly] >= _END)] += 1
    return data.tobytes()


@cache
def _letters() -> NDArray[np.uint16]:
    """Letters as numbers from 1, in either case; digits are all alike, all else is 0."""
    numbers = np.zeros(256, np.uint16)
    for number, letter in enumerate(b"abcdefghijklmnopqrstuvwxyz", 1):
        numbers[letter] = numbers[letter - 32] = number
    numbers[ord("0") : ord("9") + 1] = 27
    return numbers


@cache
def _name(name: str) -> int:
    first, second, third = _letters()[np.frombuffer(name[:3].ljust(3).encode(), np.uint8)].tolist()
    return int((first << 10) + (second << 5) + third)


@cache
def _kinds() -> NDArray[np.uint8]:
    """By name, whether a tag is one of those that may be costly."""
    kinds = np.zeros(2 * _END, np.uint8)
    for name in FORMATTING:
        kinds[[_name(name), _name(name) + _END]] = _FORMATS, _ENDS_FORMAT
    kinds[[_name("body"), _name("html")]] = _DOCUMENT
    return kinds


@cache
def _signs(*, links: bool) -> NDArray[np.uint8]:
    """By name, what is put before a tag: a line break or, with `links`, a mark."""
    signs = np.zeros(2 * _END, np.uint8)
    for name in BREAKING.split():
        signs[[_name(name), _name(name) + _END]] = _BREAK
    if links:
        signs[[_name("a"), _name("a") + _END]] = 1, 2
    return signs
