"""Chance without a generator: draws depend on their key alone, so that a page is a function of its URL."""

from __future__ import annotations

from hashlib import blake2b, shake_128
from math import gcd
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ONE = 1 << 32  # a draw is a whole number below this
LOW = (1 << 64) - 1
BLOCK = Struct("<256I")


def keyed(*parts: int | str) -> int:
    """64 bits that stand for the parts, whatever they are."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "little")


def mixed(number: int, key: int) -> int:
    """64 bits for a whole number under a key; fifty times per page, so no hash function."""
    x = (number ^ key) * 0x9E3779B97F4A7C15 & LOW
    x = (x ^ x >> 31) * 0xD1B54A32D192ED03 & LOW
    x = (x ^ x >> 29) * 0xABC98388FB8FAC03 & LOW
    return x ^ x >> 32


def stream(key: int) -> Iterator[int]:
    """Draws without end."""
    block = 0
    while True:
        yield from BLOCK.unpack(shake_128(f"{key}:{block}".encode()).digest(BLOCK.size))
        block += 1


def draw(draws: Iterator[int], things: Sequence[str]) -> str:
    """One of the things."""
    return things[next(draws) * len(things) >> 32]


def share(part: float) -> int:
    """The draw below which a share of all draws lies."""
    return round(part * ONE)


class Shuffle:
    """A one-to-one map of 0..size-1 onto itself that can be asked both ways and holds no table."""

    def __init__(self, size: int, key: int) -> None:
        self.size = size
        self.factor = next(k for k in range(self._start(key), 4 * size + 3) if gcd(k, size) == 1)
        self.shift = mixed(1, key) % size
        self.inverse = pow(self.factor, -1, size)

    def _start(self, key: int) -> int:
        # Near the golden section of the size, neighbours are spread widest.
        return self.size * 618 // 1000 + mixed(0, key) % (self.size // 16 + 1)

    def at(self, place: int) -> int:
        """Where a number goes."""
        return (self.factor * place + self.shift) % self.size

    def back(self, place: int) -> int:
        """Where it came from."""
        return (place - self.shift) * self.inverse % self.size
