"""Batches with their switches, the cap, and spacing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.lanes import ASLEEP
from lycosa.strategies.best_first_n import BestFirstN
from tests.crawl.small import A, B, C, D, Saying, Web, crawl_of, fed, one


def fan(*urls: str) -> Web:
    """A page that links to these, and they exist."""
    return Web({A: " ".join(urls), **dict.fromkeys(urls, "x")})


class Ranked(BestFirstN):
    """The first page's links from 1 downwards, all others' from 9."""

    word = ""

    def rank(self, page):
        offers = super().rank(page)
        offers.priority = (1.0 if page.number == 0 else 9.0) - 0.01 * offers.priority.cumsum() - 0.01
        offers.priority -= [0.01 * place for place in range(len(page.links))]
        return offers


def taken(crawl, web, n):
    return [one(crawl, web) for _ in range(n)]


def test_a_batch_is_used_up_before_the_frontier_is_looked_at_again():
    web = fan(B, C, D)
    web.pages[B] = f"{B}better"
    crawl = crawl_of(A, Ranked(n=2))

    assert taken(crawl, web, 6) == [A, B, C, B + "better", D, ""]


def test_a_sleeping_rest_does_not_block():
    web = fan(B, B + "1", C)
    crawl = crawl_of(A, Ranked(n=2), connections=1)
    one(crawl, web)

    assert [ticket.url for ticket in crawl.take(0.0, 5)] == [B, C]


@pytest.mark.parametrize(("sleeping", "order"), [(False, [C, D, B]), (True, [C, B, D])])
def test_sleeping_hosts_are_taken_into_a_batch_only_where_asked_for(sleeping, order):
    """B sleeps when the batch of two is made, and wakes before it is used up."""
    web = fan(B, C, D)
    crawl = crawl_of(A, Ranked(n=2, sleeping=sleeping))
    one(crawl, web)
    crawl.frontier.lanes.hold(crawl.hosts.list_.index(crawl.hosts.list_[1]), ASLEEP)
    found = [one(crawl, web)]
    crawl.frontier.lanes.release(1, ASLEEP)

    assert found + taken(crawl, web, 2) == order


@pytest.mark.parametrize(
    ("by_host", "order"), [(False, [B, B + "1", B + "2", C, C + "1"]), (True, [B, C, B + "1", C + "1", B + "2"])]
)
def test_by_host_brings_each_host_s_best_first(by_host, order):
    web = fan(B, B + "1", B + "2", C, C + "1")
    crawl = crawl_of(A, Ranked(n=5, by_host=by_host))
    one(crawl, web)

    assert taken(crawl, web, 5) == order


def test_a_floor_empties_no_frontier_into_the_batch():
    web = fan(B, C, D)
    crawl = crawl_of(A, Ranked(n=1 + 1))
    one(crawl, web)
    for _ in range(5):
        assert crawl.take(0.0, 3, floor=5.0) == []

    assert len(crawl.frontier.waiting.queue) == 2
    assert [ticket.url for ticket in crawl.take(0.0, 3, floor=0.5)] == [B, C, D]


@given(st.lists(st.lists(st.integers(0, 30), max_size=6), max_size=8), st.integers(1, 5))
def test_a_capped_frontier_keeps_the_best(pages, cap):
    """Page k offers its links with priority by their numbers; the model keeps the best `cap` after each."""
    urls = [f"{B}page{number}" for number in range(len(pages))]
    web = Web({url: " ".join(f"{C}{n}" for n in links) for url, links in zip(urls, pages, strict=True)})
    said = [[(n * 7 % 31) / 31 for n in dict.fromkeys(links)] for links in pages]
    crawl = crawl_of(" ".join(urls), Saying("max", *said), cap=cap)
    held: dict[str, float] = {}
    for links in pages:
        fed(crawl, web, crawl.take(0.0))
        for n in links:
            held.setdefault(f"{C}{n}", (n * 7 % 31) / 31)
        held = dict(sorted(held.items(), key=lambda pair: -pair[1])[:cap])
    found = [ticket.url for ticket in crawl.take(0.0, 99)]

    assert found == list(held)


def test_in_spacing_a_host_comes_once_in_so_many_tickets_while_others_wait():
    web = fan(B, B + "1", B + "2", C, C + "1", D)
    crawl = crawl_of(A, Ranked(n=1), spacing=3)
    one(crawl, web)

    assert taken(crawl, web, 7) == [B, C, D, B + "1", C + "1", B + "2", ""]


def test_spacing_yields_to_the_host_visited_longest_ago():
    web = fan(B, B + "1", C, C + "1", C + "2")
    crawl = crawl_of(A, Ranked(n=1), spacing=9)
    one(crawl, web)

    assert taken(crawl, web, 6) == [B, C, B + "1", C + "1", C + "2", ""]


def test_spacing_wakes_nobody_who_sleeps():
    web = fan(B, B + "1", C)
    crawl = crawl_of(A, Ranked(n=1), spacing=2, gap=5.0)
    fed(crawl, web, crawl.take(0.0))

    assert [one(crawl, web, now) for now in (1.0, 1.0, 1.0, 5.9, 6.0)] == [B, C, "", "", B + "1"]
