"""The catalogue: what was caught, and the log of all the crawl was told, in one SQLite file."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

SCHEMA = """
CREATE TABLE IF NOT EXISTS run (id TEXT PRIMARY KEY, began TEXT, code TEXT, config_sha TEXT, seed INTEGER);
CREATE TABLE IF NOT EXISTS warc (id INTEGER PRIMARY KEY, name TEXT UNIQUE, committed INTEGER);
CREATE TABLE IF NOT EXISTS judge (id INTEGER PRIMARY KEY, name TEXT, sha TEXT, state BLOB);
CREATE TABLE IF NOT EXISTS retrained (id INTEGER PRIMARY KEY, name TEXT, sha TEXT, state BLOB);
CREATE TABLE IF NOT EXISTS event (
    seq INTEGER PRIMARY KEY, at REAL, kind TEXT, ticket INTEGER, key INTEGER, arg BLOB);
CREATE TABLE IF NOT EXISTS page (
    key INTEGER PRIMARY KEY, seq INTEGER, url TEXT, via INTEGER, depth INTEGER, status INTEGER,
    warc INTEGER, off INTEGER, len INTEGER, sha256 BLOB, simhash INTEGER, lang TEXT, title TEXT,
    margin REAL, score REAL, judge INTEGER, noindex INTEGER);
CREATE TABLE IF NOT EXISTS dead (key INTEGER PRIMARY KEY, seq INTEGER, url TEXT, via INTEGER, reason TEXT);
CREATE TABLE IF NOT EXISTS found (url TEXT PRIMARY KEY, kind TEXT, via INTEGER);
CREATE TABLE IF NOT EXISTS label (key INTEGER, value TEXT, who TEXT, at TEXT);
CREATE TABLE IF NOT EXISTS checkpoint (seq INTEGER PRIMARY KEY, file TEXT, sha TEXT, state TEXT);
"""
PAGE = "INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
DEAD = "INSERT OR REPLACE INTO dead VALUES (?, ?, ?, ?, ?)"
FOUND = "INSERT OR IGNORE INTO found VALUES (?, ?, ?)"
PAGES = {
    "seq": "SELECT * FROM page ORDER BY seq LIMIT ?",
    "score": "SELECT * FROM page ORDER BY score DESC, seq LIMIT ?",
}
UNRANKED = (
    "SELECT event.key, warc, off, len FROM page JOIN event USING (seq) WHERE page.seq < ? AND event.key NOT IN"
    " (SELECT key FROM event WHERE kind = 'rerank' AND seq > ?) ORDER BY score DESC, page.seq"
)
LATEST = 1  # of the schema
WRAP = 1 << 64
CHUNK = 256  # rows fetched together


class CatalogueError(LycosaError):
    """A catalogue that cannot be used."""


class Told(NamedTuple):
    """Something the crawl was told, at a crawl time."""

    at: float
    kind: str
    ticket: int = 0
    key: int = 0
    arg: bytes = b""


class Caught(NamedTuple):
    """A page as the catalogue lists it."""

    key: int
    url: str
    via: int
    depth: int
    status: int
    warc: int
    off: int
    len: int
    sha256: bytes
    simhash: int
    lang: str
    title: str
    margin: float
    score: float
    judge: int = 0
    noindex: int = 0


class Dead(NamedTuple):
    """A URL that gave no page in the end."""

    key: int
    url: str
    via: int
    reason: str


class Found(NamedTuple):
    """A URL that is not fetched but worth noting: a file, a sitemap."""

    url: str
    kind: str
    via: int = 0


def signed(number: int) -> int:
    """A 64-bit key as SQLite keeps it."""
    return number - WRAP if number >= WRAP >> 1 else number


def unsigned(number: int) -> int:
    """And back."""
    return number + WRAP if number < 0 else number


class Catalogue:
    """One file, one writer. What `commit` was given is there after any kill; of the rest nothing is."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        try:
            mode = "ro" if read_only else "rwc"
            self.db = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
            (version,) = self.db.execute("PRAGMA user_version").fetchone()
            if version not in ((LATEST,) if read_only else (0, LATEST)):
                raise CatalogueError(f"{path}: was written by another version ({version}); use that one to read it")
            if not read_only:
                self._make()
            (last,) = self.db.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()
        except sqlite3.Error as wrong:
            what = f"cannot be opened as a catalogue ({wrong}); see that it is whole and the disk has room"
            raise CatalogueError(f"{path}: {what}") from None
        self.seq = int(last)

    def _make(self) -> None:
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = NORMAL")
        self.db.executescript(SCHEMA)
        self.db.execute(f"PRAGMA user_version = {LATEST}")

    def commit(
        self,
        told: Sequence[Told],
        caught: Iterable[tuple[int, Caught]],
        warcs: Sequence[tuple[str, int]],
        dead: Iterable[tuple[int, Dead]] = (),
        found: Iterable[Found] = (),
    ) -> int:
        """One transaction: events in their order, what came of them with their places, lengths of the WARC files."""
        begin, db = self.seq, self.db
        events = ((begin + place, *_event(one)) for place, one in enumerate(told, 1))
        pages = ((signed(page.key), begin + place, *_page(page)) for place, page in caught)
        with self._writing():
            db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", events)
            db.executemany(PAGE, pages)
            db.executemany(DEAD, ((signed(d.key), begin + at, d.url, signed(d.via), d.reason) for at, d in dead))
            db.executemany(FOUND, ((one.url, one.kind, signed(one.via)) for one in found))
            db.executemany(
                "INSERT INTO warc (name, committed) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET committed = excluded.committed",
                warcs,
            )
        self.seq = begin + len(told)
        return self.seq

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: all of it lasts, or nothing."""
        try:
            self.db.execute("BEGIN IMMEDIATE")
            yield
            self.db.execute("COMMIT")
        except sqlite3.Error as wrong:
            what = f"cannot be written ({wrong}); see that the disk has room and the folder may be written to"
            raise CatalogueError(f"{self.path}: {what}: what was committed is there") from None
        finally:
            with suppress(sqlite3.Error):  # a full disk may have ended it already
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")

    def _rows(self, asked: str, *values: int) -> Iterator[Any]:
        try:
            rows = self.db.execute(asked, values)
            while some := rows.fetchmany(CHUNK):  # who reads no further leaves nothing open
                yield from some
        except sqlite3.Error as wrong:
            raise CatalogueError(f"{self.path}: cannot be read ({wrong}); put it back from a copy") from None

    def events(self, after: int = 0) -> Iterator[tuple[int, Told]]:
        """The log from there on, in order."""
        for seq, at, kind, ticket, key, arg in self._rows("SELECT * FROM event WHERE seq > ? ORDER BY seq", after):
            yield seq, Told(at, kind, ticket, unsigned(key), arg)

    def pages(self, order: str = "seq", most: int = -1) -> Iterator[dict[str, Any]]:
        """The pages caught, by time (`seq`) or best first (`score`)."""
        names = ("key", "seq", *Caught._fields[1:])
        for row in self._rows(PAGES[order], most):
            page = dict(zip(names, row, strict=True))
            yield page | {name: unsigned(page[name]) for name in ("key", "via", "simhash")}

    def checkpoint(self, file: str, sha: str, state: str) -> None:
        """List a checkpoint that holds after the last event committed."""
        with self._writing():
            self.db.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?, ?)", (self.seq, file, sha, state))

    def checkpoints(self) -> list[tuple[int, str, str]]:
        """Event, file and hash of the file, the newest first."""
        return list(self._rows("SELECT seq, file, sha FROM checkpoint ORDER BY seq DESC"))

    def states(self) -> dict[int, str]:
        """The hash of the crawl's state after some events."""
        return dict(self._rows("SELECT seq, state FROM checkpoint ORDER BY seq"))

    def put_judges(self, judges: Iterable[tuple[str, str, bytes]]) -> None:
        """These are in force from the start: name, hash and state of each, the guide first."""
        with self._writing():
            self.db.execute("DELETE FROM judge")
            self.db.executemany("INSERT INTO judge (name, sha, state) VALUES (?, ?, ?)", judges)

    def judges(self) -> list[tuple[str, str, bytes]]:
        """Name, hash and state of each, in order."""
        return list(self._rows("SELECT name, sha, state FROM judge ORDER BY id"))

    def put_retrained(self, name: str, sha: str, state: bytes) -> None:
        """Keep a guide that may be put in force; the log says whether and when."""
        with self._writing():
            self.db.execute("INSERT INTO retrained (name, sha, state) VALUES (?, ?, ?)", (name, sha, state))

    def retrained(self, sha: str) -> tuple[str, bytes]:
        """Name and state of the guide with this hash."""
        found = self.db.execute("SELECT name, state FROM retrained WHERE sha = ?", (sha,)).fetchone()
        if found is None:
            raise CatalogueError(f"{self.path}: the log names a judge that is not there; put it back from a copy")
        name, state = found
        return name, state

    def in_force(self, seq: int) -> Told | None:
        """The event that put the guide in force that judged at this one; none, where it was the first."""
        asked = (
            "SELECT at, kind, ticket, key, arg FROM event WHERE kind = 'judge' AND seq <= ? ORDER BY seq DESC LIMIT 1"
        )
        found = self.db.execute(asked, (seq,)).fetchone()
        return Told(*found) if found else None

    def unranked(self) -> list[tuple[int, int, int, int]]:
        """Pages fed before the judge in force was, and not ranked again since: key, WARC file, offset, length."""
        (judged,) = self.db.execute("SELECT coalesce(max(seq), 0) FROM event WHERE kind = 'judge'").fetchone()
        return list(self._rows(UNRANKED, judged, judged)) if judged else []

    def label(self, key: int, value: str, who: str, at: str) -> None:
        """Note what was said of a page."""
        with self._writing():
            self.db.execute("INSERT INTO label VALUES (?, ?, ?, ?)", (signed(key), value, who, at))

    def labels(self) -> dict[int, str]:
        """Page to what was said of it last."""
        return {unsigned(key): value for key, value in self._rows("SELECT key, value FROM label ORDER BY rowid")}

    def place(self, key: int) -> tuple[int, int, int] | None:
        """File, offset and length of a page's record."""
        found = self.db.execute("SELECT warc, off, len FROM page WHERE key = ?", (signed(key),)).fetchone()
        return found and tuple(found)

    def warcs(self) -> dict[str, int]:
        """WARC file to committed length."""
        return dict(self._rows("SELECT name, committed FROM warc ORDER BY id"))

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()


def _event(one: Told) -> tuple[Any, ...]:
    return one.at, one.kind, one.ticket, signed(one.key), one.arg


def _page(page: Caught) -> tuple[Any, ...]:
    fields = page._replace(via=signed(page.via), simhash=signed(page.simhash))
    return fields[1:]
