"""A topic gets the judge it deserves by what it shows."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from lycosa import judges
from lycosa.checks.judges import page_with
from lycosa.judges import ladder
from lycosa.judges.auto import Auto
from lycosa.judges.base import JudgeError
from lycosa.topics.topic import Example, Examples, Term, Topic
from tests.judges.test_svm import SPIDERS, TAXES, shown, text_of

OWN = (Term(3.0, ("wolf spider",)), Term(-1.0, ("tax",)))
MISLEADING = (Term(3.0, ("market",)), Term(3.0, ("river",)), Term(3.0, ("tax",)), Term(3.0, ("office",)))


@pytest.mark.parametrize(
    ("topic", "name"),
    [
        (Topic(query="wolf spider"), ladder.WORDS),
        (Topic(query="wolf spider", vocabulary=OWN), ladder.WORDS),
        (Topic(vocabulary=OWN), "vocabulary"),
        (shown(SPIDERS[:1], [], query="wolf spider"), ladder.LIKES),
        (shown(SPIDERS[:1] * 5, []), ladder.LIKES),
        (shown(SPIDERS[:3], []), ladder.LIKES),
        (shown(SPIDERS[:1], TAXES[:1]), ladder.EXAMPLES),
        (shown(), ladder.EXAMPLES),
        (shown(vocabulary=OWN), "svm+vocabulary"),
        (shown(vocabulary=MISLEADING), "svm"),
    ],
)
def test_each_rung_has_its_judge(topic, name):
    assert ladder.deserved(topic) == judges.find(name)


@pytest.mark.parametrize(
    ("topic", "name"),
    [
        (Topic(name="t"), ladder.LIKES),
        (Topic(query="spider"), ladder.WORDS),
        (Topic(vocabulary=OWN), "vocabulary"),
        (Topic(query="spider", examples=Examples((Example(url="http://h.test/"),))), ladder.LIKES),
        (Topic(query="spider", examples=Examples((), (Example(text=TAXES[0]),))), ladder.EXAMPLES),
    ],
)
def test_start_pages_are_examples_where_the_topic_means_them_so(topic, name):
    pages = [page_with(text_of(text.split())) for text in SPIDERS]

    assert ladder.deserved(topic, pages) == judges.find(name)


def test_where_somebody_begins_teaches_nothing_to_a_topic_that_has_examples():
    portal = [page_with(text_of(TAXES[0].split()))]
    kept = Examples(tuple(Example(text=text, file="a.html") for text in SPIDERS))
    topic = Topic(query="wolf spider", examples=kept)
    text = text_of(TAXES[0].split())

    with_portal, without = ladder.deserved(topic, portal), ladder.deserved(topic)

    assert np.array_equal(with_portal.margins(text, text.page), without.margins(text, text.page))


def test_without_scikit_learn_only_those_judge_that_do_not_need_it(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(ladder, "find_spec", lambda name: None if name == "sklearn" else found(name))

    for topic in (shown(), shown(vocabulary=OWN)):
        assert ladder.deserved(topic) == judges.find(ladder.UNTAUGHT[ladder.EXAMPLES])
        assert "pip install 'lycosa[learn]'" in ladder.untaught(topic)
    assert f"not {ladder.EXAMPLES}:" in ladder.untaught(shown())
    assert f"not {ladder.BEST} or {ladder.SURE}:" in ladder.untaught(shown(vocabulary=OWN))
    likes = shown(SPIDERS, [])
    assert ladder.deserved(likes) == judges.find(ladder.UNTAUGHT[ladder.LIKES])
    assert ladder.UNTAUGHT[ladder.LIKES] in ladder.untaught(likes)
    assert ladder.untaught(Topic(query="wolf spider")) == ""
    assert ladder.untaught(Topic(vocabulary=OWN)) == ""
    assert ladder.untaught(Topic()), "its start pages will be examples"


def test_with_it_nothing_is_lacking():
    assert ladder.untaught(shown()) == ""


def test_a_topic_that_says_nothing_is_refused():
    with pytest.raises(JudgeError, match="give it a description or a query"):
        ladder.deserved(Topic(name="t"))


@pytest.mark.parametrize("topic", [Topic(query="wolf spider"), shown(), shown(vocabulary=OWN)])
def test_auto_is_the_judge_it_chose(topic):
    judge, chosen = Auto(), ladder.deserved(topic)
    judge.begin(topic)
    text = text_of((SPIDERS[0] + " " + TAXES[0]).split())

    assert judge.chosen == chosen
    assert judge.called == repr(chosen)
    assert repr(judge) == ladder.USUAL
    assert judge.boundary == chosen.boundary
    assert np.array_equal(judge.scores(text, text.page), chosen.scores(text, text.page))
    assert judge.explain(text, text.page) == chosen.explain(text, text.page)


def test_auto_comes_back_as_what_it_chose():
    judge, again = Auto(), Auto()
    judge.begin(shown())
    again.restore(judge.state())
    text = text_of(SPIDERS[0].split())

    assert again.chosen == judge.chosen
    assert np.array_equal(again.margins(text, text.page), judge.margins(text, text.page))
