"""Back to what was committed, after whatever ended the last run."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from lycosa.archive.appending import unwritable
from lycosa.archive.reader import OPEN
from lycosa.archive.records import ArchiveError, ShortFileError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Last(NamedTuple):
    """The last file: its number, and whether it is to be continued."""

    number: int
    going_on: bool


def name_of(prefix: str, number: int) -> str:
    """The name of a file when it is closed."""
    return f"{prefix}-{number:05d}.warc.gz"


def files_of(folder: Path, prefix: str) -> dict[int, Path]:
    """The files of that prefix by number, whether open or closed."""
    form = re.compile(rf"{re.escape(prefix)}-(\d{{5,}})\.warc\.gz(?:{re.escape(OPEN)})?")
    try:
        found = [(form.fullmatch(path.name), path) for path in folder.iterdir()]
    except OSError as wrong:
        raise ArchiveError(f"{folder}: cannot be read ({wrong.strerror})") from None
    return dict(sorted((int(match[1]), path) for match, path in found if match))


def cut_back(folder: Path, prefix: str, committed: Mapping[str, int]) -> Last:
    """Cut every file to its committed length, those begun since away. Nothing is touched if one is too short."""
    files = files_of(folder, prefix)
    lengths = {number: committed.get(name_of(prefix, number), 0) for number in files}
    _lacking(folder, committed, {name_of(prefix, number): path for number, path in files.items()})
    try:
        longer = {number for number, path in files.items() if path.stat().st_size > lengths[number]}
        for number in longer:
            os.truncate(files[number], lengths[number])
        return _settled(files, lengths, longer)
    except OSError as wrong:
        raise unwritable(folder, wrong) from None


def _lacking(folder: Path, committed: Mapping[str, int], found: Mapping[str, Path]) -> None:
    for name, length in sorted(committed.items()):
        size = found[name].stat().st_size if name in found else 0
        if size < length:
            raise ShortFileError(
                f"{folder / name}: holds {size:,} bytes of the {length:,} the crawl recorded; put the whole file back"
            )


def _settled(files: Mapping[int, Path], lengths: Mapping[int, int], longer: set[int]) -> Last:
    """Names as they should be: all closed but the last, and that open if it goes on."""
    kept = [number for number, length in lengths.items() if length]
    for number in files.keys() - set(kept):
        files[number].unlink()
    last = kept[-1] if kept else 0
    going_on = bool(kept) and (last in longer or files[last].name.endswith(OPEN))
    for number in kept:
        closed = files[number].with_name(files[number].name.removesuffix(OPEN))
        files[number].rename(closed.with_name(closed.name + OPEN) if going_on and number == last else closed)
    return Last(last, going_on)
