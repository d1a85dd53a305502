"""One stream tells all that happened: who adds it up comes to the crawl's own counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.checks.world import World
from lycosa.crawl.events import Barred, Dropped, Duplicated, Event, Fed, Lost, Redirected, Stopped
from lycosa.crawl.scope import RULES
from lycosa.strategies.best_first import BestFirst
from tests.crawl.rich import Rich, made, step
from tests.crawl.small import A, B, Web, crawl_of, heard, hunted, one

if TYPE_CHECKING:
    from lycosa.strategies.records import Ticket


@settings(max_examples=20)
@given(
    st.booleans(),
    st.fixed_dictionaries(
        {},
        optional={
            "host_pages": st.integers(1, 9),
            "depth": st.integers(1, 4),
            "pages": st.integers(1, 40),
            "url_length": st.just(22),
        },
    ),
)
def test_events_add_up_to_the_tally(rich, options):
    world = World(pages=90)
    crawl = made(Rich() if rich else BestFirst(), world, **options)
    events = heard(crawl)
    out: list[Ticket] = []
    for now in range(70):
        step(crawl, world, out, now)
    kinds = Counter(map(type, events))
    tally = crawl.tally

    assert sum(isinstance(event, Fed) and not event.again for event in events) == tally.pages
    assert sum(isinstance(event, Fed) and event.again for event in events) == tally.revisits
    assert sum(isinstance(event, Fed) and event.relevant and not event.again for event in events) == tally.relevant
    assert (kinds[Lost], kinds[Redirected], kinds[Duplicated]) == (tally.failures, tally.redirects, tally.duplicates)
    assert tally.fetches == tally.out + sum(kinds[kind] for kind in (Fed, Lost, Redirected, Duplicated))
    assert kinds[Stopped] == (crawl.stopped is not None)
    said = Counter(
        event.rule if isinstance(event, Barred) else event.reason
        for event in events
        if isinstance(event, Barred | Lost)
    )
    assert said == Counter(tally.reasons)
    assert {event.rule for event in events if isinstance(event, Barred | Dropped)} <= set(RULES)


def test_a_page_is_told_with_all_that_is_known_of_it():
    web = Web({A: f"<html lang=en><p>wolf wolf wolf</p><a href={B}>1</a><a href={B}>2</a><a href={A}>3</a>"})
    crawl = crawl_of(A)
    events = heard(crawl)
    one(crawl, web)
    (event,) = events

    assert (event.number, event.key, event.url) == (0, crawl.reader.canon.key(A), A)
    assert (event.score, event.relevant, event.depth, event.links, event.new) == (0.75, True, 0, 2, 1)


@pytest.mark.parametrize(("score", "relevant"), [(0.5, True), (0.4999, False)])
def test_relevant_is_from_the_judge_s_own_boundary_on(score, relevant):
    assert Fed(0, 1, A, score, 0, 0, 0).relevant is relevant


def test_listening_changes_nothing():
    web = Web({A: f"wolf {B}", B: "b"})
    quiet = hunted(web, A)
    crawl = crawl_of(A)
    events: list[Event] = heard(crawl)
    while one(crawl, web):
        pass

    assert events
    assert crawl.tally.state()["numbers"].tolist() == quiet.tally.state()["numbers"].tolist()
