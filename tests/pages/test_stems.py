"""Stems: a gather over the lexicon gives what the stemmer gives word by word."""

from __future__ import annotations

import numpy as np
import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.lexicon import Lexicon
from lycosa.pages.stems import SNOWBALL, Stems, stem

words = st.text("abcdefghijklmnopqrstuvwxyzäé'", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        # The examples of Porter 1980, steps 1a to 5b.
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("cats", "cat"),
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("motoring", "motor"),
        ("conflated", "conflat"),
        ("hopping", "hop"),
        ("filing", "file"),
        ("happy", "happi"),
        ("relational", "relat"),
        ("triplicate", "triplic"),
        ("hopefulness", "hope"),
        ("adjustment", "adjust"),
        ("controlling", "control"),
        ("generalizations", "gener"),
        ("oscillators", "oscil"),
    ],
)
def test_english_stems_are_porters(word, expected):
    assert stem(word) == expected


def test_other_languages_go_by_code_or_by_name():
    assert stem("häuser", "de") == stem("häuser", "german") == "haus"
    assert stem("continuellement", "fr") == "continuel"


def test_a_language_without_stemmer_leaves_words_alone():
    assert stem("running", "zh") == stem("running", "klingon") == stem("running", "") == "running"
    lexicon = Lexicon()
    ids = lexicon.ids(["running", "runs"])
    assert np.array_equal(Stems(lexicon, "zh")[ids], ids)


def test_every_language_named_has_its_stemmer():
    assert set(SNOWBALL.values()) <= set(Stemmer.algorithms())


@given(st.lists(st.lists(words, max_size=20), max_size=4))
def test_the_gather_equals_stemming_word_by_word(texts):
    """However often the lexicon grew in between."""
    lexicon = Lexicon()
    stems = Stems(lexicon)
    for text in texts:
        ids = stems[lexicon.ids(text)]
        assert ids.dtype == np.uint32
        assert [lexicon.words[number] for number in ids] == [stem(word) for word in text]


@given(st.lists(words, min_size=1, max_size=30), st.randoms())
def test_stems_do_not_depend_on_the_order_of_ids(text, random):
    shuffled = sorted(text, key=lambda _: random.random())
    one, other = Lexicon(), Lexicon()
    other.ids(shuffled)
    spelt = [[lexicon.words[number] for number in Stems(lexicon)[lexicon.ids(text)]] for lexicon in (one, other)]
    assert spelt[0] == spelt[1]


def test_words_of_one_stem_share_one_id():
    lexicon = Lexicon()
    assert len(set(Stems(lexicon)[lexicon.ids(["connect", "connected", "connecting", "connections"])].tolist())) == 1


def test_more_words_than_the_first_table_holds():
    lexicon = Lexicon()
    ids = lexicon.ids(f"words{number}" for number in range(5000))
    assert [lexicon.words[number] for number in Stems(lexicon)[ids][:2]] == ["words0", "words1"]
    assert len(Stems(lexicon)[ids]) == 5000
