"""No host and no site gives more than its budget, and what is left of a spent one leaves at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.events import Barred, Dropped
from tests.crawl.small import A, B, C, Web, crawl_of, fed, heard, one, why

if TYPE_CHECKING:
    from lycosa.strategies.records import Ticket

SUBS = [f"http://{name}.example.com/" for name in "abcd"]


def family(pages: int = 4) -> Web:
    """Four hosts of one site; every page links to all pages of the next host, and some are missing."""
    web = Web({A: " ".join(f"{sub}{n}" for sub in SUBS[:2] for n in range(pages))})
    for place, sub in enumerate(SUBS):
        links = " ".join(f"{SUBS[(place + 1) % 4]}{n}" for n in range(pages))
        web.pages |= {f"{sub}{n}": links for n in range(1, pages)}
    return web


@given(
    st.integers(0, 3),
    st.integers(0, 5),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=5, max_size=30),
)
def test_neither_is_overrun_whatever_is_in_flight(per_host, per_site, steps):
    """Tickets out count: were they all to bring pages, no budget would be overrun."""
    web = family()
    crawl = crawl_of(A, host_pages=per_host, site_pages=per_site)
    out: list[Ticket] = []
    for wanted, kept in steps:
        out += crawl.take(0.0, wanted)
        given: dict[str, set[str]] = {}
        for url in [*(ticket.url for ticket in out), *(url for url in web.fetched if url in web.pages)]:
            given.setdefault(url.split("/")[2], set()).add(url)
        counts = {host: len(urls) for host, urls in given.items()}
        assert not per_host or max(counts.values(), default=0) <= per_host
        assert not per_site or sum(n for host, n in counts.items() if host != "a.test") <= per_site
        fed(crawl, web, out[kept:])
        del out[kept:]


@pytest.mark.parametrize("rule", ["host_pages", "site_pages"])
def test_links_of_a_spent_host_leave_the_frontier_at_once_and_come_no_more(rule):
    web = Web({A: f"wolf {B}1 {C} {B}2 {B}3", B + "1": "x", C: f"{B}4 {B}2"})
    crawl = crawl_of(A, **{rule: 1})
    events = heard(crawl)
    one(crawl, web)
    assert len(crawl.frontier) == 4
    one(crawl, web)

    assert len(crawl.frontier) == 1
    assert [(event.urls, event.rule) for event in events if isinstance(event, Dropped)] == [(0, rule), (2, rule)]
    assert [one(crawl, web), one(crawl, web), why(crawl)] == [C, "", "dead_end"]
    assert [event for event in events if isinstance(event, Barred)] == [Barred(B + "4", rule), Barred(B + "2", rule)]


def test_a_ticket_that_fails_gives_its_place_back():
    web = Web({A: f"{B}1 {B}2", B + "2": "x"})
    crawl = crawl_of(A, host_pages=1)
    one(crawl, web)
    (first,) = crawl.take(0.0, 9)
    fed(crawl, web, [first])

    assert [one(crawl, web), one(crawl, web)] == [B + "2", ""]
    assert crawl.tally.pages == 2


def test_a_mate_met_while_the_site_is_spoken_for_waits_too():
    a, b = SUBS[:2]
    web = Web({A: f"{a}1 {a}2 {C}", C: f"wolf {b}1", a + "1": "x", b + "1": "y"})
    crawl = crawl_of(A, site_pages=2)
    one(crawl, web)
    out = crawl.take(0.0, 3)
    assert [ticket.url for ticket in out] == [a + "1", a + "2", C]
    fed(crawl, web, out[2:])

    assert crawl.take(0.0) == []
    fed(crawl, web, out[1:2])  # missing: one more of the site may come
    assert [ticket.url for ticket in crawl.take(0.0, 9)] == [b + "1"]


def test_a_host_keeps_its_own_limit_when_its_site_gets_a_place_back():
    a, b = SUBS[:2]
    web = Web({A: f"{a}1 {b}1 {a}2 {b}2", a + "1": "x", a + "2": "y", b + "2": "z"})
    crawl = crawl_of(A, host_pages=1, site_pages=2)
    one(crawl, web)
    out = crawl.take(0.0, 9)
    assert [ticket.url for ticket in out] == [a + "1", b + "1"]
    fed(crawl, web, out[1:])  # missing

    assert [ticket.url for ticket in crawl.take(0.0, 9)] == [b + "2"]


def test_what_comes_back_from_a_shelf_of_a_spent_host_is_dropped():
    many = " ".join(f"{B}{n}" for n in range(9))
    web = Web({A: f"wolf {many} {C}", B + "0": "x", C: f"{B}7 {B}8"})
    crawl = crawl_of(A, host_pages=1, memory=2)
    while one(crawl, web):
        pass

    assert web.fetched == [A, B + "0", C]
    assert (why(crawl), len(crawl.frontier)) == ("dead_end", 0)


def test_both_counts_come_back_with_the_state():
    web = family()
    crawl = crawl_of(A, host_pages=2, site_pages=3)
    one(crawl, web)
    crawl.take(0.0, 2)
    state = crawl.quotas.state()
    crawl.quotas.restore(state)

    assert {name: state[name].tolist() for name in state} == {
        name: crawl.quotas.state()[name].tolist() for name in ("fed", "given")
    }
    assert len(crawl.take(0.0, 9)) == 1
