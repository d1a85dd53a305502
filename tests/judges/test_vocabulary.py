"""Vocabulary: the fast form equals Combine's two formulas, written out over slices."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa import judges
from lycosa.checks.judges import page_with
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.tokens import tokens
from lycosa.topics.topic import Term, Topic

WORD = st.sampled_from("abcd")
PART = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
TERM = st.builds(
    Term,
    st.floats(-100, 100).filter(lambda weight: abs(weight) > 1e-3),
    st.lists(PART, min_size=1, max_size=3, unique=True).map(tuple),
)
TERMS = st.lists(TERM, min_size=1, max_size=8).map(tuple)
TEXTS = st.lists(st.sampled_from("abcdxy"), min_size=8, max_size=60)


def places_of(part, words):
    wanted = part.split()
    return [at for at in range(len(words)) if words[at : at + len(wanted)] == wanted]


def slow_sum(terms, words):
    """Algorithm 1: hits times weight; an @and-term counts when all its parts are there."""
    total = 0.0
    for term in terms:
        found = [places_of(part, words) for part in term.parts]
        total += term.weight * (len(found[0]) if len(found) == 1 else all(found))
    return total


def slow_by_position(terms, words):
    """Algorithm 2: weight / (log(k * position) * proximity) with k = 1/2, no logarithm below 1."""
    total = 0.0
    for term in terms:
        found = [places_of(part, words) for part in term.parts]
        if len(found) == 1:
            total += sum(term.weight / max(1, math.log((at + 1) / 2)) for at in found[0])
        elif all(found):
            spans = [(max(at) - min(at), min(at)) for at in choices(found)]
            span, first = min(spans)
            near = max(1, math.log(max(span, 1)))
            total += term.weight / (max(1, math.log((first + 1) / 2)) * near)
    return total


def choices(found):
    if not found:
        return [()]
    return [(at, *rest) for at in found[0] for rest in choices(found[1:])]


def paged(words, lexicon):
    """A text whose first words are meta and headings, then title, then body."""
    return Text(
        lexicon.ids(words),
        lexicon,
        {"meta": (0, 2), "headings": (2, 4), "title": (4, 6), "body": (6, len(words))},
    )


def begun(name, terms, pages=()):
    lexicon = Lexicon()
    judge = judges.find(name)
    judge.begin(Topic(vocabulary=terms), [page_with(Text(lexicon.ids(words), lexicon)) for words in pages])
    return judge


@given(TERMS, TEXTS, st.data())
def test_the_fast_form_equals_the_first_formula(terms, words, data):
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))
    lexicon = Lexicon()

    margins = begun("vocabulary", terms).margins(paged(words, lexicon), Ranges(*np.array(pairs).T))

    assert margins == pytest.approx([slow_sum(terms, words[start:end]) for start, end in pairs], abs=1e-9, rel=1e-9)


@given(TERMS, TEXTS)
def test_whole_pages_by_position_equal_the_second_formula(terms, words):
    text = paged(words, Lexicon())

    margin = begun("vocabulary(by_position=True)", terms).margins(text, text.page)[0]

    assert margin == pytest.approx(slow_by_position(terms, words[4:]), abs=1e-9, rel=1e-9)


@given(TERMS, TEXTS)
def test_places_of_a_whole_page_weigh_what_they_are_given(terms, words):
    text = paged(words, Lexicon())
    judge = begun("vocabulary(in_title=8, in_body=2, in_headings=4, in_meta=0.5)", terms)

    stretches = ((4, 6, 8), (6, len(words), 2), (2, 4, 4), (0, 2, 0.5))
    expected = sum(weight * slow_sum(terms, words[start:end]) for start, end, weight in stretches)
    assert judge.margins(text, text.page)[0] == pytest.approx(expected, abs=1e-8, rel=1e-9)


@given(TERMS, TEXTS)
def test_places_weigh_nothing_in_a_window(terms, words):
    text = paged(words, Lexicon())
    window = Ranges(np.array([5]), np.array([8]))

    plain = begun("vocabulary", terms).margins(text, window)

    assert begun("vocabulary(in_title=8)", terms).margins(text, window).tolist() == plain.tolist()


@given(TERMS, TEXTS)
def test_what_explains_a_sum_adds_up_to_it(terms, words):
    text = paged(words, Lexicon())
    for name in ("vocabulary", "vocabulary(in_title=3)", "vocabulary(by_position=True)"):
        judge = begun(name, terms)
        told = judge.explain(text, text.page)
        assert math.fsum(part for _, part in told) == pytest.approx(judge.margins(text, text.page)[0], abs=1e-7)


@given(TERMS, TEXTS, TEXTS)
def test_the_same_words_give_the_same_bits_wherever_they_stand(terms, before, words):
    lexicon = Lexicon()
    judge = begun("vocabulary", terms)
    there = Text(lexicon.ids([*before, *words]), lexicon)
    here = Text(lexicon.ids(words), lexicon)

    later = Ranges(np.array([len(before)]), np.array([len(there.tokens)]))
    assert judge.margins(there, later).tolist() == judge.margins(here, here.page).tolist()


def test_by_hand_formula_one():
    terms = (
        Term(10, ("formula 1",)),
        Term(3, ("fernando alonso",)),
        Term(2, ("pit", "lap")),
        Term(-5, ("nascar",)),
    )
    judge = begun("vocabulary", terms)
    lexicon = Lexicon()
    page = "formula 1 champion fernando alonso alonso pit stop on lap 1 of formula 1 no nascar"
    text = Text(lexicon.ids(tokens(page)), lexicon)

    assert judge.margins(text, text.page)[0] == 10 * 2 + 3 + 2 - 5
    assert judge.explain(text, text.page) == [
        ("formula 1", 20.0), ("nascar", -5.0), ("fernando alonso", 3.0), ("pit @and lap", 2.0)
    ]  # fmt: skip


def test_stems_match_other_forms_of_the_words():
    lexicon = Lexicon()
    text = Text(lexicon.ids(["racing", "cars"]), lexicon)
    terms = (Term(1, ("raced car",)),)

    assert begun("vocabulary(stems=True)", terms).margins(text, text.page).tolist() == [1.0]
    assert begun("vocabulary", terms).margins(text, text.page).tolist() == [0.0]


def test_half_of_the_median_start_page_is_just_relevant():
    judge = begun("vocabulary", (Term(2, ("a",)),), [["a"], ["a"] * 4, ["a"] * 9])

    assert judge.boundary == 4


@pytest.mark.parametrize("pages", [(), (["x"], ["y"])])
def test_three_mentions_of_a_middling_term_are_just_relevant_where_start_pages_say_nothing(pages):
    judge = begun("vocabulary", (Term(1, ("a",)), Term(5, ("b",)), Term(9, ("c",)), Term(-9, ("d",))), pages)

    assert judge.boundary == 15
    assert begun("vocabulary", (Term(-9, ("d",)),)).boundary == 1


def test_with_the_same_score_each_good_term_counts_one_and_each_bad_one_less_than_nothing_by_one():
    """García Dorado 2008, section 9.3.1: the same score for all good and bad terms with opposite sign."""
    terms = (
        Term(70.0, ("fernando alonso",)),
        Term(2.5, ("grand prix",)),
        Term(15.0, ("ferrari", "race")),
        Term(0.5, ("race",)),
        Term(-40.0, ("nascar",)),
    )
    words = ["fernando", "alonso", "won", "the", "race", "in", "a", "ferrari", "another", "race", "after", "nascar"]
    text, same = paged(words, Lexicon()), begun("vocabulary(weights='same')", terms)

    # the phrase 1, "race" twice 2, ferrari @and race once 1, nascar -1; no grand prix
    assert same.margins(text, Ranges(np.array([0]), np.array([len(words)]))).tolist() == [3.0]
    assert begun("vocabulary", terms).margins(text, Ranges(np.array([0]), np.array([len(words)]))).tolist() == [46.0]
    assert same.boundary == 3.0, "of a vocabulary alone three mentions of a middling term"
    assert [weight for _, weight in same.terms] == [1, 1, 1, 1, -1]
