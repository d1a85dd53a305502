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
SOUGHT = "area base h1 iframe image img meta noembed noframes noscript script style"  # what is asked of a tree
MANY = 20_000  # tags from which on a page is always read tag by tag
MOST_REPEATED = 1 << 20  # elements that formatting may add to the tree

_OPEN, _SLASH, _CLOSE = b"</>"
_BREAK, _BLANK = b"\n "
_FLAT, _FORMATS, _BODY, _HTML, _NESTS = range(5)
_OTHERS = 127
_ENDING = 128  # added to the kind of an end tag
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


class Ready(NamedTuple):
    """The page as it can be parsed, notes of what had to be mended, and which names of SOUGHT may be in its tree."""

    html: bytes
    notes: list[str]
    sought: frozenset[str]


def ready(html: bytes, *, links: bool = False) -> Ready:
    """Make the page fit to be parsed; with `links`, marks where these may stand."""
    html = without_marks(html)
    tags = tags_of(html)
    kinds = _kinds().take(tags.names)
    if _repeats(tags, kinds):
        html = _renamed(tags, kinds)
        tags = tags_of(html)
        kinds = _kinds().take(tags.names)
    rewritten = shallow(html) if _may_nest(html, tags, kinds) else None
    if rewritten is not None:
        html, tags = rewritten, tags_of(rewritten)
    sought = _names_of(int(np.bitwise_or.reduce(_sought().take(tags.names))))
    return Ready(_words_apart(html, tags, links=links), [] if rewritten is None else ["nesting"], sought)


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


def _repeats(tags: Tags, kinds: NDArray[np.uint8]) -> bool:
    """Whether formatting, left open and opened again in each block, could make the tree very large."""
    return bool(np.count_nonzero(kinds == _FORMATS) * len(tags.at) > MOST_REPEATED)


def _renamed(tags: Tags, kinds: NDArray[np.uint8]) -> bytes:
    """The page with formatting as unknown elements, which no block repeats: each name's first letter is the next."""
    data = tags.data[:-4].copy()
    data[tags.at[kinds == _FORMATS] + 1] += 1
    data[tags.at[kinds == _FORMATS + _ENDING] + 2] += 1
    return data.tobytes()


def _may_nest(html: bytes, tags: Tags, kinds: NDArray[np.uint8]) -> bool:
    """A quick look whether elements might nest too deep or have too many attributes."""
    opened, ended = np.bincount(kinds, minlength=2 * _ENDING).reshape(2, _ENDING)
    if int(opened[_BODY] + opened[_HTML] + ended[_BODY] + ended[_HTML]) > REPEATED:
        return True
    if int(opened[_BODY:].sum()) > DEEPEST:
        if len(tags.at) > MANY:
            return True
        left = int(np.maximum(opened - ended, 0)[_BODY:].sum())
        if left + _highest(_steps().take(kinds), DEEPEST - left) > DEEPEST:
            return True
    long = tags.at[:-1][tags.at[1:] - tags.at[:-1] > LONG].tolist()
    last = tags.at[-1:].tolist()
    return any(overloaded(html, at) for at in long + last)


def _highest(steps: NDArray[np.int8], enough: int) -> int:
    """How far the level rises above its lowest point so far; at most that of all, if this is not above `enough`."""
    level = np.cumsum(steps, dtype=np.int32)
    bound = int(level.max(initial=0)) - int(level.min(initial=0))
    return bound if bound <= enough else int((level - np.minimum.accumulate(level)).max())


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
    """How each name nests: not at all, as formatting that comes back, or, from _BODY on, name by name."""
    kinds = np.full(1 << 15, _OTHERS, np.uint8)
    kinds[: 1 << 10] = _FLAT
    for number, name in enumerate(sorted({name[:3] for name in COMMON.split()})):
        kinds[_name(name)] = _NESTS + number
    kinds[[_name(name.decode()) for name in sorted(FORMATTING)]] = _FORMATS
    kinds[[_name(name) for name in NEVER_NESTING.split()]] = _FLAT
    kinds[[_name("body"), _name("html")]] = _BODY, _HTML
    return np.concatenate((kinds, kinds + np.uint8(_ENDING)))


@cache
def _steps() -> NDArray[np.int8]:
    """By kind, what a tag adds to the level of nesting."""
    steps = np.zeros(2 * _ENDING, np.int8)
    steps[_BODY:_ENDING], steps[_ENDING + _BODY :] = 1, -1
    return steps


@cache
def _signs(*, links: bool) -> NDArray[np.uint8]:
    """By name, what is put before a tag: a line break or, with `links`, a mark."""
    signs = np.zeros(2 * _END, np.uint8)
    for name in BREAKING.split():
        signs[[_name(name), _name(name) + _END]] = _BREAK
    if links:
        signs[[_name("a"), _name("a") + _END]] = 1, 2
    return signs


@cache
def _sought() -> NDArray[np.uint16]:
    """By name, a bit for each of SOUGHT."""
    bits = np.zeros(2 * _END, np.uint16)
    for number, name in enumerate(SOUGHT.split()):
        bits[_name(name)] |= 1 << number
    return bits


@cache
def _names_of(bits: int) -> frozenset[str]:
    return frozenset(name for number, name in enumerate(SOUGHT.split()) if bits >> number & 1)
