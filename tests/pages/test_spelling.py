"""Ids without strings: the same as those of the words, whatever the table holds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.lexicon import Lexicon
from lycosa.pages.spelling import Spelling, hashes
from lycosa.pages.tokens import marked, tokens

MASK = (1 << 64) - 1
WORDS = st.one_of(st.text("xy", min_size=1, max_size=4), st.text("abc\u03b1\u72fc", min_size=1, max_size=70))


def spelled(lexicon: Lexicon, text: str) -> list[int]:
    found = marked(text)
    ids: list[int] = lexicon.spelled(found.codes, found.starts, hashes(found.codes, found.starts)).tolist()
    return ids


TEXTS = st.lists(WORDS, max_size=30).map(" ".join)


@given(st.lists(TEXTS, max_size=6))
def test_ids_are_those_of_the_words(texts):
    """Text after text into one lexicon, with a table so small that it must grow and overflow."""
    quick, plain = Lexicon(), Lexicon()
    quick.spelling = Spelling(4)
    for text in texts:
        assert spelled(quick, text) == plain.ids(tokens(text)).tolist()
        assert quick.words == plain.words


@given(TEXTS, st.text(" ", max_size=9))
def test_a_hash_is_a_polynomial_of_the_letters_wherever_the_word_stands(text, blanks):
    found = marked(blanks + text)
    factor = 0x9E6C63D0876A9A47
    slow = [
        sum((ord(letter) - 32) * factor**place for place, letter in enumerate(word)) & MASK for word in tokens(text)
    ]

    assert hashes(found.codes, found.starts).tolist() == slow


def test_many_words_have_as_many_hashes():
    words = [f"{a}{b}{c}" for a in "abcdefghij" for b in "klmnopqrstuvwxyz0123" for c in range(500)]
    found = marked(" ".join(words))

    assert len(np.unique(hashes(found.codes, found.starts))) == len(words) == 100_000


def test_a_full_table_still_knows_all_words():
    lexicon = Lexicon()
    words = [f"word{number}" for number in range(20_000)]

    for _ in range(2):
        assert spelled(lexicon, " ".join(words)) == list(range(20_000))


def test_words_met_before_as_strings_keep_their_ids():
    lexicon = Lexicon()
    lexicon.ids(["spider", "wolf"])

    assert spelled(lexicon, "the wolf spider") == [2, 1, 0]


def test_long_words_are_words():
    text = "a" * 100_000 + " " + "b" * 31 + " " + "c" * 32 + " " + "d" * 33
    lexicon = Lexicon()
    spelled(lexicon, text)

    assert lexicon.words == text.split()


def test_no_words_have_no_ids():
    assert spelled(Lexicon(), " . ") == []
