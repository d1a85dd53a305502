"""Arrays and strings in files that grow while a web is read, and are mapped into memory afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

HEAD = 512  # bytes of a .npy file before its rows: enough for any shape of ours
CODING, LAST_RESORT = "utf-8", "surrogatepass"


class Column:
    """A .npy file that takes rows; it is one as soon as it is closed."""

    def __init__(self, path: Path, kind: Any) -> None:
        self.kind = np.dtype(kind)
        self.file = path.open("wb")
        self.file.write(bytes(HEAD))
        self.rows = 0

    def extend(self, rows: Any) -> None:
        """More rows."""
        made = np.ascontiguousarray(rows, self.kind)
        self.file.write(made.tobytes())
        self.rows += len(made)

    def close(self) -> None:
        """Write the head, once."""
        if self.file.closed:
            return
        descr = np.lib.format.dtype_to_descr(self.kind)
        head = repr({"descr": descr, "fortran_order": False, "shape": (self.rows,)}).encode("latin-1")
        magic = np.lib.format.magic(1, 0)
        room = HEAD - len(magic) - 2
        if len(head) >= room:
            raise OverflowError(f"a head of {len(head)} bytes does not fit")
        self.file.seek(0)
        self.file.write(magic + room.to_bytes(2, "little") + head.ljust(room - 1) + b"\n")
        self.file.close()


class Strings:
    """Strings one after the other in NAME.bin, and where each ends in NAME.npy."""

    def __init__(self, folder: Path, name: str) -> None:
        self.file = (folder / f"{name}.bin").open("wb")
        self.ends = Column(folder / f"{name}.npy", "<u8")
        self.end = 0

    def append(self, data: bytes) -> None:
        """One more."""
        self.file.write(data)
        self.end += len(data)
        self.ends.extend([self.end])

    def extend(self, texts: Iterable[str]) -> None:
        """Many more."""
        made = [text.encode(CODING, LAST_RESORT) for text in texts]
        self.file.write(b"".join(made))
        self.ends.extend(self.end + np.cumsum([len(one) for one in made], dtype=np.uint64))
        self.end += sum(map(len, made))

    def close(self) -> None:
        """Nothing comes any more."""
        self.file.close()
        self.ends.close()


def mapped(path: Path) -> NDArray[Any]:
    """The rows of a .npy file, read only where they are looked at."""
    empty = path.stat().st_size == HEAD  # of such a file nothing can be mapped
    found: NDArray[Any] = np.load(path, mmap_mode=None if empty else "r", allow_pickle=False)
    return found.view(np.ndarray)


class MappedStrings:
    """The strings of `Strings`, by number."""

    def __init__(self, folder: Path, name: str) -> None:
        path = folder / f"{name}.bin"
        size = path.stat().st_size
        self.data: NDArray[np.uint8] = np.memmap(path, np.uint8, "r") if size else np.zeros(0, np.uint8)
        self.data = self.data.view(np.ndarray)
        self.bounds = bounds_of(mapped(folder / f"{name}.npy"))

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __getitem__(self, number: int) -> bytes:
        return self.data[self.bounds[number] : self.bounds[number + 1]].tobytes()

    def text(self, number: int) -> str:
        """As text."""
        return self[number].decode(CODING, LAST_RESORT)

    def texts(self) -> Sequence[str]:
        """All of them, as texts."""
        return list(map(self.text, range(len(self))))


def bounds_of(ends: NDArray[Any]) -> NDArray[np.int64]:
    """Where each stretch begins, and at the end where the last one ends."""
    bounds = np.zeros(len(ends) + 1, np.int64)
    bounds[1:] = ends
    return bounds
