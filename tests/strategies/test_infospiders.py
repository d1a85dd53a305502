"""Agents, worked by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from lycosa import strategies
from lycosa.checks.strategies import crawl_of
from lycosa.checks.world import World
from lycosa.engines.replay import replay
from lycosa.pages.lexicon import word_hash
from lycosa.strategies.agents import Agents
from lycosa.strategies.records import Heads, Hunt, Tokens
from tests.strategies.small import TOPIC, Small
from tests.strategies.small import crawl_of as small_crawl

WOLF, SILK, STONE = map(word_hash, ("wolf", "silk", "stone"))


def agents(most: int = 4, urls: int = 4) -> Agents:
    found = Agents(most, urls)
    found.alive[0] = True
    found.energy[0] = 2.0
    found.terms[0, :2] = WOLF, SILK
    found.weights[0, :2] = 0.5, 1.0
    return found


def around(*rows: list[tuple[int, int]]) -> Tokens:
    """Words and how far they stand from the link."""
    ids = np.array([word for row in rows for word, _ in row], np.uint32)
    offsets = np.array([apart for row in rows for _, apart in row], np.int16)
    return Tokens(ids, np.cumsum([0, *map(len, rows)]), offsets)


def test_what_a_net_sees_and_says():
    """Wolf stands 2 before and 4 behind the link: 1/2 + 1/4; silk within the anchor: 1. tanh(.5 * .75 + 1)."""
    one = agents()
    near = one.near(0, around([(WOLF, -2), (STONE, 1), (WOLF, 4), (SILK, 0)], [], [(STONE, 1)]))

    assert near[:, :2].tolist() == [[0.75, 1.0], [0, 0], [0, 0]]
    assert not near[:, 2:].any()
    assert one.values(0, near).tolist() == pytest.approx([math.tanh(1.375), 0, 0])


def test_no_term_is_not_the_word_of_number_nothing():
    assert not agents().near(0, around([(0, 1)])).any()


def test_a_step_goes_towards_what_a_link_was_worth():
    """Of inputs (1, 0) the net says tanh(.5) = .4621; worth 1, at a rate of .1: .1 * .5379 * (1 - .2135) = .0423."""
    one = agents()
    inputs = np.array([1.0, 0, 0, 0, 0, 0])
    one.taught(0, inputs, 1.0, 0.1)

    assert one.weights[0, 0] == pytest.approx(0.5423, abs=1e-4)
    assert one.weights[0, 6] == pytest.approx(0.0423, abs=1e-4)
    assert one.weights[0, 1] == 1.0
    assert one.values(0, inputs) > math.tanh(0.5)


def test_only_the_best_find_room():
    """Room for four: 5 and 1 wait; of 4, 3, 2 two find room, and 1 must go for a third."""
    one = agents()
    assert one.take(0, np.array([50, 10], np.uint64), np.array([5.0, 1.0]))[0].tolist() == [True, True]
    stays, gone = one.take(0, np.array([40, 30, 20], np.uint64), np.array([4.0, 3.0, 2.0]))

    assert stays.tolist() == [True, True, True]
    assert gone.tolist() == [10]
    assert one.take(0, np.array([5], np.uint64), np.array([0.5]))[0].tolist() == [False]
    assert sorted(one.urls(0).tolist()) == [20, 30, 40, 50]
    one.forget(40)
    assert sorted(one.urls(0).tolist()) == [20, 30, 50]


def test_a_child_has_half_of_everything_and_a_word_of_its_own():
    one = agents()
    one.take(0, np.array([1, 2, 3], np.uint64), np.array([1.0, 2.0, 3.0]))
    child = one.child(0, STONE, np.random.default_rng(1))

    assert child == 1
    assert one.energy[:2].tolist() == [1.0, 1.0]
    assert one.urls(0).tolist() == [1, 3]
    assert one.urls(1).tolist() == [2]
    assert one.terms[1, :3].tolist() == [WOLF, SILK, STONE]
    assert one.weights[1, 2] == one.weights[1, :6].max()
    assert np.abs(one.weights[1, :2] - one.weights[0, :2]).max() < 1


def begun(name: str = "infospiders") -> Any:
    one: Any = strategies.find(name)
    one.begin(Hunt(TOPIC, np.random.Generator(np.random.PCG64(5))))
    return one


def test_agents_take_turns():
    one = begun()
    awake = Heads(np.array([1, 4, 6]), np.zeros(3), np.ones(3, int))

    assert [one.choose(awake) for _ in range(5)] == [0, 1, 2, 0, 1]
    assert one.choose(Heads(np.array([1, 6]), np.zeros(2), np.ones(2, int))) == 1


def test_all_look_for_the_topics_words_at_first():
    one = begun()

    assert one.all.terms[:8, 0].tolist() == [WOLF] * 8
    assert one.all.alive.tolist() == [True] * 8 + [False] * 8
    assert one.all.energy[:8].tolist() == [1.0] * 8


def test_a_page_feeds_and_a_fetch_costs():
    """One agent of energy 4.5: s and c of 1 bring .9 each, a of 0 and b, which is gone, take .1 each."""
    web = Small({"h.test/s": "wolf -> h.test/a h.test/b", "h.test/a": "hare -> h.test/c", "h.test/c": "wolf wolf"})
    crawl = small_crawl("infospiders(agents=1, enough=9.0)", ["h.test/s"])
    replay(crawl, web)

    assert len(web.asked) == 4
    assert crawl.strategy.state()["all"]["energy"].tolist() == [pytest.approx(6.1), 0]


def test_where_too_few_are_left_the_strongest_splits():
    """Of two agents one has no energy: its URLs are forgotten, and a child gets half of the other's, 2 of 1, 2, 3."""
    one = begun("infospiders(agents=2, urls=3)")
    one.all.take(0, np.array([7, 8], np.uint64), np.array([1.0, 2.0]))
    one.all.take(1, np.array([1, 2, 3], np.uint64), np.array([3.0, 4.0, 5.0]))
    one.all.energy[:2] = 0.0, 3.0
    moves = one._dead(0)

    assert list(zip(moves.keys.tolist(), moves.priority.tolist(), moves.lane.tolist(), strict=True)) == [
        (7, -math.inf, 0),
        (8, -math.inf, 0),
        (2, 4.0, 0),
    ]
    assert one.all.alive.tolist() == [True, True, False, False]
    assert one.all.energy[:2].tolist() == [1.5, 1.5]
    assert one.all.urls(1).tolist() == [1, 3]


def test_where_nobody_is_better_off_there_is_another_try():
    one = begun("infospiders(agents=2)")
    one.all.energy[:2] = 0.0

    assert one._dead(0) is None
    assert one.all.energy[0] == 1.0
    assert one.all.alive[:2].all()


def test_only_relevant_pages_feed():
    """Scores of .7 and .4, at a cost of .1: .6 and -.1."""
    one = begun()

    assert one._gain(Scored(0.7)) == pytest.approx(0.6)
    assert one._gain(Scored(0.4)) == -0.1
    assert one._gain(Scored(0.7, again=True)) == -0.1
    assert one._gain(None) == -0.1


class Scored:
    """A page by its score alone."""

    def __init__(self, score: float, *, again: bool = False) -> None:
        self.score = score
        self.ticket = self
        self.again = again


def test_a_population_lives_splits_and_dies():
    world = World(pages=900)
    crawl = crawl_of("infospiders(agents=3, urls=12, enough=1.2, cost=0.4)", world, 300)
    seen = set()
    crawl.listeners.append(lambda _: seen.add(int(crawl.strategy.state()["all"]["alive"].sum())))
    replay(crawl, world)
    waiting = crawl.frontier.waiting
    rows = waiting.movable()
    lanes = waiting.table.lane[rows]

    assert min(seen) == 3
    assert 4 <= max(seen) <= 6
    agents = crawl.strategy.state()["all"]
    assert max(np.bincount(lanes)) <= 12
    known = {int(key) for agent in range(6) for key in agents["keys"][agent][~np.isnan(agents["priority"][agent])]}
    assert len(known & set(waiting.table.key[rows].tolist())) >= 0.9 * len(rows)
