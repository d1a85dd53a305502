"""Small crawls worked by hand, through the real parser and the real core."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.crawl.events import Duplicated, Fed, Lost, Redirected
from lycosa.crawl.state import pack
from lycosa.strategies.records import BARRED, FETCHED, NEW, OUT, WAITING, Moves
from tests.crawl.small import INF, A, B, C, D, Saying, Watching, Web, crawl_of, fed, heard, hunted, one


def test_the_best_page_s_links_are_fetched_first():
    web = Web({A: f"wolf wolf wolf {B} {C}", B: f"wolf {B}1", C: f"wolf wolf {C}1", B + "1": "x", C + "1": "x y"})
    hunted(web, A)

    assert web.fetched == [A, B, C, C + "1", B + "1"]


def test_every_ticket_has_one_ending_and_learn_hears_all_of_them():
    web = Web({A: f"{B} {C} {D} {A}x", B: f"-> {B}to", C: "<p>same</p>", D: "<p>same</p>", A + "x": "<p>same</p>"})
    crawl = crawl_of(A, strategy := Watching())
    events = heard(crawl)
    while one(crawl, web):
        pass

    assert strategy.ends == [
        ("page", A, ""),
        ("redirect", B, B + "to"),
        ("page", C, ""),
        ("duplicate", D, "exact"),
        ("duplicate", A + "x", "exact"),
        ("failure", B + "to", "not_recorded"),
    ]
    assert len(web.fetched) == crawl.tally.fetches == 6
    kinds = [type(event) for event in events]
    assert (kinds.count(Fed), kinds.count(Redirected), kinds.count(Duplicated), kinds.count(Lost)) == (2, 1, 2, 1)


def test_a_page_shows_its_links_as_they_stand():
    web = Web({A: f"{B} {C} {D}", B: f"{A} {B} {B} {C} {D} {A}x {A}leave", D: "y"})
    crawl = crawl_of(A, strategy := Watching(), scope={"leave_out": [A + "leave"]})
    one(crawl, web)
    b, c = crawl.take(0.0, 2)
    fed(crawl, web, [b])
    links = strategy.pages[1].links

    assert (b.url, c.url) == (B, C)
    assert links.status.tolist() == [FETCHED, FETCHED, OUT, WAITING, NEW, BARRED]
    assert links.times.tolist() == [1, 2, 1, 1, 1, 1]
    assert links.scores[:2].tolist() == [0.0, 0.0]
    assert np.isnan(links.scores[2:]).all()


def test_a_seed_s_ticket_carries_nothing():
    (ticket,) = crawl_of(A, Watching()).take(0.0)

    assert (ticket.priority, ticket.lane, ticket.via, ticket.depth, ticket.times) == (0.0, 0, 0, 0, 0)
    assert (ticket.trail["hops"], ticket.trail["near"], len(ticket.sightings)) == (0, 0.0, 0)


def test_the_trail_travels_with_the_link():
    web = Web({A: f"{B} {C}", C: f"wolf {D}"})
    crawl = crawl_of(A, Watching())
    one(crawl, web)
    b, c = crawl.take(0.0, 2)
    fed(crawl, web, [b, c])
    (d,) = crawl.take(0.0)

    assert [(t.url, int(t.trail["hops"]), float(t.trail["near"]), t.depth) for t in (b, c, d)] == [
        (B, 1, 0.0, 1),
        (C, 1, 1.0, 1),
        (D, 2, 0.0, 2),
    ]
    assert (d.via, d.priority, d.times) == (c.key, 0.5, 1)


def test_a_page_twice_seen_is_fetched_once_however_it_is_written():
    web = Web({A: f"{B} HTTP://B.test:80/#top {A}../x {A}x", B: "b"})
    hunted(web, A)

    assert web.fetched == [A, B, A + "x"]


def test_a_ticket_on_its_way_is_not_offered_again():
    web = Web({A: f"{B} {C}", B: C, C: B})
    crawl = crawl_of(A)
    one(crawl, web)
    out = crawl.take(0.0, 5)

    assert [ticket.url for ticket in out] == [B, C]
    fed(crawl, web, out)
    assert crawl.take(0.0) == []


@pytest.mark.parametrize("kept", ["<p></p>", "<p>  </p>", ""])
def test_pages_without_text_are_no_duplicates_of_each_other(kept):
    frames = {url: f'<html><a href="{url}1"></a>{kept}' for url in (B, C)}
    web = Web({A: f"{B} {C}", **frames, B + "1": "one", C + "1": "two"})
    crawl = hunted(web, A)

    assert (crawl.tally.duplicates, crawl.tally.pages) == (0, 5)


def test_links_of_a_duplicate_are_not_followed():
    text = f'<p>wolf at night</p><a href="{D}">on</a>'
    web = Web({A: f"wolf wolf {B} {C}", B: text, C: text.replace(D, D + "2"), D: "d"})
    crawl = hunted(web, A)

    assert web.fetched == [A, B, C, D]
    assert crawl.tally.pages == 3


def test_what_no_key_is_known_of_cannot_be_moved():
    web = Web({A: f"{B} {C}", B: "b", C: "c"})
    crawl = crawl_of(A, strategy := Watching())
    strategy.moves[1] = Moves(np.array([12345], np.uint64), np.array([9.0]), again=True)
    before = len(crawl.frontier)
    while one(crawl, web):
        pass

    assert before == 1
    assert web.fetched == [A, B, C]


def moving(*moves):
    """A crawl that has fetched A, has B out and C and D waiting, and then is told these moves; what it gives next."""
    web = Web({A: f"{B} {C} {D} {A}no", B: "b", C: "c", D: "d"})
    crawl = crawl_of(A, Watching(), scope={"leave_out": [A + "no"]})
    one(crawl, web)
    (b,) = crawl.take(0.0)
    key = crawl.reader.canon.key
    for urls, priority, again in moves:
        keys = np.array([key(url) for url in urls], np.uint64)
        crawl.frontier.move(Moves(keys, np.array(priority, np.float64), again=again))
    fed(crawl, web, [b])
    return [ticket.url for ticket in crawl.take(0.0, 9)], crawl


@pytest.mark.parametrize(
    ("moves", "order"),
    [
        ([], [C, D]),
        ([([D], [9.0], False)], [D, C]),
        ([([D], [INF], False)], [D, C]),
        ([([C], [-INF], False)], [D]),
        ([([C, D], [np.nan, np.nan], False)], [C, D]),
        ([([B], [INF], False), ([B], [-INF], False)], [C, D]),  # out
        ([([A], [INF], False)], [C, D]),  # fetched, and not asked for again
        ([([A], [INF], True)], [A, C, D]),
        ([([A], [np.nan], True), ([A], [-INF], True)], [C, D]),
        ([([A + "no"], [INF], True)], [C, D]),  # barred
        ([([A, A], [1.0, INF], True)], [A, C, D]),
        ([([C, C], [-INF, -INF], False)], [D]),
        ([([C, D, C], [9.0, 8.0, -1.0], False)], [D, C]),  # the later holds
        ([([A], [INF], True), ([A], [-INF], False)], [C, D]),
    ],
)
def test_moves_do_what_can_be_done_and_nothing_else(moves, order):
    given, crawl = moving(*moves)

    assert given == order
    assert len(crawl.frontier) == 0


def test_a_waiting_seed_stays_a_seed_whatever_is_offered_or_moved():
    web = Web({A: f"wolf {B}", B: "b"})
    crawl = crawl_of(f"{A} {B} {C}", strategy := Watching())
    key = crawl.reader.canon.key
    strategy.moves[1] = Moves(np.array([key(B), key(C)], np.uint64), np.array([-INF, 9.0]))
    one(crawl, web)
    b, c = crawl.take(0.0, 2)

    assert [(t.url, t.priority, int(t.trail["hops"])) for t in (b, c)] == [(B, 0.0, 0), (C, 0.0, 0)]


@pytest.mark.parametrize("merge", ["first", "last", "max", "min", "sum", "mean", "halfway"])
def test_infinities_and_nan_mean_the_same_under_every_rule(merge):
    """B is sighted again: with NaN it keeps its place, with infinity it is next, with -infinity it is gone."""
    for again, order in ((np.nan, [B, C]), (INF, [B, C]), (-INF, [C])):
        first = [0.5, 0.6, 0.4] if again == INF else [0.7, 0.8, 0.6]
        web = Web({A: f"{B} {D} {C}", D: f"{B}", B: "b", C: "c"})
        crawl = crawl_of(A, Saying(merge, first, [again], [], []))

        assert [one(crawl, web) for _ in range(2)] == [A, D]
        assert [ticket.url for ticket in crawl.take(0.0, 5)] == order


def test_what_was_withdrawn_may_be_offered_anew():
    web = Web({A: f"{B} {C}", C: f"{B} {D}", D: f"{B}", B: "b"})
    crawl = crawl_of(A, Saying("max", [0.1, 0.5], [-INF, 0.4], [0.2]))
    events = heard(crawl, Fed)

    assert [one(crawl, web) for _ in range(5)] == [A, C, D, B, ""]
    assert [event.new for event in events] == [2, 1, 1, 0]


def test_a_crawl_told_the_same_packs_to_the_same_bytes():
    web = Web({A: f"wolf {B} {C}", B: "b", C: "c"})
    states = [pack(hunted(web, A).tally.state()) for _ in range(2)]

    assert states[0] == states[1]
