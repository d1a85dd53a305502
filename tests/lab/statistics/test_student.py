"""Student's t against scipy, and by hand where scipy would warn."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from lycosa.lab.statistics.student import above, between, paired, quantile, unpaired

topics = st.lists(st.floats(-1, 1), min_size=2, max_size=40).map(np.array)


@given(st.floats(-50, 50), st.integers(1, 200))
def test_probabilities_are_scipys(t, degrees):
    assert float(above(t, degrees)) == pytest.approx(stats.t.sf(t, degrees), abs=1e-12)
    assert float(between(t, degrees)) == pytest.approx(1 - 2 * stats.t.sf(abs(t), degrees), abs=1e-12)


@given(st.floats(0.001, 0.999), st.integers(1, 200))
def test_quantiles_are_scipys(probability, degrees):
    assert quantile(probability, degrees) == pytest.approx(stats.t.ppf(probability, degrees), rel=1e-6, abs=1e-6)


@given(topics, topics)
def test_the_paired_test_is_scipys(first, second):
    count = min(len(first), len(second))
    first, second = first[:count], second[:count]
    assume(np.std(first - second) > 1e-6)
    slow = stats.ttest_rel(first, second, alternative="greater")
    t, p = paired(first - second)

    assert float(t) == pytest.approx(slow.statistic, rel=1e-6)
    assert float(p) == pytest.approx(slow.pvalue, abs=1e-9)


@given(topics, topics)
def test_the_test_of_different_topics_is_scipys_with_degrees_cut_down(first, second):
    assume(np.std(first) > 1e-3 and np.std(second) > 1e-3)
    slow = stats.ttest_ind(first, second, equal_var=False, alternative="greater")
    t, p = unpaired(first, second)

    assert float(t) == pytest.approx(slow.statistic, rel=1e-6)
    assert float(p) == pytest.approx(stats.t.sf(slow.statistic, max(1, int(slow.df))), abs=1e-9)


def test_a_curve_is_tested_at_each_point():
    curves = np.random.default_rng(1).normal(0.1, 1, (12, 5))
    t, p = paired(curves)

    for point in range(5):
        assert float(t[point]) == pytest.approx(stats.ttest_1samp(curves[:, point], 0).statistic)
        assert float(p[point]) == pytest.approx(stats.ttest_1samp(curves[:, point], 0, alternative="greater").pvalue)


@pytest.mark.parametrize(("same", "t", "p"), [(0.0, 0.0, 1.0), (0.1, math.inf, 0.0), (-0.1, -math.inf, 1.0)])
def test_where_all_topics_differ_alike(same: float, t: float, p: float):
    found = paired(np.full(7, same))

    assert (float(found.t), float(found.p)) == (t, p)


@pytest.mark.parametrize("count", [0, 1])
def test_of_fewer_than_two_topics_nothing_is_said(count: int):
    assert np.isnan(paired(np.ones((count, 3))).p).all()
    assert np.isnan(unpaired(np.ones(count), np.arange(4.0)).p)
