"""The strategies that read nothing, on webs small enough to check on paper."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from lycosa import strategies
from lycosa.checks.strategies import crawl_of as world_crawl
from lycosa.checks.topic import TOPIC
from lycosa.checks.world import World
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import ending
from lycosa.engines.hunts import assemble, reader_for
from lycosa.engines.replay import replay
from lycosa.engines.trace import Trace
from tests.strategies.small import fetched, order


def links(**pages: str) -> dict[str, str]:
    """Pages of the host h.test by name, each the names it links to."""
    return {f"h.test/{name}": "x -> " + " ".join(f"h.test/{to}" for to in to.split()) for name, to in pages.items()}


TREE = links(s="a b", a="c", b="d", c="e", d="", e="")


def test_breadth_first_goes_level_by_level():
    """Uluhan 2006 figure 3: `ux.cp = u.cp - a`, the queue used as FIFO."""
    assert fetched("breadth_first", TREE, "h.test/s") == [
        ("s", 0),
        ("a", -1),
        ("b", -1),
        ("c", -2),
        ("d", -2),
        ("e", -3),
    ]


def test_breadth_first_keeps_a_page_where_it_was_first_found():
    """Figure 3 keeps the larger priority: a link found again further down changes nothing."""
    assert order("breadth_first", links(s="a b", a="c b", b="", c="b"), "h.test/s") == "s a b c"


def test_depth_first_follows_the_newest_page_down():
    """Uluhan 2006 figure 2: `ux.cp = max(ux.cp, u.cp + a)`; b is found at 1, and again at 3 before d."""
    web = links(s="a b", a="c", c="b d", b="e", d="", e="")

    assert fetched("depth_first", web, "h.test/s") == [("s", 0), ("a", 1), ("c", 2), ("b", 3), ("e", 4), ("d", 3)]


def test_the_two_forms_of_depth_first_part_at_the_second_seed():
    """By depth the first of equals comes first; a stack gives what came last."""
    web = links(s="a", t="b", a="c", b="", c="")

    assert order("depth_first", web, "h.test/s h.test/t") == "s t a c b"
    assert order("depth_first(lifo=True)", web, "h.test/s h.test/t") == "s t b a c"


def from_one_seed(name: str, world: World) -> list[str]:
    strategy = strategies.find(name)
    reader = reader_for(TOPIC, strategy, "cosine", [], Settings())
    crawl = assemble(TOPIC, strategy, reader, [world.url(0)], Settings())
    trace = Trace(crawl)
    replay(crawl, world)
    return trace.urls


@given(st.integers(0, 10_000), st.integers(5, 60), st.integers(1, 8))
@examples(max_examples=15)
def test_from_one_seed_the_two_forms_of_depth_first_are_one(number, pages, links):
    """The page fetched was the deepest known, so its links are both the deepest and the newest."""
    found = [from_one_seed(name, World(number, pages, links)) for name in ("depth_first", "depth_first(lifo=True)")]

    assert found[0] == found[1]


@given(st.integers(0, 10_000), st.integers(5, 60), st.integers(1, 8))
@examples(max_examples=20)
def test_the_levels_of_breadth_first_never_fall(number, pages, links):
    """Each fetch is at least as deep as the one before it, on any web."""
    world = World(number, pages, links)
    crawl = world_crawl("breadth_first", world)
    depths = []
    while tickets := crawl.take(0.0):
        depths.append(tickets[0].depth)
        crawl.feed(ending(tickets[0], *world.get(tickets[0].url)), 0.0)

    assert depths == sorted(depths)


def test_random_takes_the_largest_draw_first():
    """Each URL gets one draw of the crawl's generator when it is first seen."""
    web = links(s="a b c", a="", b="", c="")
    draws = np.random.Generator(np.random.PCG64(7)).random(3)

    found = fetched("random", web, "h.test/s", number=7)

    assert found[1:] == sorted(zip("abc", draws.tolist(), strict=True), key=lambda pair: -pair[1])


def test_random_keeps_its_first_draw():
    web = links(s="a b", a="b", b="a")

    assert sorted(priority for _, priority in fetched("random", web, "h.test/s", number=3))[1:] == sorted(
        np.random.Generator(np.random.PCG64(3)).random(2).tolist()
    )


def test_every_order_is_as_likely():
    """Three URLs have six orders; 300 seed numbers should bring each 50 times, give or take 4 standard deviations."""
    web = links(s="a b c", a="", b="", c="")
    orders = Counter(order("random", web, "h.test/s", number) for number in range(300))

    assert len(orders) == 6
    assert all(24 <= times <= 76 for times in orders.values())


VOTES = links(s="a b", t="b c", u="c c c b", a="", b="", c="")


def test_in_degree_counts_pages():
    """Three pages link to b, two to c, one to a."""
    found = fetched("in_degree", VOTES, "h.test/s h.test/t h.test/u")

    assert found[3:] == [("b", 3), ("c", 2), ("a", 1)]


def test_in_degree_counts_links():
    """Uluhan 2006 figure 4, `ux.cp = ux.cp + a` for each link extracted: four lead to c."""
    found = fetched("in_degree(count='links')", VOTES, "h.test/s h.test/t h.test/u")

    assert found[3:] == [("c", 4), ("b", 3), ("a", 1)]


def test_in_degree_off_host_counts_what_others_say():
    web = {
        "h.test/s": "x -> h.test/a h.test/b",
        "h.test/t": "x -> h.test/a",
        "i.test/u": "x -> h.test/b h.test/b",
    }
    seeds = "h.test/s h.test/t i.test/u"

    assert fetched("in_degree(off_host=True)", web, seeds)[3:] == [("b", 1), ("a", 0)]
    assert fetched("in_degree(off_host=True, count='links')", web, seeds)[3:] == [("b", 2), ("a", 0)]
    assert fetched("in_degree", web, seeds)[3:] == [("a", 2), ("b", 2)]
