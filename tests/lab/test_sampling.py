"""How many pages to look at, and Wilson's interval: by the seed's numbers, against scipy, and whether it covers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from lycosa.lab.sampling import corrected, interval, sample_size


def test_the_seeds_sample_is_385_pages():
    """(.5 times 1.96 by .05) squared is 384.16: a page more than 384."""
    assert sample_size() == 385
    assert sample_size(d=0.1) == 97
    assert sample_size(z=1.0, d=0.5) == 1


@given(st.integers(1, 500), st.integers(0, 10**7))
def test_of_a_small_crawl_fewer_pages_do(size, population):
    fewer = corrected(size, population)

    assert fewer <= min(size, population)
    assert fewer == min(population, math.ceil(round(size / (1 + (size - 1) / max(1, population)), 9)))
    assert population < 10**6 or fewer >= size - 1


@given(st.integers(0, 60), st.integers(1, 60))
def test_of_a_large_crawl_it_is_wilsons_interval(found, looked):
    found = min(found, looked)
    slow = stats.binomtest(found, looked).proportion_ci(0.95, method="wilson")
    low, high = interval(found, looked, 10**9, z=stats.norm.ppf(0.975))

    assert (low, high) == pytest.approx((slow.low, slow.high), abs=1e-6)


@given(st.integers(0, 60), st.integers(1, 60), st.integers(0, 200))
def test_the_more_of_the_whole_was_looked_at_the_narrower_it_is(found, looked, more):
    found = min(found, looked)
    low, high = interval(found, looked, looked + more)
    wider = interval(found, looked, looked + more + 50)

    order = [wider[0], low, found / looked, high, wider[1]]
    assert order == pytest.approx(sorted(order), abs=1e-12)
    assert interval(found, looked, looked) == (found / looked, found / looked)


def test_of_nothing_nothing_is_known():
    assert interval(0, 0, 100) == (0.0, 1.0)
    assert corrected(385, 0) == 0


def test_nineteen_of_twenty_intervals_cover_the_truth():
    """Samples of 80 of 200 pages, 30 % of them relevant, drawn without putting back."""
    rng = np.random.default_rng(5)
    pages = np.arange(200) < 60
    covered = 0
    for _ in range(600):
        low, high = interval(int(pages[rng.choice(200, 80, replace=False)].sum()), 80, 200)
        covered += low <= 0.3 <= high

    assert 0.92 <= covered / 600 <= 0.98
