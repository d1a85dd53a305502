"""The files of an archive, one after the other: open under another name, closed when full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.archive.appending import Appended, unwritable
from lycosa.archive.reader import OPEN
from lycosa.archive.records import ArchiveError
from lycosa.archive.reopen import cut_back, files_of, name_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Volumes:
    """Where the next bytes go. With `committed` the files of a run before are cut back and continued."""

    def __init__(self, folder: Path, prefix: str, rotate: int, committed: Mapping[str, int] | None = None) -> None:
        self.folder = folder
        self.prefix = prefix
        self.rotate = rotate
        self.lengths = {name: length for name, length in (committed or {}).items() if length}
        self._file: Appended | None = None
        self._number = 0
        _made(folder)
        if committed is not None:
            self._number, going_on = cut_back(folder, prefix, committed)
            self._file = self._opened(self._number) if going_on else None
        elif files_of(folder, prefix):
            raise ArchiveError(f"{folder}: holds an archive {prefix!r} already; go on with it or name another")

    @property
    def name(self) -> str:
        """The file's name, as it is when closed."""
        return name_of(self.prefix, self._number)

    def turn(self) -> tuple[str, int]:
        """The file the next records go to, and its length; a full one is closed first."""
        if self._file is not None and self._file.size >= self.rotate:
            self.close()
        if self._file is None:
            self._file = self._opened(self._number + 1)
            self._number += 1
        return self.name, self._file.size

    def append(self, data: bytes) -> None:
        """Add to the file whose turn it is."""
        if self._file is None:
            raise ArchiveError(f"{self.folder}: the archive is closed")
        self._file.append(data)
        self.lengths[self.name] = self._file.size

    def close(self) -> None:
        """Close the file and give it its name. One without a record goes."""
        if self._file is None:
            return
        file, self._file = self._file, None
        try:
            file.close()
            if file.size:
                file.path.rename(self.folder / self.name)
            else:
                file.path.unlink()
                self._number -= 1
        except OSError as wrong:
            raise unwritable(file.path, wrong) from None

    def _opened(self, number: int) -> Appended:
        return Appended(self.folder / (name_of(self.prefix, number) + OPEN))


def _made(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise unwritable(folder, wrong) from None
