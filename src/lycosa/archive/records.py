"""What an archive keeps, as plain values, and what can go wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lycosa.pages.errors import LycosaError

Pairs = tuple[tuple[str, str], ...]


class ArchiveError(LycosaError):
    """An archive that cannot be read or written."""


class DiskFullError(ArchiveError):
    """No room for a record; the file ends with the last whole one."""


class ShortFileError(ArchiveError):
    """A file that lacks bytes the crawl had counted on."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """One question and its answer. The body is as received: content codings not undone, transfer codings undone."""

    url: str
    at: float  # seconds since 1970, UTC; archives keep whole ones
    status: int
    headers: Pairs
    body: bytes
    reason: str = ""
    version: str = "1.1"  # of HTTP; later ones than 1.1 are told by `protocols`
    request: bytes = b""  # all of it as sent, or nothing when it is not to be kept
    ip: str = ""
    truncated: str = ""  # why the body is not whole: length, time, disconnect, unspecified
    protocols: tuple[str, ...] = ()  # h2, tls/1.3

    def header(self, name: str) -> str:
        """The first header of that name, or nothing."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), "")


class Place(NamedTuple):
    """Where a record lies: the file's name (the one it has when closed), and its bytes there."""

    file: str
    offset: int
    length: int


class Archived(NamedTuple):
    """An exchange out of an archive. A revisit's body is its original's."""

    exchange: Exchanged
    place: Place
    id: str
    digest: str  # of the payload
    original: tuple[str, int] | None = None  # file and offset of what a revisit repeats
