"""What a judge learns from: distinct texts of examples and start pages, unrelated ones made up where none are shown."""

from __future__ import annotations

from collections import Counter

import pytest

from lycosa import judges
from lycosa.checks.judges import page_of, page_with
from lycosa.judges.base import JudgeError
from lycosa.judges.mixture import with_vocabulary
from lycosa.judges.training import LONGEST, SHORTEST, background, check_training, training
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Text
from lycosa.pages.tokens import tokens
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


GERMAN = (
    "Die Wolfspinne jagt ihre Beute bei Nacht und trägt die Eier mit sich, bis die Jungen aus dem Kokon kommen. " * 6
)
ENGLISH = "The wolf spider hunts its prey by night and carries the eggs with it until the young leave the cocoon. " * 6


@pytest.mark.parametrize("name", ["svm", "bayes", "neural", "auto", "svm+vocabulary"])
def test_examples_in_a_language_that_the_topic_does_not_want_are_refused(name):
    topic = Topic(name="t", languages=("en",), examples=Examples((Example(text=GERMAN),) * 3))
    few = Topic(name="t", languages=("en",), examples=Examples(tuple(Example(text=f"{GERMAN}{n}") for n in range(3))))

    for one in (topic, few) if name != "auto" else (few,):
        with pytest.raises(
            JudgeError, match=r"^\w+: the examples of the topic 't' read as de, .* \(en\); give it others"
        ):
            judges.find(name).begin(one)


@pytest.mark.parametrize(("text", "language"), [(GERMAN, "de"), (ENGLISH, "en"), ("Die Wolfspinne", "en")])
def test_a_topic_without_languages_learns_in_that_of_its_examples(text, language):
    held = shown([text])

    assert held.language == language
    assert held.unrelated == background(language, held.relevant)


def test_in_a_language_without_blanks_pairs_of_signs_are_learned():
    relevant = ["狼蛛在夜间捕猎，住在洞穴里。", "狼蛛捕猎昆虫，不结网。", "洞穴里的狼蛛带着卵袋。", "夜间捕猎的狼蛛。"]
    unrelated = ["税务局在三月寄出表格。", "市场在河边，房子是石头的。", "机器有轮子。", "国王的桥是石头的。"]
    examples = Examples(tuple(Example(text=one) for one in relevant), tuple(Example(text=one) for one in unrelated))
    lexicon = Lexicon()
    texts = [Text(lexicon.ids(tokens(one)), lexicon) for one in ("狼蛛在洞穴里捕猎", "税务局的表格在河边")]
    for name in ("svm", "bayes", "neural", "svm+vocabulary", "auto"):
        judge = judges.find(name)
        judge.begin(Topic(languages=("zh",), examples=examples))
        first, second = (float(judge.scores(text, text.page)[0]) for text in texts)
        assert first > 0.5 > second
    assert "狼蛛" in {str(term) for term in with_vocabulary(Topic(languages=("zh",), examples=examples)).vocabulary}


@pytest.mark.parametrize("name", ["svm", "bayes", "neural", "svm+vocabulary", "auto"])
def test_a_million_times_one_word_teaches_that_word_and_is_judged(name):
    judge = judges.find(name)
    judge.begin(Topic(examples=Examples((Example(text="spider " * 10**6),))))
    lexicon = Lexicon()
    texts = [Text(lexicon.ids(words), lexicon) for words in (["spider"] * 10**6, ["tax", "office"], [])]

    scores = [float(judge.scores(text, text.page)[0]) for text in texts]

    assert scores[0] > 0.5 > max(scores[1:])


@pytest.mark.parametrize("name", ["svm", "bayes", "neural", "committee", "svm+vocabulary"])
def test_examples_without_words_are_none(name):
    with pytest.raises(JudgeError, match=r"no words in the examples of the topic 't'; give it example pages$"):
        judges.find(name).begin(Topic(name="t", examples=Examples((Example(text="..."), Example(text="\n")))))
