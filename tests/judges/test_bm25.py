"""BM25: the fast form equals the formula, and its two constants do what they are for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa import judges
from lycosa.checks.judges import page_with
from lycosa.judges.idf import PRIOR, STEP
from lycosa.judges.querying import USUAL
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.stems import stem
from lycosa.topics.topic import Topic
from lycosa.topics.words import document_frequency, stop_words

WORDS = ["the", "wolf", "wolves", "spider", "hunted", "hunting", "zqa", "zqb"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=60)


def idf(term, pages):
    """ln(N/f) in steps, over the language's share and the start pages."""
    holding = sum(term in [stem(word) for word in page] for page in pages)
    f = max(1.0, PRIOR * document_frequency(term, "en", stemmed=True) + holding)
    return round(math.log((PRIOR + len(pages)) / f) * STEP) / STEP


def slow_score(query, words, pages, k1=1.2, b=0.75):
    usual = sum(map(len, pages)) / len(pages) if pages else USUAL
    document = [stem(word) for word in words if word not in stop_words("en")]
    total = 0.0
    for term in dict.fromkeys(stem(word) for word in query if word not in stop_words("en")):
        n = document.count(term)
        total += idf(term, pages) * n * (k1 + 1) / (n + k1 * (1 - b + b * max(len(words), 1) / usual)) if n else 0.0
    return total


def begun(query, pages=(), name="bm25"):
    lexicon = Lexicon()
    judge = judges.find(name)
    judge.begin(Topic(query=query), [page_with(Text(lexicon.ids(words), lexicon)) for words in pages])
    return judge


def margin(judge, words):
    lexicon = Lexicon()
    return float(judge.margins(Text(lexicon.ids(words), lexicon), Ranges(np.array([0]), np.array([len(words)])))[0])


@given(TEXTS, TEXTS, st.lists(TEXTS.filter(len), max_size=3), st.data())
def test_the_fast_form_equals_the_formula(query, words, pages, data):
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))
    lexicon = Lexicon()

    margins = begun(" ".join(query), pages).margins(Text(lexicon.ids(words), lexicon), Ranges(*np.array(pairs).T))

    assert margins == pytest.approx([slow_score(query, words[start:end], pages) for start, end in pairs], abs=1e-9)


def test_by_hand_two_mentions_in_half_a_usual_page():
    judge = begun("zqa", [["zqa"] + ["the"] * 19])
    weight = idf("zqa", [["zqa"]])

    assert margin(judge, ["zqa"] * 2 + ["the"] * 8) == pytest.approx(weight * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 0.5)))


def test_a_further_mention_counts_less_and_never_more_than_the_most():
    judge = begun("zqa", name="bm25(b=0.0)")
    values = [margin(judge, ["zqa"] * n) for n in (1, 2, 3, 50)]

    assert values == sorted(values)
    assert values[1] - values[0] > values[2] - values[1]
    assert values[-1] < 2.2 * idf("zqa", [])


def test_length_counts_as_far_as_b_says():
    short, long = ["zqa"] + ["the"] * 9, ["zqa"] + ["the"] * 999

    assert margin(begun("zqa", name="bm25(b=0.0)"), short) == margin(begun("zqa", name="bm25(b=0.0)"), long)
    assert margin(begun("zqa"), short) > margin(begun("zqa"), long)


def test_a_page_like_the_start_pages_is_just_relevant():
    page = ["zqa", "zqa"] + ["the"] * 18
    judge = begun("zqa", [page, page])

    assert judge.curve(np.array([margin(judge, page)]))[0] == 0.5
