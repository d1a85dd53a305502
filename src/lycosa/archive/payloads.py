"""Which payloads an archive holds already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lycosa.archive.reader import records

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class Payloads(Protocol):
    """Digest to the place of the first record with that payload: a port, so that it may stand in a table."""

    def find(self, digest: str) -> tuple[str, int] | None:
        """File and offset, or nothing."""

    def add(self, digest: str, file: str, offset: int) -> None:
        """Remember where it was first written."""


class MemoryPayloads:
    """In memory, 200 bytes each."""

    def __init__(self) -> None:
        self._places: dict[bytes, tuple[str, int]] = {}

    def __len__(self) -> int:
        return len(self._places)

    def find(self, digest: str) -> tuple[str, int] | None:
        """File and offset, or nothing."""
        return self._places.get(digest.encode())

    def add(self, digest: str, file: str, offset: int) -> None:
        """Remember where it was first written."""
        self._places.setdefault(digest.encode(), (file, offset))


def recalled(files: Iterable[tuple[str, Path]]) -> MemoryPayloads:
    """The payloads of files written before, read again. A truncated one is no original."""
    payloads = MemoryPayloads()
    for name, path in files:
        for record in records(path):
            whole = record.kind == "response" and not record.header("warc-truncated")
            if whole and (digest := record.header("warc-payload-digest")):
                payloads.add(digest, name, record.offset)
    return payloads
