"""Hosts are visited politely: never too many tickets at once, never too soon, and nobody waits for a sleeper."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.checks.strategies import crawl_of as world_crawl
from lycosa.checks.world import World
from lycosa.crawl.endings import Failed
from lycosa.engines.answers import ending
from lycosa.engines.replay import replay
from tests.crawl.small import A, B, C, D, Web, crawl_of, fed, hunted, one

if TYPE_CHECKING:
    from lycosa.strategies.records import Ticket

STEPS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([0.0, 0.3, 0.5, 1.0, 2.5])), max_size=40
)


def many(hosts: str = "abc", pages: int = 5) -> Web:
    """A page that links to all pages of all hosts."""
    urls = [f"http://{host}.test/{n}" for n in range(pages) for host in hosts]
    return Web({A: " ".join(urls), **dict.fromkeys(urls, "x")})


@given(STEPS, st.integers(0, 3), st.sampled_from([0.0, 0.5, 2.0]))
def test_never_too_many_at_once_and_never_too_soon(steps, connections, gap):
    """Whatever is asked for and in whatever order the endings come."""
    web = many()
    crawl = crawl_of(A, gap=gap, connections=connections)
    fed(crawl, web, crawl.take(0.0))
    now = gap
    out: list[Ticket] = []
    busy: Counter[int] = Counter()
    last: dict[int, float] = {}
    for wanted, ended, later in steps:
        for ticket in crawl.take(now, wanted):
            busy[ticket.host] += 1
            assert not connections or busy[ticket.host] <= connections
            assert now - last.get(ticket.host, -gap) >= gap
            last[ticket.host] = now
            out.append(ticket)
        now += later
        for ticket in out[ended:]:
            crawl.feed(Failed(ticket, "timeout"), now)
            busy[ticket.host] -= 1
            last[ticket.host] = now
        del out[ended:]


@given(STEPS)
def test_a_ticket_is_given_whenever_a_host_with_links_is_awake(steps):
    web, left = many(), dict.fromkeys("abc", 5)
    crawl = crawl_of(A, gap=1.0, connections=1)
    fed(crawl, web, crawl.take(0.0))
    now, out, until = 1.0, [], dict.fromkeys("abc", 0.0)
    for wanted, ended, later in steps:
        awake = [host for host in "abc" if left[host] and until[host] <= now]
        given = crawl.take(now, wanted)
        assert len(given) == min(wanted, len(awake))
        for ticket in given:
            host = ticket.url[7]
            left[host] -= 1
            until[host] = float("inf")
            out.append(ticket)
        now += later
        for ticket in out[ended:]:
            crawl.feed(Failed(ticket, "timeout"), now)
            until[ticket.url[7]] = now + 1.0
        del out[ended:]


def test_the_best_url_whose_host_is_awake_is_next():
    web = Web({A: f"wolf wolf {B}1 {C}1 {B}2 {D}1", B + "1": "x", C + "1": "y", B + "2": "z", D + "1": "w"})
    crawl = crawl_of(A, connections=1)
    one(crawl, web)
    out = crawl.take(0.0, 9)

    assert [ticket.url for ticket in out] == [B + "1", C + "1", D + "1"]
    fed(crawl, web, out[:1])
    assert [ticket.url for ticket in crawl.take(0.0, 9)] == [B + "2"]


def test_a_gap_counts_from_the_ending_and_from_the_ticket():
    web = many("a", 9)
    crawl = crawl_of(A, gap=1.0)
    fed(crawl, web, crawl.take(0.0), 5.0)

    assert crawl.take(5.9, 9) == []
    first = crawl.take(6.0, 9)
    assert len(first) == 1
    assert crawl.take(6.9, 9) == []
    assert len(crawl.take(7.0, 9)) == 1  # any number at once, but one gap between them


def test_a_host_that_asked_for_rest_is_left_alone_for_as_long():
    web = many("ab", 2)
    crawl = crawl_of(A, gap=1.0)
    (ticket,) = crawl.take(0.0)
    crawl.calendar.sleep(crawl.hosts[ticket.host], 60.0)
    fed(crawl, web, [ticket])

    assert [one(crawl, web, now) for now in (0.0, 1.0, 2.0, 59.9, 60.0)] == [B + "0", B + "1", "", "", A + "0"]


def test_sleep_is_never_shortened():
    web = many("a", 2)
    crawl = crawl_of(A)
    (ticket,) = crawl.take(0.0)
    crawl.calendar.sleep(0, 9.0)
    crawl.calendar.sleep(0, 3.0)
    fed(crawl, web, [ticket])

    assert crawl.calendar.next_wake() == 9.0
    assert (crawl.take(3.0), len(crawl.take(9.0))) == ([], 1)
    assert crawl.calendar.next_wake() == float("inf")


def test_a_crawl_with_a_gap_takes_as_long_as_its_slowest_host():
    """Ten pages of one host, one second apart, half a second each: nine gaps and ten answers."""
    web = Web({A: " ".join(f"{A}{n}" for n in range(9)), **{f"{A}{n}": "x" for n in range(9)}})
    crawl = crawl_of(A, gap=1.0)
    replay(crawl, web, in_flight=4)

    assert crawl.calendar.next_wake() == 10 * 0.5 + 9 * 1.0 + 1.0
    assert crawl.tally.pages == 10


@pytest.mark.parametrize("in_flight", [1, 4])
def test_politeness_changes_the_order_and_not_what_is_fetched(in_flight):
    web = many("abcd", 4)
    rude = hunted(web, A, in_flight=in_flight)
    fetched = sorted(web.fetched)
    web.fetched.clear()
    polite = hunted(web, A, in_flight=in_flight, gap=0.7, connections=1)

    assert sorted(web.fetched) == fetched
    assert (rude.tally.pages, polite.tally.pages) == (17, 17)


def test_wakes_come_back_with_the_state():
    web = many("ab", 3)
    crawl = crawl_of(A, gap=2.0)
    one(crawl, web)
    crawl.calendar.sleep(1, 7.0)
    state = crawl.calendar.state()
    crawl.calendar.restore(state)

    assert crawl.calendar.next_wake() == 2.0
    assert [one(crawl, web, now) for now in (1.9, 2.0, 4.0, 7.0)] == ["", A + "0", A + "1", B + "0"]


def test_tickets_go_out_in_order_of_time_for_every_host_of_a_world():
    world = World()
    crawl = world_crawl("best_first", world)
    crawl.calendar.gap = 1.5
    visits: dict[int, list[float]] = {}
    now = 0.0
    for _ in range(200):
        now += 0.1
        for ticket in crawl.take(now, 3):
            visits.setdefault(ticket.host, []).append(now)
            crawl.feed(ending(ticket, *world.get(ticket.url)), now)

    assert sum(map(len, visits.values())) > 60
    assert all(after - before >= 1.5 - 1e-9 for times in visits.values() for before, after in pairwise(times))
