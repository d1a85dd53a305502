"""Mixtures: standardised, weighted, nested, named."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lycosa import judges
from lycosa.judges.base import JudgeError
from lycosa.judges.mixture import LEAST, Mixture, with_vocabulary
from lycosa.topics.topic import Term, Topic
from tests.judges.test_svm import SPIDERS, TAXES, shown, text_of


def begun(name, topic=None):
    judge = judges.find(name)
    judge.begin(topic or shown())
    return judge


def margin(judge, words):
    text = text_of(words.split())
    return float(judge.margins(text, text.page)[0])


def score(judge, words):
    text = text_of(words.split())
    return float(judge.scores(text, text.page)[0])


def shares(name):
    judge = judges.find(name)
    assert isinstance(judge, Mixture)
    return judge.shares


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mixture", [0.5, 0.5]),
        ("svm+vocabulary", [0.5, 0.5]),
        ("mixture(svm, vocabulary, weight=0.7)", [0.7, 0.3]),
        ("mixture(svm, vocabulary, cosine, weight=0.5)", [0.5, 0.25, 0.25]),
        ("mixture(svm, vocabulary, cosine)", [1 / 3, 1 / 3, 1 / 3]),
        ("mixture(svm, 2, vocabulary, 1, cosine, 1)", [0.5, 0.25, 0.25]),
    ],
)
def test_weights_are_shares(name, expected):
    assert shares(name) == pytest.approx(expected)


@pytest.mark.parametrize(
    "name",
    [
        "svm+vocabulary",
        "mixture(svm(units='words'), mixture(cosine, bm25), weight=0.25)",
        "mixture(svm, 2, vocabulary, 1)",
        "mixture(svm+vocabulary, cosine)",
    ],
)
def test_names_nest_and_parse_back(name):
    judge = judges.find(name)

    assert judges.find(repr(judge)) == judge
    assert "svm" in repr(judge)


def test_a_preset_with_a_plus_is_the_mixture_it_names():
    assert judges.find("svm+vocabulary") == judges.find("svm + vocabulary") == judges.find("mixture(svm, vocabulary)")
    assert judges.find("svm+vocabulary") != judges.find("mixture(vocabulary, svm)")


@pytest.mark.parametrize(
    "name",
    ["mixture(svm)", "mixture(1, svm, cosine)", "mixture(svm, 1, cosine)", "mixture(svm, 1, cosine, 1, weight=0.5)",
     "mixture(svm, cosine, weight=1.5)", "mixture(svm, -1, cosine, 1)", "mixture(svm, 'cosine')", "mixture(svm, 1, 2)"],
)  # fmt: skip
def test_weights_that_make_no_sense_are_refused_with_how_to_write_them(name):
    with pytest.raises(JudgeError, match=r"mixture: write it like mixture\(svm, vocabulary, weight=0.5\)"):
        judges.find(name)


def test_an_unknown_sum_is_refused_with_the_nearest():
    with pytest.raises(JudgeError, match=r"unknown judge 'svm\+vocabulry': did you mean svm\+vocabulary"):
        judges.find("svm+vocabulry")


def test_a_part_that_is_unknown_is_refused():
    with pytest.raises(JudgeError, match="unknown judge 'svn'"):
        judges.find("mixture(svn, cosine)")


def test_it_needs_what_its_parts_need_but_can_make_a_vocabulary():
    assert judges.find("svm+vocabulary").needs == ("examples", "vocabulary|examples")
    assert judges.find("mixture(cosine, bm25)").needs == ("words|examples", "words")
    with pytest.raises(JudgeError, match="give it example pages"):
        judges.check_needs(judges.find("svm+vocabulary"), Topic(name="t", query="wolf"))


def test_by_hand_the_margin_is_the_weighted_sum_of_standardised_log_odds():
    judge = begun("mixture(bayes, cosine, weight=0.7)")
    assert isinstance(judge, Mixture)
    text = "a wolf hunts near the tax office"

    expected = 0.0
    for part, share, mean, spread in zip(judge.judges, (0.7, 0.3), judge.means, judge.spreads, strict=True):
        held = min(max(score(part, text), LEAST), 1 - LEAST)
        expected += share * (math.log(held / (1 - held)) - mean) / spread
    assert margin(judge, text) == pytest.approx(expected)


def test_scores_are_standardised_on_examples_that_the_parts_had_not_seen():
    judge = begun("mixture(bayes, bayes(smooth=0.1))")
    assert isinstance(judge, Mixture)
    first = judge.judges[0]
    assert first.held is not None
    scores = np.clip(first.curve(first.held), LEAST, 1 - LEAST)
    odds = np.log(scores / (1 - scores))
    sides = [odds[: len(SPIDERS)], odds[len(SPIDERS) :]]

    assert judge.means[0] == pytest.approx(np.mean([side.mean() for side in sides]))
    spread = math.sqrt(np.mean([np.mean((side - judge.means[0]) ** 2) for side in sides]))
    assert judge.spreads[0] == pytest.approx(spread)


@pytest.mark.parametrize(
    "name", ["svm+vocabulary", "mixture(svm, bayes, cosine)", "mixture(svm, mixture(bayes, bm25))"]
)
def test_relevant_texts_are_told_from_others(name):
    topic = shown() if "bm25" not in name else shown(query="wolf spider")
    judge = begun(name, topic)

    assert score(judge, "wolf spiders hunt their prey") > 0.5 > score(judge, "the tax office sends forms")


def test_a_topic_without_a_vocabulary_gets_one_of_its_examples():
    topic = with_vocabulary(shown())
    held = {str(term) for term in topic.vocabulary}

    assert {"spider", "wolf spider"} <= held
    assert "tax" not in held
    own = shown(vocabulary=(Term(1.0, ("tax",)),))
    assert with_vocabulary(own) is own


def test_without_any_example_each_counts_from_its_own_boundary():
    judge = begun("mixture(language_model, cosine)", Topic(query="wolf spider"))

    assert judge.boundary == 0
    assert score(judge, "wolf spider") > 0.5 > score(judge, "tax office")


def test_one_example_is_enough():
    judge = begun("svm+vocabulary", shown(SPIDERS[:1]))

    assert score(judge, SPIDERS[0]) > 0.5 > score(judge, TAXES[0])


def test_what_explains_shares_out_what_each_judge_adds():
    judge = begun("svm+vocabulary")
    text = text_of(["the", "wolf", "spider", "of", "the", "tax", "office"])

    told = dict(judge.explain(text, text.page))

    assert told["wolf spider"] > 0
    assert told["tax"] < 0


def test_training_twice_gives_the_same():
    first, second = (begun("svm+vocabulary").state() for _ in range(2))

    assert all(np.array_equal(np.asarray(first[key]), np.asarray(second[key])) for key in (*first, *second))
