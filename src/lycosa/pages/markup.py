"""What is done to a page's bytes before they are parsed: words kept apart, false marks taken out."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.pages.nesting import DEEPEST, FORMATTING, LONG, REPEATED, overloaded, shallow

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

COMMON = (  # elements counted each by its name; all others are counted together
    "a abbr address article aside blockquote button center cite div dl fieldset figure footer form h1 header "
    "label main menu nav object ol pre q section select span sub summary table ul var"
)
NEVER_NESTING = "area br col dd dt hr img input li link p script style td textarea th title tr"
MANY = 20_000  # tags from which on a page is always read tag by tag
MOST_REPEATED = 1 << 20  # elements that formatting may add to the tree

_OPEN, _SLASH, _CLOSE = b"</>"
_BREAK, _BLANK = b"\n "
_FLAT, _FORMATS, _NESTS = 0, 1, 2

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
    """Every < of a page that may begin a tag: where, whether of an end tag, and its name's first letters."""

    data: NDArray[np.uint8]
    at: NDArray[np.int64]
    closing: NDArray[np.bool_]
    names: NDArray[np.uint16]


def ready(html: bytes, *, links: bool = False) -> tuple[bytes, list[str]]:
    """The page as it can be parsed, and notes of what had to be mended; with `links`, marks where these may stand."""
    html = without_marks(html)
    tags = tags_of(html)
    kinds = _kinds()[tags.names]
    if _repeats(tags, kinds):
        html = _renamed(tags, kinds)
        tags = tags_of(html)
        kinds = _kinds()[tags.names]
    rewritten = shallow(html) if _may_nest(html, tags, kinds) else None
    if rewritten is None:
        return _words_apart(html, tags, links=links), []
    return _words_apart(rewritten, tags_of(rewritten), links=links), ["nesting"]


def tags_of(html: bytes) -> Tags:
    """Find the tags. Comments and scripts are not told apart from the rest."""
    data = np.frombuffer(html + b"    ", np.uint8)
    at = np.flatnonzero(data[:-4] == _OPEN)
    names = at + 1
    closing = data.take(names) == _SLASH
    names += closing
    letters = _letters()
    first, second, third = (letters.take(data.take(names + place)) for place in range(3))
    third *= second > 0
    return Tags(data, at, closing, (first << 10) + (second << 5) + third)


def _words_apart(html: bytes, tags: Tags, *, links: bool) -> bytes:
    """The page with a line break before tags that break the line, so that <p>a<p>b is two words.

    The break changes neither the tree nor, in an attribute, a URL. One does for tags that stand together. A mark
    before each <a and </a is far cheaper here than in the tree; whether it stands at a link is for others to see.
    """
    breaking = _breaking()[tags.names]
    before = tags.data[tags.at - 1]
    needless = before <= _BLANK
    needless[1:] |= (before[1:] == _CLOSE) & breaking[:-1]
    signs = np.where(breaking & ~needless, np.uint8(_BREAK), np.uint8(0))
    if links:
        anchors = tags.names == _name("a")
        signs[anchors] = 1 + tags.closing[anchors]
    at = np.flatnonzero(signs)
    return np.insert(tags.data, tags.at[at], signs[at])[:-4].tobytes() if len(at) else html


def _repeats(tags: Tags, kinds: NDArray[np.uint8]) -> bool:
    """Whether formatting, left open and opened again in each block, could make the tree very large."""
    formatting = np.count_nonzero((kinds == _FORMATS) & ~tags.closing)
    return bool(formatting * len(tags.at) > MOST_REPEATED)


def _renamed(tags: Tags, kinds: NDArray[np.uint8]) -> bytes:
    """The page with formatting as unknown elements, which no block repeats: each name's first letter is the next."""
    data = tags.data[:-4].copy()
    formatting = kinds == _FORMATS
    data[tags.at[formatting] + tags.closing[formatting] + 1] += 1
    return data.tobytes()


def _may_nest(html: bytes, tags: Tags, kinds: NDArray[np.uint8]) -> bool:
    """A quick look whether elements might nest too deep or have too many attributes."""
    nesting = kinds >= _NESTS
    closing = tags.closing[nesting]
    if len(closing) - np.count_nonzero(closing) > DEEPEST:
        if len(tags.at) > MANY:
            return True
        level = np.cumsum(1 - 2 * closing.astype(np.int64))
        highest = int((level - np.minimum.accumulate(level)).max())
        of = kinds[nesting]
        left = np.bincount(of[~closing], minlength=256) - np.bincount(of[closing], minlength=256)
        if highest + int(np.maximum(left, 0).sum()) > DEEPEST:
            return True
    if np.count_nonzero(tags.names == _name("body")) + np.count_nonzero(tags.names == _name("html")) > REPEATED:
        return True
    ends = np.empty_like(tags.at)
    ends[:-1], ends[-1:] = tags.at[1:], len(html)
    return any(overloaded(html, at) for at in tags.at[ends - tags.at > LONG].tolist())


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
    """How each name nests: not at all, as formatting that comes back, or, from _NESTS on, name by name."""
    kinds = np.full(1 << 15, 255, np.uint8)
    kinds[: 1 << 10] = _FLAT
    for number, name in enumerate(sorted({name[:3] for name in COMMON.split()})):
        kinds[_name(name)] = _NESTS + number
    kinds[[_name(name.decode()) for name in sorted(FORMATTING)]] = _FORMATS
    kinds[[_name(name) for name in NEVER_NESTING.split()]] = _FLAT
    return kinds


@cache
def _breaking() -> NDArray[np.bool_]:
    breaking = np.zeros(1 << 15, np.bool_)
    for name in BREAKING.split():
        breaking[_name(name)] = True
    return breaking
