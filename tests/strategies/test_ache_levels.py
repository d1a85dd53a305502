"""Links by how far a relevant page lies behind them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lycosa import strategies
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import ending
from lycosa.strategies.ache_levels import KEPT, LEVELS
from lycosa.strategies.features import places
from lycosa.strategies.records import Hunt
from lycosa.topics.topic import Topic
from tests.strategies.learned import lived, survives
from tests.strategies.small import Small, crawl_of, fetched
from tests.strategies.test_features import words

WIDE = sum(most for _, most in KEPT)

# From s by x and y to the wolf z; x leads to a hare too.
WEB = {
    "h.test/s": "hare -> h.test/x[first]",
    "h.test/x": "hare -> h.test/y[second] h.test/q[other]",
    "h.test/y": "hare -> h.test/z[third]",
    "h.test/z": "wolf*9",
    "h.test/q": "hare",
}


def anchor(word: str) -> int:
    return int(places(words(word).ids, "anchor#")[0])


def lived_through(web: dict[str, str], name: str = "ache_levels") -> Any:
    crawl = crawl_of(name, ["h.test/s"], Settings(duplicates="off"))
    small = Small(web, crawl.reader.cues)
    while tickets := crawl.take(0.0):
        crawl.feed(ending(tickets[0], *small.get(tickets[0].url)), 0.0)
    return crawl.strategy


def test_a_relevant_page_gives_levels_to_its_link_and_those_before_it():
    """Barbosa and Freire 2007: 0 is the link to z, 1 that to y, 2 that to x; nothing is known of q's and the seed's."""
    strategy = lived_through(WEB)
    level_of = {
        word: [int(level) for kept, level in zip(strategy.words, strategy.levels, strict=True) if anchor(word) in kept]
        for word in ("third", "second", "first", "other")
    }

    # "second" and "other" stand in one another's surroundings, but anchors have a space of their own.
    assert level_of == {"third": [0], "second": [1], "first": [2], "other": [LEVELS]}


def test_the_least_level_counts():
    """When x itself turns out to be a wolf its link is of level 0, though it is the second before z too."""
    web = {**WEB, "h.test/x": "wolf*9 -> h.test/y[second] h.test/q[other]"}
    strategy = lived_through(web)

    assert sorted(strategy.levels[: strategy.fed].tolist()) == [0, 0, 1, 1, LEVELS]


def test_what_was_not_found_on_a_page_ends_the_chain():
    """The seed has no link, and what it was found on is nobody."""
    strategy = lived_through({"h.test/s": "wolf"})

    assert strategy.before[0] == -1
    assert not strategy.words[0].any()
    assert len(strategy.work({"words": strategy.words[:0], "levels": strategy.levels[:0]})["weights"]) == LEVELS


def test_each_level_is_worth_a_hundred_more_and_its_probability():
    """Words that stood in links of one level alone: the level is told, and its probability."""
    column = np.zeros((9, WIDE), np.uint16)
    column[:, 0] = np.repeat([1, 2, 3], 3)
    strategy: Any = strategies.find("ache_levels")
    strategy.begin(Hunt(Topic(name="wolves"), np.random.default_rng(1)))
    strategy.studied(strategy.work({"words": column, "levels": np.repeat(np.arange(3, dtype=np.uint8), 3)}))
    worth = strategy.worth(column[::3])

    assert (worth // 100).tolist() == [2, 1, 0]
    assert (worth % 100).tolist() == pytest.approx([worth[0] % 100] * 3, rel=1e-3)
    assert 40 < worth[2] < 100


def test_a_level_without_links_is_nobodys():
    """All relevant pages were found on relevant ones: there is level 0, and there are links of none."""
    column = np.zeros((6, WIDE), np.uint16)
    column[:, 0] = np.repeat([1, 2], 3)
    strategy: Any = strategies.find("ache_levels")
    strategy.begin(Hunt(Topic(name="wolves"), np.random.default_rng(1)))
    strategy.studied(strategy.work({"words": column, "levels": np.repeat(np.array([0, LEVELS], np.uint8), 3)}))

    worth = strategy.worth(column[::3])

    assert strategy.learned
    assert 300 > worth[0] > 250 > worth[1] > 200
    assert strategy.bias.tolist()[1:] == [-np.inf, -np.inf]


def test_before_the_first_fit_a_link_gets_its_pages_score():
    found = dict(fetched("ache_levels", {"h.test/s": "wolf hare -> h.test/a[wolf] h.test/b[hare]"}, "h.test/s"))

    assert found == {"s": 0, "a": 50, "b": 50}


def test_until_then_it_is_best_first():
    scores = [lived(word, 60).known.scores for word in ("ache_levels", "best_first")]

    assert np.array_equal(scores[0], scores[1], equal_nan=True)


def test_it_learns_as_it_goes_and_survives_a_stop_in_the_midst_of_it():
    strategy = survives("ache_levels(every=60)", 110, 40)

    assert strategy.epoch >= 1
    assert strategy.learned
    assert len(strategy.rows) == strategy.fed
