"""What is done to a page's bytes before they are parsed: words kept apart, false marks taken out."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

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

_OPEN, _SLASH = ord("<"), ord("/")
_BREAK = ord("\n")

_FALSE = (b"\x01", b"\x02", b"\x03", b"\x04", b"\x05", b"\x06", b"\xf3", b"\xf4")
_FALSE_BYTES = re.compile(rb"[\x01-\x06]|\xf3[\xb0-\xbf]|\xf4")
_FALSE_REFERENCE = re.compile(
    rb"&#(?:0*(?:[1-6]|98[3-9]\d{3}|99\d{4}|1[01]\d{5})(?![0-9])"
    rb"|[xX]0*(?:[1-6]|(?:[fF]|10)[0-9a-fA-F]{4})(?![0-9a-fA-F]));?"
)


def without_marks(html: bytes) -> bytes:
    """The page without the characters that mark places in its text, however they are written."""
    if any(false in html for false in _FALSE):
        html = _FALSE_BYTES.sub(b" ", html)
    return _FALSE_REFERENCE.sub(b" ", html)


def words_apart(html: bytes) -> bytes:
    """The page with a line break before each tag that breaks the line, so that <p>a<p>b is two words.

    A line break is lost on no reader: it changes neither the tree nor, within an attribute, a URL.
    """
    data = np.frombuffer(html + b"    ", np.uint8)
    tags = np.flatnonzero(data[:-4] == _OPEN)
    names = tags + 1
    names += data[names] == _SLASH
    letters = _letters()
    first, second, third = letters[data[names]], letters[data[names + 1]], letters[data[names + 2]]
    key = (first << 10) + (second << 5) + third * (second > 0)
    at = tags[_breaking()[key]]
    return np.insert(data, at, _BREAK)[:-4].tobytes() if len(at) else html


@cache
def _letters() -> NDArray[np.uint16]:
    """Letters as numbers from 1, in either case; digits are all alike, all else is 0."""
    numbers = np.zeros(256, np.uint16)
    for number, letter in enumerate(b"abcdefghijklmnopqrstuvwxyz", 1):
        numbers[letter] = numbers[letter - 32] = number
    numbers[ord("0") : ord("9") + 1] = 27
    return numbers


@cache
def _breaking() -> NDArray[np.bool_]:
    breaking = np.zeros(1 << 15, np.bool_)
    for name in BREAKING.split():
        first, second, third = _letters()[np.frombuffer(name[:3].ljust(3).encode(), np.uint8)].tolist()
        breaking[(first << 10) + (second << 5) + third] = True
    return breaking
