"""Hunts that are killed, gone on with, and looked at after each kill."""

from __future__ import annotations

import multiprocessing
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from lycosa.collection.checkpoints import CHECKPOINTS, load
from lycosa.collection.opened import Opened
from lycosa.crawl import calendar
from lycosa.crawl.snapshot import fingerprint
from lycosa.engines.rebuild import Rebuilt
from tests.engines.hunter import BACK_OFF, REFUSED, Asked, main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

# A process that has imported all there is and only waits to be many.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.engines.hunter"])

# Where a hunt is at work most of its time comes more often, and so does what is delicate.
FATES = [
    *(("write", when, most) for when, most in (("before", 25), ("amid", 25), ("after", 25), ("amid", 9))),
    *(("commit", when, most) for when, most in (("before", 9), ("amid", 9), ("after", 9), ("amid", 3))),
    *(("checkpoint", when, 2) for when in ("before", "amid", "after")),
    ("list", "after", 2),
    ("shelve", "after", 2),
    ("texts", "after", 2),
    ("take", "after", 25),
    ("feed", "before", 25),
    ("feed", "after", 25),
    ("lose", "before", 1),
    ("lose", "after", 1),
    ("keep", "after", 25),
]
FIRST = [("begin", "before", 1), ("begin", "after", 1), ("judges", "after", 1)]  # as long as nothing is begun


class Ended(NamedTuple):
    """How a hunt ended."""

    stopped: str
    pages: int
    broken: tuple[str, ...]


class Lasting(NamedTuple):
    """What a collection holds for good, as other programs see it."""

    events: list[Any]
    pages: list[Any]

    def begins(self, later: Lasting) -> bool:
        """Whether it is there still, as it was."""
        known = set(later.pages)
        return later.events[: len(self.events)] == self.events and all(page in known for page in self.pages)


NOTHING = Lasting([], [])


@contextmanager
def served(web: str) -> Iterator[int]:
    """A practice web over HTTP; its port."""
    code = [sys.executable, "-m", "lycosa.webs.serve", web, "--gzip"]
    with subprocess.Popen(code, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield int(server.stdout.readline())
        finally:
            server.terminate()


@contextmanager
def quick_tries() -> Iterator[None]:
    """As the hunter has it, so that its log is understood."""
    before, calendar.BACK_OFF = calendar.BACK_OFF, BACK_OFF
    try:
        yield
    finally:
        calendar.BACK_OFF = before


@contextmanager
def hunter(asked: Asked) -> Iterator[tuple[BaseProcess, Iterator[Any]]]:
    """The hunt, begun, and what it says."""
    ours, its = FORKS.Pipe(duplex=False)
    child = FORKS.Process(target=main, args=(asked, its), daemon=True)
    child.start()
    its.close()
    with ours:
        yield child, _said(ours)
    child.join()


def _said(pipe: Connection) -> Iterator[Any]:
    with suppress(EOFError):
        while True:
            yield pipe.recv()


def to_the_end(asked: Asked) -> Ended:
    """Hunt until it ends by itself; what it says then."""
    with hunter(asked) as (child, saying):
        *_, said = saying
    assert child.exitcode == 0, said
    return Ended(*said)


def refused(asked: Asked) -> str:
    """Hunt where that cannot be; what it says: one line."""
    with hunter(asked) as (child, saying):
        *_, said = saying
    assert child.exitcode == REFUSED, said
    assert isinstance(said, str)
    assert "\n" not in said
    return said


def killed_after(asked: Asked, commits: int) -> bool:
    """Kill it when it has committed so often; whether it was still alive."""
    with hunter(asked) as (child, saying):
        for _ in zip(range(commits), saying, strict=False):
            pass
        child.kill()
    return _died(child)


def killed_at(asked: Asked, fate: tuple[str, str, int]) -> bool:
    """Let it kill itself; whether it came there."""
    with hunter(replace(asked, die=fate)) as (child, saying):
        for _ in saying:
            pass
    return _died(child)


def _died(child: BaseProcess) -> bool:
    assert child.exitcode in (0, -signal.SIGKILL)
    return child.exitcode != 0


def lasting(folder: Path) -> Lasting:
    """What was committed."""
    path = folder / "catalogue.sqlite"
    if not (folder / "run.toml").exists():
        return NOTHING
    with sqlite3.connect(path) as db:
        pages = "SELECT key, seq, url, warc, off, len, sha256, score FROM page"
        kept = Lasting(*(db.execute(asked).fetchall() for asked in ("SELECT * FROM event ORDER BY seq", pages)))
    db.close()
    return kept


def rebuilt_alike(folder: Path) -> str:
    """The hash of the crawl's state, rebuilt from the checkpoint and from the first event: they must be the same."""
    with TemporaryDirectory() as scratch:
        copy = Path(scratch) / "copy"
        shutil.copytree(folder, copy)
        with Opened(copy) as collection:
            prints = [_print(collection, copy, checkpoints=way) for way in (True, False)]
    assert prints[0] == prints[1]
    return prints[0][0]


def _print(collection: Opened, folder: Path, *, checkpoints: bool) -> tuple[str, list[tuple[int, int, str]]]:
    rebuilt = Rebuilt(collection, folder, checkpoints=checkpoints)
    rebuilt.catch_up()
    assert not rebuilt.broken
    found = fingerprint(rebuilt.crawl), sorted((t.number, t.key, t.url) for t in rebuilt.out.values())
    rebuilt.close()
    return found


class Saga:
    """A hunt killed again and again, each time at another seeded moment, until it was killed so often."""

    def __init__(self, asked: Asked, number: int) -> None:
        self.asked = asked
        self.folder = Path(asked.folder)
        self.dice = random.Random(number)
        shelves = "memory" in asked.settings
        self.fates = [fate for fate in FATES if shelves or fate[0] != "shelve"]
        self.kills: list[str] = []
        self.kept = NOTHING
        self.out = 0  # checkpoints saved while tickets were out, as found after kills

    def run(self, kills: int) -> Ended:
        """Kill it so often, then let it end."""
        while len(self.kills) < kills:
            self._one()
        return to_the_end(self.asked)

    def _one(self) -> None:
        begun = (self.folder / "run.toml").exists()
        if not begun and len(self.kills) < len(FIRST):
            fate = FIRST[len(self.kills)]
            died = killed_at(self.asked, fate)
        elif self.dice.random() < 0.4:
            fate = ("outside", "", self.dice.randint(1, 8))
            died = killed_after(self.asked, fate[2])
        else:
            place, when, most = self.dice.choice(self.fates)
            fate = (place, when, self.dice.randint(1, most))
            died = killed_at(self.asked, fate)
        if died:
            self.kills.append(" ".join(map(str, fate)))
        self.look()

    def look(self) -> None:
        """What was there is there, and the crawl comes back the same on either way."""
        now = lasting(self.folder)
        assert self.kept.begins(now)
        self.kept = now
        if now.events:
            rebuilt_alike(self.folder)
            with Opened(self.folder) as collection:
                found, _ = load(self.folder / CHECKPOINTS, collection.catalogue)
            self.out += bool(found and found.out)
