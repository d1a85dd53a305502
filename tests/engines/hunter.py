"""A hunt in a process of its own, told where in its work to kill itself.

It says so after each commit, and how it ended. Commits, checkpoints and new WARC files come often, so that a short
hunt has many of all; so do further tries of hosts that fail.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import resource
import signal
import sys
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lycosa.archive.appending import Appended
from lycosa.archive.writer import WarcWriter
from lycosa.collection import checkpoints, collection
from lycosa.collection import run as runs
from lycosa.collection.catalogue import Catalogue
from lycosa.collection.collection import Collection
from lycosa.collection.shelves import FileShelf
from lycosa.collection.texts import FileTexts
from lycosa.crawl import calendar
from lycosa.crawl.crawl import Crawl
from lycosa.crawl.settings import LIVE
from lycosa.engines import local
from lycosa.engines.cell import Cell
from lycosa.engines.trials import Worth
from lycosa.pages.errors import LycosaError
from lycosa.topics.topic import Example, Examples, topic_from
from lycosa.webs.live.settings import FetchSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

PLACES: dict[str, tuple[Any, str]] = {
    "write": (Appended, "append"),
    "keep": (Collection, "keep"),
    "commit": (Catalogue, "commit"),
    "checkpoint": (checkpoints, "_written"),
    "list": (Catalogue, "checkpoint"),
    "texts": (FileTexts, "flush"),
    "shelve": (FileShelf, "put"),
    "take": (Crawl, "take"),
    "feed": (Crawl, "feed"),
    "lose": (Crawl, "lose"),
    "begin": (runs, "write"),
    "judges": (Catalogue, "put_judges"),
    "retrained": (Catalogue, "put_retrained"),
    "force": (Crawl, "put_in_force"),
    "rerank": (Crawl, "rerank"),
}
BACK_OFF = 0.02
FULL = Path("/dev/full")
REFUSED = 3  # exit code, told from a fault's


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One hunt, or its going on."""

    folder: str
    port: int
    seeds: tuple[str, ...] = ()
    settings: dict[str, Any] = {}
    fetch: dict[str, Any] = {}
    parallel: int = 16
    every: int = 70  # events between checkpoints
    together: int = 4  # pages in a commit
    rotate: int = 200_000
    retrain: int = 0  # pages between two rounds of training, on the texts shown
    shown: tuple[tuple[str, bool], ...] = ()  # texts, and whether they are relevant
    room: int = 0  # bytes that a file may have
    full: tuple[str, int] | None = None  # from the n-th time on there is no room at that place
    bare: bool = False  # without the rights of root
    die: tuple[str, str, int] | None = None  # before, after or amid that place, when it is reached the n-th time


def often(asked: Asked) -> None:
    """What comes rarely comes often."""
    calendar.BACK_OFF = BACK_OFF
    collection.COMMIT_PAGES = asked.together
    vars(collection)["WarcWriter"] = partial(WarcWriter, rotate=asked.rotate)
    vars(local)["Cell"] = partial(Cell, every=asked.every)
    for name in ("at_least", "tells_as_well", "tells_better"):  # each round counts
        setattr(Worth, name, lambda self, other: True)


def speak(pipe: Connection) -> None:
    """A word after each commit: the last event's number."""
    plain = Catalogue.commit

    def commit(self: Catalogue, *what: Any) -> int:
        seq = plain(self, *what)
        pipe.send(seq)
        return seq

    Catalogue.commit = commit  # type: ignore[method-assign,assignment]


def fill(place: str, left: int) -> None:
    """No room there, from then on: as the system itself says it."""
    home, name = PLACES[place]
    plain = getattr(home, name)

    @wraps(plain)
    def lacking(*given: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        if left <= 0:
            brim(place, given[0])
        return plain(*given, **named)

    setattr(home, name, lacking)


def brim(place: str, what: Any) -> None:
    """Where it goes, there is no room."""
    if place == "write":
        what._file = FULL.open("ab", buffering=0)
    elif place == "texts":
        what.file = FULL.open("a+b")
    elif place == "checkpoint":
        what.with_suffix(".part").symlink_to(FULL)
    elif place == "commit":
        what.db.execute("PRAGMA max_page_count = 1")  # no more than there are


def bare() -> None:
    """Root may write where nobody may, by capabilities that one can do without."""
    if sys.platform == "linux":
        version, nothing = 0x20080522, (ctypes.c_uint32 * 6)()
        ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(version, 0), nothing)


def doom(place: str, when: str, left: int) -> None:
    """Die there, then."""
    home, name = PLACES[place]
    plain = getattr(home, name)

    @wraps(plain)
    def fatal(*given: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        if left:
            return plain(*given, **named)
        if when == "amid":
            half(place, plain, given)
        elif when == "after":
            plain(*given, **named)
        return die()

    setattr(home, name, fatal)


def half(place: str, plain: Callable[..., Any], given: tuple[Any, ...]) -> None:
    """Do a part of it."""
    if place == "write":
        plain(given[0], given[1][: len(given[1]) // 2])
    elif place == "checkpoint":
        given[0].with_suffix(".part").write_bytes(given[1][: len(given[1]) // 2])
    elif place == "commit":  # all is in the transaction but its end
        plain(*given[:4], given[4] if len(given) > 4 else (), fatal_rows())


def fatal_rows() -> Iterator[Any]:
    """Rows that are never had."""
    die()
    yield


def die() -> None:
    """As kill -9 does it."""
    os.kill(os.getpid(), signal.SIGKILL)


def order(asked: Asked) -> local.Order:
    """What is hunted."""
    topic = topic_from("beekeeping honey hives")
    chosen = {"gap": 0.0, "gap_factor": 0.0, "connections": 4, "patience": 0.3, **asked.settings}
    sides = [tuple(Example(text=text) for text, relevant in asked.shown if relevant == side) for side in (True, False)]
    topic = msgspec.structs.replace(topic, examples=Examples(relevant=sides[0], unrelated=sides[1]))
    settings = msgspec.structs.replace(LIVE, **chosen)
    fetch = FetchSettings(**{"resolve": {"*": ("127.0.0.1", asked.port)}, "first_byte": 0.2, **asked.fetch})
    run = local.new_run(topic, "cosine", "best_first", asked.seeds, settings, fetch)
    return local.Order(folder=Path(asked.folder), run=run, topic=topic, parallel=asked.parallel, retrain=asked.retrain)


def main(asked: Asked, pipe: Connection) -> None:
    """Hunt, and say how it ended: how, and after how many pages; or what was wrong."""
    often(asked)
    speak(pipe)
    if asked.room:
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked.room, resource.RLIM_INFINITY))
    if asked.full:
        fill(*asked.full)
    if asked.bare:
        bare()
    if asked.die:
        doom(*asked.die)
    try:
        ended = asyncio.run(local.hunt(order(asked)))
    except LycosaError as wrong:
        pipe.send(str(wrong))
        sys.exit(REFUSED)
    pipe.send((ended.stopped.reason, ended.crawl.tally.pages, ended.broken))
