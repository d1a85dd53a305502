"""A crawl as its log tells it: made anew from the run's settings, or from a checkpoint, and fed all that came since."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lycosa import judges, strategies
from lycosa.collection import journal
from lycosa.collection.checkpoints import CHECKPOINTS, load
from lycosa.collection.shelves import FileShelf, ShelfError
from lycosa.collection.texts import FileTexts, TextsError
from lycosa.crawl.crawl import Crawl
from lycosa.crawl.reading import GUIDE, Reader
from lycosa.crawl.settings import Settings
from lycosa.crawl.snapshot import restore, snapshot
from lycosa.crawl.state import fingerprint, unpack
from lycosa.engines.answers import ending, read
from lycosa.engines.earlier import kept_in
from lycosa.engines.hunts import rules_for
from lycosa.pages.errors import LycosaError
from lycosa.pages.lexicon import Lexicon
from lycosa.strategies.records import PAGE, ROBOTS, Ticket
from lycosa.topics.links import link_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from lycosa.collection.catalogue import Told
    from lycosa.collection.checkpoints import Checkpoint
    from lycosa.collection.opened import Opened
    from lycosa.crawl.endings import Ended
    from lycosa.judges.base import Judge
    from lycosa.pages.records import Page
    from lycosa.webs.base import Exchange

TEXTS, SHELVES = "urls.txt", "shelves"


class RebuildError(LycosaError):
    """A log that does not fit the crawl it is fed to."""


class Rebuilt:
    """A crawl brought to where its log ends. `out` are the tickets whose endings the log lacks."""

    def __init__(self, collection: Opened, folder: Path, *, checkpoints: bool = True) -> None:
        self.collection = collection
        self.folder = folder
        self.now = 0.0
        self.out: dict[int, Ticket] = {}
        self.replayed = 0
        self.broken: list[str] = []
        self.lexicon = Lexicon()
        found = None
        if checkpoints:
            found, self.broken = load(collection.folder / CHECKPOINTS, collection.catalogue)
        try:
            self._begin(found)
        except (ShelfError, TextsError) as wrong:
            self.broken.append(str(wrong))
            self.texts.close()
            self._begin(None)

    def _begin(self, found: Checkpoint | None) -> None:
        """From a checkpoint, or with nothing but the seeds."""
        if found is None:
            _cleared(self.folder)
        self.texts = FileTexts(self.folder / TEXTS)
        self.crawl = _assembled(self.collection, self.texts, FileShelf(self.folder / SHELVES))
        self.cues = self.crawl.reader.cues
        if found is None:
            self.crawl.begin(self.collection.run.seeds)
        else:
            if judged := self.collection.catalogue.in_force(found.seq):
                self._judged(judged)
            restore(self.crawl, found.crawl)
            self.now = found.now
            self.out = dict(_tickets(self.crawl, found.out))
        self.seq = found.seq if found else 0

    def catch_up(self) -> dict[int, str]:
        """Feed the log; the hash of the state wherever the run noted one."""
        noted = self.collection.catalogue.states()
        states = {}
        for seq, told in self.collection.catalogue.events(self.seq):
            self._hear(told)
            self.seq, self.now, self.replayed = seq, told.at, self.replayed + 1
            if seq in noted:
                states[seq] = fingerprint(snapshot(self.crawl))
        return states

    def _hear(self, told: Told) -> None:
        if told.kind == journal.TAKE:
            n, floor = journal.take_of(told)
            self.out.update((ticket.number, ticket) for ticket in self.crawl.take(told.at, n, floor))
        elif told.kind == journal.LOST:
            self.crawl.lose(told.at)
            self.out.clear()
        elif told.kind == journal.COMMAND:
            self.crawl.order(journal.settings_of(told, Settings))
        elif told.kind == journal.JUDGE:
            self._judged(told)
        elif told.kind == journal.RERANK:
            self.rerank(told.key, journal.spot_of(told))
        else:
            self.crawl.feed(self._ended(told), told.at)

    def _judged(self, told: Told) -> None:
        """The guide that was put in force, loaded: nothing is trained again."""
        name, state = self.collection.catalogue.retrained(journal.sha_of(told))
        judge = judges.find(name)
        judge.restore(unpack(state))
        self.crawl.put_in_force(judge)

    def rerank(self, key: int, spot: journal.Spot) -> None:
        """Read a page back that was fed before, and rank its waiting links again."""
        page = self.read_back(self.crawl.url_of(key), spot)
        if page is not None:
            self.crawl.rerank(key, page)

    def read_back(self, url: str, spot: journal.Spot) -> Page | None:
        """A page as it was when it was fed."""
        answer = self.collection.read(url, spot)
        return read(answer, self.cues, self.lexicon, self.crawl.settings.page_bytes or None)

    def _ended(self, told: Told) -> Ended:
        ticket = self.out.pop(told.ticket, None)
        if ticket is None or ticket.key != told.key:
            raise RebuildError(
                f"{self.collection.folder}: the log tells of ticket {told.ticket}, which this crawl never gave; "
                "was it written by another version of Lycosa?"
            )
        end = journal.ended_of(told, ticket)
        if not isinstance(end, journal.Kept):
            return end
        answer = self.collection.read(ticket.url, end.spot, end.trip)
        return self.ending(ticket, answer)

    def ending(self, ticket: Ticket, answer: Exchange) -> Ended:
        """What an answer means, parsed where it is a page."""
        return ending(ticket, answer, self.page(ticket, answer))

    def page(self, ticket: Ticket, answer: Exchange) -> Any:
        """The page of a ticket's answer; rules are none, whatever type they come as."""
        if ticket.kind == ROBOTS:
            return None
        cues = self.cues if ticket.kind == PAGE else ()
        return read(answer, cues, self.lexicon, self.crawl.settings.page_bytes or None)

    def close(self) -> None:
        """Let go of the file of URLs; what it lacks of them since the last checkpoint, the log brings back."""
        with suppress(OSError):
            self.texts.file.close()


def _tickets(crawl: Crawl, out: Sequence[Sequence[int]]) -> Iterator[tuple[int, Ticket]]:
    """The tickets that were out, made once more."""
    frontier, hosts = crawl.frontier, crawl.hosts.list_
    for number, key in out:
        row = frontier.row_of(key)
        yield number, frontier.ticket(row, number, hosts[int(frontier.table.host[row])])
    for number in crawl.errands.out:
        yield number, crawl.errands.ticket(number, hosts)


def _cleared(folder: Path) -> None:
    (folder / TEXTS).unlink(missing_ok=True)
    for old in (folder / SHELVES).glob("*.run"):
        old.unlink()


def _assembled(collection: Opened, texts: FileTexts, shelf: FileShelf) -> Crawl:
    """A crawl of the run's settings, its judges as they were put in force."""
    run, topic = collection.run, collection.topic
    strategy = strategies.find(run.strategy)
    reader = Reader(
        _judges(collection),
        strategy.uses,
        run.settings.canon,
        nofollow=run.settings.nofollow,
        languages=topic.languages,
        link_texts=link_texts(topic.scope),
        text_limit=run.settings.text_limit,
        language=topic.language,
        topic=topic,
    )
    rules = rules_for(topic, run.seeds, run.settings)
    given = kept_in(collection.folder, run.strategy)
    return Crawl(topic, strategy, reader, rules, run.settings, given=given, texts=texts, shelf=shelf)


def _judges(collection: Opened) -> dict[str, Judge]:
    """As they were begun: one that the strategy names too is the guide itself, and is asked once."""
    found: dict[str, Judge] = {}
    guides = ""
    for name, sha, state in collection.catalogue.judges():
        judge = judges.find(name)
        if found and sha == guides and repr(judge) == found[GUIDE].called:
            found[name] = found[GUIDE]
            continue
        judge.restore(unpack(state))
        guides = guides or sha
        found[name if found else GUIDE] = judge
    if not found:
        raise RebuildError(f"{collection.folder}: the catalogue holds no judge; it was never begun: delete the folder")
    return found
