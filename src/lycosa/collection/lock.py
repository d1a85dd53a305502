"""One process at a time: whoever opens a collection to write holds its lock until the process ends, however it ends."""

from __future__ import annotations

import fcntl
from typing import TYPE_CHECKING, Self

from lycosa.archive.appending import unwritable
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from pathlib import Path


class LockedError(LycosaError):
    """Somebody else is at work on the collection."""


class Lock:
    """Held from the beginning to `close`."""

    def __init__(self, folder: Path) -> None:
        path = folder / "lock"
        try:
            self._file = path.open("a")
        except OSError as wrong:
            raise unwritable(path, wrong) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise LockedError(f"{folder}: another crawl is at work on it; wait, or name another folder") from None

    def close(self) -> None:
        """Let others in."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
