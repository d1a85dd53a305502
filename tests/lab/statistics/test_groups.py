"""Groups of topics by hand, ranks and correlations against scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from lycosa.lab.statistics.groups import correlation, domains, quarters, ranks, sizes

columns = st.lists(st.floats(-5, 5), min_size=3, max_size=30)


def test_a_hundred_topics_make_four_groups_of_25_the_hardest_first():
    """As in the seed: rank 1 has the worst target recall."""
    recall = np.random.default_rng(1).permutation(100) / 100
    groups = quarters(recall)

    assert [group.name for group in groups] == ["hardest", "hard", "easy", "easiest"]
    assert [sorted(recall[group.topics]) for group in groups] == [
        [rank / 100 for rank in range(first, first + 25)] for first in (0, 25, 50, 75)
    ]


@given(st.lists(st.floats(0, 1) | st.just(math.nan), max_size=40).map(np.array))
def test_groups_are_as_equal_as_they_can_be_and_hold_every_topic_that_was_hunted(recall):
    groups = quarters(recall)
    held = [topic for group in groups for topic in group.topics.tolist()]
    counts = [len(group.topics) for group in groups]

    assert sorted(held) == [place for place, value in enumerate(recall) if not math.isnan(value)]
    assert not counts or max(counts) - min(counts) <= 1
    assert [recall[topic] for topic in held] == sorted(recall[topic] for topic in held)


def test_a_domain_needs_ten_topics():
    names = ["Society"] * 11 + ["Home"] * 9 + ["Business"] * 10

    assert [(group.name, len(group.topics)) for group in domains(names)] == [("Business", 10), ("Society", 11)]
    assert all(names[topic] == group.name for group in domains(names) for topic in group.topics)


def test_large_topics_have_more_than_the_median_of_targets():
    found = {group.name: group.topics.tolist() for group in sizes(np.array([40, 100, 60, 500, 60]))}

    assert found == {"large": [1, 3], "rare": [0, 2, 4]}
    assert [group.name for group in sizes(np.array([5, 5]))] == ["rare"]
    assert sizes(np.zeros(0)) == []


@given(columns)
def test_ranks_are_scipys(values):
    assert ranks(np.array(values)).tolist() == stats.rankdata(values).tolist()


@given(columns, columns)
def test_correlations_are_scipys(first, second):
    count = min(len(first), len(second))
    one, other = np.array(first[:count]), np.array(second[:count])
    assume(np.std(one) > 1e-3 and np.std(other) > 1e-3)
    found = correlation(one, other)

    assert found.topics == count
    assert found.pearson == pytest.approx(stats.pearsonr(one, other).statistic, abs=1e-9)
    assert found.spearman == pytest.approx(stats.spearmanr(one, other).statistic, abs=1e-9)


def test_topics_without_one_of_both_are_left_out():
    one, other = np.array([1.0, 2.0, math.nan, 3.0]), np.array([2.0, 4.0, 9.0, 6.0])

    assert list(correlation(one, other)) == pytest.approx([3, 1.0, 1.0])
    assert math.isnan(correlation(one, np.full(4, 2.0)).pearson)
