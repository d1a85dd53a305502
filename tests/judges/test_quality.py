"""Quality is measured on examples that the judge was not given."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.checks.judges import page_with
from lycosa.judges.base import JudgeError
from lycosa.judges.quality import Quality, average_precision, calibration_error, quality
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Text
from lycosa.topics.topic import Example, Examples, Term, Topic


def topic(relevant, unrelated=(), **keys):
    return Topic(
        name="t",
        examples=Examples(tuple(Example(text=one) for one in relevant), tuple(Example(text=one) for one in unrelated)),
        **keys,
    )


SPIDERS = [f"the wolf spider number{place} hunts prey in a burrow" for place in range(6)]
TAXES = [f"the tax office number{place} sends forms in march" for place in range(8)]


def test_a_judge_that_can_tell_is_shown_to():
    found = quality("cosine", topic(SPIDERS, TAXES))

    assert isinstance(found, Quality)
    assert (found.relevant, found.unrelated, found.folds, found.made_up) == (6, 8, 5, False)
    assert found.accuracy == (1.0, 1.0, 1.0)
    assert found.average_precision == (1.0, 1.0, 1.0)
    assert found.brier < 0.25
    assert found.table == ()


def test_a_judge_that_looks_for_the_wrong_thing_is_shown_to_be_wrong():
    held = topic(SPIDERS, TAXES, vocabulary=(Term(1.0, ("tax",)),))
    found = quality("vocabulary", held)

    assert found is not None
    assert found.average_precision.value < 0.5


def test_held_out_examples_are_held_out():
    """Each relevant text is like no other, so a judge that had seen it would know it and one that had not cannot."""
    lonely = [f"zq{place}a zq{place}b zq{place}c" for place in range(6)]
    found = quality("cosine", topic(lonely, TAXES))

    assert found is not None
    assert found.accuracy.value == 8 / 14


def test_start_pages_are_examples_and_pages_shown_twice_count_once():
    lexicon = Lexicon()
    pages = [page_with(Text(lexicon.ids(words.split()), lexicon)) for words in SPIDERS]

    assert quality("cosine", topic([], TAXES), [*pages, *pages]) == quality("cosine", topic(SPIDERS, TAXES))


@pytest.mark.parametrize(("relevant", "unrelated"), [(0, 5), (1, 5), (5, 1)])
def test_too_few_examples_have_no_quality(relevant, unrelated):
    assert quality("cosine", topic(SPIDERS[:relevant], TAXES[:unrelated], query="spider")) is None


def test_where_nothing_unrelated_is_shown_the_figures_say_so():
    found = quality("cosine", topic(SPIDERS))

    assert found is not None
    assert found.made_up
    assert found.unrelated == 20


def test_what_the_judge_lacks_is_named():
    with pytest.raises(JudgeError, match="give it a vocabulary"):
        quality("vocabulary", topic(SPIDERS, TAXES))


def test_by_hand_average_precision():
    relevant = np.array([True, False, True, False])

    assert average_precision(np.array([0.9, 0.8, 0.7, 0.1]), relevant) == pytest.approx((1 + 2 / 3) / 2)
    assert average_precision(np.array([0.5, 0.5, 0.5, 0.5]), relevant) == pytest.approx((1 / 3 + 2 / 4) / 2)


@given(st.lists(st.booleans(), min_size=2, max_size=30))
def test_average_precision_is_1_where_all_relevant_come_first(labels):
    relevant = np.array([True, *labels])

    assert average_precision(relevant.astype(np.float64), relevant) == 1


def test_by_hand_calibration():
    relevant = np.array([True, False, True, True])
    scores = np.array([0.75, 0.75, 0.95, 0.95])

    assert calibration_error(scores, relevant, np.ones(4)) == pytest.approx(0.5 * 0.25 + 0.5 * 0.05)


@pytest.mark.parametrize("name", ["cosine", "bm25", "language_model"])
def test_without_examples_nothing_can_be_held_out(name):
    assert quality(name, topic((), query="wolf spider")) is None
