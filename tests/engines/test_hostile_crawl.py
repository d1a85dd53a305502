"""A whole hunt among all the sins there are: it ends, in bounded time and memory, and every failure has its name."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from lycosa.archive.reader import records
from lycosa.collection.opened import Opened
from lycosa.crawl.events import Barred, Duplicated, Fed, Lost, Redirected, Unruled
from lycosa.crawl.scope import RULES
from lycosa.engines.answers import CUT
from lycosa.engines.rebuild import Rebuilt
from lycosa.engines.verify import verify
from lycosa.strategies.records import PAGE
from lycosa.webs.reasons import REASONS
from tests.engines.besieged import FETCHES, page_of, ruled, trap
from tests.webs.hostile import SINS, hostile
from tests.webs.live.test_sins import FAILURES, STATUSES, TRUNCATED
from tests.webs.traps import TRAPS

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.strategies.records import Ticket

MEMORY = 450  # MB; a hunt of one page takes 100, this one 300
TIME = 150.0  # seconds for what takes 15 where nothing else runs
CHAIN = 11  # redirects: ten are followed
UNASKED = {"redirect_file": "http_301"}  # leads to what is no web page
RULED_OUT = {  # robots.txt that gave no answer that counts; a redirect's is that of the place it leads to
    **{sin: reason for sin, reason in FAILURES.items() if reason != "content_type"},
    **{f"status_{status}": f"http_{status}" for status in (429, 500, 503, 999)},
    **{sin: "cut" for sin, why in TRUNCATED.items() if why in CUT and sin != "bomb_gzip_members"},  # capped before
    "redirect_private": "address",
    "redirect_inside": "address",
}


class Siege(NamedTuple):
    """The hunt as it was, and as its log tells it."""

    folder: Path
    told: dict[str, Any]
    wall: float
    tickets: list[Ticket]
    events: list[Any]

    @property
    def endings(self) -> list[tuple[str, str]]:
        """URL and what became of it, in order; pages, which may go by another name, aside."""
        return [
            (event.url, _ending(event)) for event in self.events if isinstance(event, Lost | Redirected | Duplicated)
        ]

    def first(self, url: str) -> str:
        return next((how for known, how in self.endings if known == url), "")


def _ending(event: Any) -> str:
    return event.reason if isinstance(event, Lost) else type(event).__name__


@pytest.fixture(scope="module")
def siege(tmp_path_factory, root) -> Siege:
    folder = tmp_path_factory.mktemp("siege")
    began = time.monotonic()
    with hostile() as port:
        command = [sys.executable, "-m", "tests.engines.besieged", str(port), str(folder / "hunt")]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=2 * TIME)
    assert done.returncode == 0, done.stderr
    return Siege(folder / "hunt", json.loads(done.stdout), time.monotonic() - began, *replayed(folder))


def replayed(folder: Path) -> tuple[list[Ticket], list[Any]]:
    """All tickets and all events, from nothing but the log and the archive."""
    tickets: list[Ticket] = []
    events: list[Any] = []
    with (
        Opened(folder / "hunt") as collection,
        closing(Rebuilt(collection, folder, checkpoints=False)) as rebuilt,
    ):
        crawl, take = rebuilt.crawl, rebuilt.crawl.take
        crawl.listeners.append(events.append)

        def taking(now: float, n: int = 1, floor: float = -float("inf")) -> list[Ticket]:
            tickets.extend(given := take(now, n, floor))
            return given

        crawl.take = taking  # type: ignore[method-assign]  # watched, not replaced
        rebuilt.catch_up()
    return tickets, events


def test_it_ends_in_bounded_time_and_memory(siege):
    assert siege.told["stopped"] == "fetches"
    assert siege.told["fetches"] == FETCHES
    assert siege.wall < TIME
    assert siege.told["peak"] < MEMORY


def test_every_url_asked_for_has_an_ending_and_none_has_two(siege):
    asked = Counter(ticket.url for ticket in siege.tickets if ticket.kind == PAGE)
    ended = Counter(event.url for event in siege.events if isinstance(event, Fed | Lost | Redirected | Duplicated))

    assert sum(asked.values()) == FETCHES
    assert ended == asked


def test_every_ending_has_a_sentence(siege):
    reasons = {event.reason for event in siege.events if isinstance(event, Lost | Unruled)}
    rules = {event.rule for event in siege.events if isinstance(event, Barred)}

    assert {reason for reason in reasons if not reason.startswith("http_")} <= set(REASONS)
    assert rules <= set(RULES)
    assert set(siege.told["reasons"]) <= {*REASONS, *RULES} | {r for r in reasons if r.startswith("http_")}
    assert "fault" not in reasons


def test_every_sin_of_a_page_has_its_right_name(siege):
    """Those that are pages came, were redirects, or said the same as a page that had come."""
    told = {
        **FAILURES,
        **{sin: "Redirected" for sin, status in STATUSES.items() if status < 400},
        **{sin: f"http_{status}" for sin, status in STATUSES.items() if status >= 400},
        **UNASKED,
    }

    assert {sin: siege.first(page_of(sin)) for sin in told} == told
    came = {event.url for event in siege.events if isinstance(event, Fed)}
    others = set(SINS) - set(told)
    assert {sin for sin in others if page_of(sin) not in came and siege.first(page_of(sin)) != "Duplicated"} == set()


def test_every_sin_of_a_robots_txt_is_named_or_no_hindrance(siege):
    unruled = {event.url: event.reason for event in siege.events if isinstance(event, Unruled)}
    asked = {ticket.url for ticket in siege.tickets}
    silent = {sin: unruled.get(ruled(sin).replace("fine", "robots.txt")) for sin in RULED_OUT if "redirect" not in sin}

    assert silent == {sin: reason for sin, reason in RULED_OUT.items() if "redirect" not in sin}
    assert {sin for sin in SINS if ruled(sin) not in asked} == set(RULED_OUT)
    assert {url for url, reason in unruled.items() if reason == "address"} == {
        "http://169.254.169.254/",
        "http://[::ffff:a00:1]/",
        "http://169.254.169.254/robots.txt",
        "http://[::ffff:a00:1]/robots.txt",
    }


def test_a_chain_of_redirects_ends(siege):
    steps = [url for url, how in siege.endings if "on-redirect-chain" in url and how == "Redirected"]

    assert len(steps) == CHAIN - 1
    assert ("redirects" in siege.told["reasons"]) == 1


def test_no_trap_holds_the_hunt(siege):
    """Each was looked into, and what a trap gives beyond its first pages are no pages."""
    asked = Counter(ticket.url.split("/")[2] for ticket in siege.tickets if ticket.kind == PAGE)
    caught = Counter(event.url.split("/")[2] for event in siege.events if isinstance(event, Fed))

    assert all(asked[trap(name).split("/")[2]] > 1 for name in TRAPS)
    assert caught["in-sessions.test"] <= 4
    assert caught["in-sorry.test"] <= 2
    assert caught["in-mirror.test"] + caught["two.in-mirror.test"] <= 4


def test_the_collection_is_whole(siege):
    found = verify(siege.folder)

    assert found.faults == ()
    assert found.events > FETCHES
    files = sorted((siege.folder / "warc").iterdir())
    assert sum(1 for file in files for record in records(file) if not record.fault) == found.records
