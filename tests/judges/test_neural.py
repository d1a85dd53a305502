"""The network equals its formula, and the committee is what most of its judges say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa import judges
from lycosa.judges.base import JudgeError
from lycosa.judges.committee import Committee
from lycosa.judges.fitting import Machines
from lycosa.judges.neural import Neural
from lycosa.judges.spaces import Space
from lycosa.pages.records import Ranges
from tests.judges.test_spaces import plain
from tests.judges.test_svm import SPIDERS, TAXES, WORDS, shown, text_of


@pytest.fixture(scope="module")
def neural():
    judge = Neural()
    judge.begin(shown())
    return judge


@pytest.fixture(scope="module")
def committee():
    judge = Committee()
    judge.begin(shown())
    return judge


def score(judge, words):
    text = text_of(words.split())
    return float(judge.scores(text, text.page)[0])


@settings(max_examples=40)
@given(words=st.lists(st.sampled_from([*WORDS, "unheard"]), max_size=40), data=st.data())
def test_the_fast_form_equals_the_plain_one(neural, words, data):
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))

    margins = neural.margins(text_of(words), Ranges(*np.array(pairs).T))

    number = {feature: place for place, feature in enumerate(neural.space.features)}
    expected = []
    for start, end in pairs:
        total = float(neural.outer_bias[0])
        vector = plain(neural.space, words[start:end])
        for unit, out in enumerate(neural.outer.tolist()):
            inside = sum(value * neural.inner[number[one], unit] for one, value in vector.items())
            total += out * math.tanh(inside + neural.inner_bias[unit])
        expected.append(total)
    assert margins == pytest.approx(expected, abs=1e-9)


def test_relevant_texts_are_told_from_others(neural):
    assert score(neural, "wolf spiders hunt their prey") > 0.5 > score(neural, "the tax office sends forms")


def test_coordinates_keep_all_distances():
    space = Space.of("tfidf", [tuple(text.split()) for text in SPIDERS], "en")
    machines = Machines(space.rows([tuple(text.split()) for text in SPIDERS]), len(space))

    places, basis = machines.coordinates()

    assert places @ places.T == pytest.approx(machines.kernel, abs=1e-9)
    assert machines.kernel @ basis == pytest.approx(places, abs=1e-9)


@pytest.mark.parametrize("name", ["neural", "neural(hidden=2)", "committee"])
def test_training_twice_gives_the_same(name):
    states = []
    for _ in range(2):
        judge = judges.find(name)
        judge.begin(shown())
        states.append(judge.state())

    assert all(np.array_equal(np.asarray(states[0][key]), np.asarray(states[1][key])) for key in states[0])


def test_what_explains_names_words_for_and_against(neural):
    text = text_of(["the", "wolf", "spider", "of", "the", "tax", "office"])

    told = dict(neural.explain(text, text.page))

    assert told["spider"] > 0 > told["tax"]


def test_one_example_is_enough():
    judge = Neural()
    judge.begin(shown(SPIDERS[:1]))

    assert score(judge, SPIDERS[0]) > 0.5 > score(judge, TAXES[0])
    assert judge.held is None


def test_what_is_missing_is_said(monkeypatch):
    with pytest.raises(JudgeError, match="neural: no words in the examples"):
        Neural().begin(shown([]))
    monkeypatch.setitem(__import__("sys").modules, "sklearn.neural_network", None)
    with pytest.raises(JudgeError, match=r"pip install 'lycosa\[learn\]'$"):
        Neural().begin(shown())


@given(words=st.lists(st.sampled_from(WORDS), max_size=30))
@settings(max_examples=40)
def test_the_committee_says_what_most_of_its_judges_say(committee, words):
    text = text_of(words)
    votes = [float(judge.scores(text, text.page)[0]) for judge in committee.judges]

    told = float(committee.scores(text, text.page)[0])

    assert (told >= 0.5) == (sum(vote >= 0.5 for vote in votes) >= 2)
    assert told == sorted(votes)[1]


def test_the_committee_is_bayes_svm_and_neural(committee):
    assert [judge.word for judge in committee.judges] == ["bayes", "svm", "neural"]
    text = text_of(["wolf", "spider"])
    assert dict(committee.explain(text, text.page))["spider"] > 0
