"""URL texts in an append-only file."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from lycosa.archive.appending import unwritable
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lycosa.crawl.table import Places
    from lycosa.strategies.records import State

TAIL = 1 << 16  # bytes held back before they are written


class TextsError(LycosaError):
    """Texts that are not as the checkpoint left them."""


class FileTexts:
    """One text a line of bytes, its number the place where it begins; the newest lie in memory until they are many."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.file = path.open("a+b")
        except OSError as wrong:
            raise unwritable(path, wrong) from None
        self.written = self.file.seek(0, 2)
        self.tail: list[bytes] = []
        self.length = 0  # bytes in the tail

    def append(self, texts: Sequence[str]) -> Places:
        """Store them; the number of each."""
        parts = [text.encode("utf-8", "surrogatepass") + b"\n" for text in texts]
        sizes = np.fromiter(map(len, parts), np.int64, len(parts))
        numbers = np.cumsum(sizes) - sizes + (self.written + self.length)
        self.tail += parts
        self.length += int(sizes.sum())
        if self.length > TAIL:
            self.flush()
        return numbers

    def flush(self) -> None:
        """Write the tail."""
        try:
            self.file.seek(0, 2)
            self.file.write(b"".join(self.tail))
            self.file.flush()
        except OSError as wrong:
            raise unwritable(self.path, wrong) from None
        self.written += self.length
        self.tail, self.length = [], 0

    def get(self, number: int) -> str:
        """The text of that number."""
        if number >= self.written:
            rest = b"".join(self.tail)[number - self.written :]
            return rest[: rest.index(b"\n")].decode("utf-8", "surrogatepass")
        self.file.seek(number)
        return self.file.readline()[:-1].decode("utf-8", "surrogatepass")

    def state(self) -> State:
        """Its length."""
        self.flush()
        return {"length": self.written}

    def restore(self, state: State) -> None:
        """Cut it back to that length."""
        self.flush()
        if self.written < state["length"]:
            raise TextsError(f"{self.path} has {self.written:,} bytes; the checkpoint wants {state['length']:,}")
        self.file.truncate(state["length"])
        self.written = state["length"]

    def close(self) -> None:
        """Write what is left and let go of the file."""
        try:
            self.flush()
        finally:
            with suppress(OSError):  # what a full disk did not take is tried once more, in vain
                self.file.close()
