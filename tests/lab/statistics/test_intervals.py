"""How sure a mean is: whether intervals cover, and the standard error against a slow one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lycosa.lab.statistics.intervals import bootstrap, standard_error


def test_the_interval_holds_the_mean_and_narrows_with_more():
    rng = np.random.default_rng(3)
    few, many = rng.normal(0.1, 0.05, 15), rng.normal(0.1, 0.05, 1500)
    widths = []
    for values in (few, many):
        low, high = bootstrap(values.tolist(), np.random.default_rng(1))
        assert low < values.mean() < high
        widths.append(high - low)

    assert widths[1] == pytest.approx(widths[0] / 10, rel=0.4)


def test_the_interval_is_that_of_the_normal_law_where_it_holds():
    """Mean plus and minus 1.96 standard errors, for 400 draws of a normal law."""
    values = np.random.default_rng(5).normal(0.0, 1.0, 400)
    error = 1.96 * values.std() / 20
    low, high = bootstrap(values.tolist(), np.random.default_rng(1))

    assert low == pytest.approx(values.mean() - error, abs=0.01)
    assert high == pytest.approx(values.mean() + error, abs=0.01)


def test_nineteen_of_twenty_intervals_cover_the_truth():
    """Of 400 samples of 40 from a skewed law, 89 to 98 % hold its mean, 1."""
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(400):
        low, high = bootstrap(rng.exponential(1.0, 40).tolist(), rng, rounds=500)
        covered += low <= 1.0 <= high

    assert 0.89 <= covered / 400 <= 0.98


def test_the_same_generator_gives_the_same_interval():
    values = [0.1, 0.3, 0.2, 0.7]

    assert bootstrap(values, np.random.default_rng(2)) == bootstrap(values, np.random.default_rng(2))


def test_of_one_value_the_interval_is_that_value():
    assert bootstrap([0.25], np.random.default_rng(1)) == (0.25, 0.25)


def test_the_standard_error_is_the_textbooks():
    """Over 1, 2, 3, 6: mean 3, squares 4 + 1 + 0 + 9, over 3 and over 4, the root of 14/12."""
    assert standard_error(np.array([1.0, 2.0, 3.0, 6.0])) == pytest.approx(math.sqrt(14 / 12))


def test_the_standard_error_is_taken_at_each_point():
    curves = np.random.default_rng(1).random((5, 3))
    errors = standard_error(curves)

    assert errors.tolist() == pytest.approx([float(standard_error(curves[:, point])) for point in range(3)])


def test_of_one_topic_there_is_no_standard_error():
    assert np.isnan(standard_error(np.array([[0.2, 0.3]]))).all()
