"""Cosine: the fast form equals the formula, and the formula's examples come out as by hand."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa import judges
from lycosa.checks.judges import page_with
from lycosa.judges.base import JudgeError
from lycosa.judges.idf import PRIOR, Idf, LearnedColumn
from lycosa.pages.errors import LycosaError
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.stems import stem
from lycosa.topics.topic import Example, Examples, Topic
from lycosa.topics.words import document_frequency, stop_words

SENTENCE = "the of and wolf wolves spider spiders hunt hunted hunting prey zqa zqb zqc 7 1984 être"
WORDS = SENTENCE.split()
WORDS_OF_A_TEXT = st.lists(st.sampled_from(WORDS), max_size=80)
PAGES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=40), max_size=4)


def telling(words):
    return [stem(word) for word in words if word not in stop_words("en")]


def slow_idf(pages):
    """ln(N / f), f the pages expected to hold the stem and those that do, at least 1."""
    held = Counter(one for page in pages for one in set(telling(page)))

    def idf(one):
        frequency = max(1.0, PRIOR * document_frequency(one, "en", stemmed=True) + held[one])
        return round(math.log((PRIOR + len(pages)) / frequency) * 1024) / 1024

    return idf


def slow_vector(words, idf, *, log):
    counts = Counter(telling(words))
    return {one: (1 + math.log(times) if log else times) * idf(one) for one, times in counts.items()}


def slow_unit(vector):
    length = math.sqrt(sum(value * value for value in vector.values()))
    return {one: value / length for one, value in vector.items()} if length else vector


def slow_cosine(first, second):
    one, two = slow_unit(first), slow_unit(second)
    return sum(value * two.get(term, 0.0) for term, value in one.items())


def slow_mean(vectors):
    units = [slow_unit(vector) for vector in vectors if vector]
    return {one: sum(unit.get(one, 0.0) for unit in units) for one in {key: 0 for unit in units for key in unit}}


def begun(name, topic, pages=(), lexicon=None):
    lexicon = lexicon if lexicon is not None else Lexicon()
    judge = judges.find(name)
    judge.begin(topic, [page_with(Text(lexicon.ids(words), lexicon)) for words in pages])
    return judge


def margin(judge, words):
    lexicon = Lexicon()
    text = Text(lexicon.ids(words), lexicon)
    return float(judge.margins(text, text.page)[0])


@settings(max_examples=150)
@given(WORDS_OF_A_TEXT, PAGES, WORDS_OF_A_TEXT, st.data(), st.booleans())
def test_the_fast_form_equals_the_formula(description, pages, words, data, log):
    topic = Topic(name="t", description=" ".join(["wolf", *description]))
    place = st.integers(0, len(words))
    pairs = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=6))
    judge = begun("cosine" if log else "cosine(tf='raw')", topic, pages)
    lexicon = Lexicon()
    ranges = Ranges(*np.array(pairs).T)

    margins = judge.margins(Text(lexicon.ids(words), lexicon), ranges)

    idf = slow_idf(pages)
    direction = slow_mean([slow_vector(text, idf, log=log) for text in (["wolf", *description], *pages)])
    expected = [slow_cosine(direction, slow_vector(words[start:end], idf, log=log)) for start, end in pairs]
    assert margins == pytest.approx(expected, abs=1e-9)


def test_by_hand_two_words_as_rare_as_each_other():
    judge = begun("cosine(tf='raw')", Topic(description="zqa zqb"))

    assert margin(judge, ["zqa", "zqa", "zqb"]) == pytest.approx(3 / (math.sqrt(5) * math.sqrt(2)), abs=1e-12)
    assert margin(judge, ["zqa", "zqb"]) == pytest.approx(1, abs=1e-12)
    assert margin(judge, ["zqc"]) == 0


def test_by_hand_logarithmic_tf():
    judge = begun("cosine", Topic(description="zqa zqb"))

    twice = 1 + math.log(2)
    expected = (twice + 1) / (math.sqrt(twice**2 + 1) * math.sqrt(2))
    assert margin(judge, ["zqa", "zqa", "zqb"]) == pytest.approx(expected, abs=1e-12)


def test_stop_words_weigh_nothing_and_words_of_one_stem_are_one():
    judge = begun("cosine", Topic(description="spider hunting"))

    assert margin(judge, ["the", "spider", "is", "hunting"]) == margin(judge, ["spiders", "hunted"])
    assert margin(judge, ["the", "is", "of"]) == 0


def test_a_topic_with_a_query_only_is_its_query():
    words = ["the", "wolf", "hunts", "zqa"]

    assert margin(begun("cosine", Topic(query="wolf")), words) == margin(
        begun("cosine", Topic(query="prey", description="wolf")), words
    )


def test_a_topic_without_words_is_its_start_pages():
    judge = begun("cosine", Topic(name="spiders"), [["zqa", "zqb"], ["zqa", "zqc"]])

    assert margin(judge, ["zqa"]) > margin(judge, ["zqb"]) > margin(judge, ["spiders"]) == 0


def test_inline_examples_count_as_pages_do():
    topic = Topic(examples=Examples(relevant=(Example(text="zqa zqb"), Example(text="zqa zqc"))))

    assert margin(begun("cosine", topic), ["zqa"]) > 0.5


def test_only_the_heaviest_terms_are_kept():
    judge = begun("cosine(terms=1)", Topic(description="zqa zqa the zqb"))

    assert margin(judge, ["zqa"]) == 1
    assert margin(judge, ["zqb"]) == 0


def test_like_words_leaves_the_start_pages_aside():
    judge = begun("cosine(like='words')", Topic(description="zqa"), [["zqb"]])

    assert margin(judge, ["zqb"]) == 0
    assert margin(begun("cosine(like='examples')", Topic(description="zqa"), [["zqb"]]), ["zqb"]) == 1


@pytest.mark.parametrize("strangers", [0, 100], ids=["much alike", "hardly alike"])
def test_the_boundary_is_halfway_from_the_examples_likeness_to_the_usual_or_near_the_likeness(strangers):
    own = [[f"zq{page}x{word}" for word in range(strangers)] for page in range(3)]
    pages = [["zqa", *own[0]], ["zqa", "zqb", *own[1]], ["zqa", "zqc", *own[2]]]
    judge = begun("cosine", Topic(), pages)

    idf = slow_idf(pages)
    vectors = [slow_vector(page, idf, log=True) for page in pages]
    alone = [slow_cosine(vectors[row], slow_mean(vectors[:row] + vectors[row + 1 :])) for row in range(3)]
    typical = sorted(alone)[1]
    assert (typical > 0.3) == (strangers == 0)
    assert judge.boundary == pytest.approx(max(math.sqrt(typical * 0.2), 0.8 * typical, 0.01), abs=1e-9)


@given(PAGES)
def test_the_boundary_is_always_above_nothing(pages):
    judge = begun("cosine", Topic(description="wolf"), pages)

    assert 0 < judge.boundary <= 1 + 1e-9


@pytest.mark.parametrize(("tf", "words", "one"), [("log", 0.05, 0.14), ("raw", 0.03, 0.08)])
def test_words_alone_and_a_single_example_have_boundaries_of_their_own(tf, words, one):
    assert begun(f"cosine(tf={tf!r})", Topic(query="wolf")).boundary == words
    assert begun(f"cosine(tf={tf!r})", Topic(), [["wolf"]]).boundary == one
    # One example and a word it hardly holds say nothing of how alike examples are.
    assert begun(f"cosine(tf={tf!r})", Topic(query="spider"), [["wolf", "bees"]]).boundary == one


@pytest.mark.parametrize("terms", [0, -3])
def test_a_direction_without_terms_is_refused(terms):
    with pytest.raises(LycosaError, match="terms must be at least 1"):
        judges.find(f"cosine(terms={terms})")


def test_a_topic_of_stop_words_is_refused_in_one_line():
    with pytest.raises(JudgeError, match="no words to go by in the topic 'x'"):
        begun("cosine", Topic(name="x", description="the of and"))


def test_what_explains_a_cosine_adds_up_to_it():
    judge = begun("cosine", Topic(description="wolf spider hunts prey"))
    lexicon = Lexicon()
    text = Text(lexicon.ids(["a", "wolf", "and", "spiders", "hunted", "a", "wolf", "near", "1984"]), lexicon)

    told = judge.explain(text, text.page)

    assert told[0][0] == "wolf"
    assert {term for term, _ in told} == {"wolf", "spiders", "hunted"}
    assert sum(part for _, part in told) == pytest.approx(float(judge.margins(text, text.page)[0]))


def test_an_idf_learned_from_the_crawl_makes_common_words_lighter():
    lexicon = Lexicon()
    judge = begun("cosine(idf='crawl')", Topic(description="zqa zqb"), lexicon=lexicon)
    before = margin(judge, ["zqa", "zqc"])
    for _ in range(50):
        judge.observe(page_with(Text(lexicon.ids(["zqa", "wolf"]), lexicon)))

    assert margin(judge, ["zqa", "zqc"]) < before
    assert not judge.shared


@given(PAGES, WORDS_OF_A_TEXT)
def test_a_learned_idf_equals_one_counted_at_once(pages, words):
    lexicon = Lexicon()
    learning = Idf("en")
    column = LearnedColumn(lexicon, learning)
    for page in pages:
        held = list(dict.fromkeys(telling(page)))
        learning.add(held)
        column.add(lexicon.ids(held))

    idf = slow_idf(pages)
    stems = telling(words)
    assert column[lexicon.ids(stems)].tolist() == [idf(one) for one in stems]


@given(PAGES)
def test_idf_survives_its_state(pages):
    known = Idf("en")
    for page in pages:
        known.add(dict.fromkeys(telling(page)))

    again = Idf.restored(known.state())

    assert [again(one) for one in telling(WORDS)] == [known(one) for one in telling(WORDS)]
