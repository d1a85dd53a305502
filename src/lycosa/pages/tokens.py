"""Words: runs of letters and digits in lower case; single characters in scripts without blanks between words.

A text is tokenised as one array of code points: a table says what each becomes, and words begin after blanks. Where all
letters are of Latin-1, as on most pages, a code point is a byte.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32]
Narrow = NDArray[np.uint8]
Positions = NDArray[np.int64]

MARKS = "\x01\x02\x03\x04\x05\x06"  # control characters that may stand in a marked text
NUMBERED = 0xF0000  # from here on (planes of private use) a character is a mark with a number
SINGLE = (  # thai, the kana, the ideographs and their extensions, kana of half width
    (0x0E00, 0x0E80),
    (0x3005, 0x3008),
    (0x3041, 0x3100),
    (0x31F0, 0x3200),
    (0x3400, 0x4DC0),
    (0x4E00, 0xA000),
    (0xF900, 0xFB00),
    (0xFF66, 0xFFA0),
    (0x20000, 0x323B0),
)

_KNOWN = 0x323B0
_NARROW = 0x100
_BLANK = 0x20
_GONE = 0  # soft hyphens and joiners: no reader sees them
_INVISIBLE = "\xad\u200c\u200d\u2060\ufeff"
_FIRST_SINGLE = SINGLE[0][0]
_FINAL_SIGMA, _SIGMA = 0x3C2, 0x3C3


class Marked(NamedTuple):
    """The words of a marked text, the marks in order, and how many words stand before each."""

    codes: Codes | Narrow  # the text with blanks between its words and nothing else
    starts: Positions  # where in it each word begins
    marks: Codes | Narrow
    places: Positions

    @property
    def words(self) -> list[str]:
        """The words as strings."""
        return decoded(self.codes).split()


def tokens(text: str) -> list[str]:
    """The words of a text.

    >>> tokens("Wolf spiders don't spin: 狼蛛!")
    ['wolf', 'spiders', 'don', 't', 'spin', '狼', '蛛']
    """
    codes = _words_apart(text).astype(np.uint32)
    codes[codes < _BLANK] = _BLANK
    codes[codes >= NUMBERED] = _BLANK
    return decoded(codes).split()


def marked(text: str) -> Marked:
    """The words of a text, and where among them its marks stand. A mark parts words, unless it has a number."""
    read = _words_apart(text)
    signs = read < _BLANK
    numbered = read >= NUMBERED if read.dtype != np.uint8 else None
    if numbered is not None:
        signs |= numbered
    at = signs.nonzero()[0]
    marks = read[at]
    codes = read.copy()
    codes[at] = _BLANK
    if numbered is not None and numbered.any():
        within = _within(read, numbered, at)
        kept = np.ones(len(codes), np.bool_)
        kept[at[within]] = False
        codes = codes[kept]
        at -= within.cumsum() - within  # of a mark that is gone, where the word goes on
    filled = codes != _BLANK
    begins = filled.copy()
    np.greater(filled[1:], filled[:-1], out=begins[1:])
    starts = begins.nonzero()[0]
    return Marked(codes, starts, marks, starts.searchsorted(at))


def _within(read: Codes | Narrow, numbered: NDArray[np.bool_], at: Positions) -> NDArray[np.bool_]:
    """Which marks have a number and stand within a word, however many in a row."""
    text = np.concatenate(([_BLANK], read[~numbered], [_BLANK]))
    before = at - (numbered.cumsum() - numbered)[at]
    within: NDArray[np.bool_] = numbered[at] & (text[before] > _BLANK) & (text[before + 1] > _BLANK)
    return within


def is_single(word: str) -> bool:
    """Whether the word is a character of a script without blanks between words."""
    return len(word) == 1 and word >= "\u0e00" and bool(_single()[min(ord(word), _KNOWN)])


def _codes(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def decoded(codes: Codes | Narrow) -> str:
    """Code points as a string."""
    return codes.tobytes().decode("latin-1" if codes.dtype == np.uint8 else "utf-32-le")


def _words_apart(text: str) -> Codes | Narrow:
    """Each character as it counts: in lower case, a blank or a mark; single characters set off by blanks."""
    narrow = _narrow(text)
    if narrow is not None:
        return narrow
    raw = _codes(text)
    codes = _table().take(raw, mode="clip")
    highest = int(raw.max(initial=0))
    if highest >= NUMBERED:
        codes = np.where(raw >= NUMBERED, raw, codes)
    if highest >= _FIRST_SINGLE:
        codes = _set_off(codes)
    return codes if codes.all() else codes[codes != _GONE]


def _narrow(text: str) -> Narrow | None:
    """The same in bytes, unless a character beyond Latin-1 is more than a blank."""
    raw = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), np.uint16)
    if len(raw) != len(text):
        return None
    beyond = (raw >= _NARROW).nonzero()[0]
    if (_table().take(raw[beyond]) != _BLANK).any():
        return None
    narrow = raw.astype(np.uint8)
    narrow[beyond] = _BLANK
    read = narrow.tobytes().translate(_narrow_table())
    return np.frombuffer(read.translate(None, b"\0") if b"\0" in read else read, np.uint8)


def _set_off(codes: Codes) -> Codes:
    single = _single().take(codes, mode="clip")
    if not single.any():
        return codes
    times = np.where(single, 3, 1)
    wide = np.repeat(codes, times)
    at = np.flatnonzero(single)
    at += 2 * np.arange(len(at))
    wide[at] = wide[at + 2] = _BLANK
    return wide


@cache
def _table() -> Codes:
    """What each code point becomes. The last entry stands for all beyond it."""
    letters = "".join(map(chr, range(0xD800))) + " " * 0x800 + "".join(map(chr, range(0xE000, _KNOWN)))
    table = np.full(_KNOWN + 1, _BLANK, np.uint32)
    lower = _codes(letters.replace("\u0130", "i").lower())
    for run in re.finditer(r"[^\W_]+", letters):
        table[run.start() : run.end()] = lower[run.start() : run.end()]
    inner = [code for code in range(_KNOWN) if unicodedata.category(chr(code)) in ("Mn", "Mc")]
    table[inner] = inner
    table[_FINAL_SIGMA] = _SIGMA
    table[_codes(_INVISIBLE)] = _GONE
    table[_codes(MARKS)] = _codes(MARKS)
    return table


@cache
def _narrow_table() -> bytes:
    """Small letters of Latin-1 are of Latin-1."""
    return _table()[:_NARROW].astype(np.uint8).tobytes()


@cache
def _single() -> NDArray[np.bool_]:
    single = np.zeros(_KNOWN + 1, np.bool_)
    for first, end in SINGLE:
        single[first:end] = True
    return single
