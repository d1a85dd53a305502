"""Links that are left alone for their text."""

from __future__ import annotations

from lycosa import strategies
from lycosa.crawl.settings import Settings
from lycosa.engines.hunts import assemble, reader_for
from lycosa.engines.replay import replay
from lycosa.topics.links import link_texts, usual_link_texts
from lycosa.topics.topic import Scope, Topic
from tests.strategies.small import Small


def test_the_list_is_short_and_says_what_the_paper_names():
    """García Dorado 2008 chapter 12: privacy policy, contact us."""
    texts = usual_link_texts()

    assert {"privacy policy", "contact us"} <= set(texts)
    assert len(texts) == len(set(texts)) <= 60
    assert all(text == text.strip().lower() and text for text in texts)


def test_the_list_is_off_unless_asked_for():
    assert link_texts(Scope()) == ()
    assert link_texts(Scope(usual_link_texts=True)) == usual_link_texts()


def test_a_topics_own_texts_come_first():
    own = Scope(link_texts=("subscribe",), usual_link_texts=True)

    assert link_texts(Scope(link_texts=("subscribe",))) == ("subscribe",)
    assert link_texts(own) == ("subscribe", *usual_link_texts())


def test_a_link_with_such_a_text_is_not_followed_whatever_its_case():
    """The whole text counts: a link that only mentions it is followed."""
    pages = {"h.test/s": "wolf -> h.test/a[Contact,US] h.test/b[contact,us,about,wolves] h.test/c[wolf]"}
    topic = Topic(name="t", query="wolf", scope=Scope(usual_link_texts=True))
    strategy = strategies.find("breadth_first")
    web = Small(pages)
    reader = reader_for(topic, strategy, "predicate", [], Settings())
    crawl = assemble(topic, strategy, reader, ["http://h.test/s"], Settings())
    replay(crawl, web)

    assert web.asked == ["http://h.test/s", "http://h.test/b", "http://h.test/c"]
    assert crawl.tally.reasons["link_text"] == 1
