"""Judges are found by name, and what they lack is said before anything is fetched."""

from __future__ import annotations

import pytest

from lycosa import judges
from lycosa.checks.judges import TOPIC, page_of
from lycosa.judges.base import JudgeError
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.names import NamingError
from lycosa.topics.topic import Example, Examples, Term, Topic


def test_the_first_judges_are_known_in_order():
    assert [*judges.known()] == sorted(judges.known())
    assert {"cosine", "nyu_cosine", "predicate", "vocabulary"} <= set(judges.known())


def test_an_unknown_judge_is_refused_with_the_nearest():
    with pytest.raises(JudgeError, match="unknown judge 'cosin': did you mean cosine"):
        judges.find("cosin")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("cosine(tf='square')", "cosine: tf can be 'log', 'raw', not 'square'"),
        ("cosine(idf=3)", "cosine: idf can be 'fixed', 'crawl', not 3"),
        ("predicate(match='some')", "predicate: match can be 'phrase', 'all', 'any', not 'some'"),
    ],
)
def test_an_option_out_of_its_choices_is_refused_with_them(name, line):
    with pytest.raises(NamingError) as refused:
        judges.find(name)

    assert str(refused.value) == line


@pytest.mark.parametrize(
    ("name", "topic", "missing"),
    [
        ("cosine", Topic(name="t"), "give it a description or a query or example pages"),
        ("nyu_cosine", Topic(name="t", vocabulary=(Term(1, ("a",)),)), "give it a description or a query$"),
        ("vocabulary", Topic(name="t", query="a"), "a vocabulary"),
    ],
)
def test_what_is_missing_is_named(name, topic, missing):
    with pytest.raises(JudgeError, match=missing) as refused:
        judges.check_needs(judges.find(name), topic)

    assert "\n" not in str(refused.value)


def test_examples_or_start_pages_stand_in_for_words():
    start = [page_of(1, Lexicon())]
    judges.check_needs(judges.find("cosine"), Topic(name="t"), start)
    judges.check_needs(judges.find("cosine"), Topic(examples=Examples(relevant=(Example(url="http://a.test/"),))))
    for name in judges.known():
        judges.check_needs(judges.find(name), TOPIC)


def test_every_judge_has_a_title_of_one_line():
    for kind in judges.known().values():
        assert kind().title
        assert "\n" not in kind().title
