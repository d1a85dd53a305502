"""How long a host is left alone: by how long it takes, what it asks for, and how often it fails."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.calendar import BACK_OFF, LONGEST_GAP, LONGEST_SLEEP
from lycosa.crawl.endings import Failed, Trip
from lycosa.crawl.events import Dropped, Lost
from lycosa.crawl.snapshot import fingerprint, restore, snapshot
from lycosa.crawl.state import pack, unpack
from tests.crawl.small import A, Web, crawl_of, fed, heard

if TYPE_CHECKING:
    from lycosa.strategies.records import Ticket

MANY = [f"http://{name}{page}.test/{page}" for name in "abcdef" for page in range(3)]


def told(crawl, ticket, now=0.0, reason="http_404", **more):
    """The host has said something that is no page."""
    wait, busy, may_pass = more.pop("wait", 0.0), more.pop("busy", False), more.pop("may_pass", False)
    crawl.feed(Failed(ticket, reason, trip=Trip(wait=wait, **more), may_pass=may_pass, busy=busy), now)


def calls(crawl, host=0, **said):
    """One more answer of a host, heard by its calendar."""
    crawl.calendar.answered(host, Trip(**said))
    return crawl.calendar.gap_of(host)


def test_the_gap_is_a_multiple_of_the_time_a_host_takes():
    crawl = crawl_of(A, gap=1.0, gap_factor=2.0)

    assert crawl.calendar.gap_of(0) == 1.0
    assert calls(crawl, seconds=3.0) == 6.0
    assert calls(crawl, seconds=1.0) == pytest.approx(2 * (0.7 * 3.0 + 0.3 * 1.0))


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=20))
def test_the_gap_is_never_under_the_floor_nor_beyond_reason(times):
    crawl = crawl_of(A, gap=1.0, gap_factor=2.0)
    for seconds in times:
        assert 1.0 <= calls(crawl, seconds=seconds) <= LONGEST_GAP


@pytest.mark.parametrize(("delay", "seconds", "gap"), [(5.0, 0.1, 5.0), (5.0, 4.0, 8.0), (0.2, 0.1, 1.0)])
def test_what_robots_asks_for_is_the_least_gap(delay, seconds, gap):
    crawl = crawl_of(A, gap=1.0, gap_factor=2.0)
    crawl.calendar.manner(0).delay = delay

    assert calls(crawl, seconds=seconds) == gap


def test_a_host_that_is_busy_is_asked_half_as_often_and_trusted_again_slowly():
    crawl = crawl_of(A, gap=1.0)
    gaps = []
    for now in range(8):
        crawl.calendar.fails(0, Trip(), now, busy=True)
        gaps.append(crawl.calendar.gap_of(0))

    assert gaps == [2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 64.0, 64.0]
    for _ in range(8):
        assert calls(crawl) < 64.0
    assert crawl.calendar.gap_of(0) == 32.0


def test_a_host_that_fails_sleeps_longer_each_time_until_it_answers():
    crawl = crawl_of(A)
    sleeps, now = [], 0.0
    for _ in range(12):
        crawl.calendar.fails(0, Trip(), now)
        sleeps.append(crawl.calendar.until[0] - now)
        now = crawl.calendar.until[0]
        crawl.calendar.wake(now)

    assert sleeps[:3] == [BACK_OFF, 2 * BACK_OFF, 4 * BACK_OFF]
    assert sleeps[-1] == LONGEST_SLEEP
    calls(crawl)
    assert crawl.calendar.fails(0, Trip(), now) == 1


def test_a_host_that_says_how_long_is_left_alone_for_as_long():
    crawl = crawl_of(A)
    crawl.calendar.fails(0, Trip(wait=77.0), 3.0, busy=True)

    assert crawl.calendar.until[0] == 80.0


def test_a_failure_that_may_pass_is_tried_again_when_the_host_has_slept():
    crawl = crawl_of(A, retries=2)
    events = heard(crawl, Lost)
    now = 0.0
    for _ in range(3):
        (ticket,) = crawl.take(now)
        told(crawl, ticket, now, "http_503", may_pass=True)
        assert crawl.take(now) == []
        now = crawl.calendar.next_wake()

    assert [event.again for event in events] == [True, True, False]
    assert (crawl.tally.fetches, crawl.tally.retries, crawl.tally.failures) == (3, 2, 1)
    assert crawl.take(1e6) == []


def test_a_failure_that_will_not_pass_is_not_tried_again():
    crawl = crawl_of(A, retries=2)
    told(crawl, crawl.take(0.0)[0])

    assert (crawl.tally.retries, crawl.tally.failures) == (0, 1)


def test_tries_are_of_a_url_and_begin_anew_when_it_came():
    crawl = crawl_of(A, retries=1, host_pages=1)
    (ticket,) = crawl.take(0.0)
    told(crawl, ticket, reason="timeout", may_pass=True)
    (again,) = crawl.take(1e3)
    fed(crawl, Web({A: "wolf"}), [again])

    assert ticket.url == again.url
    assert (crawl.tally.pages, crawl.tries) == (1, {})


def test_a_host_that_fails_too_often_is_given_up():
    crawl = crawl_of(" ".join(f"{A}{page}" for page in range(9)), retries=5, host_failures=3)
    events = heard(crawl, Dropped)
    now = 0.0
    while tickets := crawl.take(now):
        told(crawl, tickets[0], now, "timeout", may_pass=True)
        now = max(now, min(crawl.calendar.next_wake(), 1e6))

    assert crawl.tally.fetches == 3
    assert [(event.rule, event.urls) for event in events] == [("host_failures", 8)]
    assert crawl.stopped


def crowded(per_address=4, address="192.0.2.1"):
    """Three pages of each of six hosts that are known to stand at one address."""
    crawl = crawl_of(" ".join(MANY), connections=1, address_connections=per_address)
    for host in range(len(crawl.hosts)):
        crawl.calendar.answered(host, Trip(address=address))
    return crawl


def test_an_address_bears_four_at_once_and_the_next_when_one_is_back():
    crawl = crowded()
    out = crawl.take(0.0, 9)

    assert len(out) == 4
    assert crawl.take(0.0, 9) == []
    told(crawl, out[0], address="192.0.2.1")
    assert len(crawl.take(0.0, 9)) == 1


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", ""])
def test_loopback_is_no_one_s_address(address):
    assert len(crowded(address=address).take(0.0, 99)) == len(MANY)


def test_a_host_that_moves_takes_what_is_out_with_it():
    crawl = crowded()
    out = crawl.take(0.0, 9)
    told(crawl, out[0], address="192.0.2.2")
    told(crawl, out[1], address="192.0.2.2")

    assert crawl.calendar.at_address == {"192.0.2.1": 2}
    assert len(crawl.take(0.0, 9)) == 2


STEPS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.sampled_from("123")), max_size=25)


@given(STEPS)
def test_no_address_ever_has_more_and_a_crawl_brought_back_is_as_polite(steps):
    crawl, twin = crowded(2), crowded(2)
    where: dict[int, str] = {}
    out: list[Ticket] = []
    for wanted, ended, place in steps:
        restore(twin, unpack(pack(snapshot(crawl))))
        given_ = crawl.take(0.0, wanted)
        assert [ticket.url for ticket in twin.take(0.0, wanted)] == [ticket.url for ticket in given_]
        assert fingerprint(twin) == fingerprint(crawl)
        out += given_
        at = Counter(where.get(ticket.host, "192.0.2.1") for ticket in given_)
        busy = Counter(where.get(ticket.host, "192.0.2.1") for ticket in out)
        assert all(busy[address] <= 2 for address in at)
        for ticket in out[ended:]:
            where[ticket.host] = f"192.0.2.{place}"
            told(crawl, ticket, address=where[ticket.host])
        del out[ended:]
