"""Where pages come from. The core says what to fetch, a web how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from lycosa.pages.errors import LycosaError


class WebError(LycosaError):
    """A web that cannot be used."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An answer of any status, as it came (transfer codings undone, content codings not)."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str:
        """The first header of that name, or nothing."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), "")


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer, and why."""

    url: str
    reason: str  # a short name: not_recorded, timeout, refused, ...
    detail: str = ""


class Web(Protocol):
    """A web that answers at once: recorded or practice."""

    def fetch(self, url: str) -> Exchange | Failure:
        """The answer to a GET of this URL."""


class LabelledWeb(Web, Protocol):
    """A web whose truth is known."""

    def topics(self) -> dict[str, list[str]]:
        """Topic to the URLs that belong to it, both in a fixed order."""
