"""Where pages come from. The core says what to fetch, a web how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from lycosa.pages.errors import LycosaError


class WebError(LycosaError):
    """A web that cannot be used."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An answer of any status. Transfer codings are undone; of a live one the content codings too, in `body`.

    Headers are bytes read as Latin-1, so that they can be written back as they came. `truncated` says why the
    body is not whole: the payload ended early (length: at a cap, time, disconnect, framing: broken chunks), or
    it came whole and could not all be decoded (decoded: at a cap, coding: broken or unknown).
    """

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    coded: bytes | None = None  # the body as it came, where `body` is it decoded
    truncated: str = ""
    reason: str = ""  # of the status line
    version: str = "1.1"
    request: bytes = b""  # head of the request, to its empty line
    address: str = ""  # IP of the server, or of the proxy
    seconds: float = 0.0

    @property
    def payload(self) -> bytes:
        """The body as it came, for an archive."""
        return self.body if self.coded is None else self.coded

    @property
    def location(self) -> str:
        """Where a redirect leads; servers that do not escape write UTF-8."""
        told = self.header("location")
        try:
            return told if told.isascii() else told.encode("latin-1").decode()
        except UnicodeError:
            return told

    def header(self, name: str) -> str:
        """The first header of that name, or nothing."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), "")


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer, and why."""

    url: str
    reason: str  # a short name: not_recorded, refused, ...; those of the live web in webs.live.failures
    detail: str = ""
    address: str = ""
    seconds: float = 0.0


class Web(Protocol):
    """A web that answers at once: recorded or practice."""

    def fetch(self, url: str) -> Exchange | Failure:
        """The answer to a GET of this URL."""


class LabelledWeb(Web, Protocol):
    """A web whose truth is known."""

    def topics(self) -> dict[str, list[str]]:
        """Topic to the URLs that belong to it, both in a fixed order."""
