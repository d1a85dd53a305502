"""A trace has a row for every fetch, and a key only where a page came."""

from __future__ import annotations

from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from lycosa.checks.strategies import crawl_of as world_crawl
from lycosa.checks.world import World
from lycosa.crawl.settings import Settings
from lycosa.engines.replay import replay
from lycosa.engines.trace import Trace
from lycosa.pages.urls import Canon
from tests.strategies.small import Small, crawl_of


def test_every_kind_of_ending_has_its_row():
    """A page, a failure, a redirect and its target, and a copy of the first page under another URL."""
    pages = {
        "h.test/s": "wolf wolf hare -> h.test/gone[hare] h.test/moved[hare] h.test/copy[hare]",
        "h.test/gone": "! http_404",
        "h.test/moved": "> h.test/target",
        "h.test/target": "wolf",
        "h.test/copy": "wolf",
    }
    crawl = crawl_of("breadth_first", ["h.test/s"], Settings())
    trace = Trace(crawl)
    replay(crawl, Small(pages))
    key = Canon().key

    names = [url.removeprefix("http://h.test/") for url in trace.urls]
    rows = dict(zip(names, zip(trace.keys, trace.scores, strict=True), strict=True))
    assert len(names) == 5
    assert rows["s"] == (key("http://h.test/s"), 2 / 6)
    assert rows["gone"] == rows["moved"] == (0, 0.0)
    copy, original = sorted([rows["target"], rows["copy"]])
    assert copy == (0, 0.0)
    assert original[1] == 1.0


def test_links_that_a_rule_bars_are_no_fetches():
    pages = {"h.test/s": "wolf -> h.test/a i.test/b", "h.test/a": "wolf*2"}
    crawl = crawl_of("breadth_first", ["h.test/s"])
    crawl.scope.left_hosts = frozenset(["i.test"])
    crawl.scope.by_host = True
    trace = Trace(crawl)
    replay(crawl, Small(pages))

    assert trace.urls == ["http://h.test/s", "http://h.test/a"]


@given(st.integers(0, 10_000), st.integers(1, 4))
@examples(max_examples=15)
def test_a_row_a_fetch_and_a_key_a_page(number, in_flight):
    world = World(number, pages=60, links=6)
    crawl = world_crawl("breadth_first", world)
    trace = Trace(crawl)
    replay(crawl, world, in_flight)

    assert len(trace.urls) == len(trace.keys) == len(trace.scores) == crawl.tally.fetches
    assert len([key for key in trace.keys if key]) == crawl.tally.pages
    assert len(set(trace.urls)) == len(trace.urls)
