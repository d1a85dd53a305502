"""What becomes of URLs whose host gives no rules: they wait, or nobody is there and they are dead links."""

from __future__ import annotations

import pytest

from lycosa.crawl.calendar import BACK_OFF
from lycosa.crawl.endings import Failed, Moved, Ruled
from lycosa.crawl.events import Unreached, Unruled
from lycosa.crawl.robots import DAY, DEAD, PATIENCE, UNKNOWN
from lycosa.crawl.snapshot import fingerprint
from lycosa.strategies.records import PAGE, ROBOTS
from tests.crawl.small import A, B, crawl_of, heard, why

AWAY = ["dns", "refused", "unreachable", "timeout_connect"]


def asked(crawl, now):
    """What goes out now, one thing at most."""
    tickets = crawl.take(now)
    return [(ticket.kind, ticket.url) for ticket in tickets], tickets


@pytest.mark.parametrize("reason", AWAY)
def test_nobody_is_there_when_as_many_tries_as_for_a_page_say_so(reason):
    crawl = crawl_of(f"{A}1 {A}2", robots=True, retries=2, patience=60.0)
    events, now = heard(crawl), 0.0
    for tries in range(3):
        found, tickets = asked(crawl, now)
        assert found == [(ROBOTS, A + "robots.txt")]
        crawl.feed(Failed(tickets[0], reason, may_pass=True), now)
        assert crawl.take(now) == []
        now += BACK_OFF * 2.0**tries
    assert crawl.take(now) == []

    assert [event.url for event in events if isinstance(event, Unreached)] == [A + "1", A + "2"]
    assert sum(isinstance(event, Unruled) for event in events) == 3
    assert (why(crawl), crawl.tally.failures, crawl.tally.fetches) == ("dead_end", 2, 0)


@pytest.mark.parametrize("reason", ["address", "tls"])
def test_what_will_not_pass_is_tried_once(reason):
    crawl = crawl_of(A, robots=True, retries=2)
    events = heard(crawl, Unreached)
    crawl.feed(Failed(crawl.take(0.0)[0], reason), 0.0)
    assert crawl.take(0.0) == []

    assert [(event.url, event.reason) for event in events] == [(A, reason)]


@pytest.mark.parametrize("reason", ["http_503", "http_500", "timeout_first_byte", "disconnected", "protocol", "cut"])
def test_a_host_that_was_reached_is_never_given_up(reason):
    crawl = crawl_of(A, robots=True, retries=0)
    (ticket,) = crawl.take(0.0)
    crawl.feed(Failed(ticket, reason, may_pass=True), 0.0)

    assert crawl.take(PATIENCE - 1.0) == []
    assert asked(crawl, PATIENCE)[0] == [(ROBOTS, A + "robots.txt")]
    assert crawl.stopped is None


def test_a_host_is_not_given_up_for_the_place_its_rules_moved_to():
    crawl = crawl_of(A, robots=True, retries=0)
    crawl.feed(Moved(crawl.take(0.0)[0], B + "robots.txt"), 0.0)
    (ticket,) = crawl.take(0.0)
    crawl.feed(Failed(ticket, "dns", may_pass=True), 0.0)

    assert ticket.url == B + "robots.txt"
    assert crawl.take(PATIENCE - 1.0) == []
    assert asked(crawl, PATIENCE)[0] == [(ROBOTS, A + "robots.txt")]


def test_who_was_away_is_asked_again_after_a_day():
    crawl = crawl_of(A, robots=True)
    (ticket,) = crawl.take(0.0)
    crawl.feed(Failed(ticket, "dns", may_pass=True), 0.0)

    assert crawl.robots.standing(ticket.key, DAY - 1.0) == DEAD
    assert crawl.robots.standing(ticket.key, DAY) == UNKNOWN


def test_another_origin_of_the_host_is_asked_all_the_same():
    crawl = crawl_of(f"https://a.test:99/ {A}", robots=True)
    crawl.feed(Failed(crawl.take(0.0)[0], "tls"), 0.0)
    (ticket,) = crawl.take(0.0)
    crawl.feed(Ruled(ticket), 0.0)

    assert ticket.url == A + "robots.txt"
    assert asked(crawl, 0.0)[0] == [(PAGE, A)]


def test_the_state_knows_who_is_away():
    made = [crawl_of(f"{A}1 {B}", robots=True) for _ in range(2)]
    for crawl in made:
        crawl.feed(Failed(crawl.take(0.0)[0], "address"), 0.0)
    made[1].robots.restore(made[0].robots.state())

    assert fingerprint(made[0]) == fingerprint(made[1])
    assert [ticket.url for ticket in made[1].take(0.0)] == [B + "robots.txt"]
