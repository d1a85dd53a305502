"""The bounds, on a web small enough to check on paper."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lycosa import strategies
from lycosa.crawl.reading import GUIDE, Reader
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import ending
from lycosa.engines.hunts import assemble
from lycosa.pages.urls import Canon
from tests.strategies.small import TOPIC, Share, Small

# The target is d; b leads there in one link, a in two, c never.
WEB = {
    "h.test/s": "-> h.test/c h.test/a h.test/b",
    "h.test/a": "-> h.test/b",
    "h.test/b": "-> h.test/d h.test/new",
    "h.test/c": "wolf",
    "h.test/d": "wolf wolf",
    "h.test/new": "hare",
}
TRUTH = {"h.test/s": 0.25, "h.test/a": 0.25, "h.test/b": 0.5, "h.test/c": 0.0, "h.test/d": 1.0}


def given(values):
    canon = Canon()
    known = sorted((canon.key(f"http://{name}"), value) for name, value in values.items())
    return np.array([key for key, _ in known], np.uint64), np.array([value for _, value in known])


def fetched(name: str, needs: dict[str, Any]) -> list[tuple[str, float]]:
    web = Small(WEB)
    reader = Reader({GUIDE: Share()}, (), Canon())
    crawl = assemble(TOPIC, strategies.find(name), reader, ["http://h.test/s"], Settings(duplicates="off"), needs)
    found = []
    while tickets := crawl.take(0.0):
        crawl.feed(ending(tickets[0], *web.get(tickets[0].url)), 0.0)
        found.append((tickets[0].url.removeprefix("http://h.test/"), tickets[0].priority))
    return found


def test_the_oracle_goes_to_the_target_and_by_the_shortest_way():
    """The target 1, one link from it 1/2, two 1/4, what never leads there 0; what it was not told of, 0."""
    assert fetched("oracle", {"truth": given(TRUTH)}) == [
        ("s", 0),
        ("b", 0.5),
        ("d", 1),
        ("a", 0.25),
        ("c", 0),
        ("new", 0),
    ]


def test_the_guides_oracle_takes_what_the_guide_will_score_best():
    scores = {"h.test/a": 0.2, "h.test/b": 0.1, "h.test/c": 1.0, "h.test/d": 0.9}

    assert [name for name, _ in fetched("oracle_guide", {"unseen": given(scores)})] == ["s", "c", "a", "b", "d", "new"]


def test_one_who_knows_nothing_takes_what_comes():
    assert [name for name, _ in fetched("oracle", {"truth": given({})})] == ["s", "c", "a", "b", "d", "new"]


@pytest.mark.parametrize("name", ["oracle", "oracle_guide"])
def test_both_are_bounds_and_no_competitors(name):
    assert strategies.find(name).bound
