"""What happens in a crawl, as one typed stream: progress, desk, metrics and logs all feed on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fed:
    """A page was judged and its links ranked."""

    number: int
    key: int
    url: str
    score: float
    depth: int
    links: int
    new: int
    language: str = "und"
    again: bool = False
    margin: float = 0.0
    via: int = 0

    @property
    def relevant(self) -> bool:
        """Above the judge's own boundary."""
        return self.score >= 0.5


@dataclass(frozen=True, slots=True)
class Lost:
    """A fetch brought nothing; `again` if it will be tried once more."""

    url: str
    reason: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Redirected:
    """A URL answered with another."""

    url: str
    to: str


@dataclass(frozen=True, slots=True)
class Duplicated:
    """A page that was caught before under another URL."""

    url: str
    original: int  # key of the first one
    near: bool = False


@dataclass(frozen=True, slots=True)
class Barred:
    """A link that will not be followed, and the rule that says so."""

    url: str
    rule: str


@dataclass(frozen=True, slots=True)
class Unruled:
    """A robots.txt gave no answer that counts: what it rules waits."""

    url: str
    reason: str


@dataclass(frozen=True, slots=True)
class Unreached:
    """A URL that was not asked for: nobody is there who could say what may be."""

    url: str
    reason: str
    key: int
    via: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """URLs of a host left the frontier: its budget is spent, or it failed too often."""

    host: int
    urls: int
    rule: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The crawl is over: the reason by name, and in words."""

    reason: str
    words: str


Event = Fed | Lost | Redirected | Duplicated | Barred | Unruled | Unreached | Dropped | Stopped
