"""Reading WARC files of one gzip member a record: by place, or one after the other."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Self

from lycosa.archive.fields import pairs_of
from lycosa.archive.heads import answer_of
from lycosa.archive.members import Member, members
from lycosa.archive.records import Archived, ArchiveError, Exchanged, Place

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from lycosa.archive.records import Pairs

OPEN = ".open"  # the end of a name while the file is written


class Record(NamedTuple):
    """A record of any type: its headers and its block."""

    offset: int
    length: int
    headers: Pairs
    block: bytes
    fault: str = ""

    def header(self, name: str) -> str:
        """The first header of that name, or nothing."""
        return next((value for key, value in self.headers if key.lower() == name), "")

    @property
    def kind(self) -> str:
        """Response, request, revisit, metadata, warcinfo."""
        return self.header("warc-type")

    def fields(self) -> dict[str, str]:
        """The fields of a metadata or warcinfo record."""
        return dict(pairs_of(self.block.split(b"\r\n")))


def records(path: Path, offset: int = 0) -> Iterator[Record]:
    """All records from that offset on. A torn one is the last, and says so in its `fault`."""
    with _opened(path) as file:
        yield from map(_record, members(file, offset))


def _record(member: Member) -> Record:
    head, _, rest = member.data.partition(b"\r\n\r\n")
    first, *rows = head.split(b"\r\n")
    if member.fault:
        return Record(member.offset, member.length, (), b"", member.fault)
    headers = pairs_of(rows)
    size = next((value for name, value in headers if name.lower() == "content-length"), "")
    if not first.startswith(b"WARC/") or not size.isdecimal():
        return Record(member.offset, member.length, headers, rest, "is no WARC record")
    block = rest[: int(size)]
    # One member, one record: what follows the block is its two line ends and nothing else.
    whole = rest[len(block) :] == b"\r\n\r\n"
    return Record(member.offset, member.length, headers, block, "" if whole else "has a wrong length")


class WarcReader:
    """The files of a folder, read by place. A revisit comes with its original's body."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, BinaryIO] = {}

    def read(self, file: str, offset: int) -> Archived:
        """The exchange whose response or revisit record stands there."""
        record = self._record(file, offset)
        if record.kind != "revisit":
            return _archived(record, file, answer_of(record.block).body)
        name, place = original = original_of(record)
        first = self._record(name, place)
        if first.kind != "response" or first.header("warc-payload-digest") != record.header("warc-payload-digest"):
            raise ArchiveError(f"{self.folder / name}: what {file} repeats does not stand at byte {place}")
        return _archived(record, file, answer_of(first.block).body, original)

    def _record(self, name: str, offset: int) -> Record:
        if name not in self._files:
            self._files[name] = _opened(located(self.folder, name))
        record = next(map(_record, members(self._files[name], offset)), None)
        if record is None or record.fault or record.kind not in ("response", "revisit"):
            why = f"it {record.fault}" if record and record.fault else "there is none"
            path = self.folder / name
            raise ArchiveError(f"{path}: no answer to read at byte {offset}: {why}; `lycosa verify` looks at the whole")
        return record

    def close(self) -> None:
        """Let go of the files."""
        for file in self._files.values():
            file.close()
        self._files.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read(path: Path, offset: int) -> Archived:
    """One exchange of one file."""
    with WarcReader(path.parent) as reader:
        return reader.read(path.name, offset)


class Responses:
    """The answers of a file, revisits too (their bodies left where they are). A torn end is told after them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.fault = ""  # what the file ends in, known when all is read

    def __iter__(self) -> Iterator[Archived]:
        self.fault = ""
        for record in records(self.path):
            if record.fault:
                self.fault = f"{self.path}: the record at byte {record.offset} {record.fault}"
            elif record.kind == "response":
                yield _archived(record, self.path.name, answer_of(record.block).body)
            elif record.kind == "revisit":
                yield _archived(record, self.path.name, b"", original_of(record))


def responses(path: Path) -> Responses:
    """The answers of a file, in its order."""
    return Responses(path)


def original_of(record: Record) -> tuple[str, int]:
    """Where the payload of a revisit lies: file and offset."""
    offset = record.header("warc-refers-to-file-offset")
    return record.header("warc-refers-to-filename"), int(offset) if offset.isdecimal() else -1


def located(folder: Path, name: str) -> Path:
    """The file of that name, written still or closed."""
    path = folder / name
    return path if path.exists() else folder / (name + OPEN)


def _archived(record: Record, file: str, body: bytes, original: tuple[str, int] | None = None) -> Archived:
    answer = answer_of(record.block)
    exchange = Exchanged(
        url=record.header("warc-target-uri").strip("<>"),
        at=_seconds(record.header("warc-date")),
        status=answer.status,
        headers=answer.headers,
        body=body,
        reason=answer.reason,
        version=answer.version,
        ip=record.header("warc-ip-address"),
        truncated=record.header("warc-truncated"),
        protocols=tuple(value for name, value in record.headers if name.lower() == "warc-protocol"),
    )
    place = Place(file.removesuffix(OPEN), record.offset, record.length)
    return Archived(exchange, place, record.header("warc-record-id"), record.header("warc-payload-digest"), original)


def _seconds(date: str) -> float:
    with suppress(ValueError):
        return datetime.fromisoformat(date).timestamp()
    return 0.0


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb", buffering=0)
    except OSError as wrong:
        raise ArchiveError(f"{path}: cannot be read ({wrong.strerror})") from None
