"""The language of a text, so that no page in another script or a broken charset passes as English.

A focused crawler that takes a Chinese page for English gives it a senseless score and follows its links to
more of them (García Dorado 2008, chapter 11). So the writing comes first, then the words.
"""

from __future__ import annotations

import math
import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from resiliparse.parse.lang import detect_fast

from lycosa.pages.scripts import writing_of

if TYPE_CHECKING:
    from lycosa.pages.scripts import Script

UNKNOWN = "und"
GARBLED = "zxx"  # ISO 639-2: no linguistic content
FOREIGN = 0.15  # share of letters in another script that makes a text foreign
SLICE, SHORT_SLICE = 300, 120  # characters that are judged at once
FIRST_LOOK, SECOND_LOOK = 3, 7  # slices
LONG = SECOND_LOOK * SLICE  # characters from which on the first look is at some of the slices of the second
WEAK = "en?"  # a slice that looks like English but is no prose: a menu, a table, a list of names

# How far from English the detector sees English prose, by log2 of the length: about the 97th percentile on
# encyclopedia articles.
_LENGTHS, _DISTANCES = (4.0, 6.6, 8.2), (1200.0, 820.0, 560.0)

# Charsets made for another script, or for the Baltic. English there asks for more evidence.
_ELSEWHERE = (
    "gb", "hz", "big5", "euc", "shift", "sjis", "iso-2022", "koi8", "tis-620", "ibm866", "ks_c",
    "x-mac-cyrillic", "windows-874", "windows-949", "windows-1251", "windows-1253", "windows-1255",
    "windows-1256", "windows-1257", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
    "iso-8859-11", "iso-8859-13",
)  # fmt: skip

_LATIN = re.compile("[A-Za-z]+")
_ESCAPE = "\x1b"  # ISO 2022, taken for ASCII


def language_of(content: str, charset: str = "", declared: str = "") -> str:
    """ISO 639-1, "und" where it cannot be told, "zxx" where a wrong charset left no words to read.

    Rather "und" than a wrong "en"; and "zxx" is none of the languages that a topic may ask for.
    `charset` is the one the text was decoded from, `declared` what the page says its language is. Neither is
    trusted against the text: they decide where it says little, and between languages that are much alike.
    """
    said = _said(declared)
    writing = writing_of(content)
    if writing.script and writing.foreign >= FOREIGN:
        return _by_script(content, writing.script, said)
    if writing.garbled:
        return GARBLED
    language = _by_words(content, said)
    if language == "en" and (_ESCAPE in content or writing.odd):
        return UNKNOWN if _prose(content) else GARBLED  # quotation marks alone may be what went wrong
    if language == "en":
        return language if _sure(content, charset, said) else UNKNOWN
    if language == said == UNKNOWN and (_ESCAPE in content or writing.spoilt):
        return GARBLED
    return said if language == UNKNOWN else language


def _said(declared: str) -> str:
    """What the page says of itself, unless it says English: templates say that too."""
    code = declared.strip().lower().replace("_", "-").partition("-")[0]
    return code if len(code) == 2 and code.isascii() and code.isalpha() and code != "en" else UNKNOWN


def _by_script(content: str, script: Script, said: str) -> str:
    first = script.languages[0]
    if len(script.languages) == 1 or said in script.languages:
        return said if said in script.languages else first
    text = _LATIN.sub("", "".join(_slices(content, SECOND_LOOK)))[: FIRST_LOOK * SLICE]
    best, nearest = detect_fast(text, 1 << 20, langs=[*script.languages])
    _, distance = detect_fast(text, 1 << 20, langs=[first])
    return first if distance <= 1.08 * nearest else best


def _by_words(content: str, said: str) -> str:
    """By slices, as pages mix languages: menus are English the world over."""
    votes = _first_votes(content) or [_vote(text) for text in _slices(content, SECOND_LOOK)]
    foreign = [vote for vote in votes if vote not in ("en", WEAK, UNKNOWN)]
    english = votes.count("en")
    if english > 3 * len(foreign) or (not foreign and WEAK in votes and _commonest()["en"].search(content)):
        return "en"
    return said if said in foreign else max(foreign, key=foreign.count, default=UNKNOWN)


def _first_votes(content: str) -> list[str]:
    """The votes of a first look if they agree, one weak one aside; else none, and the look ends where that shows."""
    votes: list[str] = []
    for text in _slices(content, SECOND_LOOK)[1::2] if len(content) >= LONG else _slices(content, FIRST_LOOK):
        votes.append(_vote(text))
        if votes[-1] == UNKNOWN or len(set(votes) - {WEAK}) > 1 or votes.count(WEAK) > 1:
            return []
    return [] if set(votes) <= {WEAK} else votes


def _slices(content: str, most: int) -> list[str]:
    """Stretches spread evenly over the text, away from its edges; all of it if it is short."""
    size = min(max(len(content) // most, SHORT_SLICE), SLICE)
    count = min(most, -(-len(content) // size))
    first = max(len(content) // max(count, 1) - size, 0) // 2
    starts = [first + n * len(content) // count for n in range(count)]
    return [content[start : start + size] for start in starts]


@lru_cache(SECOND_LOOK)  # a second look sees again what the first saw
def _vote(text: str) -> str:
    """English must be prose; another language needs only some of its words."""
    language, distance = detect_fast(text)
    if language == "en":
        prose = distance <= _limit(len(text)) and 100 * _count("en", text) >= len(text)
        return "en" if prose else WEAK
    return language if 150 * _count(language, text) >= len(text) else UNKNOWN


@cache
def _limit(length: int) -> float:
    return float(np.interp(math.log2(length), _LENGTHS, _DISTANCES))


def _count(language: str, text: str) -> int:
    """How many of the language's commonest words stand in the text."""
    return len(_commonest()[language].findall(text)) if language in _commonest() else 0


@cache
def _commonest() -> dict[str, re.Pattern[str]]:
    lists = tomllib.loads(files("lycosa.pages").joinpath("data/commonest.toml").read_text("utf-8"))
    return {code: re.compile(f" (?:{'|'.join(words.split())})(?= )") for code, words in lists.items()}


def _sure(content: str, charset: str, said: str) -> bool:
    """English must be prose where charset or declaration speak against it."""
    return (said == UNKNOWN and not charset.lower().startswith(_ELSEWHERE)) or _prose(content)


def _prose(content: str) -> bool:
    """Whether English words stand all over the text."""
    return 150 * _count("en", content) >= len(content)
