"""Replay: the virtual clock, so many tickets out at once, and the same crawl every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from lycosa.checks.strategies import crawl_of as world_crawl
from lycosa.checks.world import World
from lycosa.crawl.settings import Settings
from lycosa.crawl.snapshot import fingerprint
from lycosa.engines.replay import LATENCY, replay
from lycosa.engines.trace import Trace
from tests.strategies.small import Small, crawl_of

if TYPE_CHECKING:
    from lycosa.strategies.records import Ticket

# Two pages of host a, one of b, found in this order from the seed on s.
HOSTS = {
    "s.test/": "x -> a.test/1 a.test/2 b.test/1",
    "a.test/1": "x",
    "a.test/2": "x",
    "b.test/1": "x",
}


def timed(settings: Settings, in_flight: int, pages: dict[str, str] | None = None) -> list[tuple[str, float, float]]:
    """Each fetch: URL, when its ticket went out, when its answer came."""
    web = Small(pages or HOSTS)
    crawl = crawl_of("breadth_first", ["s.test/"], settings)
    take, feed = crawl.take, crawl.feed
    out: dict[str, float] = {}
    found = []

    def taking(now: float, n: int = 1) -> list[Ticket]:
        tickets = take(now, n)
        out.update((ticket.url, now) for ticket in tickets)
        return tickets

    def feeding(ended, now: float) -> None:
        found.append((ended.ticket.url.removeprefix("http://"), out[ended.ticket.url], now))
        feed(ended, now)

    crawl.take, crawl.feed = taking, feeding  # type: ignore[method-assign, assignment]  # watched, not replaced
    replay(crawl, web, in_flight)
    return found


def test_one_at_a_time_each_fetch_takes_half_a_second():
    assert LATENCY == 0.5
    assert timed(Settings(), 1) == [
        ("s.test/", 0, 0.5),
        ("a.test/1", 0.5, 1),
        ("a.test/2", 1, 1.5),
        ("b.test/1", 1.5, 2),
    ]


def test_three_in_flight_go_out_together():
    """The seed is alone; then all three leave at once and come back in the order they left."""
    assert timed(Settings(), 3) == [
        ("s.test/", 0, 0.5),
        ("a.test/1", 0.5, 1),
        ("a.test/2", 0.5, 1),
        ("b.test/1", 0.5, 1),
    ]


def test_a_gap_lets_another_host_go_first():
    """A gap of 10 s after the answer of 1.0: a may be visited again at 11.0, b in the meantime."""
    assert timed(Settings(gap=10.0, connections=1), 1) == [
        ("s.test/", 0, 0.5),
        ("a.test/1", 0.5, 1),
        ("b.test/1", 1, 1.5),
        ("a.test/2", 11, 11.5),
    ]


def test_one_connection_a_host_holds_back_its_second_page():
    """Three may be in flight, but a.test/2 waits until a.test/1 has come."""
    assert timed(Settings(connections=1), 3) == [
        ("s.test/", 0, 0.5),
        ("a.test/1", 0.5, 1),
        ("b.test/1", 0.5, 1),
        ("a.test/2", 1, 1.5),
    ]


def test_gap_and_connections_together():
    """Host b is asked while a sleeps, and never two of a host closer than the gap."""
    pages = {"s.test/": "x -> " + " ".join(f"{host}.test/{n}" for n in range(3) for host in "ab")}
    pages |= {f"{host}.test/{n}": "x" for n in range(3) for host in "ab"}
    found = timed(Settings(gap=2.0, connections=1), 2, pages)

    assert [row[:2] for row in found[1:]] == [
        ("a.test/0", 0.5),
        ("b.test/0", 0.5),
        ("a.test/1", 3),
        ("b.test/1", 3),
        ("a.test/2", 5.5),
        ("b.test/2", 5.5),
    ]


def test_what_went_out_is_not_moved_by_what_came():
    """Four links of a page at 0: with two in flight the second is out before the first brings a page of 1."""
    pages = {
        "s.test/": "hare -> s.test/a s.test/b s.test/c",
        "s.test/a": "wolf -> s.test/good[wolf]",
        "s.test/b": "x",
        "s.test/c": "x",
        "s.test/good": "wolf",
    }
    for in_flight, order in ((1, "a good b c"), (2, "a b good c"), (3, "a b c good")):
        web = Small(pages)
        replay(crawl_of("best_first", ["s.test/"], Settings(duplicates="off")), web, in_flight)
        assert " ".join(url.removeprefix("http://s.test/") for url in web.asked[1:]) == order


@given(st.integers(0, 10_000), st.integers(1, 5), st.sampled_from([0.0, 3.0]), st.sampled_from([0, 1, 2]))
@examples(max_examples=15)
def test_the_same_inputs_make_the_same_crawl(number, in_flight, gap, connections):
    prints = []
    for _ in range(2):
        world = World(number, pages=40, links=5)
        crawl = world_crawl("best_first", world)
        crawl.calendar.gap, crawl.calendar.connections = gap, connections
        trace = Trace(crawl)
        replay(crawl, world, in_flight)
        prints.append((trace.urls, trace.scores, fingerprint(crawl)))

    assert prints[0] == prints[1]
    assert prints[0][0]


@given(st.integers(0, 10_000), st.integers(1, 4), st.floats(0.5, 20))
@examples(max_examples=15)
def test_politeness_changes_when_and_not_how_much(number, in_flight, gap):
    """Everything that can be reached is fetched, however long the hosts sleep."""
    found = []
    for sleep in (0.0, gap):
        world = World(number, pages=40, links=5)
        crawl = world_crawl("breadth_first", world)
        crawl.calendar.gap = sleep
        trace = Trace(crawl)
        stopped = replay(crawl, world, in_flight)
        assert stopped.reason == "dead_end"
        found.append(sorted(trace.urls))

    assert found[0] == found[1]


@pytest.mark.parametrize("in_flight", [1, 4])
def test_a_budget_of_fetches_is_kept_to_the_last_one(in_flight):
    world = World()
    crawl = world_crawl("breadth_first", world)
    crawl.settings = Settings(fetches=17)
    trace = Trace(crawl)

    assert replay(crawl, world, in_flight).reason == "fetches"
    assert len(trace.urls) == crawl.tally.fetches == 17


def test_time_is_crawl_time():
    """Of 1.6 s four fetches of half a second begin: at 0, 0.5, 1 and 1.5."""
    crawl = crawl_of("breadth_first", ["s.test/"], Settings(seconds=1.6))
    web = Small({"s.test/": "x -> " + " ".join(f"s.test/{n}" for n in range(9))})

    assert replay(crawl, web).reason == "time"
    assert len(web.asked) == 4


def test_no_seed_ends_at_once():
    assert replay(crawl_of("breadth_first", []), Small({})).reason == "dead_end"
