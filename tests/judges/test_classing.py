"""Judges over classes: a column each, probabilities together, classes from trees and from layers of back-links."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa import judges
from lycosa.checks.judges import page_with
from lycosa.checks.topic import RELEVANT, TOPIC, UNRELATED
from lycosa.judges.base import JudgeError
from lycosa.judges.classing import RIDGES, _Fit
from lycosa.judges.layers import Layers
from lycosa.judges.quality import quality
from lycosa.judges.tree import Tree
from lycosa.pages.records import Ranges
from lycosa.topics.topic import BackLink, Example, Node, Topic
from tests.judges.test_spaces import plain
from tests.judges.test_svm import text_of

WORDS = sorted({word.strip(".,:").lower() for text in (*RELEVANT, *UNRELATED) for word in text.split()})


@pytest.fixture(scope="module")
def tree():
    judge = Tree()
    judge.begin(TOPIC)
    return judge


def likeliest(judge, words):
    text = text_of(words.split())
    return judge.classes[int(np.argmax(judge.scores(text, text.page)[0]))]


@settings(max_examples=40)
@given(words=st.lists(st.sampled_from([*WORDS, "unheard"]), max_size=40), data=st.data())
def test_the_fast_form_equals_the_plain_one(tree, words, data):
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))

    margins = tree.margins(text_of(words), Ranges(*np.array(pairs).T))
    scores = tree.curve(margins)

    number = {feature: place for place, feature in enumerate(tree.space.features)}
    for row, (start, end) in enumerate(pairs):
        vector = plain(tree.space, words[start:end])
        expected = [
            tree.biases[column] + math.fsum(value * tree.weights[number[one], column] for one, value in vector.items())
            for column in range(len(tree.classes))
        ]
        powers = [math.exp(tree.slope * margin) for margin in expected]
        assert margins[row] == pytest.approx(expected, abs=1e-9)
        assert scores[row] == pytest.approx([power / sum(powers) for power in powers], abs=1e-9)


def test_texts_held_out_by_formula_are_texts_held_out_indeed():
    dice = np.random.default_rng(1)
    points = dice.normal(0, 1, (9, 4))
    of = np.array([0, 1, 2] * 3)
    kernel = points @ points.T + 1
    told = _Fit(kernel, of, 3, 0.3).held_out

    for out in range(9):
        rest = np.arange(9) != out
        aims = np.where(of[rest, None] == np.arange(3), 1.0, -1.0)
        weights = np.linalg.solve(kernel[np.ix_(rest, rest)] + 0.3 * np.eye(8), aims)
        assert told[out] == pytest.approx(kernel[out, rest] @ weights)


def test_a_tree_has_a_class_for_each_node_with_examples(tree):
    assert tree.classes == ("Nature/Animals/Spiders", "Nature/Landscape/Rivers", "Trade/Markets")
    assert likeliest(tree, "a wolf spider in a silk burrow") == tree.classes[0]
    assert likeliest(tree, "tax on the market engine") == tree.classes[2]
    empty = msgspec.structs.replace(TOPIC, tree=(*TOPIC.tree, Node("Empty")))
    again = Tree()
    again.begin(empty)
    assert again.classes == tree.classes


def test_start_pages_belong_to_the_only_node_that_is_wanted():
    nodes = (Node("a", wanted=True), Node("b", examples=(Example(text="tax office"),)))
    judge = Tree()
    judge.begin(Topic(name="t", tree=nodes), [page_with(text_of(["wolf", "spider"]))])

    assert judge.classes == ("a", "b")
    assert likeliest(judge, "spider") == "a"


@pytest.mark.parametrize(
    ("nodes", "line"),
    [
        ((Node("a", examples=(Example(text="x"),)),), "tree: the topic 't' shows texts of 1 classes; two are needed"),
        ((Node("a"), Node("b")), "tree: the topic 't' shows texts of 0 classes; two are needed"),
    ],
)
def test_a_tree_of_fewer_than_two_classes_is_refused(nodes, line):
    with pytest.raises(JudgeError) as refused:
        Tree().begin(Topic(name="t", tree=nodes))

    assert str(refused.value) == line


def test_layers_are_the_examples_the_back_links_and_what_is_unrelated():
    judge = Layers()
    judge.begin(TOPIC)

    assert judge.classes == ("0", "1", "2", "3", "other")
    assert likeliest(judge, RELEVANT[0].lower().replace(".", "")) == "0"
    assert likeliest(judge, "tax on the market engine") == "other"


def test_a_text_shown_in_two_layers_is_of_the_lower():
    text = TOPIC.examples.relevant[0].text
    links = (*TOPIC.back_links, BackLink(3, text), BackLink(2, TOPIC.back_links[0].text))
    first, second = Layers(), Layers()
    first.begin(TOPIC)
    second.begin(msgspec.structs.replace(TOPIC, back_links=links))

    assert np.array_equal(first.weights, second.weights)


@pytest.mark.parametrize(("name", "missing"), [("tree", "a tree of topics"), ("layers", "back-links")])
def test_what_is_missing_is_named(name, missing):
    with pytest.raises(JudgeError, match=missing):
        judges.check_needs(judges.find(name), Topic(name="t", examples=TOPIC.examples))


@pytest.mark.parametrize("name", ["tree", "layers"])
def test_training_twice_gives_the_same(name):
    states = []
    for _ in range(2):
        judge = judges.find(name)
        judge.begin(TOPIC)
        states.append(judge.state())

    assert all(np.array_equal(np.asarray(states[0][key]), np.asarray(states[1][key])) for key in states[0])


def test_explains_by_what_speaks_for_the_likeliest_class(tree):
    text = text_of(["a", "wolf", "spider", "of", "the", "market"])

    assert dict(tree.explain(text, text.page))["spider"] > 0


def test_no_quality_is_given_of_a_judge_over_classes():
    with pytest.raises(JudgeError, match="tree judges over classes"):
        quality("tree", TOPIC)


def test_ridges_are_tried_from_little_to_much():
    assert list(RIDGES) == sorted(RIDGES)
