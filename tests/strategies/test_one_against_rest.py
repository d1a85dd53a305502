"""Machines of one class against the rest, held to the slower fit of a single one and to a solution by hand."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.strategies.features import Bags, fitted
from lycosa.strategies.one_against_rest import machine, one_against_rest


def random_bags(size: int, number: int) -> Bags:
    """Texts of ten distinct words of sixty, of length 1."""
    dice = np.random.default_rng(number)
    places = np.concatenate([np.sort(dice.choice(np.arange(1, 61), 10, replace=False)) for _ in range(size)])
    return Bags(np.repeat(np.arange(size), 10), places, dice.random(size * 10), size).normed()


def test_two_samples_are_worked_by_hand():
    """X = +1 and -1 on a line, cost c each, bias 0 by symmetry: w = 2 * share, share = 2 c (1 - w), so w = 4c/(1 + 4c).

    With c = 1/4 that is one half.
    """
    shares, bias = machine(np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([1.0, -1.0]), np.full(2, 0.25))

    assert shares.tolist() == pytest.approx([0.25, -0.25])
    assert bias == pytest.approx(0.0)


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("penalty", [0.1, 1.0, 10.0])
def test_each_class_has_the_machine_it_would_have_alone(number, penalty):
    bags = random_bags(80, number)
    classes = np.random.default_rng(number + 99).integers(0, 3, 80)
    weights, bias = one_against_rest(bags, classes, 3, penalty)

    for one in range(3):
        alone = fitted(bags, classes == one, penalty)
        mine = bags.margins(weights[:, one]) + bias[one]

        assert mine == pytest.approx(bags.margins(alone.weights) + alone.bias, abs=2e-3)


def test_at_its_end_no_step_pays():
    """The slope of |w|^2/2 + sum of c * max(0, 1 - y f)^2 is nothing: share = 2 c y * what lacks, sum of shares = 0."""
    bags = random_bags(60, 3)
    dense = np.zeros((60, 61))
    dense[bags.rows, bags.places] = bags.values
    signs = np.where(np.arange(60) % 3 == 0, 1.0, -1.0)
    costs = np.full(60, 0.7)
    shares, bias = machine(dense @ dense.T, signs, costs)
    lacking = np.maximum(1 - signs * (dense @ dense.T @ shares + bias), 0)

    assert shares == pytest.approx(2 * costs * signs * lacking, abs=1e-9)
    assert shares.sum() == pytest.approx(0, abs=1e-9)


def test_a_class_that_nobody_shows_or_all_weighs_nothing():
    bags = random_bags(9, 1)
    weights, bias = one_against_rest(bags, np.zeros(9, np.int64), 2)

    assert not weights.any()
    assert bias.tolist() == [0, 0]
