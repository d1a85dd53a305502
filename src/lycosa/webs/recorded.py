"""The recorded web: answers from WARC files. What is not in them is a failure that costs a fetch."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from io import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fastwarc.warc import ArchiveIterator, WarcRecordType

from lycosa.archive.members import members
from lycosa.pages.urls import Canon
from lycosa.webs.base import Exchange, Failure, WebError
from lycosa.webs.bodies import undone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

KINDS = (".warc", ".warc.gz", ".warc.zst")


class Where(NamedTuple):
    """Where a response lies."""

    url: str
    file: int
    offset: int


class RecordedWeb:
    """The responses of WARC files by canonical URL, the first record of each; labels where there are any."""

    def __init__(self, *paths: str | Path, labels: str | Path | None = None, canon: Canon | None = None) -> None:
        self.paths = [Path(path) for path in paths]
        self.labels = labels
        self.canon = canon or Canon()
        self.cut: list[Path] = []  # files that end within a record
        self._files: list[BinaryIO] = []
        try:
            self._files += map(_opened, self.paths)
            self.places = self._index()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close its files; nothing can be fetched any more."""
        for file in self._files:
            file.close()

    def _index(self) -> dict[int, Where]:
        places: dict[int, Where] = {}
        for number, path in enumerate(self.paths):
            last = -1
            for offset, url in _responses(path, self._files[number]):
                if offset == last:
                    raise WebError(f"{path}: is compressed as a whole, not record by record; unpack it first (gunzip)")
                last = offset
                places.setdefault(self.canon.key(url), Where(url, number, offset))
            if _ends_within(self._files[number], max(last, 0)):
                self.cut.append(path)
        if not places:
            raise WebError(
                f"{', '.join(map(str, self.paths))}: no response record in it; a recorded web needs a WARC file"
            )
        return places

    def __len__(self) -> int:
        return len(self.places)

    @property
    def urls(self) -> Iterator[str]:
        """The URLs recorded, in the order of the files."""
        return (where.url for where in self.places.values())

    def fetch(self, url: str) -> Exchange | Failure:
        """The recorded answer."""
        where = self.places.get(self.canon.key(url))
        if where is None:
            return Failure(url, "not_recorded", "the URL is not in this web")
        file = self._files[where.file]
        file.seek(where.offset)
        try:
            record = next(iter(ArchiveIterator(file, parse_http=True)))
            body, http = record.reader.read(), record.http_headers
        except (StopIteration, OSError, ValueError) as wrong:
            return Failure(url, "broken_record", str(wrong))
        if http is None or len(body) < record.content_length:
            return Failure(url, "broken_record", "the file ends before the record does")
        headers = tuple((str(name), str(value)) for name, value in http)
        came = Exchange(url, http.status_code or 200, headers, body)
        plain, fault = undone(body, came.header("transfer-encoding"), came.header("content-encoding"))
        return came if plain is body else replace(came, body=plain, coded=body, truncated=fault)

    def topics(self) -> dict[str, list[str]]:
        """Topic to its URLs as labelled, in the order of the labels."""
        return self._topics

    @cached_property
    def _topics(self) -> dict[str, list[str]]:
        return read_labels(Path(self.labels)) if self.labels else {}


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as wrong:
        raise WebError(
            f"{path}: cannot be read ({wrong.strerror}); name a WARC file, or a folder that holds one"
        ) from None


def _responses(path: Path, file: BinaryIO) -> Iterator[tuple[int, str]]:
    if not file.read(9).startswith((b"WARC/", b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
        raise WebError(f"{path}: is not a WARC file (nor a compressed one)")
    file.seek(0)
    try:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=False):
            if url := (record.headers.get("WARC-Target-URI") or "").strip("<>"):
                yield record.stream_pos, url
    except (OSError, ValueError) as wrong:
        raise WebError(f"{path}: is damaged ({wrong}); repair it or record the web again") from None


def _ends_within(file: BinaryIO, last: int) -> bool:
    """Whether the file ends within a record, as an interrupted download does; its last response is at `last`."""
    file.seek(0)
    kind = file.read(len(b"WARC/"))
    if kind.startswith(b"\x1f\x8b"):
        return any(member.fault for member in members(file, last))
    file.seek(-4, SEEK_END)
    if kind == b"WARC/" and file.read() != b"\r\n\r\n":
        return True
    file.seek(last)
    return any(len(record.reader.read()) < record.content_length for record in ArchiveIterator(file, parse_http=False))


def read_labels(path: Path) -> dict[str, list[str]]:
    """A table of URL and topic, tab between; a first line without a URL is its header."""
    topics: dict[str, list[str]] = {}
    for url, topic, _ in _labels(path):
        topics.setdefault(topic, []).append(url)
    return topics


def read_descriptions(path: Path) -> dict[str, str]:
    """URL to what the table's owners say of the page, in its third column, where there is one."""
    return {url: said for url, _, said in _labels(path) if said}


def _labels(path: Path) -> Iterator[tuple[str, str, str]]:
    for number, line in enumerate(_label_lines(path), 1):
        url, topic, said = _label(path, number, line)
        if topic and (number > 1 or "://" in url):
            yield url, topic, said


def _label_lines(path: Path) -> Iterator[str]:
    number = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                yield line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        raise WebError(f"{path}, line {number}: labels must be UTF-8; save the file as UTF-8") from None
    except OSError as wrong:
        raise WebError(f"{path}: cannot be read ({wrong.strerror})") from None


def _label(path: Path, number: int, line: str) -> tuple[str, str, str]:
    parts = [part.strip() for part in line.split("\t")]
    if parts == [""]:
        return "", "", ""
    if len(parts) not in {2, 3} or not all(parts[:2]):
        raise WebError(f"{path}, line {number}: a line of labels is `url<tab>topic`, or that and a description")
    return parts[0], parts[1], parts[2] if len(parts) > 2 else ""


def open_folder(folder: Path, canon: Canon | None = None) -> RecordedWeb:
    """The recorded web of a folder: all its WARC files, and labels.tsv where it is there."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.name.endswith(KINDS))
    except OSError as wrong:
        raise WebError(f"{folder}: cannot be read ({wrong.strerror}); name a folder with a WARC file") from None
    if not paths:
        raise WebError(f"{folder}: holds no WARC file (*.warc.gz)")
    labels = folder / "labels.tsv"
    return RecordedWeb(*paths, labels=labels if labels.exists() else None, canon=canon)
