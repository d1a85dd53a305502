"""A file that only grows, by whole pieces: a piece that does not fit leaves nothing of itself."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from lycosa.archive.records import ArchiveError, DiskFullError

if TYPE_CHECKING:
    from pathlib import Path

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


class Appended:
    """Unbuffered, so that what was written outlives the process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = path.open("ab", buffering=0)
        except OSError as wrong:
            raise unwritable(path, wrong) from None
        self.size = self._file.seek(0, os.SEEK_END)

    def append(self, data: bytes) -> None:
        """Write all of it, or nothing."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as wrong:
            with suppress(OSError):  # the next start cuts it then
                self._file.truncate(self.size)
            raise unwritable(self.path, wrong) from None
        self.size += len(data)

    def close(self) -> None:
        """Let the disk have it before anyone relies on it."""
        os.fsync(self._file.fileno())
        self._file.close()


def unwritable(path: Path, wrong: OSError) -> ArchiveError:
    """What the system's refusal means, and what to do."""
    if wrong.errno in _FULL:
        return DiskFullError(f"{path}: no room left ({wrong.strerror}); free some and start again, nothing is lost")
    return ArchiveError(f"{path}: cannot be written ({wrong.strerror}); check the folder and its permissions")
