"""Q-learning over the words of links."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from lycosa import strategies
from lycosa.strategies.q_link import MOST
from lycosa.strategies.records import Heads, Hunt
from lycosa.topics.topic import Topic
from tests.strategies.learned import learner, survives
from tests.strategies.small import fetched

# The words of h.test/a are h, test and a. Only wolves' pages score 1/2 or more.
WEB = {
    "h.test/s": "hare*9 -> h.test/a[wolf]",
    "h.test/a": "wolf*9 -> h.test/b[wolf] h.test/c[hare]",
    "h.test/b": "wolf",
    "h.test/c": "hare",
}


def test_one_experience_is_shared_among_all_it_has():
    """With a rate of 1 the fault goes at once: a was worth nothing and brought 1, shared by its words.

    They are wolf, h, test, a and the bias, which all have: a fifth each. So b, with all but one of them, is worth 4/5.
    """
    found = fetched("q_link(gamma=0, rate=1.0, page=False, epsilon=0)", WEB, "h.test/s")

    assert [name for name, _ in found] == ["s", "a", "b", "c"]
    assert found[1][1] == 0
    assert found[2][1] == pytest.approx(4 / 5)


def test_at_first_a_link_is_worth_its_pages_score():
    """One wolf in ten words on s: the fault of a, 1 - 1/10, is shared by its five words and a tenth of page.

    Each has 0.9/5.1 of it; b on a page of 10 wolves in 11 words: that score times the page's weight, 1 + 0.9/5.1,
    and four shares.
    """
    found = dict(fetched("q_link(gamma=0, rate=1.0, epsilon=0)", WEB, "h.test/s"))
    share = 0.9 / 5.1

    assert found["a"] == pytest.approx(0.1)
    assert found["b"] == pytest.approx(10 / 11 * (1 + share) + 4 * share)


def test_what_lies_ahead_counts_by_the_value_of_a_hundred_pages_ago():
    """The target knows that a word of value 1 lies behind a link that brought nothing: 0 + .4 * 1."""
    strategy: Any = strategies.find("q_link(page=False, rate=1.0)")
    strategy.begin(Hunt(Topic(name="wolves"), np.random.default_rng(1)))
    strategy.target[7] = 1.0
    strategy.links[0, :2], strategy.nexts[0, 0, 0], strategy.lived = [1, 2], 7, 1
    strategy._replay(np.zeros(300, np.int64))

    assert strategy.weights[[1, 2, -1]].tolist() == pytest.approx([0.4 / 3] * 3)
    assert strategy.weights[0] == 0


def test_of_the_links_ahead_the_value_chooses_and_the_target_judges():
    """Double learning: the value now likes 8 better than 7, so what the target says of 8 counts."""
    strategy: Any = strategies.find("q_link(page=False, rate=1.0)")
    strategy.begin(Hunt(Topic(name="wolves"), np.random.default_rng(1)))
    strategy.target[[7, 8]], strategy.weights[[7, 8]] = [1.0, 0.5], [0.1, 0.2]
    strategy.links[0, 0], strategy.nexts[0, :2, 0], strategy.lived = 1, [7, 8], 1
    strategy._replay(np.zeros(300, np.int64))

    assert strategy.weights[1] == pytest.approx(0.4 * 0.5 / 2)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("temperature=1.0, epsilon=0", np.exp([0.0, 1.0, 2.0]) / np.exp([0.0, 1.0, 2.0]).sum()),
        ("temperature=0.0, epsilon=0", [0, 0, 1]),
        ("temperature=0.0, epsilon=1.0", [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_a_host_is_drawn_by_the_softmax_of_its_best_link(options, expected):
    strategy = strategies.find(f"q_link({options})")
    strategy.begin(Hunt(Topic(name="wolves"), np.random.default_rng(1)))
    heads = Heads(np.arange(3), np.array([0.0, 1.0, 2.0]), np.ones(3, np.int64))
    drawn = Counter(strategy.choose(heads) for _ in range(4000))

    assert [drawn[place] / 4000 for place in range(3)] == pytest.approx(list(expected), abs=0.03)


def test_it_learns_as_it_goes_and_survives_a_stop_in_the_midst_of_it():
    strategy = survives("q_link", 130, 40)

    assert strategy.epoch == 1
    assert strategy.weights.any()
    assert strategy.target.any()


def test_failures_bring_nothing_and_are_learned_from():
    strategy = learner("q_link", 120)

    assert strategy.lived > strategy.fed - 3
    assert (strategy.pages[: strategy.lived, 1] == 0).any()


def test_its_memory_is_that_of_so_many_experiences():
    strategy = learner("q_link", 5)

    assert len(strategy.links) == len(strategy.nexts) == len(strategy.pages) == MOST
