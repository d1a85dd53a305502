"""What is known of words before a page is read."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.stems import stem
from lycosa.pages.tokens import tokens
from lycosa.topics.words import (
    PAGE,
    RARE,
    document_frequency,
    stem_frequencies,
    stop_words,
    word_frequencies,
)

LISTED = ["de", "en", "es", "fr", "it", "nl", "pt", "ru", "sv"]


@pytest.mark.parametrize("language", LISTED)
def test_stop_words_are_common_words_of_their_language(language):
    words = stop_words(language)

    common = [word for word in words if document_frequency(word, language) > 0.02]
    assert len(words) > 90
    assert len(common) > 0.85 * len(words)


@pytest.mark.parametrize("language", LISTED)
def test_stop_words_are_words_as_pages_have_them(language):
    assert all(tokens(word) == [word] for word in stop_words(language) if "'" not in word)


def test_the_nine_commonest_english_words_say_nothing():
    assert {"the", "to", "and", "of", "a", "in", "i", "is", "for"} <= stop_words("en")
    assert not {"formula", "race", "wolf", "1"} & stop_words("en")


def test_a_language_without_lists_has_no_stop_words_and_only_rare_ones():
    assert stop_words("xx") == frozenset()
    assert document_frequency("wolf", "xx") == RARE


@given(st.text(max_size=8))
def test_a_share_of_pages_is_a_share(word):
    for stemmed in (False, True):
        assert RARE <= document_frequency(word, "en", stemmed=stemmed) <= 1


def test_commoner_words_stand_on_more_pages():
    shares = [document_frequency(word) for word in ("the", "water", "engine", "spider", "arachnid", "zqx")]

    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.99
    assert shares[-1] == RARE


def test_a_word_that_is_one_in_five_hundred_stands_on_two_pages_of_three():
    frequencies = word_frequencies("en")
    word = min(frequencies, key=lambda one: abs(frequencies[one] - 1 / PAGE))

    assert document_frequency(word) == pytest.approx(0.63, abs=0.01)


def test_a_stem_is_as_frequent_as_its_words_together():
    frequencies = word_frequencies("en")
    together = sum(frequency for word, frequency in frequencies.items() if stem(word) == "hunt")

    assert stem_frequencies("en")["hunt"] == pytest.approx(together)
    assert together > frequencies["hunt"]


def test_reading_topics_does_not_load_the_word_lists():
    code = "import sys, lycosa.topics, lycosa.judges; print('wordfreq' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout.strip() == "False"
