"""Areas under curves: by hand, and against a second implementation that takes its time."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lycosa.lab.areas import harvest_rate, hits, target_recall

keys = st.lists(st.integers(0, 12), max_size=30)
wanted = st.frozensets(st.integers(1, 12), max_size=8)
budgets = st.integers(1, 40)


def slow_hits(trace: list[int], targets: frozenset[int], budget: int) -> list[int]:
    """For each number of fetches, count anew what was caught."""
    return [len({key for key in trace[:fetches] if key in targets}) for fetches in range(1, budget + 1)]


@given(keys, wanted, budgets)
def test_hits_are_the_distinct_targets_so_far(trace, targets, budget):
    assert hits(trace, targets, budget).tolist() == slow_hits(trace, targets, budget)


@given(keys, wanted, budgets)
def test_target_recall_is_the_mean_of_the_curve(trace, targets, budget):
    assume(targets)
    curve = [found / len(targets) for found in slow_hits(trace, targets, budget)]

    assert target_recall(trace, targets, budget) == pytest.approx(sum(curve) / budget)


@given(keys, wanted, budgets)
def test_harvest_rate_is_the_mean_of_its_curve(trace, targets, budget):
    curve = [found / fetches for fetches, found in enumerate(slow_hits(trace, targets, budget), 1)]

    assert harvest_rate(trace, targets, budget) == pytest.approx(sum(curve) / budget)


@given(keys, wanted, budgets)
def test_both_lie_between_nothing_and_all(trace, targets, budget):
    assert 0 <= target_recall(trace, targets, budget) <= 1
    assert 0 <= harvest_rate(trace, targets, budget) <= 1


@given(st.permutations(list(range(1, 9))), wanted)
def test_no_order_beats_all_targets_first(trace, targets):
    """The area of the best order of the same pages is an upper bound."""
    assume(targets)
    best = sorted(trace, key=lambda key: key not in targets)

    assert target_recall(trace, targets, 8) <= target_recall(best, targets, 8) + 1e-12
    assert harvest_rate(trace, targets, 8) <= harvest_rate(best, targets, 8) + 1e-12


def test_the_area_under_target_recall_by_hand():
    """Targets 7 and 8, caught at the second and fourth of four fetches: 0, 1/2, 1/2, 1, the mean 1/2."""
    assert target_recall([1, 7, 0, 8], {7, 8}, 4) == 0.5


def test_a_crawl_that_ended_early_stays_where_it_was():
    """Half of the targets after one fetch, and no more in a budget of four."""
    assert hits([7], {7, 8}, 4).tolist() == [1, 1, 1, 1]
    assert target_recall([7], {7, 8}, 4) == 0.5


def test_failed_fetches_count_in_the_harvest():
    """Relevant, failed (key 0), relevant: 1, 1/2, 2/3, the mean 13/18."""
    assert harvest_rate([5, 0, 6], {5, 6}, 3) == pytest.approx(13 / 18)


def test_a_page_fetched_again_is_not_caught_again():
    assert hits([7, 7, 8], {7, 8}, 3).tolist() == [1, 1, 2]


def test_what_comes_after_the_budget_is_too_late():
    assert target_recall([1, 2, 7], {7}, 2) == 0.0


def test_without_targets_or_fetches_nothing_is_caught():
    assert target_recall([1, 2], set(), 2) == 0.0
    assert target_recall([], {1}, 2) == 0.0
