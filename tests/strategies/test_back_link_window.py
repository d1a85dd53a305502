"""Back-link window: what the words around links to examples teach."""

from __future__ import annotations

import numpy as np

from lycosa.judges.contexts import Contexts, drawn, link_contexts, stretches
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Text
from lycosa.pages.tokens import tokens
from lycosa.topics.topic import BackLink, Example, Examples, Topic
from tests.strategies.small import fetched

TOPIC = Topic(
    name="wolves",
    query="wolf",
    examples=Examples(
        relevant=(Example(text="wolf den night forest"),),
        unrelated=(Example(text="tax market engine " * 30),),
    ),
    back_links=(
        BackLink(1, "a page", ("the best pages on howling packs", "howling at the moon"), "http://a.test/"),
        BackLink(1, "a page", ("pack leaders howling", "howling at the moon"), "http://b.test/"),
        BackLink(1, "a page", ("as the directory says",), "http://dmoz.example/wolves"),
        BackLink(1, "a page", ("as the directory says",), "http://directory.google.com/wolves"),
        BackLink(2, "a page", ("links to pages with links",), "http://c.test/"),
    ),
)


def test_contexts_are_those_of_links_to_examples_mirrors_of_the_directory_left_out():
    """Section 10.4: back-links whose URLs name the directory mirror it. A context that stands twice counts once."""
    assert link_contexts(TOPIC) == ["the best pages on howling packs", "howling at the moon", "pack leaders howling"]


def test_unrelated_texts_are_cut_to_the_length_of_contexts():
    """90 words are two stretches of 40 and one of 10."""
    assert [len(text.split()) for text in stretches(TOPIC, 40)] == [40, 40, 10]


def test_twenty_are_drawn_the_same_each_time():
    texts = [f"text {number}" for number in range(60)]
    chosen = [one.text for one in drawn(texts, 20, np.random.default_rng(1))]

    assert chosen == [one.text for one in drawn(texts, 20, np.random.default_rng(1))]
    assert chosen == sorted(set(chosen), key=texts.index)
    assert len(chosen) == 20
    assert len(drawn(texts[:7], 20, np.random.default_rng(1))) == 7


def test_the_judge_knows_what_is_said_around_links_and_not_what_examples_say():
    judge = Contexts()
    judge.begin(TOPIC)
    lexicon = Lexicon()

    def score(words: str) -> float:
        text = Text(lexicon.ids(tokens(words)), lexicon)
        return float(judge.scores(text, text.page)[0])

    assert score("howling packs") > 0.5 > score("tax and market")
    assert score("wolf den night forest") < score("howling")


def test_a_link_is_worth_its_window():
    """The score of the window alone; here it is the share of wolves, and the window the whole page."""
    web = {"h.test/s": "wolf -> h.test/a[hare] h.test/b[hare,wolf]", "h.test/t": "wolf*3 -> h.test/a[hare]"}
    found = dict(fetched("back_link_window", web, "h.test/s h.test/t", topic=TOPIC))

    assert found["a"] == 0.75
    assert found["b"] == 0.5
