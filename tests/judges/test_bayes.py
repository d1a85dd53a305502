"""Naive Bayes equals the formula, and what it says of a text does not depend on how long the text is."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa import judges
from lycosa.judges.base import JudgeError
from lycosa.judges.bayes import LENGTH, QUIET, Bayes
from lycosa.pages.errors import LycosaError
from lycosa.pages.records import Ranges
from lycosa.pages.stems import stem
from lycosa.topics.topic import Example, Examples, Topic
from lycosa.topics.words import stem_frequencies, stop_words
from tests.judges.test_svm import SPIDERS, TAXES, WORDS, shown, text_of


def begun(name="bayes", topic=None):
    judge = judges.find(name)
    assert isinstance(judge, Bayes)
    judge.begin(topic or shown())
    return judge


def margin(judge, words):
    text = text_of(words.split())
    return float(judge.margins(text, text.page)[0])


def telling(text):
    return [stem(word) for word in text if word not in stop_words("en")]


def slow_odds(relevant, unrelated, smooth):
    """Ln P(stem | relevant)/P(stem | unrelated), each text as 300 words."""
    totals = []
    for texts in (relevant, unrelated):
        total: defaultdict[str, float] = defaultdict(float)
        for text in texts:
            for one, times in Counter(telling(text)).items():
                total[one] += times * LENGTH / len(telling(text))
        totals.append(total)
    known = {one for total in totals for one in total}
    share = [
        {one: (total[one] + smooth) / (sum(total.values()) + smooth * len(known)) for one in known} for total in totals
    ]
    return {one: math.log(share[0][one] / share[1][one]) for one in known}


@settings(max_examples=60)
@given(st.lists(st.sampled_from([*WORDS, "unheard"]), max_size=40), st.data(), st.sampled_from([0.1, 1.0]))
def test_the_fast_form_equals_the_formula(words, data, smooth):
    judge = begun(f"bayes(smooth={smooth})")
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))

    margins = judge.margins(text_of(words), Ranges(*np.array(pairs).T))

    odds = slow_odds([text.split() for text in SPIDERS], [text.split() for text in TAXES], smooth)
    expected = []
    for start, end in pairs:
        held = [one for one in telling(words[start:end]) if one in odds]
        expected.append(sum(odds[one] for one in held) / (len(held) + QUIET))
    assert margins == pytest.approx(expected, abs=1e-9)


def test_by_hand_two_words():
    examples = Examples((Example(text="zqa"),), (Example(text="zqb"),))
    judge = begun(topic=Topic(examples=examples))

    odds = math.log((300 + 1) / (0 + 1))
    assert margin(judge, "zqa") == pytest.approx(odds / 5)
    assert margin(judge, "zqa zqb") == pytest.approx(0)
    assert margin(judge, "zqb zqb zqc the") == pytest.approx(-2 * odds / 6)


def test_a_text_said_twice_says_hardly_more_than_once():
    judge = begun()
    once = margin(judge, " ".join(SPIDERS))

    assert once < margin(judge, " ".join(SPIDERS * 20)) < 1.3 * once


def test_relevant_texts_are_told_from_others_and_a_text_without_known_words_says_nothing():
    judge = begun()

    assert margin(judge, "wolf spiders hunt") > judge.boundary > margin(judge, "the tax office")
    assert margin(judge, "") == margin(judge, "unheard of") == 0


def test_without_unrelated_texts_all_words_of_the_language_are_unrelated():
    judge = begun(topic=shown(unrelated=[]))

    common = stem_frequencies("en")
    assert len(judge.odds) >= len(common)
    assert judge.odds["govern"] < 0 < judge.odds["spider"]
    assert margin(judge, "wolf spiders in burrows") > judge.boundary > margin(judge, "the government and the people")


def test_training_twice_gives_the_same():
    first, second = (begun().state() for _ in range(2))

    assert all(np.array_equal(np.asarray(first[key]), np.asarray(second[key])) for key in (*first, *second))


def test_one_example_is_enough():
    judge = begun(topic=shown(SPIDERS[:1]))

    assert margin(judge, SPIDERS[0]) > judge.boundary > margin(judge, TAXES[0])


def test_what_explains_adds_up_to_the_margin():
    judge = begun()
    text = text_of(["the", "wolf", "spider", "hunts", "wolves", "at", "the", "tax", "office"])

    told = judge.explain(text, text.page)

    assert sum(part for _, part in told) == pytest.approx(float(judge.margins(text, text.page)[0]))
    assert told[0][0] in {"spider", "wolf"}


def test_no_examples_and_no_smoothing_are_refused():
    with pytest.raises(JudgeError, match="bayes: no words in the examples of the topic 't'"):
        begun(topic=shown([]))
    with pytest.raises(LycosaError, match="smooth must be at least"):
        judges.find("bayes(smooth=0.0)")
