"""Terms proposed from examples are those by which they differ, phrases above @and-terms above words."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.judges.terms import LONGEST, propose
from lycosa.topics.words import document_frequency, stop_words

WORDS = ["the", "of", "wolf", "spider", "pit", "stop", "tax", "formula", "1", "zqa", "zqb"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=30).map(tuple), max_size=5)


def weights(*args, **keys):
    return {str(term): term.weight for term in propose(*args, **keys)}


@given(TEXTS, TEXTS)
def test_kinds_keep_their_places_and_every_term_stands_in_the_examples(relevant, unrelated):
    terms = propose(relevant, unrelated)

    assert [term.weight for term in terms] == sorted((term.weight for term in terms), reverse=True)
    for term in terms:
        kind = 1 if len(term.parts) > 1 else 2 if " " in term.parts[0] else 0
        assert kind < term.weight <= kind + 1
        assert any(all(f" {part} " in f" {' '.join(text)} " for part in term.parts) for text in relevant)
        runs = [part.split() for part in term.parts]
        assert all(len(run) <= LONGEST for run in runs)
        assert not {run[place] for run in runs for place in (0, -1)} & stop_words("en")


@given(TEXTS, TEXTS)
def test_the_same_texts_give_the_same_terms(relevant, unrelated):
    assert propose(relevant, unrelated) == propose(relevant, unrelated)


def test_by_hand_words_by_rarity_times_one_plus_the_log_of_how_often_they_stand():
    found = weights([("zqa", "zqa", "spider")])

    rare, spider = (-math.log(document_frequency(word, "en")) for word in ("zqa", "spider"))
    assert found["zqa"] == 1
    assert found["spider"] == round(spider / ((1 + math.log(2)) * rare), 2)


def test_what_unrelated_texts_have_as_well_is_no_term():
    found = weights([("spider", "tax"), ("spider", "tax", "burrow")], [("tax", "office"), ("tax",)])

    assert "spider" in found
    assert "tax" not in found


def test_phrases_and_pairs_are_found():
    texts = [("the", "pit", "stop", "of", "formula", "1"), ("formula", "1", "and", "a", "pit", "stop")]

    found = weights(texts, [("a", "pit"), ("a", "stop")])

    assert {"pit stop", "formula 1", "formula @and pit"} <= set(found)
    assert "1" not in found
    assert "the pit" not in found


def test_of_many_texts_a_term_of_one_alone_does_not_count():
    texts = [("spider", "zqa"), ("spider", "zqb"), ("spider",)]

    assert set(weights(texts)) == {"spider"}
    assert "zqa" in weights(texts[:2])


@pytest.mark.parametrize("most", [0, 1, 10])
def test_no_more_than_asked_for(most):
    text = tuple(f"zq{number}" for number in range(50))

    assert len(propose([text], most=most)) <= most


def test_without_examples_there_are_no_terms():
    assert propose([], [("tax",)]) == ()
