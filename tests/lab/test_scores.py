"""Density, valleys and boxes of scores: against numpy's own, by hand, and where nothing is to be found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.lab.scores import BINS, Density, box, density, smooth, valleys

values = st.lists(st.floats(-3, 3), min_size=1, max_size=60).map(np.array)


@given(values, st.integers(1, 100))
def test_the_density_has_area_one_and_counts_every_score(scores, bins):
    at, heights = density(scores, bins)
    width = (np.ptp(scores) or 1.0) / bins

    assert len(at) == len(heights) == bins
    assert np.sum(heights) * width == pytest.approx(1.0)
    assert np.allclose(np.rint(heights * width * len(scores)), heights * width * len(scores), atol=1e-6)


def test_it_has_eighty_bins_as_in_the_seed():
    assert BINS == 80
    assert len(density(np.arange(9.0)).at) == 80


def test_four_scores_in_two_bins_by_hand():
    """0, .1, .2 and 1 in halves of [0, 1]: three quarters by a half, a quarter by a half."""
    at, heights = density(np.array([0.0, 0.1, 0.2, 1.0]), 2)

    assert at.tolist() == [0.25, 0.75]
    assert heights.tolist() == pytest.approx([1.5, 0.5])


def test_over_a_span_of_ones_own_only_what_lies_within_counts():
    assert density(np.array([0.2, 0.3, 5.0]), 2, (0.0, 1.0)).heights.tolist() == [2.0, 0.0]


def test_of_no_scores_there_is_no_density_valley_or_box():
    nothing = density(np.zeros(0))

    assert (len(nothing.at), valleys(nothing), box(np.zeros(0))) == (0, [], None)


def test_valleys_between_heaps_are_found():
    """Heaps of scores about 0, 5 and 9: the lowest ground between them."""
    rng = np.random.default_rng(4)
    heaps = np.concatenate([rng.normal(middle, 0.7, 4000) for middle in (0, 5, 9)])
    found = valleys(density(heaps))

    assert found == pytest.approx([2.5, 7.0], abs=0.6)


def test_one_heap_has_no_valley():
    assert valleys(density(np.random.default_rng(4).normal(0, 1, 20_000))) == []


def test_a_ripple_is_no_valley():
    """Its bottom is at 97 of 100: not a tenth below its shores."""
    heights = np.array([0.0, 40, 80, 100, 100, 97, 97, 97, 97, 97, 100, 100, 80, 40, 0])

    assert valleys(Density(np.arange(15.0), heights)) == []
    assert valleys(Density(np.arange(15.0), np.where(heights == 97, 50, heights))) == [7.0]


@given(st.lists(st.floats(0, 9), min_size=1, max_size=30).map(np.array))
def test_smoothing_keeps_length_and_range(heights):
    level = smooth(heights)

    assert len(level) == len(heights)
    assert level.min() >= heights.min() - 1e-9
    assert level.max() <= heights.max() + 1e-9


@given(values)
def test_a_box_is_numpys_quantiles_in_order(scores):
    found = box(scores)

    assert found is not None
    assert list(found) == sorted(found)
    assert found.median == pytest.approx(np.median(scores))
    assert (found.least, found.most) == (scores.min(), scores.max())
