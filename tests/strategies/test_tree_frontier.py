"""Links in the leaves of a tree, worked by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa import strategies
from lycosa.checks.strategies import crawl_of
from lycosa.checks.topic import TOPIC
from lycosa.checks.world import World
from lycosa.engines.replay import replay
from lycosa.judges.stems import stems_of
from lycosa.pages.lexicon import word_hash
from lycosa.strategies.experience import Experience
from lycosa.strategies.keywords import Keywords
from lycosa.strategies.records import Ending, Fetched, LinkRows, Rows, Ticket, Tokens
from lycosa.strategies.regression_tree import grown, split
from lycosa.strategies.tree_frontier import TreeFrontier
from tests.strategies.small import fetched

SIZES: dict[str, Any] = {"leaves": 9, "depth": 9, "least": 1, "explore": 0.0}


def columns(*rows: tuple[float, ...]) -> np.ndarray[Any, Any]:
    return np.array(rows)


def test_the_best_split_takes_most_off_the_squared_error():
    """Worths 0, 0, 1, 1 by a feature of 1, 2, 3, 4: at 2.5 the error falls from 4 * 1/4 to nothing."""
    samples, worth = columns((9, 1), (7, 2), (8, 3), (9, 4)), np.array([0.0, 0, 1, 1])

    assert split(samples, worth, 1) == (1.0, 1, 2.5)
    assert split(samples, worth, 3) is None
    assert split(samples, np.ones(4), 1) is None
    assert split(columns((1,), (1,), (1,)), np.array([0.0, 1, 2]), 1) is None


def test_leaves_are_numbered_by_what_they_are_worth():
    """First at 2.5, then 0 and 4 part from 3 and 6: means 5.5 down to .5, the last leaf the best."""
    samples = columns((1,), (2,), (3,), (4,))
    tree = grown(samples, np.array([9.0, 8.0, 0.0, 3.0]), **SIZES)

    assert tree.lanes(samples).tolist() == [3, 2, 0, 1]
    assert tree.lanes(columns((0,), (2.4,), (99,))).tolist() == [3, 2, 1]


def test_a_leaf_of_few_is_worth_a_try():
    """Two fetches worth .5 each, and eight worth .6: .5 + .5/sqrt(2) = .854, .6 + .5/sqrt(8) = .777."""
    samples = columns((0,), (0,), *[(1,)] * 8)
    worth = np.array([0.5, 0.5, *[0.6] * 8])

    assert grown(samples, worth, **SIZES).lanes(columns((0,), (1,))).tolist() == [0, 1]
    assert grown(samples, worth, **{**SIZES, "explore": 0.5}).lanes(columns((0,), (1,))).tolist() == [1, 0]


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.floats(0, 1)), min_size=1, max_size=60),
    st.integers(2, 8),
    st.integers(1, 4),
)
def test_a_tree_keeps_to_its_sizes(told, leaves, least):
    samples = columns(*[(a, b) for a, b, _ in told]).astype(float)
    worth = np.array([value for *_, value in told])
    tree = grown(samples, worth, leaves=leaves, depth=3, least=least, explore=0.0)
    lanes = tree.lanes(samples)
    used, times = np.unique(lanes, return_counts=True)

    assert len(used) == (tree.feature < 0).sum() <= min(leaves, 8)
    assert used.tolist() == list(range(len(used)))
    assert len(used) == 1 or times.min() >= least
    means = [worth[lanes == lane].mean() for lane in used]
    assert means == sorted(means)


def tokens(*rows: str) -> Tokens:
    words = [[word_hash(stem) for stem in stems_of(row, "en")] for row in rows]
    bounds = np.cumsum([0, *[len(row) for row in words]])
    return Tokens(np.array([word for row in words for word in row], np.uint32), bounds)


def test_keywords_are_words_of_the_topic_and_phrases_two_of_them_as_they_stand_there():
    """The topic speaks of wolf spiders, that hunt prey, and of a silk burrow."""
    words = Keywords(TOPIC)
    rows = tokens("wolf spiders", "spider wolf", "a wolf in a river", "stone", "", "silk burrows hunted")

    assert words.words(rows).tolist() == [True, True, True, False, False, True]
    assert words.phrases(rows).tolist() == [True, False, False, False, False, True]
    assert Keywords(TOPIC).words(tokens()).tolist() == []


def ended(key: int, via: int, score: float, x: float) -> Ending:
    trail = np.zeros(1, [("x", "f2", (2,))])[0]
    trail["x"] = x
    ticket = Ticket(key, key, "", 0, 0.0, 0, trail, trail[None][:0], 1, via)
    nothing = np.zeros(0, np.uint64)
    links = LinkRows(nothing, nothing, np.zeros(0, np.int64), np.zeros(0, np.uint8), np.zeros(0))
    return Ending("page", ticket, Fetched(key, key, 1, 0, score, score, ticket, links, {}))


def test_a_fetch_is_worth_its_score_and_half_the_mean_of_its_children():
    past = Experience(3, 2)
    for end in (ended(1, 0, 0.6, 1), ended(2, 1, 1.0, 2), ended(3, 1, 0.5, 3)):
        past.note(end)

    assert past.worth().tolist() == [0.6 + 0.5 * 0.75, 1.0, 0.5]
    past.note(ended(4, 1, 0.0, 4))
    assert past.samples[:, 0].tolist() == [4, 2, 3]
    assert past.worth().tolist() == [0.0, 1.0, 0.5]
    past.note(ended(5, 1, 1.0, 5))
    assert past.worth().tolist() == [0.0, 1.0, 0.5]


def test_links_of_relevant_pages_come_first_until_a_tree_is_grown():
    web = {
        "h.test/s": "hare -> h.test/a h.test/b",
        "h.test/t": "wolf*4 -> h.test/c h.test/d",
    }
    found = [name for name, _ in fetched("tree_frontier", web, "h.test/s h.test/t")]

    assert sorted(found[2:4]) == ["c", "d"]


def test_what_a_link_is_told_by(monkeypatch):
    """On page t of score 1, which s of score 0 led to: two pages, one of them relevant, none apart."""
    web = {
        "h.test/s": "hare -> h.test/t",
        "h.test/t": "wolf -> h.test/wolf i.test/x[wolf]",
    }
    seen = []
    rank = TreeFrontier.rank

    def watched(self, page):
        offers = rank(self, page)
        seen.append(offers.trail["x"])
        return offers

    monkeypatch.setattr(TreeFrontier, "rank", watched)
    fetched("tree_frontier", web, "h.test/s")

    assert seen[0].tolist() == [[0, 0.5, 0, 0, 0, 0, 0, 0, 1]]
    assert seen[1][:, :3].tolist() == [[1, 1, 0.5]] * 2
    assert seen[1][:, 3:6].tolist() == [[1, 0, 0], [0, 1, 0]]
    assert seen[1][0, 7:].tolist() == [pytest.approx(1), 0]
    assert seen[1][1, 7:].tolist() == [0, 1]


def test_a_link_seen_again_waits_in_the_better_leaf():
    one = strategies.find("tree_frontier")
    trail = np.zeros(2, one.trail_record())
    trail["apart"] = [1, 2]
    old = Rows(np.array([0.3, 0.4]), np.array([5, 1]), np.array([1, 1]), trail.copy())
    trail["apart"] = 7
    new = Rows(np.array([0.9, 0.9]), np.array([2, 2]), np.array([1, 1]), trail)
    rows = one.merged(old, new)

    assert rows.priority.tolist() == [0.3, 0.4]
    assert rows.lane.tolist() == [5, 2]
    assert rows.trail["apart"].tolist() == [1, 7]


def test_the_tree_is_grown_while_crawling():
    world = World(pages=400)
    crawl = crawl_of("tree_frontier(every=20, fewest=2)", world, 150)
    replay(crawl, world)
    state = crawl.strategy.state()

    assert crawl.strategy.epoch >= 2
    assert len(state["tree"]["feature"]) > 3
    assert len(set(crawl.frontier.waiting.table.lane[crawl.frontier.waiting.movable()].tolist())) > 2
