"""Best-first and its relatives, on webs small enough to check on paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from lycosa.checks.strategies import crawl_of as world_crawl
from lycosa.checks.world import World
from lycosa.engines.replay import replay
from lycosa.engines.trace import Trace
from tests.strategies.small import fetched, order

# The anchors count among a page's words: s is 3 wolves in 4 words, t 1 in 4, u 2 in 4.
TWICE = {
    "h.test/s": "wolf*3 -> h.test/a[hare]",
    "h.test/t": "wolf hare*2 -> h.test/a[hare]",
    "h.test/u": "wolf*2 hare -> h.test/b[hare]",
}


@pytest.mark.parametrize(
    ("again", "kept"),
    [("last", 0.25), ("halfway", 0.5), ("bonus", 0.525), ("max", 0.75)],
)
def test_the_four_answers_to_a_link_that_has_a_score(again, kept):
    """García Dorado 2008 section 9.2.1: the new score; the mean; the mean times a small factor; the greater one.

    The link to a stands first on a page of 0.75, then on one of 0.25; b on one of 0.5.
    """
    found = dict(fetched(f"best_first(again={again!r})", TWICE, "h.test/s h.test/t h.test/u"))

    assert found["a"] == pytest.approx(kept, abs=1e-15)
    assert found["b"] == 0.5


def test_the_answer_decides_the_order():
    """At 0.25 a comes after b; at 0.5 it is the older of equals; above it comes first anyway."""
    seeds = "h.test/s h.test/t h.test/u"

    assert order("best_first(again='last')", TWICE, seeds) == "s t u b a"
    assert order("best_first(again='halfway')", TWICE, seeds) == "s t u a b"
    assert order("best_first", TWICE, seeds) == "s t u a b"


def test_best_first_leaves_a_poor_page_for_last():
    """Uluhan 2006 figure 5: `ux.cp = max(ux.cp, cos_sim(description, p))`. s 1/2, a 0, b 1; so d goes before c."""
    web = {
        "h.test/s": "wolf*3 hare -> h.test/a[hare] h.test/b[hare]",
        "h.test/a": "hare -> h.test/c[hare]",
        "h.test/b": "wolf -> h.test/d[wolf]",
    }

    assert fetched("best_first", web, "h.test/s") == [("s", 0), ("a", 0.5), ("b", 0.5), ("d", 1), ("c", 0)]


# s offers a, b and c at 1/2, a offers d at 1, b offers e at 0.
FORK = {
    "h.test/s": "wolf*3 -> h.test/a[hare] h.test/b[hare] h.test/c[hare]",
    "h.test/a": "wolf -> h.test/d[wolf]",
    "h.test/b": "hare -> h.test/e[hare]",
}


def test_a_batch_is_used_up_before_it_is_looked_again():
    """Uluhan 2006 figure 7 dequeues N URLs at a time: with N=2, b goes out beside a, before the better d is seen."""
    assert order("best_first", FORK, "h.test/s") == "s a d b c e"
    assert order("best_first_n(n=2)", FORK, "h.test/s") == "s a b d c e"
    assert order("best_first_n(n=3)", FORK, "h.test/s") == "s a b c d e"


def test_a_batch_may_go_from_host_to_host():
    """Four equals on two hosts: as they came, or each host's best and then each host's second."""
    web = {"h.test/s": "wolf -> a.test/1 a.test/2 b.test/1 b.test/2"}

    assert order("best_first_n(n=4)", web, "h.test/s") == "s a.test/1 a.test/2 b.test/1 b.test/2"
    assert order("best_first_n(n=4, by_host=True)", web, "h.test/s") == "s a.test/1 b.test/1 a.test/2 b.test/2"


@given(st.integers(0, 10_000), st.sampled_from(["last", "halfway", "bonus", "max"]))
@examples(max_examples=15)
def test_a_batch_of_one_is_best_first(number, again):
    assert visited(f"best_first_n(n=1, again={again!r})", number) == visited(f"best_first(again={again!r})", number)


def visited(name: str, number: int) -> list[str]:
    world = World(number, pages=60, links=6)
    crawl = world_crawl(name, world)
    trace = Trace(crawl)
    replay(crawl, world)
    assert len(trace.urls) > 40
    return trace.urls


def test_url_combined_blends_page_anchor_and_url():
    """Uluhan 2006 figure 8: page * 0.5 + anchor * 0.25 + url * 0.25.

    s is 4 wolves in 8 words. The anchor of a is 1 wolf in 2 words, its URL's words are w and a: .25 + .125 + 0.
    The anchor of wolf has none, its URL's words are w and wolf: .25 + 0 + .125. b: .25 + .25 + 0.
    """
    web = {"h.test/s": "wolf*2 hare*2 -> w.co.uk/a[hare,wolf] w.co.uk/wolf[hare] w.co.uk/b[wolf]"}

    found = dict(fetched("url_combined", web, "h.test/s"))

    assert found["w.co.uk/a"] == 0.25 + 0.125
    assert found["w.co.uk/wolf"] == 0.25 + 0.125
    assert found["w.co.uk/b"] == 0.5


def test_url_combined_takes_the_newest_blend():
    """Figure 8 assigns where best-first takes the maximum: a stands on a page of 1, then on one of 1/2."""
    web = {"h.test/s": "wolf*3 -> h.test/a[wolf]", "h.test/t": "wolf*2 hare -> h.test/a[hare]"}
    seeds = "h.test/s h.test/t"

    assert fetched("url_combined", web, seeds)[2] == ("a", 0.25)
    assert fetched("url_combined(again='max')", web, seeds)[2] == ("a", 0.75)


def test_the_weights_of_url_combined_are_options():
    web = {"h.test/s": "wolf*2 hare -> h.test/a[wolf]"}

    assert fetched("url_combined(page=0, anchor=1, url=0)", web, "h.test/s")[1] == ("a", 1)
    assert fetched("url_combined(page=1, anchor=0, url=0)", web, "h.test/s")[1] == ("a", 0.75)


def test_of_many_links_to_a_url_the_best_counts():
    """`h.test/a` stands twice, with a bad and a good anchor: 2 wolves in 4 words, the best anchor all wolf."""
    web = {"h.test/s": "wolf hare -> h.test/a[hare] h.test/a[wolf]"}

    assert fetched("url_combined", web, "h.test/s")[1] == ("a", 0.5)
