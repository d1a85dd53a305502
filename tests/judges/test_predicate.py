"""Predicate: the keyword is there or not, as a look at the words tells."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa import judges
from lycosa.judges.base import JudgeError
from lycosa.pages.errors import LycosaError
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.records import Ranges, Text
from lycosa.topics.topic import Topic

TEXTS = st.lists(st.sampled_from("abx"), min_size=4, max_size=30)
QUERIES = st.lists(st.sampled_from("ab"), min_size=1, max_size=3)


def slow_predicate(query, words, match, times):
    if match == "phrase":
        return sum(words[at : at + len(query)] == query for at in range(len(words))) >= times
    counts = [words.count(word) for word in set(query)]
    return min(counts) >= times if match == "all" else sum(counts) >= times


def begun(name, query=""):
    judge = judges.find(name)
    judge.begin(Topic(query=query))
    return judge


@given(QUERIES, TEXTS, st.sampled_from(["phrase", "all", "any"]), st.integers(1, 3), st.data())
def test_the_fast_form_equals_a_look_at_the_words(query, words, match, times, data):
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))
    judge = begun(f"predicate(match={match!r}, times={times})", " ".join(query))
    lexicon = Lexicon()

    scores = judge.scores(Text(lexicon.ids(words), lexicon), Ranges(*np.array(pairs).T))

    expected = [float(slow_predicate(query, words[start:end], match, times)) for start, end in pairs]
    assert scores.tolist() == expected


@given(TEXTS)
def test_a_place_of_a_whole_page_is_looked_at_alone(words):
    lexicon = Lexicon()
    text = Text(lexicon.ids(words), lexicon, {"title": (0, 2), "body": (2, len(words))})

    assert begun("predicate('a', where='title')").scores(text, text.page).tolist() == [float("a" in words[:2])]
    assert begun("predicate('a', where='body')").scores(text, text.page).tolist() == [float("a" in words[2:])]


def test_a_page_s_own_url_can_be_looked_at():
    told = parse("http://a.test/wolf-spiders/12.html", {}, b"<title>burrow</title> prey").text

    for keyword, score in (("wolf spiders", 1.0), ("12", 1.0), ("burrow", 0.0), ("prey", 0.0)):
        assert begun(f"predicate({keyword!r}, where='url')").scores(told, told.page).tolist() == [score]
        assert begun(f"predicate({keyword!r})").scores(told, told.page).tolist() == [1.0 - score]


def test_words_of_a_url_are_looked_at_whatever_the_place():
    lexicon = Lexicon()
    text = Text(lexicon.ids(["a"]), lexicon)

    assert begun("predicate('a', where='title')").scores(text, text.page).tolist() == [1.0]


def test_satisfied_is_above_the_boundary_and_not_satisfied_below():
    lexicon = Lexicon()
    text = Text(lexicon.ids(["artificial", "intelligence", "is", "artificial"]), lexicon)
    judge = begun("predicate", "Artificial Intelligence")

    assert judge.scores(text, Ranges(np.array([0, 1]), np.array([2, 4]))).tolist() == [1.0, 0.0]
    assert judge.explain(text, text.page) == [("artificial intelligence", 1.0)]


def test_a_keyword_of_its_own_needs_no_query():
    judges.check_needs(judges.find("predicate('a')"), Topic(name="t"))
    with pytest.raises(JudgeError, match="give it a query"):
        judges.check_needs(judges.find("predicate"), Topic(name="t"))


@pytest.mark.parametrize("name", ["predicate(keyword=5)", "predicate('a', times=0)", "predicate('a', times=-1)"])
def test_what_every_page_or_none_would_satisfy_is_refused(name):
    with pytest.raises(LycosaError, match="predicate: "):
        judges.find(name)


def test_a_keyword_without_words_is_refused():
    with pytest.raises(JudgeError, match="no words to look for"):
        begun("predicate('...')")
