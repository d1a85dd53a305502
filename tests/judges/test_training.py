"""What a judge learns from: distinct texts of examples and start pages, unrelated ones made up where none are shown."""

from __future__ import annotations

from collections import Counter

import pytest

from lycosa.checks.judges import page_of, page_with
from lycosa.judges.base import JudgeError
from lycosa.judges.training import LONGEST, SHORTEST, background, check_training, training
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Text
from lycosa.topics.topic import Example, Examples, Topic
from lycosa.topics.words import word_frequencies


def shown(relevant=(), unrelated=(), **keys):
    examples = Examples(tuple(Example(text=one) for one in relevant), tuple(Example(text=one) for one in unrelated))
    return training(Topic(name="t", examples=examples, **keys))


def test_texts_are_words_each_once_in_the_order_shown():
    held = shown(["Wolf spider.", "wolf SPIDER", "a burrow", "..."], ["tax", "Tax!", "wolf spider"])

    assert held.relevant == [("wolf", "spider"), ("a", "burrow")]
    assert held.unrelated == [("tax",)]
    assert held.texts == [*held.relevant, *held.unrelated]
    assert not held.made_up


def test_start_pages_come_first_and_count_as_readers_see_them():
    lexicon = Lexicon()
    text = Text(lexicon.ids(["meta", "title", "body"]), lexicon, {"meta": (0, 1), "title": (1, 2), "body": (2, 3)})

    held = training(Topic(examples=Examples((Example(text="spider"),))), [page_with(text)])

    assert held.relevant == [("title", "body"), ("spider",)]


def test_where_nobody_shows_what_is_unrelated_twice_as_many_texts_are_made_up():
    lexicon = Lexicon()
    pages = [page_of(number, lexicon) for number in range(30)]

    held = training(Topic(), pages)

    assert held.made_up
    assert len(held.unrelated) == 60
    assert {len(text) for text in held.unrelated} == {len(pages[0].text.tokens) - 20}


def test_made_up_texts_use_words_as_the_language_does_and_are_always_the_same():
    texts = background("en", [("word",) * 2000])

    assert texts == background("en", [("word",) * 2000])
    assert texts != background("en", [("word",) * 2000], number=2)
    counts = Counter(word for text in texts for word in text)
    held = word_frequencies("en")
    drawn = counts["the"] / counts.total()
    assert drawn == pytest.approx(held["the"] / sum(held.values()), rel=0.1)


@pytest.mark.parametrize(("words", "length"), [(1, SHORTEST), (10**6, LONGEST)])
def test_made_up_texts_are_neither_too_short_nor_endless(words, length):
    assert {len(text) for text in background("en", [("spider",) * words])} == {length}


def test_nothing_to_learn_from_is_said_in_a_line():
    with pytest.raises(JudgeError, match=r"svm: no words in the examples of the topic 't'; give it example pages$"):
        check_training("svm", Topic(name="t"), shown([], ["tax"]))
    with pytest.raises(JudgeError, match="nothing is known of the language 'xx'; give the topic 't' pages that do not"):
        check_training("svm", Topic(name="t", languages=("xx",)), shown(["spider"], languages=("xx",)))
    held = shown(["spider"], ["tax"])
    assert check_training("svm", Topic(), held) is held
