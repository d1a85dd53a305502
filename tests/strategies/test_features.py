"""Words as places of a table, and linear models over them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from lycosa.pages.lexicon import word_hash
from lycosa.strategies.features import (
    NOTHING,
    WIDTH,
    Bags,
    bags_of,
    counted,
    fitted,
    log_odds,
    packed,
    places,
    squashed,
    sums,
    wary_odds,
)
from lycosa.strategies.records import Tokens


def words(*rows: str) -> Tokens:
    """Rows of words."""
    ids = [word_hash(word) for row in rows for word in row.split()]
    return Tokens(np.array(ids, np.uint32), np.cumsum([0, *(len(row.split()) for row in rows)]))


def place(word: str, space: str = "") -> int:
    return int(places(np.array([word_hash(word)], np.uint32), space)[0])


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1), st.sampled_from(["", "url", "anchor"]))
def test_no_word_has_the_place_of_nothing(ids, space):
    found = places(np.array(ids, np.uint32), space)

    assert found.dtype == np.uint16
    assert (found != NOTHING).all()


def test_a_word_has_a_place_of_its_own_in_each_space():
    assert len({place("wolf", space) for space in ("", "url", "anchor", "window")}) == 4


def test_a_trail_holds_the_first_distinct_words():
    column = packed(words("wolf hare wolf stag", "", "hare"), 2)

    assert column.tolist() == [[place("wolf"), place("hare")], [0, 0], [place("hare"), 0]]


def test_nothing_weighs_nothing():
    weights = np.ones(WIDTH)
    weights[NOTHING] = 0.0

    assert sums(weights, packed(words("wolf hare", "", "hare"), 8)).tolist() == [2, 0, 1]


def test_no_rows_are_no_trouble():
    assert packed(words(), 3).shape == (0, 3)
    assert counted(words("", "")).size == 2
    assert len(bags_of(np.zeros((0, 3), np.uint16)).rows) == 0


def test_whole_texts_count_every_word():
    bags = counted(words("wolf hare wolf", "hare"))

    by = {(row, at): value for row, at, value in zip(bags.rows, bags.places, bags.values, strict=True)}
    assert by == {(0, place("wolf")): 2, (0, place("hare")): 1, (1, place("hare")): 1}
    assert bags.normed().values.tolist() == pytest.approx([by[at] / 5**0.5 if at[0] == 0 else 1 for at in by])


def test_idf_weighs_before_the_length_is_taken():
    bags = Bags(np.array([0, 0]), np.array([1, 2]), np.array([3.0, 1.0]), 1)

    assert bags.normed(np.array([0, 1.0, 4.0])).values.tolist() == [0.6, 0.8]


def test_the_softest_margin_is_the_difference_of_the_sums():
    """As the penalty goes to nothing, every sample lies within the margin and pulls with the same force 2C."""
    bags = bags_of(np.array([[1, 2], [1, 0], [3, 2], [3, 0]], np.uint16))
    model = fitted(bags, np.array([True, True, False, False]), 1e-9)

    assert (model.weights[[1, 2, 3]] / 1e-9).tolist() == pytest.approx([4.0, 0.0, -4.0], abs=1e-5)
    assert model.bias == pytest.approx(0.0, abs=1e-6)


def test_a_hard_margin_reaches_one():
    """Two points at +e and -e: the closest to the boundary have the margin 1, so w is 1 when faults cost much."""
    bags = Bags(np.array([0, 1]), np.array([5, 5]), np.array([1.0, -1.0]), 2)

    assert fitted(bags, np.array([True, False]), 1e6).weights[5] == pytest.approx(1.0, abs=1e-5)


def test_one_class_alone_teaches_nothing():
    bags = bags_of(np.array([[1, 2], [1, 0]], np.uint16))

    for good in (True, False):
        model = fitted(bags, np.array([good, good]))
        assert not model.weights.any()
        assert model.bias == 0.0
    assert not fitted(bags_of(np.zeros((0, 2), np.uint16)), np.zeros(0, np.bool_)).weights.any()


@pytest.mark.parametrize("logistic", [False, True])
@given(number=st.integers(0, 10_000))
@examples(max_examples=15)
def test_the_fit_is_the_least_there_is(logistic, number):
    """The value rises in whatever direction one goes from it."""
    rng = np.random.default_rng(number)
    column = rng.integers(0, 12, (30, 4)).astype(np.uint16)
    good = rng.random(30) < 0.4
    good[:2] = True, False
    bags, signs = bags_of(column), np.where(good, 1.0, -1.0)
    cost = np.where(good, 0.5 / good.mean(), 0.5 / (1 - good.mean()))

    def value(weights, bias):
        margins = signs * (bags.margins(weights) + bias)
        loss = np.logaddexp(0, -margins) if logistic else np.maximum(1 - margins, 0) ** 2
        return 0.5 * weights @ weights + cost @ loss

    model = fitted(bags, good, logistic=logistic)
    least = value(model.weights, model.bias)
    for _ in range(20):
        aside = np.zeros(WIDTH)
        aside[1:12] = rng.normal(size=11) * 0.01
        assert value(model.weights + aside, model.bias + rng.normal() * 0.01) >= least - 1e-6


def test_naive_bayes_speaks_in_log_odds():
    """Good: wolf 3, hare 1; bad: hare 2. With one added to each of two words: ln(4/6 / 1/4), ln(2/6 / 3/4)."""
    good, bad = np.zeros(WIDTH), np.zeros(WIDTH)
    good[[1, 2]], bad[2] = [3, 1], 2
    odds = log_odds(good, bad)

    assert odds[[1, 2]].tolist() == pytest.approx([np.log(16 / 6), np.log(8 / 18)])
    assert not odds[3:].any()


def test_wary_odds_say_nothing_of_what_was_never_seen_and_little_of_what_was_seen_once():
    """One in ten was good. Seen once, bad: ln(.1/1.9) - ln(1/9) = ln(9/19); good: ln(1.1/.9) - ln(1/9) = ln 11."""
    good, bad = np.zeros(WIDTH), np.zeros(WIDTH)
    good[1], bad[2], bad[4] = 1, 1, 8
    odds = wary_odds(good, bad)

    assert odds[[1, 2, 3]].tolist() == pytest.approx([np.log(11), np.log(9 / 19), 0.0])
    assert not wary_odds(good, np.zeros(WIDTH)).any()
    assert not wary_odds(np.zeros(WIDTH), np.zeros(WIDTH)).any()


def test_scores_lie_between_nothing_and_one():
    assert squashed(np.array([-1e9, 0.0, 1e9])).tolist() == pytest.approx([0, 0.5, 1])
