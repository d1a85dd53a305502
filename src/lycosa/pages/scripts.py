"""Which scripts a text is written in, and whether its signs are whole: what shows before a word is read."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOOKED_AT = 4096  # characters, spread over the whole text

# Classes of characters; the scripts of `data/scripts.toml` follow.
_OTHER, _ASCII, _ACCENTED, _EXTENDED, _BROKEN, _MARK, _SCRIPTS = range(7)
_WINDOWS_MARKS = bytes(range(0x80, 0xA0)).decode("cp1252", "ignore")


class Script(NamedTuple):
    """A writing system other than Latin, and the languages written in it, the likeliest first."""

    name: str
    blocks: tuple[range, ...]
    languages: tuple[str, ...]
    weight: int


class Writing(NamedTuple):
    """Shares of a text's letters, each sign counting for as many Latin letters as it stands for."""

    accented: float = 0.0  # é and the like, of Latin-1
    extended: float = 0.0  # š, ă and all other Latin letters
    broken: float = 0.0  # control characters and U+FFFD: decoded wrongly
    marks: float = 0.0  # other signs of Latin-1 and windows-1252: most of what Chinese turns into
    foreign: float = 0.0  # of other scripts, all together
    script: Script | None = None  # the commonest of them

    @property
    def garbled(self) -> bool:
        """Whether so many signs are out of the common that a wrong charset must have made them."""
        return self.broken + self.marks + self.accented > 0.3

    @property
    def spoilt(self) -> bool:
        """Whether there are more signs that no language is written with than a page has a use for."""
        return self.broken > 0.01 or self.marks > 0.1

    @property
    def odd(self) -> bool:
        """Whether there are more signs than English has a use for."""
        return self.spoilt or self.accented + self.extended > 0.05 or self.foreign > 0.1


_PLAIN = Writing()


def writing_of(content: str) -> Writing:
    """What the text is written with. Where nearly all is ASCII the rest is not looked at."""
    if content.isascii() or 100 * (len(content.encode("utf-8", "replace")) - len(content)) < len(content):
        return _PLAIN
    codes = np.frombuffer(content.encode("utf-32-le", "surrogatepass"), "<u4")
    seen = _classes()[np.minimum(codes[:: len(codes) // LOOKED_AT + 1], 0xFFFF)]
    weights = np.bincount(seen, minlength=len(_weights())) * _weights()
    shares = (weights / max(float(weights.sum()), 1.0)).tolist()
    foreign = shares[_SCRIPTS:]
    return Writing(
        accented=shares[_ACCENTED],
        extended=shares[_EXTENDED],
        broken=shares[_BROKEN],
        marks=shares[_MARK],
        foreign=sum(foreign),
        script=_commonest(foreign),
    )


def _commonest(shares: list[float]) -> Script | None:
    by_name = {script.name: share for script, share in zip(scripts(), shares, strict=True)}
    if by_name["kana"] >= 0.05 * (by_name["han"] + by_name["kana"]):  # Japanese is written with both
        by_name["kana"] += by_name.pop("han")
    best = max(by_name, key=lambda name: by_name[name])
    return next(script for script in scripts() if script.name == best) if by_name[best] else None


@cache
def scripts() -> tuple[Script, ...]:
    """All scripts that are told apart."""
    tables = tomllib.loads(files("lycosa.pages").joinpath("data/scripts.toml").read_text("utf-8"))["script"]
    return tuple(
        Script(
            table["name"],
            tuple(map(_block, table["blocks"])),
            tuple(table["languages"]),
            table.get("weight", 1),
        )
        for table in tables
    )


def _block(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first, 16), int(last, 16) + 1)


@cache
def _classes() -> NDArray[np.uint8]:
    """The class of each character of the basic plane; what lies beyond counts as its last, which has none."""
    table = np.zeros(1 << 16, np.uint8)
    table[ord("A") : ord("Z") + 1] = table[ord("a") : ord("z") + 1] = _ASCII
    table[0x80:0xA0] = table[0xE000:0xF900] = table[0xFFFD] = _BROKEN
    table[0xA1:0xC0] = _MARK
    table[0xC0:0x100] = _ACCENTED
    table[0x100:0x250] = table[0x1E00:0x1F00] = _EXTENDED
    table[[ord(mark) for mark in _WINDOWS_MARKS]] = _MARK
    for number, script in enumerate(scripts(), _SCRIPTS):
        for block in script.blocks:
            table[block.start : block.stop] = number
    return table


@cache
def _weights() -> NDArray[np.float64]:
    return np.array([0.0] + [1.0] * (_SCRIPTS - 1) + [float(script.weight) for script in scripts()])
