"""A redirect is an ending; its target is a ticket of its own."""

from __future__ import annotations

import pytest

from lycosa.crawl.events import Barred, Lost, Redirected
from lycosa.pages.urls import Canon
from tests.crawl.small import A, B, C, D, Watching, Web, crawl_of, fed, heard, hunted, one, why


def test_the_target_takes_after_its_source():
    web = Web({A: f"wolf {C} {B}", B: f"-> {D}"})
    crawl = crawl_of(A, Watching())
    one(crawl, web)
    c, b = crawl.take(0.0, 2)
    fed(crawl, web, [c, b])
    (d,) = crawl.take(0.0)

    assert (d.url, d.priority, d.lane, d.depth, d.via, d.times) == (D, b.priority, b.lane, b.depth, b.via, b.times)
    assert d.trail == b.trail
    assert (b.hops, d.hops) == (0, 1)


def test_ten_redirects_are_followed_and_the_eleventh_is_a_failure():
    web = Web({f"{A}{n}": f"-> {A}{n + 1}" for n in range(20)})
    crawl = crawl_of(A + "0")
    events = heard(crawl)
    while one(crawl, web):
        pass

    assert len(web.fetched) == 11
    assert [event for event in events if isinstance(event, Lost)] == [Lost(A + "10", "redirects")]
    assert (crawl.tally.redirects, crawl.tally.failures) == (10, 1)


@pytest.mark.parametrize("to", [A, B, f"{A}#top"])
def test_a_loop_ends(to):
    web = Web({A: f"-> {to}", B: f"-> {A}"})
    crawl = hunted(web, A)

    assert len(web.fetched) == len({A, to.partition("#")[0]})
    assert why(crawl) == "dead_end"


def test_another_address_of_the_same_key_is_fetched():
    """With `www` off the key, a.test that sends to www.a.test has not been fetched yet."""
    www = "http://www.a.test/"
    crawl = crawl_of()
    crawl.reader.canon = Canon(www=True)
    crawl.begin([A])
    web = Web({A: f"-> {www}", www: B, B: "b"})

    assert [one(crawl, web) for _ in range(4)] == [A, www, B, ""]
    assert crawl.tally.pages == 2


def test_two_addresses_of_one_key_that_send_to_each_other_end():
    www = "http://www.a.test/"
    crawl = crawl_of()
    crawl.reader.canon = Canon(www=True)
    crawl.begin([A])
    web = Web({A: f"-> {www}", www: f"-> {A}"})
    while one(crawl, web):
        pass

    assert len(web.fetched) == 11


def test_a_seed_s_target_is_a_seed():
    web = Web({A: f"wolf wolf {D}", B: f"-> {C}", C: "c", D: "d"})
    crawl = crawl_of(f"{B} {A}")

    assert [one(crawl, web) for _ in range(4)] == [B, A, C, D]


def test_a_waiting_target_is_fetched_once():
    web = Web({A: f"{B} {C}", B: f"-> {C}", C: "c"})
    crawl = crawl_of(A)

    assert [one(crawl, web) for _ in range(4)] == [A, B, C, ""]


def test_a_fetched_target_is_not_fetched_again():
    web = Web({A: f"{B} {C}", B: "b", C: f"-> {B}"})
    hunted(web, A)

    assert web.fetched == [A, B, C]


def test_a_target_on_its_way_is_not_fetched_twice():
    web = Web({A: f"{B} {C}", B: f"-> {C}", C: "c"})
    crawl = crawl_of(A)
    one(crawl, web)
    out = crawl.take(0.0, 2)
    fed(crawl, web, out[:1])

    assert crawl.take(0.0) == []
    fed(crawl, web, out[1:])
    assert crawl.tally.pages == 2


def test_a_forbidden_target_is_barred_and_said_so():
    web = Web({A: f"-> {B}", B: "b"})
    crawl = crawl_of(A, scope={"stay_in": ["a.test"]})
    events = heard(crawl)
    one(crawl, web)

    assert events == [Redirected(A, B), Barred(B, "stay_in")]
    assert crawl.take(0.0) == []


def test_a_target_on_a_host_whose_budget_is_spent_is_barred():
    """Else it would wait there for ever, and the crawl never end."""
    web = Web({A: B, B: f"-> {A}2", A + "2": "x"})
    crawl = crawl_of(A, host_pages=1)
    events = heard(crawl, Barred)

    assert [one(crawl, web) for _ in range(3)] == [A, B, ""]
    assert events == [Barred(A + "2", "host_pages")]
    assert why(crawl) == "dead_end"


@pytest.mark.parametrize("rule", [{"cap": 1}, {"memory": 1}])
def test_a_target_that_the_frontier_does_not_keep_in_memory_does_no_harm(rule):
    web = Web({A: f"{B} {C} {D}", B: f"-> {B}x", C: "wolf " + " ".join(f"{C}{n}" for n in range(5)), D: f"-> {D}y"})
    crawl = crawl_of(A, **rule)
    while one(crawl, web):
        pass

    assert why(crawl) == "dead_end"


def test_the_target_was_sighted_wherever_its_source_was():
    class Remembering(Watching):
        word = ""
        remember = 2

    web = Web({A: f"wolf wolf {C} {B} {D}", B: "b", C: f"{B} {D}", D: f"-> {D}to"})
    crawl = crawl_of(A, Remembering())
    one(crawl, web)
    one(crawl, web)
    b, d = crawl.take(0.0, 2)
    fed(crawl, web, [d])
    (to,) = crawl.take(0.0)

    assert (d.url, to.url, to.times) == (D, D + "to", 2)
    assert to.sightings["near"].tolist() == d.sightings["near"].tolist() == [2.0, 1.0]
    assert b.sightings["near"].tolist() == [1.0, 0.0]
