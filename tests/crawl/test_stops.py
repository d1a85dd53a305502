"""Budgets are never overrun, whatever is in flight, and every end says why in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.checks.topic import TOPIC
from lycosa.checks.world import World
from lycosa.crawl.events import Fed, Stopped
from lycosa.crawl.settings import Settings
from lycosa.engines.hunts import assemble, reader_for
from lycosa.engines.replay import replay
from lycosa.strategies.best_first import BestFirst
from tests.crawl.small import A, B, C, Web, crawl_of, fed, heard, hunted, one, why


def chain(pages: int) -> Web:
    return Web({f"{A}{n}": f"{'wolf ' * (n < 3)} {A}{n + 1}" for n in range(pages)})


def of_world(**options):
    world, strategy, settings = World(), BestFirst(), Settings(**options)
    reader = reader_for(TOPIC, strategy, "cosine", [world.page(0)], settings)
    return assemble(TOPIC, strategy, reader, [world.url(page) for page in range(5)], settings), world


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "pages": st.integers(1, 30),
            "fetches": st.integers(1, 40),
            "host_pages": st.integers(1, 4),
            "site_pages": st.integers(1, 6),
            "cap": st.integers(1, 20),
            "depth": st.integers(1, 3),
        },
    ),
    st.integers(1, 6),
)
def test_no_budget_is_overrun_with_some_in_flight(options, in_flight):
    crawl, world = of_world(**options)
    events = heard(crawl, Fed)
    stopped = replay(crawl, world, in_flight)
    pages: dict[str, int] = {}
    for event in events:
        host = event.url.split("/")[2]
        pages[host] = pages.get(host, 0) + 1

    assert crawl.tally.pages == len(events) <= options.get("pages", 999)
    assert crawl.tally.fetches <= options.get("fetches", 999)
    assert max(pages.values(), default=0) <= min(options.get("host_pages", 999), options.get("site_pages", 999))
    assert max((event.depth for event in events), default=0) <= options.get("depth", 999)
    assert stopped.reason in {"pages", "fetches", "dead_end"}
    assert stopped.words


@pytest.mark.parametrize(
    ("options", "reason", "words"),
    [
        ({"pages": 2}, "pages", "the budget of 2 pages is used up"),
        ({"fetches": 3}, "fetches", "the budget of 3 fetches is used up"),
        ({"seconds": 1.5}, "time", "the time of 1.5 seconds is up"),
        ({"size": 1}, "bytes", "the budget of 1 bytes is used up"),
        ({}, "dead_end", "nothing is left to fetch after 9 pages: no link is waiting"),
        (
            {"dry_window": 4, "dry_floor": 0.5},
            "dry",
            "the harvest dried up: of the last 4 pages only 25.0% were relevant",
        ),
    ],
)
def test_every_end_says_why_in_words(options, reason, words):
    crawl = crawl_of(A + "0", **options)
    events = heard(crawl, Stopped)
    replay(crawl, chain(9))

    assert events == [Stopped(reason, words)]
    assert crawl.stopped == events[0]


def test_without_a_page_the_seeds_are_named():
    assert "check the seeds" in hunted(Web({}), A).stopped.words  # type: ignore[union-attr]
    assert "check the seeds" in hunted(Web({}), "").stopped.words  # type: ignore[union-attr]


def test_an_empty_frontier_is_no_dead_end_while_something_is_in_flight():
    web = Web({A: B, B: "b"})
    crawl = crawl_of(A)
    out = crawl.take(0.0, 3)

    assert (crawl.take(0.0, 3), why(crawl)) == ([], "")
    fed(crawl, web, out)
    assert [one(crawl, web), one(crawl, web), why(crawl)] == [B, "", "dead_end"]


def test_sleeping_hosts_are_no_dead_end():
    web = Web({A: A + "1", A + "1": "x"})
    crawl = crawl_of(A, gap=9.0)
    one(crawl, web)

    assert (crawl.take(1.0), why(crawl)) == ([], "")
    assert one(crawl, web, 9.0) == A + "1"


def test_a_url_below_the_floor_is_no_dead_end():
    web = Web({A: f"wolf {B}", B: "b"})
    crawl = crawl_of(A)
    one(crawl, web)

    assert (crawl.take(0.0, 1, floor=0.6), why(crawl)) == ([], "")
    assert len(crawl.take(0.0, 1, floor=0.5)) == 1


def test_pages_on_their_way_count_until_they_fail():
    web = Web({A: f"{B} {C} {A}1 {A}2", A + "1": "x"})
    crawl = crawl_of(A, pages=3)
    one(crawl, web)
    out = crawl.take(0.0, 9)

    assert len(out) == 2
    assert (crawl.take(0.0), why(crawl)) == ([], "")
    fed(crawl, web, out)  # both are missing
    assert [ticket.url for ticket in crawl.take(0.0, 9)] == [A + "1", A + "2"]


def test_no_ticket_goes_out_when_time_or_bytes_are_up():
    crawl = crawl_of(A, seconds=5.0)
    assert (crawl.take(5.0), why(crawl)) == ([], "time")

    web = chain(9)
    hunted(web, A + "0", size=200)
    size = 0
    for url in web.fetched[:-1]:
        size += len(web.get(url)[0].body)  # type: ignore[union-attr]
        assert size < 200


def test_who_has_stopped_gives_no_more():
    web = chain(9)
    crawl = hunted(web, A + "0", pages=2)

    assert crawl.take(0.0, 9) == []
    assert len(web.fetched) == 2


def test_a_harvest_is_dry_only_over_a_full_window():
    web = chain(20)  # three relevant pages, then none
    assert hunted(web, A + "0", dry_window=5, dry_floor=0.1).tally.pages == 8
    assert hunted(web, A + "0", dry_window=20, dry_floor=0.1).tally.pages == 20
    assert why(hunted(web, A + "0", dry_window=5)) == "dead_end"
