"""The SVM equals scikit-learn's on the plain vectors, chooses C as the thesis does, and is the same each time."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from lycosa import judges
from lycosa.checks.judges import page_with
from lycosa.judges.base import JudgeError
from lycosa.judges.fitting import GRID, Machines, folds_of
from lycosa.judges.spaces import UNITS
from lycosa.judges.svm import Svm
from lycosa.pages.errors import LycosaError
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.topics.topic import Example, Examples, Topic
from tests.judges.test_spaces import plain

SPIDERS = [
    "the wolf spider hunts at night", "wolf spiders carry eggs", "a spider hunts its prey", "spiders have burrows",
    "the burrow of a wolf spider", "prey of spiders at night",
]  # fmt: skip
TAXES = [
    "the tax office sends forms", "forms are sent in march", "a tax on houses", "the office is closed at night",
    "who hunts for a house", "market and river", "engines of the market", "stone houses by the river",
    "the king of the river", "a bridge of stone", "the engine has a wheel", "wheels and bridges",
]  # fmt: skip
WORDS = sorted({word for text in (*SPIDERS, *TAXES) for word in text.split()})
NAMES = [f"svm(units={units!r})" for units in UNITS]


def shown(relevant=SPIDERS, unrelated=TAXES, **keys):
    examples = Examples(tuple(Example(text=one) for one in relevant), tuple(Example(text=one) for one in unrelated))
    return Topic(name="t", examples=examples, **keys)


def begun(name="svm", topic=None, pages=()):
    judge = judges.find(name)
    assert isinstance(judge, Svm)
    judge.begin(topic or shown(), pages)
    return judge


def text_of(words):
    lexicon = Lexicon()
    return Text(lexicon.ids(words), lexicon)


def margin(judge, words):
    text = text_of(words.split())
    return float(judge.margins(text, text.page)[0])


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(st.lists(st.sampled_from([*WORDS, "unheard"]), max_size=40), st.data())
def test_the_fast_form_equals_the_plain_one(name, words, data):
    judge = TRAINED.setdefault(name, begun(name))
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))

    margins = judge.margins(text_of(words), Ranges(*np.array(pairs).T))

    weights = dict(zip(judge.space.features, judge.weights.tolist(), strict=True))
    expected = [
        judge.bias + math.fsum(value * weights[one] for one, value in plain(judge.space, words[a:b]).items())
        for a, b in pairs
    ]
    assert margins == pytest.approx(expected, abs=1e-9)


TRAINED: dict[str, Svm] = {}


@pytest.mark.parametrize("units", UNITS)
def test_the_machine_is_scikit_learns_on_the_plain_vectors(units):
    judge = begun(f"svm(units={units!r}, c=2)")
    texts = [tuple(text.split()) for text in (*SPIDERS, *TAXES)]
    rows = [plain(judge.space, list(text)) for text in texts]
    table = np.array([[row.get(feature, 0.0) for feature in judge.space.features] for row in rows])
    unit = float(np.mean(np.sum(table * table, axis=1)))
    machine = SVC(kernel="linear", C=2 / unit, class_weight="balanced", tol=1e-6)
    machine.fit(table, np.arange(len(texts)) < len(SPIDERS))

    for place, text in enumerate(texts):
        expected = machine.decision_function(table[place : place + 1])[0]
        assert margin(judge, " ".join(text)) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize("name", NAMES)
def test_relevant_texts_are_told_from_others(name):
    judge = begun(name)

    assert margin(judge, "spiders hunt with wolf spiders at night") > judge.boundary > margin(judge, "tax forms")


@pytest.mark.parametrize("name", [*NAMES, "svm(choose='vectors')"])
def test_training_twice_gives_the_same(name):
    first, second = (begun(name).state() for _ in range(2))

    assert list(first) == list(second)
    for key, value in first.items():
        assert np.array_equal(np.asarray(value), np.asarray(second[key]))


def test_the_table_shows_for_each_c_the_support_vectors_and_the_held_out_accuracy():
    table = begun().table

    assert table[:, 0].tolist() == list(GRID)
    assert ((table[:, 1] >= 2) & (table[:, 1] <= 18)).all()
    assert ((table[:, 2] >= 0) & (table[:, 2] <= 1)).all()


@pytest.mark.parametrize(
    ("choose", "expected"),
    [("vectors", 0.5), ("folds", 10)],
)
def test_c_as_table_11_1_of_the_thesis_has_it(choose, expected, monkeypatch):
    """Least 593 support vectors at C 1; the smallest C within one in a hundred of it is 0.5."""
    vectors = {0.1: 653, 0.5: 594, 1: 593, 10: 593, 100: 596}
    right = {0.1: 0.8, 0.5: 0.85, 1: 0.85, 10: 0.9, 100: 0.9}
    relevant = np.arange(40) < 20

    class Told(Machines):
        def __init__(self):
            pass

        def fit(self, relevant, c, among=None):
            return type("Dual", (), {"vectors": vectors[c]})()

        def held_out(self, relevant, c, of):
            wrong = np.arange(40) % 20 >= 20 * right[c] - 1e-9
            return np.where(relevant ^ wrong, 1.0, -1.0)

    monkeypatch.setattr("lycosa.judges.svm.GRID", tuple(vectors))
    judge = Svm(choose=choose)

    assert judge._chosen(Told(), relevant) == expected
    assert judge.table[:, 1].tolist() == list(vectors.values())


def test_folds_spread_both_classes():
    relevant = np.arange(30) < 10
    of = folds_of(relevant)

    for fold in range(5):
        assert ((of == fold) & relevant).sum() == 2
        assert ((of == fold) & ~relevant).sum() == 4
    assert folds_of(np.arange(5) < 1).tolist() == [0] * 5


def test_an_explanation_with_the_bias_adds_up_to_the_margin():
    judge = begun()
    text = text_of(["the", "wolf", "spider", "hunts", "a", "tax", "office"])

    told = judge.explain(text, text.page)

    assert sum(part for _, part in told) + judge.bias == pytest.approx(float(judge.margins(text, text.page)[0]))
    assert dict(told)["spider"] > 0 > dict(told)["tax"]


def test_one_example_is_enough_and_the_same_page_again_adds_nothing():
    once, often = (begun(topic=shown(SPIDERS[:1] * times)) for times in (1, 5))

    assert once.boundary == often.boundary
    assert margin(once, SPIDERS[0]) == margin(often, SPIDERS[0]) > once.boundary > margin(once, TAXES[0])


def test_without_unrelated_texts_the_language_is_what_is_unrelated():
    judge = begun(topic=shown(unrelated=[]))

    assert margin(judge, "a wolf spider in its burrow") > judge.boundary > margin(judge, "they said the people were")


@pytest.mark.parametrize(
    ("topic", "line"),
    [
        (shown([]), "svm: no words in the examples of the topic 't'; give it example pages"),
        (shown(["...", "  "]), "svm: no words in the examples of the topic 't'; give it example pages"),
    ],
)
def test_nothing_to_learn_from_is_refused_in_a_line(topic, line):
    with pytest.raises(JudgeError) as refused:
        begun(topic=topic)

    assert str(refused.value) == line


def test_a_negative_c_is_refused():
    with pytest.raises(LycosaError, match="c must be at least 0"):
        judges.find("svm(c=-1)")


def test_without_scikit_learn_a_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "sklearn.svm", None)

    with pytest.raises(JudgeError, match=r"pip install 'lycosa\[learn\]'$"):
        begun()


def test_empty_pages_and_pages_of_one_word_have_margins():
    judge = begun()

    assert margin(judge, "") == judge.bias
    assert np.isfinite(margin(judge, "spider " * 100_000))


def test_start_pages_are_examples():
    pages = [page_with(text_of(one.split())) for one in SPIDERS]

    assert begun(topic=shown([]), pages=pages).boundary == begun().boundary
