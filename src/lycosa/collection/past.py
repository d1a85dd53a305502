"""What log, catalogue and archive tell of one URL, by its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.archive.reader import located, records
from lycosa.archive.reopen import name_of
from lycosa.collection import journal
from lycosa.collection.catalogue import Caught, Told, signed, unsigned
from lycosa.collection.opened import PREFIX, WARC
from lycosa.strategies.records import Ticket, trail_dtype

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.collection.opened import Opened
    from lycosa.crawl.endings import Ended

    Row = dict[str, Any]

COLUMNS = ("key", "seq", *Caught._fields[1:])
BESIDE = 4  # records that an answer may have: itself, its question, what is known of it


class Ending(NamedTuple):
    """How a ticket of the URL ended; what was kept of the answer, or what the log says of it."""

    seq: int
    told: Told
    what: Ended | journal.Kept


def page_of(collection: Opened, key: int) -> Row | None:
    """The page that was caught under this key, or from the URL of this key."""
    db = collection.catalogue.db
    asked = "SELECT * FROM page WHERE key = :key OR seq IN (SELECT seq FROM event WHERE key = :key AND kind = 'page')"
    row = db.execute(asked, {"key": signed(key)}).fetchone()
    if row is None:
        return None
    page = dict(zip(COLUMNS, row, strict=True))
    return page | {name: unsigned(page[name]) for name in ("key", "via", "simhash")}


def fetched_as(collection: Opened, page: Row) -> int:
    """The key of the URL that a page was fetched from, which may have another name."""
    (key,) = collection.catalogue.db.execute("SELECT key FROM event WHERE seq = ?", (page["seq"],)).fetchone()
    return unsigned(key)


def endings(collection: Opened, key: int, url: str) -> list[Ending]:
    """How its tickets ended, the first first."""
    asked = "SELECT seq, at, kind, ticket, key, arg FROM event WHERE key = ? AND ticket > 0 ORDER BY seq"
    rows = collection.catalogue.db.execute(asked, (signed(key),)).fetchall()
    told = ((seq, Told(at, kind, ticket, key, arg)) for seq, at, kind, ticket, _, arg in rows)
    return [Ending(seq, one, journal.ended_of(one, ticket_of(key, url, one.ticket))) for seq, one in told]


def dead(collection: Opened, key: int) -> tuple[int, str] | None:
    """Where the link stood to a URL that gave no page in the end, and why."""
    asked = "SELECT via, reason FROM dead WHERE key = ?"
    row = collection.catalogue.db.execute(asked, (signed(key),)).fetchone()
    return (unsigned(row[0]), row[1]) if row else None


def redirects(collection: Opened) -> Iterator[tuple[int, str]]:
    """Key of each URL that led elsewhere, and where."""
    asked = "SELECT at, kind, ticket, key, arg FROM event WHERE kind = ?"
    for at, kind, ticket, key, arg in collection.catalogue.db.execute(asked, (journal.REDIRECT,)).fetchall():
        told = Told(at, kind, ticket, unsigned(key), arg)
        yield told.key, getattr(journal.ended_of(told, ticket_of(told.key, "", ticket)), "to", "")


def fields(collection: Opened, spot: journal.Spot) -> dict[str, str]:
    """What the archive notes beside an answer."""
    path = located(collection.folder / WARC, name_of(PREFIX, spot.warc))
    for _, record in zip(range(BESIDE), records(path, spot.offset), strict=False):
        if record.kind == "metadata":
            return record.fields()
    return {}


def ticket_of(key: int, url: str, number: int = 0) -> Ticket:
    """A ticket of which no more is known."""
    trail = np.zeros(1, trail_dtype(()))
    return Ticket(number, key, url, 0, 0.0, 0, trail[0], trail[:0], 0, 0)
