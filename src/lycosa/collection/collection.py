"""A collection that is being written: answers into the archive, and what the crawl was told into the log.

`commit` makes all of it last at once. What is not committed when the process ends never was: the archive is cut back
to the length that the catalogue knows.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from lycosa import __version__
from lycosa.archive.writer import WarcWriter
from lycosa.collection import run as runs
from lycosa.collection.catalogue import Catalogue, CatalogueError, Caught, Dead, Found, Told
from lycosa.collection.journal import Spot
from lycosa.collection.lock import Lock
from lycosa.collection.opened import CATALOGUE, EARLIER, PREFIX, WARC, Opened, exchanged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from lycosa.collection.run import Run
    from lycosa.topics.topic import Topic
    from lycosa.webs.base import Exchange


COMMIT_PAGES = 64
COMMIT_SECONDS = 0.5


def begin(folder: Path, run: Run, topic: Topic, judges: Iterable[tuple[str, str, bytes]], earlier: bytes = b"") -> None:
    """Make a collection. A kill leaves a whole one, or one that is begun again."""
    runs.made(folder)
    with Lock(folder):
        if runs.exists(folder):
            raise runs.RunError(f"{folder}: another crawl was begun there meanwhile; name another folder")
        with closing(Catalogue(folder / CATALOGUE)) as catalogue:
            catalogue.put_judges(judges)
        if earlier:
            (folder / EARLIER).write_bytes(earlier)
        runs.write(folder, run, topic)


class Collection(Opened):
    """The folder of one run. Nobody else may write to it meanwhile."""

    def __init__(self, folder: Path) -> None:
        runs.read(folder)  # or there is none to lock
        with ExitStack() as stack:
            self.lock = stack.enter_context(Lock(folder))
            super().__init__(folder, read_only=False)
            stack.callback(super().close)
            self.archive = stack.enter_context(self._archive())
            self._open = stack.pop_all()
        self._told: list[Told] = []
        self._caught: list[tuple[int, Caught]] = []
        self._dead: list[tuple[int, Dead]] = []
        self._found: list[Found] = []
        self._since = 0.0

    def _archive(self) -> WarcWriter:
        if not self.catalogue.judges():
            what = "is empty, or was not there; put it back, or delete the folder to begin anew"
            raise CatalogueError(f"{self.catalogue.path}: {what}")
        info = {
            "software": f"lycosa/{__version__}",
            "robots": "obey" if self.run.settings.robots else "ignore",
            "http-header-user-agent": self.run.fetch.agent,
            "description": self.run.topic,
        }
        committed = self.catalogue.warcs()
        return WarcWriter(self.folder / WARC, PREFIX, run=self.run.id, info=info, committed=committed)

    def keep(self, answer: Exchange, at: float, fields: Sequence[tuple[str, object]] = ()) -> Spot:
        """Write an answer to the archive; where it lies."""
        place = self.archive.write(exchanged(answer, at), fields)
        return Spot(int(place.file[len(PREFIX) + 1 :].partition(".")[0]), place.offset, place.length)

    def tell(self, told: Told, *what: Caught | Dead) -> None:
        """Something the crawl was told, and what came of it."""
        self._told.append(told)
        place = len(self._told)
        for one in what:
            if isinstance(one, Caught):
                self._caught.append((place, one))
            else:
                self._dead.append((place, one))

    def note(self, found: Found) -> None:
        """A URL that is not fetched but worth noting."""
        self._found.append(found)

    @property
    def pending(self) -> bool:
        """Whether there is something to commit."""
        return bool(self._told)

    def due(self, now: float) -> bool:
        """Whether it is time to commit."""
        if not self._told:
            self._since = now
            return False
        return len(self._caught) >= COMMIT_PAGES or now - self._since >= COMMIT_SECONDS

    def commit(self, now: float = 0.0) -> None:
        """From here on it lasts."""
        if self._told:
            lengths = list(self.archive.flush().items())
            self.catalogue.commit(self._told, self._caught, lengths, self._dead, self._found)
            for pending in (self._told, self._caught, self._dead, self._found):
                pending.clear()
        self._since = now

    def close(self) -> None:
        """Give the last file its name and let others in."""
        self._open.close()
