"""Phrases are found wherever a loop over all places finds them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lycosa.judges.phrases import Finder, Trie
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text

WORD = st.sampled_from("abcd")
PHRASES = st.lists(st.lists(WORD, min_size=1, max_size=4).map(tuple), min_size=1, max_size=8, unique=True)
TEXTS = st.lists(st.sampled_from("abcdxy"), max_size=60)


def found_in(phrases, words):
    lexicon = Lexicon()
    finder = Finder(Trie(phrases), lexicon, str)
    return finder.find(Text(lexicon.ids(words), lexicon))


@given(PHRASES, TEXTS)
def test_every_place_of_every_phrase_is_found_and_no_other(phrases, words):
    found = found_in(phrases, words)

    told = {
        (start, phrases[number])
        for matches in found
        for start, number in zip(matches.starts.tolist(), matches.numbers.tolist(), strict=True)
    }
    expected = {
        (start, phrase)
        for phrase in phrases
        for start in range(len(words))
        if tuple(words[start : start + len(phrase)]) == phrase
    }
    assert told == expected
    assert sum(len(matches.starts) for matches in found) == len(expected)


@given(PHRASES, TEXTS, st.data())
def test_a_match_counts_only_where_it_starts_and_ends_inside(phrases, words, data):
    place = st.integers(0, len(words))
    start, end = data.draw(st.tuples(place, place).map(sorted))
    ranges = Ranges(np.array([start]), np.array([end]))

    for matches in found_in(phrases, words):
        inside = matches.within(ranges)
        told = matches.starts[inside.starts[0] : inside.ends[0]].tolist()
        expected = [at for at in matches.starts.tolist() if start <= at and at + matches.length <= end]
        assert told == expected


def test_a_word_is_no_part_of_a_longer_word():
    assert sum(len(matches.starts) for matches in found_in([("car",)], ["carpet", "cars"])) == 0


def test_phrases_that_overlap_are_all_found():
    found = found_in([("a",), ("a", "b"), ("b", "c"), ("a", "b", "c")], list("abc"))

    assert [len(matches.starts) for matches in found] == [1, 2, 1]
