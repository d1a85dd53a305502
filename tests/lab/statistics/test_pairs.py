"""Two strategies on the same topics: against scipy, against slow forms, and by hand."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from lycosa.lab.statistics.pairs import compared, detectable, holm, permuted, wins

few = st.lists(st.sampled_from([-0.3, -0.1, 0.0, 0.05, 0.2, 0.4]), min_size=1, max_size=9).map(np.array)
chances = st.lists(st.floats(0, 1), max_size=12)


@given(few)
def test_few_topics_are_permuted_in_full(differences):
    """Against all changes of sign, one after the other."""
    sums = [sum(s * d for s, d in zip(signs, differences, strict=True))
            for signs in itertools.product((-1, 1), repeat=len(differences))]  # fmt: skip
    seen = sum(differences)
    p, either = permuted(differences, np.random.default_rng(1))

    assert p == pytest.approx(np.mean([total >= seen - 1e-9 for total in sums]))
    assert either == pytest.approx(np.mean([abs(total) >= abs(seen) - 1e-9 for total in sums]))


def test_the_permutation_test_is_scipys():
    differences = np.random.default_rng(2).normal(0.02, 0.08, 11)
    slow = {
        alternative: stats.permutation_test(
            (differences,), np.sum, permutation_type="samples", n_resamples=np.inf, alternative=alternative
        ).pvalue
        for alternative in ("greater", "two-sided")
    }

    assert permuted(differences, np.random.default_rng(1)) == pytest.approx((slow["greater"], slow["two-sided"]))


def test_many_topics_are_drawn_and_come_near_the_t_test():
    differences = np.random.default_rng(2).normal(0.02, 0.08, 60)
    p, either = permuted(differences, np.random.default_rng(1))

    assert p == pytest.approx(stats.ttest_1samp(differences, 0, alternative="greater").pvalue, abs=0.01)
    assert either == pytest.approx(stats.ttest_1samp(differences, 0).pvalue, abs=0.015)
    assert permuted(differences, np.random.default_rng(1)) == (p, either)


def test_a_drawn_p_is_never_nothing():
    assert permuted(np.ones(40), np.random.default_rng(1))[0] == pytest.approx(1 / 10_001)


def test_where_there_is_no_difference_a_true_test_sees_one_in_twenty():
    rng = np.random.default_rng(7)
    seen = [permuted(rng.normal(0, 1, 8), rng)[0] <= 0.05 for _ in range(400)]

    assert 0.02 <= np.mean(seen) <= 0.08


@given(chances)
def test_holms_correction_is_the_textbooks(values):
    """The k-th smallest of n by n - k + 1, never below one before it, never above 1."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    slow = [0.0] * len(values)
    for rank, place in enumerate(order):
        earlier = [values[before] * (len(values) - at) for at, before in enumerate(order[: rank + 1])]
        slow[place] = min(1.0, max(earlier))

    assert holm(values) == pytest.approx(slow)


def test_holm_by_hand():
    """.01, .02 and .04 of three: .03, .04 and .04; what cannot be said is not counted."""
    assert holm([0.04, 0.01, math.nan, 0.02]) == pytest.approx([0.04, 0.03, math.nan, 0.04], nan_ok=True)


@given(few)
def test_wins_ties_and_losses_are_all_topics(differences):
    won, tied, lost = wins(differences)

    assert (won, lost) == (sum(d > 0 for d in differences), sum(d < 0 for d in differences))
    assert won + tied + lost == len(differences)


@pytest.mark.parametrize("count", [5, 10, 21, 56, 126])
def test_what_is_detectable_is_seen_four_times_in_five(count: int):
    """By the non-central t, the power of the two-sided test at that difference."""
    differences = np.random.default_rng(count).normal(0, 0.08, count)
    noncentral = detectable(differences) / (differences.std(ddof=1) / math.sqrt(count))
    limit = stats.t.ppf(0.975, count - 1)
    power = stats.nct.sf(limit, count - 1, noncentral) + stats.nct.cdf(-limit, count - 1, noncentral)

    assert power == pytest.approx(0.8, abs=0.015)


@pytest.mark.parametrize(("count", "seen"), [(21, 0.05), (56, 0.03), (126, 0.02)])
def test_the_protocols_own_arithmetic(count: int, seen: float):
    """Section 4.1, for a standard deviation of .08."""
    differences = np.linspace(-1, 1, count)
    differences *= 0.08 / differences.std(ddof=1)

    assert detectable(differences) == pytest.approx(seen, rel=0.05)


def test_of_one_topic_no_power_can_be_told():
    assert math.isnan(detectable(np.array([0.1])))


@settings(max_examples=10)
@given(st.integers(0, 100))
def test_a_pair_says_what_its_parts_say(number):
    rng = np.random.default_rng(number)
    first, second = rng.random(15), rng.random(15)
    pair = compared(first, second)

    assert pair.topics == 15
    assert pair.difference == pytest.approx(first.mean() - second.mean())
    assert pair.low < pair.difference < pair.high
    assert pair.p_t == pytest.approx(stats.ttest_rel(first, second, alternative="greater").pvalue)
    assert first[pair.worst] - second[pair.worst] == min(first - second)
    assert compared(first, second) == pair
    assert compared(second, first).difference == pytest.approx(-pair.difference)


def test_one_against_itself_is_no_better():
    values = np.random.default_rng(1).random(20)
    pair = compared(values, values)

    assert (pair.difference, pair.low, pair.high, pair.p, pair.p_t) == (0, 0, 0, 1, 1)
    assert pair.wins == (0, 20, 0)
