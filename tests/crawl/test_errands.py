"""robots.txt is asked for once, before the pages it rules, and what it says is obeyed."""

from __future__ import annotations

import pytest

from lycosa.crawl.endings import Failed, Moved, Ruled, Trip
from lycosa.crawl.events import Barred, Unruled
from lycosa.crawl.robots import DAY, HOPS, PATIENCE
from tests.crawl.small import A, B, C, Watching, Web, crawl_of, fed, heard, one, why

RULES = "User-agent: *\nDisallow: /den\n"


def robots(url):
    return f"{url}robots.txt"


def ruled(crawl, now=0.0, text=""):
    """Take one ticket, which must be for rules, and give them."""
    (ticket,) = crawl.take(now)
    assert ticket.kind == "robots"
    crawl.feed(Ruled(ticket, text), now)
    return ticket.url


def urls(tickets):
    return [ticket.url for ticket in tickets]


def test_rules_are_asked_for_once_and_pages_wait_for_them():
    crawl = crawl_of(f"{A} {A}1 {A}2", robots=True)
    (ticket,) = crawl.take(0.0, 9)

    assert (ticket.url, ticket.number) == (robots(A), -1)
    assert crawl.take(0.0, 9) == []
    crawl.feed(Ruled(ticket), 0.0)
    assert urls(crawl.take(0.0, 9)) == [A, A + "1", A + "2"]


def test_other_hosts_do_not_wait():
    crawl = crawl_of(f"{A} {A}1 {B}", robots=True)
    a, b = crawl.take(0.0, 9)
    crawl.feed(Ruled(b), 0.0)

    assert urls([a, b]) == [robots(A), robots(B)]
    assert urls(crawl.take(0.0, 9)) == [B]


def test_each_origin_of_a_host_has_its_own():
    crawl = crawl_of(f"{A} https://a.test/", robots=True)

    assert ruled(crawl) == robots(A)
    (page,) = crawl.take(0.0)
    assert page.url == A
    assert ruled(crawl, text="User-agent: *\nDisallow: /") == "https://a.test/robots.txt"
    assert crawl.take(0.0) == []
    assert crawl.tally.reasons == {"robots": 1}


def test_rules_cost_no_fetch_and_no_page():
    web = Web({A: f"{B}", B: "b"})
    crawl = crawl_of(A, robots=True, pages=2, fetches=2)
    ruled(crawl)
    one(crawl, web)
    ruled(crawl)
    one(crawl, web)

    assert (crawl.tally.pages, crawl.tally.fetches) == (2, 2)
    assert why(crawl) in ("", "pages")


def test_rules_obey_the_calendar():
    crawl = crawl_of(f"{A} {A}1", robots=True, gap=2.0, connections=1)
    ruled(crawl, 0.0)

    assert crawl.take(1.9) == []
    assert urls(crawl.take(2.0, 9)) == [A]


def test_a_crawl_delay_is_kept_from_the_first_page_on():
    crawl = crawl_of(f"{A} {A}1", robots=True, gap=1.0, connections=1)
    ruled(crawl, 0.0, "User-agent: *\nCrawl-delay: 7")

    assert crawl.take(6.9) == []
    assert urls(crawl.take(7.0)) == [A]


def test_what_is_forbidden_is_refused_and_said_to_all():
    strategy = Watching()
    crawl = crawl_of(f"{A}den/1 {A}garden", strategy, robots=True)
    events = heard(crawl, Barred)
    ruled(crawl, text=RULES)

    assert urls(crawl.take(0.0, 9)) == [A + "garden"]
    assert events == [Barred(A + "den/1", "robots")]
    assert strategy.ends == [("refusal", A + "den/1", "robots")]
    assert (crawl.tally.refusals, crawl.tally.reasons) == (1, {"robots": 1})


def test_what_was_forbidden_is_not_offered_again():
    web = Web({A: f"{A}den {A}1", A + "1": f"{A}den"})
    crawl = crawl_of(A, robots=True)
    ruled(crawl, text=RULES)

    assert [one(crawl, web) for _ in range(3)] == [A, A + "1", ""]
    assert crawl.tally.refusals == 1


def moved(crawl, to, now=0.0):
    (ticket,) = crawl.take(now)
    crawl.feed(Moved(ticket, to), now)
    return ticket.url


def test_five_redirects_are_followed_wherever_they_lead():
    crawl = crawl_of(A, robots=True)
    asked = [moved(crawl, f"http://other{hop}.test/robots.txt") for hop in range(HOPS)]

    assert asked == [robots(A), *(f"http://other{hop}.test/robots.txt" for hop in range(HOPS - 1))]
    assert ruled(crawl, text="User-agent: *\nDisallow: /") == f"http://other{HOPS - 1}.test/robots.txt"
    assert crawl.take(0.0) == []
    assert crawl.tally.refusals == 1


def test_after_five_there_are_no_rules():
    crawl = crawl_of(A, robots=True)
    for hop in range(HOPS + 1):
        moved(crawl, f"http://other{hop}.test/robots.txt")

    assert urls(crawl.take(0.0)) == [A]


def test_an_origin_that_fails_is_left_alone_and_asked_again():
    crawl = crawl_of(f"{A} {B}", robots=True)
    events = heard(crawl, Unruled)
    (ticket,) = crawl.take(0.0)
    crawl.feed(Failed(ticket, "http_500", may_pass=True), 0.0)
    ruled(crawl)

    assert urls(crawl.take(0.0, 9)) == [B]
    assert events == [Unruled(robots(A), "http_500")]
    assert crawl.take(PATIENCE - 1) == []
    assert ruled(crawl, PATIENCE) == robots(A)
    assert urls(crawl.take(PATIENCE)) == [A]


def test_a_wait_that_a_host_asks_for_is_kept():
    crawl = crawl_of(A, robots=True)
    (ticket,) = crawl.take(0.0)
    crawl.feed(Failed(ticket, "http_429", trip=Trip(wait=5000.0), may_pass=True, busy=True), 0.0)

    assert crawl.take(4999.0) == []
    assert ruled(crawl, 5000.0) == robots(A)


def test_rules_hold_for_a_day_and_are_asked_for_again():
    web = Web({A: f"{A}1 {A}den", A + "1": "x"})
    crawl = crawl_of(A, robots=True)
    ruled(crawl)
    one(crawl, web)
    (ticket,) = crawl.take(DAY - 1)
    fed(crawl, web, [ticket], DAY - 1)

    assert ruled(crawl, DAY, RULES) == robots(A)
    assert crawl.take(DAY) == []
    assert crawl.tally.reasons == {"robots": 1}


def test_rules_that_were_on_their_way_are_asked_for_again_before_all_else():
    crawl = crawl_of(f"{A} {B} {C}", robots=True)
    crawl.take(0.0, 2)
    crawl.lose(0.0)

    assert urls(crawl.take(0.0, 9)) == [robots(A), robots(B), robots(C)]


@pytest.mark.parametrize("on", [True, False])
def test_rules_can_be_left_alone(on):
    crawl = crawl_of(A, robots=on)

    assert urls(crawl.take(0.0)) == [robots(A) if on else A]
