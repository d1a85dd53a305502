"""Vectors of ranges equal what one would count by hand."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.judges.spaces import LONGEST, UNITS, Space
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.stems import stem
from lycosa.topics.words import RARE, stop_words

WORDS = ["the", "of", "wolf", "wolves", "spider", "spiders", "hunt", "hunted", "zqa", "zqb", "7", "狼"]
TEXT = st.lists(st.sampled_from([*WORDS, "unheard"]), max_size=60)
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=20).map(tuple), min_size=1, max_size=5)


def runs(words, longest):
    return [" ".join(words[at : at + n]) for n in range(1, longest + 1) for at in range(len(words) - n + 1)]


def plain(space, words):
    """The vector of some words, as a dict."""
    if space.units == "words":
        return {feature: 1.0 for feature in space.features if feature in words}
    idf = dict(zip(space.features, space.idf.tolist(), strict=True))
    stems = [stem(word) for word in words if word not in stop_words("en")]
    counts = Counter(runs(stems, LONGEST if space.units == "words+phrases" else 1))
    raw = {one: (1 + math.log(times)) * idf[one] for one, times in counts.items() if one in idf}
    length = math.sqrt(math.fsum(value * value for value in raw.values()))
    return {one: value / length for one, value in raw.items()} if length else {}


@pytest.mark.parametrize("units", UNITS)
@settings(max_examples=60)
@given(TEXTS, TEXT, st.data())
def test_products_equal_the_plain_ones(units, texts, words, data):
    space = Space.of(units, texts, "en")
    weights = np.sin(np.arange(1.0, len(space) + 1))
    table = np.stack([weights, weights**2], axis=1)
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))
    lexicon = Lexicon()

    vectors = space.vectors(Text(lexicon.ids(words), lexicon), Ranges(*np.array(pairs).T))

    of = dict(zip(space.features, weights.tolist(), strict=True))
    expected = [math.fsum(v * of[f] for f, v in plain(space, words[a:b]).items()) for a, b in pairs]
    squares = [math.fsum(v * of[f] ** 2 for f, v in plain(space, words[a:b]).items()) for a, b in pairs]
    assert vectors.dot(weights) == pytest.approx(expected, abs=1e-9)
    assert vectors.dot(table).tolist() == pytest.approx(np.array([expected, squares]).T, abs=1e-9)


@pytest.mark.parametrize("units", UNITS)
@given(TEXTS)
def test_a_space_survives_its_state(units, texts):
    space = Space.of(units, texts, "en")
    again = Space.restored(space.state())

    weights = np.arange(1.0, len(space) + 1)
    for first, second in zip(space.rows(texts), again.rows(texts), strict=True):
        assert first.dot(weights).tolist() == second.dot(weights).tolist()


def test_features_are_words_as_written_or_stems_and_phrases_that_two_texts_have():
    texts = [("the", "wolf", "hunted"), ("the", "wolf", "spider"), ("wolf", "of", "the", "hunt")]

    assert Space.of("words", texts, "en").features == ["the", "wolf", "hunted", "spider", "of", "hunt"]
    assert Space.of("tfidf", texts, "en").features == ["wolf", "hunt", "spider"]
    assert Space.of("words+phrases", texts, "en").features == ["wolf", "hunt", "wolf hunt", "spider"]


def test_a_phrase_counts_by_its_own_rarity_and_its_words_count_too():
    space = Space.of("words+phrases", [("wolf", "spider"), ("wolf", "spider", "hunt")], "en")
    lexicon = Lexicon()
    text = Text(lexicon.ids(["wolf", "spiders", "and", "spiders"]), lexicon)
    idf = dict(zip(space.features, space.idf.tolist(), strict=True))
    parts = [idf["wolf"], (1 + math.log(2)) * idf["spider"], idf["wolf spider"]]  # the other phrase no example has

    assert idf["wolf spider"] == pytest.approx(math.log((300 + 2) / (2 + 300 * RARE)), abs=0.001)
    weights = np.array([float(feature == "wolf spider") for feature in space.features])
    assert space.vectors(text, text.page).dot(weights) == pytest.approx([parts[2] / math.hypot(*parts)])


def test_a_text_of_one_word_a_million_times_is_that_word():
    space = Space.of("tfidf", [("wolf", "spider")], "en")
    lexicon = Lexicon()
    text = Text(lexicon.ids(["wolf"] * 10**6), lexicon)

    assert space.vectors(text, text.page).dot(np.array([2.0, 5.0])) == pytest.approx([2.0])
