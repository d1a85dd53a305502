"""Curves from margins to probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.judges.calibration import fitted, of_few

MARGINS = st.lists(st.floats(-50, 50), min_size=1, max_size=30)


def loss(curve, margins, relevant):
    """The weighted log-loss at Platt's aims, written out."""
    total = 0.0
    for side in (True, False):
        own = margins[relevant == side]
        aim = (len(own) + 1) / (len(own) + 2) if side else 1 / (len(own) + 2)
        chance = curve(own)
        total -= float(np.mean(aim * np.log(chance) + (1 - aim) * np.log1p(-chance)))
    return total


@given(MARGINS, MARGINS)
def test_the_curve_rises_and_is_a_half_at_the_boundary(first, second):
    relevant = np.arange(len(first) + len(second)) < len(first)
    curve = fitted(np.array([*first, *second]), relevant)

    assert curve.slope > 0
    assert np.isfinite(curve)[0]
    assert curve(np.array([curve.boundary])).tolist() == [0.5]
    assert (np.diff(curve(np.linspace(-60, 60, 99))) >= 0).all()


def test_no_curve_nearby_is_likelier():
    dice = np.random.default_rng(1)
    relevant = np.arange(60) < 20
    margins = dice.normal(0, 1, 60) + 1.5 * relevant
    curve = fitted(margins, relevant)
    best = loss(curve, margins, relevant)

    for slope, boundary in ((1.1, 0), (0.9, 0), (1, 0.1), (1, -0.1)):
        other = curve._replace(slope=curve.slope * slope, boundary=curve.boundary + boundary)
        assert loss(other, margins, relevant) > best


@pytest.mark.parametrize("times", [1, 5])
def test_how_many_of_each_were_shown_does_not_move_a_symmetric_boundary(times):
    margins = np.array([-1.5, -0.5] * 20 * times + [0.5, 1.5] * 20)

    curve = fitted(margins, np.arange(len(margins)) >= 40 * times)

    assert curve.boundary == pytest.approx(0, abs=0.1)


def test_a_clean_cut_gives_no_certainty():
    curve = fitted(np.array([-1.0] * 3 + [1.0] * 3), np.arange(6) >= 3)

    assert 0.7 < curve(np.array([1.0]))[0] < 0.9


def test_margins_that_say_nothing_give_a_gentle_curve():
    curve = fitted(np.zeros(6), np.arange(6) >= 3)

    assert curve.boundary == pytest.approx(0)
    assert 0.4 < curve(np.array([0.1]))[0] < 0.6


def test_the_curve_of_a_single_example_lies_near_the_unrelated_texts():
    curve = of_few(1.0, -1.0)

    assert curve.boundary == -0.5
    assert curve(np.array([-1.0]))[0] < 0.35
    assert curve(np.array([1.0]))[0] > 0.9


@given(st.lists(st.floats(-5, 5), min_size=3, max_size=30))
def test_against_made_up_texts_a_quarter_of_the_relevant_may_lie_below_the_boundary(margins):
    relevant = np.arange(len(margins) + 5) < len(margins)
    held = np.array([*margins, *[-50.0] * 5])

    real, made_up = fitted(held, relevant), fitted(held, relevant, made_up=True)

    assert made_up.boundary == max(real.boundary, np.percentile(margins, 25))
    assert made_up.slope == real.slope
