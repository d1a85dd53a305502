"""Ontology as a judge: weights by steps, mentions by labels, worked by hand."""

from __future__ import annotations

from math import log

import pytest

from lycosa.judges import JudgeError, check_needs
from lycosa.judges.ontology import Ontology, steps_from_focus
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.tokens import tokens
from lycosa.topics.topic import Concept, Topic

CONCEPTS = (
    Concept("spider", ("spider", "wolf spider"), broader=("animal",), focus=True),
    Concept("animal", ("animal",), broader=("being",)),
    Concept("silk", ("silk",), related=("spider", "unknown")),
    Concept("being", ("living being",)),
    Concept("plant", ("plant",), broader=("being",)),
    Concept("moss", ("moss", "animal"), broader=("plant",)),
    Concept("stone", ("stone",)),
)
TOPIC = Topic(name="spiders", query="spiders", concepts=CONCEPTS)


def judged(text: str, judge: Ontology) -> tuple[float, list[tuple[str, float]]]:
    lexicon = Lexicon()
    read = Text(lexicon.ids(tokens(text)), lexicon)
    return float(judge.margins(read, read.page)[0]), judge.explain(read, read.page)


@pytest.fixture
def judge():
    one = Ontology()
    one.begin(TOPIC)
    return one


def test_weights_fall_with_the_steps_from_the_focus(judge):
    """alpha^steps, cut after 3: moss is 4 steps from spiders, stone is not joined to them at all."""
    away = {concept.id: steps for concept, steps in steps_from_focus(CONCEPTS, 3).items()}

    assert away == {"spider": 0, "animal": 1, "silk": 1, "being": 2, "plant": 3}
    assert judge.weights.tolist() == pytest.approx([1, 0.7, 0.7, 0.49, 0.343])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a spider", log(2) / log(4)),
        ("spiders and spiders", log(3) / log(5)),  # by their stems
        ("wolf spider", log(3) / log(4)),  # both labels of one concept stand there
        ("silk of an animal", 2 * 0.7 * log(2) / log(6)),
        ("living things and a living being", 0.49 * log(2) / log(8)),  # a phrase, not its words
        ("moss on a stone", 0),
        ("", 0),
    ],
)
def test_a_text_is_worth_the_concepts_it_names(text, value, judge):
    """Sum of w ln(1 + mentions) / ln(2 + words)."""
    assert judged(text, judge)[0] == pytest.approx(value, abs=1e-12)


def test_an_explanation_adds_up_to_the_margin(judge):
    value, parts = judged("the silk of spiders: silk, silk and plants", judge)

    assert [label for label, _ in parts] == ["silk", "spider", "plant"]
    assert sum(part for _, part in parts) == pytest.approx(value)


def test_each_range_counts_its_own_words(judge):
    lexicon = Lexicon()
    text = Text(lexicon.ids(["spider", "silk", "silk", "stone"]), lexicon)
    ranges = Ranges(*map(__import__("numpy").array, ([0, 1, 3, 2], [1, 3, 4, 2])))

    assert judge.margins(text, ranges).tolist() == pytest.approx([log(2) / log(3), 0.7 * log(3) / log(4), 0, 0])


def test_a_page_that_names_each_focus_three_times_in_2000_words_is_just_relevant(judge):
    assert judge.boundary == pytest.approx(log(4) / log(2002))


def test_a_topic_without_a_concept_in_focus_is_refused():
    with pytest.raises(JudgeError, match="give it an ontology with a concept in focus"):
        check_needs(Ontology(), Topic(name="x", query="x", concepts=(Concept("a", ("a",)),)))
