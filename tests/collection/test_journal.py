"""All that a crawl can be told survives the log."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.collection import journal
from lycosa.collection.catalogue import Catalogue
from lycosa.collection.journal import Kept, Spot
from lycosa.crawl.endings import Came, Failed, Moved, Refused, Ruled, Trip
from lycosa.crawl.settings import LIVE, Settings
from lycosa.strategies.records import Ticket, trail_dtype

TRAIL = np.zeros(1, trail_dtype(()))

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
seconds = st.floats(0, 1e9)
tickets = st.builds(
    Ticket,
    number=st.integers(-(2**40), 2**40),
    key=st.integers(0, 2**64 - 1),
    url=words,
    host=st.integers(0, 2**64 - 1),
    priority=st.floats(allow_nan=False),
    lane=st.integers(0, 9),
    trail=st.just(TRAIL[0]),
    sightings=st.just(TRAIL[:0]),
    depth=st.integers(0, 99),
    via=st.integers(0, 2**64 - 1),
)
trips = st.builds(Trip, seconds, words, seconds)
told = st.one_of(
    st.builds(Failed, tickets, words, st.integers(0, 2**40), trips, st.booleans(), st.booleans()),
    st.builds(Moved, tickets, words, trips),
    st.builds(Refused, tickets, words, trips),
    st.builds(Ruled, tickets, trip=trips),
)
spots = st.builds(Spot, st.integers(1, 2**31), st.integers(0, 2**40), st.integers(1, 2**40))


@given(told, seconds)
def test_an_ending_without_an_answer_comes_back_as_it_was(end, now):
    row = journal.ended(end, now, None)

    assert (row.at, row.ticket, row.key) == (now, end.ticket.number, end.ticket.key)
    assert journal.ended_of(row, end.ticket) == end


@given(tickets, trips, spots, st.booleans())
def test_an_ending_with_an_answer_says_where_that_lies(ticket, trip, spot, robots):
    end = Ruled(ticket, "User-agent: *", trip) if robots else Came(ticket, None, 5, trip)  # type: ignore[arg-type]

    assert journal.ended_of(journal.ended(end, 1.0, spot), ticket) == Kept(spot, trip)


@given(seconds, st.integers(0, 1000), st.one_of(st.none(), st.floats(allow_nan=False)))
def test_what_was_asked_for_comes_back(now, n, floor):
    assert journal.take_of(journal.taken(now, n, floor)) == (n, -float("inf") if floor is None else floor)


@given(st.integers(0, 2**40), seconds)
def test_budgets_come_back(pages, limit):
    asked = Settings(pages=pages, seconds=limit)

    assert journal.settings_of(journal.ordered(1.0, asked), Settings) == asked
    assert journal.settings_of(journal.ordered(1.0, LIVE), Settings) == LIVE


@settings(max_examples=30)
@given(st.lists(told, max_size=5))
def test_the_catalogue_keeps_them_as_they_are(ends):
    rows = [journal.ended(end, 0.5, None) for end in ends]
    with TemporaryDirectory() as folder, closing(Catalogue(Path(folder) / "catalogue.sqlite")) as catalogue:
        catalogue.commit(rows, [], [])
        found = [one for _, one in catalogue.events()]

    assert found == rows
