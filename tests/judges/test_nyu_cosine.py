"""The cosine score of the third seed: the fast form equals the formula printed there."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa import judges
from lycosa.checks.judges import page_with
from lycosa.judges.idf import PRIOR
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.stems import stem
from lycosa.topics.topic import Topic
from lycosa.topics.words import document_frequency, stop_words

WORDS = ["the", "wolf", "wolves", "spider", "hunted", "hunting", "zqa", "zqb"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=60)


def slow_score(query, words, pages):
    """F(d, t...) = sum of w(q, t) w(d, t) / sqrt|d|, as in section 2.5, over distinct query words."""
    terms = dict.fromkeys(stem(word) for word in query if word not in stop_words("en"))
    document = [stem(word) for word in words if word not in stop_words("en")]
    total = 0.0
    for term in terms:
        holding = sum(term in [stem(word) for word in page] for page in pages)
        f_t = max(1.0, PRIOR * document_frequency(term, "en", stemmed=True) + holding)
        f_dt = document.count(term)
        if f_dt:
            total += math.log(1 + (PRIOR + len(pages)) / f_t) * (1 + math.log(f_dt)) / math.sqrt(len(words))
    return total


def begun(query, pages=()):
    lexicon = Lexicon()
    judge = judges.find("nyu_cosine")
    judge.begin(Topic(query=query), [page_with(Text(lexicon.ids(words), lexicon)) for words in pages])
    return judge


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=3), st.data())
def test_the_fast_form_equals_the_formula(query, words, pages, data):
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))
    lexicon = Lexicon()

    margins = begun(" ".join(query), pages).margins(Text(lexicon.ids(words), lexicon), Ranges(*np.array(pairs).T))

    assert margins == pytest.approx([slow_score(query, words[start:end], pages) for start, end in pairs], abs=1e-9)


def test_by_hand_three_mentions_in_sixteen_words():
    judge = begun("zqa")
    lexicon = Lexicon()
    text = Text(lexicon.ids(["zqa"] * 3 + ["the"] * 13), lexicon)

    expected = math.log(1 + PRIOR) * (1 + math.log(3)) / 4
    assert judge.margins(text, text.page)[0] == pytest.approx(expected, abs=1e-12)
    assert judge.explain(text, text.page) == [("zqa", pytest.approx(expected))]


def test_the_median_start_page_scores_one_half():
    pages = [["zqa", "the"] * times + ["the"] * 20 for times in (1, 3, 9)]
    judge = begun("zqa", pages)
    lexicon = Lexicon()
    texts = [Text(lexicon.ids(page), lexicon) for page in pages]

    scores = [float(judge.scores(text, text.page)[0]) for text in texts]

    assert scores[0] < scores[1] == 0.5 < scores[2]


@pytest.mark.parametrize("pages", [(), (["the"], ["wolf"], ["zqa"])])
def test_where_the_start_pages_say_nothing_a_page_that_repeats_the_query_is_just_relevant(pages):
    judge = begun("zqa zqb", pages)
    lexicon = Lexicon()
    text = Text(lexicon.ids(["zqa", "zqb"] * 3 + ["the"] * 1994), lexicon)

    assert judge.scores(text, text.page)[0] == pytest.approx(0.5)


def test_a_query_of_stop_words_scores_nothing():
    judge = begun("the of")
    lexicon = Lexicon()
    text = Text(lexicon.ids(WORDS), lexicon)

    assert judge.scores(text, text.page).tolist() == [0.0]
