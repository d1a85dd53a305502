"""A collection to read: its run, its catalogue, and any answer in its archive."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from lycosa.archive.fields import characters, octets
from lycosa.archive.heads import fewer
from lycosa.archive.reader import WarcReader
from lycosa.archive.records import Exchanged
from lycosa.archive.reopen import name_of
from lycosa.collection import run as runs
from lycosa.collection.catalogue import Catalogue
from lycosa.collection.journal import Spot
from lycosa.crawl.endings import NO_TRIP
from lycosa.webs.base import Exchange, Failure
from lycosa.webs.live.codings import decoded

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.crawl.endings import Trip

PREFIX, CATALOGUE, WARC = "hunt", "catalogue.sqlite", "warc"
EARLIER = "earlier.state"  # what an earlier crawl learned, where the strategy begins with it
HEADERS = 30_000  # bytes; with what is added to them an archive keeps no more


class Opened:
    """Nothing is changed, and a crawl may be at work on it meanwhile."""

    def __init__(self, folder: Path, *, read_only: bool = True) -> None:
        self.folder = folder
        self.run, self.topic = runs.read(folder)
        self.catalogue = Catalogue(folder / CATALOGUE, read_only=read_only)
        self.reader = WarcReader(folder / WARC)

    def read(self, url: str, spot: Spot, trip: Trip = NO_TRIP) -> Exchange:
        """The answer to a URL out of the archive, as it came from the web."""
        kept = self.reader.read(name_of(PREFIX, spot.warc), spot.offset).exchange
        answer = answered(kept, self.run.fetch.decoded)
        return replace(answer, url=url, seconds=trip.seconds, address=trip.address)

    def spot_of(self, key: int) -> Spot | None:
        """Where the page of this key lies, if there is one."""
        place = self.catalogue.place(key)
        return Spot(*place) if place else None

    def close(self) -> None:
        """Let go of the files."""
        self.reader.close()
        self.catalogue.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def borne(answer: Exchange | Failure) -> Exchange | Failure:
    """The answer without headers that the archive would leave out: so it means now what it means when read again."""
    if isinstance(answer, Failure) or sum([len(name) + len(value) + 4 for name, value in answer.headers]) <= HEADERS:
        return answer
    return replace(answer, headers=fewer(answer.headers, HEADERS))


def exchanged(answer: Exchange, at: float) -> Exchanged:
    """An answer as the archive takes it."""
    return Exchanged(
        url=answer.url,
        at=at,
        status=answer.status,
        headers=tuple([(_bytewise(name), _bytewise(value)) for name, value in answer.headers]),
        body=answer.payload,
        reason=answer.reason,
        version=answer.version,
        request=answer.request,
        ip=answer.address,
        truncated=answer.truncated,
    )


def answered(kept: Exchanged, cap: int) -> Exchange:
    """What the archive keeps as the answer it was, under the cap on decoded bodies."""
    headers = tuple([(_latin(name), _latin(value)) for name, value in kept.headers])
    codings = [value for name, value in headers if name.lower() == "content-encoding"]
    body, coded = kept.body, None
    if coding := ",".join(codings):
        coded = body
        body, _ = decoded(coded, coding, cap)
    return Exchange(kept.url, kept.status, headers, body, coded, kept.truncated, kept.reason, kept.version)


def _bytewise(text: str) -> str:
    """Bytes read as Latin-1, as an archive reads bytes."""
    return text if text.isascii() else characters(text.encode("latin-1", "replace"))


def _latin(text: str) -> str:
    """And back."""
    return text if text.isascii() else octets(text).decode("latin-1")
