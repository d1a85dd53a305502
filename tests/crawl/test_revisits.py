"""A page may be asked for again: that costs a fetch, and no measure counts it as a new page."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.crawl.events import Fed
from lycosa.crawl.standing import sort_out
from lycosa.strategies.records import FETCHED, Moves, Offers
from tests.crawl.small import INF, A, B, C, Saying, Watching, Web, crawl_of, fed, heard, one, why


class Again(Watching):
    """Asks for the first page again after every page, once each."""

    word = ""

    def rank(self, page):
        offers = super().rank(page)
        first = self.hunt.seeds[:1]
        more = None if page.ticket.again else Moves(first, np.array([INF]), trail={"hops": 7}, again=True)
        return Offers(offers.priority, trail=offers.trail, more=more)


def moves(crawl, url, priority=INF):
    key = crawl.reader.canon.key(url)
    crawl.frontier.move(Moves(np.array([key], np.uint64), np.array([priority]), again=True))


def test_a_revisit_costs_a_fetch_and_counts_no_page():
    web = Web({A: f"wolf {B}", B: "b"})
    crawl = crawl_of(A, strategy := Again())
    events = heard(crawl, Fed)

    assert [one(crawl, web) for _ in range(5)] == [A, A, B, A, ""]
    assert (crawl.tally.fetches, crawl.tally.pages, crawl.tally.revisits, crawl.tally.relevant) == (4, 2, 2, 1)
    assert [event.again for event in events] == [False, True, False, True]
    assert [kind for kind, _, _ in strategy.ends] == ["page"] * 4
    assert len(strategy.pages) == 4


def test_a_revisit_is_marked_and_brings_the_trail_it_was_given():
    web = Web({A: f"wolf {B}", B: "b"})
    crawl = crawl_of(A, Again())
    one(crawl, web)
    (ticket,) = crawl.take(0.0)

    assert (ticket.url, ticket.again, int(ticket.trail["hops"]), ticket.priority) == (A, True, 7, INF)
    assert len(ticket.sightings) == 0


def test_revisits_spend_the_budget_of_fetches_and_not_that_of_pages():
    web = Web({A: f"wolf {B} {C}", B: "b", C: "c"})
    crawl = crawl_of(A, Again(), fetches=3)
    assert [one(crawl, web) for _ in range(4)] == [A, A, B, ""]
    assert why(crawl) == "fetches"

    crawl = crawl_of(A, Again(), pages=2)
    assert [one(crawl, web) for _ in range(4)] == [A, A, B, ""]
    assert why(crawl) == "pages"


def test_a_revisit_waits_for_its_host():
    web = Web({A: f"wolf {B}", B: "b"})
    crawl = crawl_of(A, Again(), gap=2.0)

    assert [one(crawl, web, now) for now in (0.0, 0.0, 1.9, 2.0)] == [A, B, "", A]


def test_a_page_that_changed_has_its_new_score_and_one_that_failed_its_old():
    web = Web({A: f"wolf {B}", B: "b"})
    crawl = crawl_of(A)
    one(crawl, web)
    key = crawl.reader.canon.key(A)

    def score() -> float:
        status, scores = crawl.frontier.seen([key], sort_out(crawl.known.look([key])))
        assert status.tolist() == [FETCHED]
        return float(scores[0])

    web.pages[A] = "wolf wolf wolf"
    moves(crawl, A)
    assert score() == 0.5
    (ticket,) = crawl.take(0.0)
    assert score() == 0.5
    fed(crawl, web, [ticket])
    assert score() == 0.75
    del web.pages[A]
    moves(crawl, A)
    assert one(crawl, web) == A
    assert score() == 0.75


def test_a_revisit_is_no_duplicate_of_its_first_visit():
    web = Web({A: f"wolf {B}", B: "b"})
    crawl = crawl_of(A, Again(), duplicates="near")
    while one(crawl, web):
        pass

    assert (crawl.tally.duplicates, crawl.tally.revisits) == (0, 2)


@pytest.mark.parametrize("budget", ["host_pages", "site_pages"])
def test_a_revisit_counts_nothing_against_its_host(budget):
    web = Web({A: f"wolf {A}1 {A}2", A + "1": "x", A + "2": "y"})
    crawl = crawl_of(A, Again(), **{budget: 2})

    assert [one(crawl, web) for _ in range(4)] == [A, A, A + "1", ""]
    assert why(crawl) == "dead_end"


def test_a_revisit_of_a_host_whose_budget_is_spent_does_not_wait_for_ever():
    web = Web({A: f"wolf {B}", B: "b"})
    crawl = crawl_of(A, Again(), host_pages=1)

    assert [one(crawl, web) for _ in range(3)] == [A, B, ""]
    assert why(crawl) == "dead_end"


def test_a_failed_url_may_be_tried_again():
    web = Web({A: f"wolf {B}"})
    crawl = crawl_of(A)
    one(crawl, web)
    one(crawl, web)
    web.pages[B] = "b at last"
    moves(crawl, B)

    assert [one(crawl, web), one(crawl, web)] == [B, ""]


def test_a_link_to_a_page_that_waits_to_be_visited_again_changes_nothing():
    """It is a fetched one: neither raised nor withdrawn by what another page says of it."""
    for offered in (9.0, 0.0, float("-inf")):
        web = Web({A: f"{B} {C}", B: f"{A}", C: "c"})
        crawl = crawl_of(A, Saying("last", [0.9, 0.1], [offered], []))
        one(crawl, web)
        moves(crawl, A, 0.5)
        one(crawl, web)
        (ticket,) = crawl.take(0.0)

        assert (ticket.url, ticket.again, ticket.priority, ticket.times) == (A, True, 0.5, 0)
