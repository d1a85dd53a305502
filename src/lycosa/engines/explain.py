"""Why a URL was fetched, waits, or was left alone: from the crawl as its log tells it."""

from __future__ import annotations

import difflib
import shutil
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from lycosa.collection import past
from lycosa.collection.journal import Kept, Spot
from lycosa.collection.opened import Opened
from lycosa.collection.standing import at_work
from lycosa.crawl.endings import Failed, Moved
from lycosa.crawl.forbidding import forbidding
from lycosa.crawl.lanes import SEEDS
from lycosa.crawl.robots import robots_url
from lycosa.crawl.scope import RULES
from lycosa.crawl.table import OUT, QUEUED, WAITING
from lycosa.engines.linked import Link, Links, Step
from lycosa.engines.rebuild import SHELVES, TEXTS, Rebuilt
from lycosa.pages.errors import LycosaError
from lycosa.pages.hosts import host_key, host_of
from lycosa.pages.urls import absolute
from lycosa.webs.reasons import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

NEAR, CUTOFF, LOOKED_AT = 5, 0.6, 20_000
TERMS = 8


class ExplainError(LycosaError):
    """What cannot be explained."""


@dataclass(slots=True)
class Explained:
    """All that is known of a URL. `what`: page waiting shelved out refused failed redirect duplicate unknown."""

    url: str
    strategy: str
    what: str = "unknown"
    why: str = ""  # in words
    chain: list[Step] = field(default_factory=list)
    link: Link | None = None
    priority: float | None = None
    place: int | None = None  # in the queue, 1 is next
    waiting: int = 0  # URLs in the queue
    score: float | None = None
    language: str = ""
    title: str = ""
    hops: int | None = None  # from a seed
    terms: list[tuple[str, float]] = field(default_factory=list)
    other: str = ""  # the URL it leads to, doubles, or is known by
    near: list[str] = field(default_factory=list)  # URLs that are known and look alike


def explain(folder: Path, url: str) -> Explained:
    """Explain one URL of a hunt; also while a crawl is at work on it."""
    asked = absolute(url, "")
    if asked is None:
        raise ExplainError(f"{url}: no web address; write it like http://example.org/page")
    with rebuilt(folder) as crawl:
        return _Explaining(crawl, asked).done()


@contextmanager
def rebuilt(folder: Path) -> Iterator[Rebuilt]:
    """The crawl of a collection, brought back in a folder of its own; nothing of the collection is changed."""
    with Opened(folder) as collection, TemporaryDirectory() as scratch:
        copied = Path(scratch)
        with suppress(OSError):  # what is missing, or goes meanwhile, the log brings back
            shutil.copy(folder / TEXTS, copied)
            shutil.copytree(folder / SHELVES, copied / SHELVES)
        with closing(Rebuilt(collection, copied)) as crawl:
            crawl.catch_up()
            yield crawl


class _Explaining:
    """One URL."""

    def __init__(self, rebuilt: Rebuilt, url: str) -> None:
        self.rebuilt = rebuilt
        self.collection = rebuilt.collection
        self.crawl = rebuilt.crawl
        self.links = Links(rebuilt)
        self.key: int = self.crawl.reader.canon.key(url)
        self.told = Explained(url, self.collection.run.strategy)

    def done(self) -> Explained:
        standing = self.crawl.frontier.about(self.key)
        if page := past.page_of(self.collection, self.key):
            self._page(page)
        elif standing.rows:
            self._waits(standing.rows[0])
        elif standing.shelved:
            self.told.what = "shelved"
            self.told.why = "it waits on disk, among the least promising, until nothing better waits in memory"
            self._found_anywhere()
        elif standing.barred:
            self._refused()
        elif standing.ended:
            self._ended()
        else:
            self._unknown()
        return self.told

    # pages

    def _page(self, row: dict[str, Any]) -> None:
        told, fetched = self.told, past.fetched_as(self.collection, row)
        told.what = "page"
        told.score, told.language, told.title, told.hops = row["score"], row["lang"], row["title"], row["depth"]
        told.other = row["url"] if self.key != row["key"] else ""
        if row["depth"]:  # seeds come first, whatever they are worth
            self._kept(Spot(row["warc"], row["off"], row["len"]))
        page = self.links.page(row)
        told.terms = self.crawl.reader.explain(page)[:TERMS] if page else []
        self._way(row["via"], fetched)

    def _kept(self, spot: Spot) -> None:
        """The priority it was fetched with."""
        priority = past.fields(self.collection, spot).get("lycosa-priority", "")
        with suppress(ValueError):
            self.told.priority = float(priority)

    def _way(self, via: int, *keys: int) -> None:
        """From a seed to here. Where a redirect led here, the link is that to where it began."""
        self.told.chain = self.links.chain(via)
        aims = list(dict.fromkeys((self.key, *keys)))
        self.told.link = self.links.link(via, aims)
        if via and self.told.link is None:
            self.told.link = self.links.link(via, self._led_here(aims))

    def _led_here(self, keys: list[int]) -> list[int]:
        """The URLs from which redirects led to one of these, the nearest first."""
        canon, known = self.crawl.reader.canon, list(past.redirects(self.collection))
        found = list(keys)
        for key in found:
            found += [source for source, to in known if canon.key(to) == key and source not in found]
        return found[len(keys) :]

    # what waits

    def _waits(self, row: int) -> None:
        table, told = self.crawl.frontier.table, self.told
        told.hops = int(table.depth[row])
        told.priority = None if table.lane[row] == SEEDS else float(table.priority[row])
        if table.status[row] == OUT:
            told.what = "out"
            told.why = (
                "it is being fetched" if at_work(self.collection.folder) else "it was on its way when the run ended"
            )
        else:
            told.what = "waiting"
            told.place, told.waiting = self._place(row), len(self.crawl.frontier)
            told.why = self._held(int(table.host[row]))
        tries = self.crawl.tries.get(self.key, 0)
        if tries:
            told.why += f"; it failed {tries} times, and is tried again: {self._last_failure()}"
        self._way(int(table.via[row]))

    def _place(self, row: int) -> int:
        """How many in its lane are taken before it, and itself; sleeping hosts aside."""
        table, waiting = self.crawl.frontier.table, self.crawl.frontier.waiting
        if table.status[row] == QUEUED:
            return waiting.queue.index(row) + 1
        rows = table.rows(WAITING)
        seeds = rows[table.lane[rows] == SEEDS]
        if table.lane[row] == SEEDS:
            return len(seeds[table.arrival[seeds] <= table.arrival[row]])
        lane = rows[table.lane[rows] == table.lane[row]]
        before: int = waiting.best_first(lane).tolist().index(row)
        return len(seeds) + len(waiting.queue) + before + 1

    def _held(self, host: int) -> str:
        """Whether its host may be asked now."""
        calendar, lanes = self.crawl.calendar, self.crawl.frontier.lanes
        left = calendar.until.get(host, 0.0) - self.rebuilt.now
        if left >= 0.05:
            return f"its host is left alone for {left:.1f} seconds more"
        return "its host may not be asked yet" if lanes.held[host] else "its host may be asked now"

    def _last_failure(self) -> str:
        ends = past.endings(self.collection, self.key, self.told.url)
        reasons = [end.what.reason for end in ends if isinstance(end.what, Failed)]
        return sentence(reasons[-1]) if reasons else "no answer that counts"

    # what was left alone

    def _refused(self) -> None:
        self.told.what = "refused"
        self.told.why = self._rule() or "a rule that was in force when it was found forbade it"
        self._found_anywhere()

    def _rule(self) -> str:
        """The rule that forbids it, in words."""
        url, crawl = self.told.url, self.crawl
        host = crawl.hosts.get(host_key(host_of(url)))
        rule = crawl.scope.refusal(url) or (crawl.quotas.spent(host) if host is not None else "")
        return RULES[rule] if rule else self._robots()

    def _robots(self) -> str:
        url, robots, asked = self.told.url, self.crawl.robots, robots_url(self.told.url)
        origin = host_key(asked.removesuffix("/robots.txt"))
        rules = robots.rules.get(origin)
        if not self.crawl.settings.robots or rules is None:
            return ""
        if rules.later:
            return f"{asked} could not be had, and it is not fetched before that"
        if robots.allows(origin, url):
            return ""
        line = forbidding(rules.text, url)
        return f"{asked} forbids it" + (f": {line}" if line else "")

    def _found_anywhere(self) -> Link | None:
        """Where a link to it stands, and the way there."""
        found = self.links.anywhere(self.key)
        if found is None:
            return None
        row, self.told.link = found
        self.told.chain = self.links.chain(row["key"])
        return self.told.link

    def _ended(self) -> None:
        """It was fetched and gave no page of its own."""
        ends = past.endings(self.collection, self.key, self.told.url)
        what = ends[-1].what if ends else None
        if dead := past.dead(self.collection, self.key):
            self.told.what, self.told.why = "failed", sentence(dead[1])
            self._way(dead[0])
        elif isinstance(what, Moved):
            self.told.what, self.told.why, self.told.other = "redirect", "its server names another URL", what.to
            self._found_anywhere()
        elif isinstance(what, Kept):
            self.told.what = "duplicate"
            self._twin(what)
            self._found_anywhere()
        else:
            self._refused()

    def _twin(self, kept: Kept) -> None:
        """The page that it doubles."""
        self._kept(kept.spot)
        url = self.told.url
        self.told.why = "its page was caught under another URL"
        answer = self.collection.read(url, kept.spot, kept.trip)
        page = self.rebuilt.page(past.ticket_of(self.key, url), answer)
        if page is None:
            return
        if twin := self.crawl.seen.find(self.key, page):
            row = past.page_of(self.collection, twin.key)
            nearly = "nearly " if row and row["sha256"] != page.digest else ""
            self.told.other, self.told.why = self.crawl.url_of(twin.key), f"its text is {nearly}that of another page"
        elif page.canonical:
            self.told.other, self.told.why = page.canonical, "it says of itself that it has another URL"

    # strangers

    def _unknown(self) -> None:
        link = self._found_anywhere()
        self.told.what = "unknown"
        self.told.why = self._why_unknown(link) if link else "no page that was caught has a link to it"
        if rule := self._rule():
            self.told.why += f"; it would not be fetched: {rule}"
        if link is None:
            self.told.near = self._alike()

    def _why_unknown(self, link: Link) -> str:
        """A link stands there, and was not offered, or has left the queue."""
        depth = self.crawl.settings.depth
        if not link.followed:
            return "a link to it was found, and is not followed: nofollow, or a text that is left out"
        if depth and len(self.told.chain) > depth:
            return f"a link to it was found, {RULES['depth']}"
        host = self.crawl.hosts.get(host_key(host_of(self.told.url)))
        if host in self.crawl.frontier.overflow.barren:
            return (
                "a link to it was found, and it has left the queue: its host failed too often, or its budget is spent"
            )
        return "a link to it was found, and it left the queue: better ones took its place"

    def _alike(self) -> list[str]:
        """Known URLs that are spelled nearly so, those of its host before others."""
        self.rebuilt.texts.flush()
        host = host_of(self.told.url)
        known = dict.fromkeys(self.rebuilt.texts.path.read_text("utf-8", "replace").splitlines())
        same = [url for url in known if host_of(url) == host]
        found = difflib.get_close_matches(self.told.url, same[:LOOKED_AT], NEAR, CUTOFF)
        return found or difflib.get_close_matches(self.told.url, list(known)[:LOOKED_AT], NEAR, CUTOFF)
