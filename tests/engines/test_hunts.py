"""Putting a hunt together: the cues to parse with, the judges a strategy names, and what is missing."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa import strategies
from lycosa.crawl.reading import GUIDE
from lycosa.crawl.settings import Settings, SettingsError
from lycosa.engines.hunts import assemble, check_needs, cues_of, instead, judges_for, reader_for, shown
from lycosa.judges.base import JudgeError
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers
from lycosa.topics.topic import Example, Examples, Scope, Topic

TOPIC = Topic(name="wolves", query="wolf")


class Needy(Strategy):
    """Wants what few topics have."""

    word = "needy"
    needs = ("query", "examples", "truth")
    uses = ("window(40)", "cosine:anchor", "anchor#", "page")

    def rank(self, page):
        return Offers(np.zeros(len(page.links)))


@pytest.fixture
def needy(monkeypatch) -> Strategy:
    monkeypatch.setitem(strategies.known(), "needy", Needy)
    return strategies.find("needy")


def example():
    return parse("http://h.test/", (), b"<p>wolf spider", [], Lexicon())


@pytest.mark.parametrize(
    ("topic", "given", "missing"),
    [
        (Topic(name="t"), {}, "query and examples and truth"),
        (TOPIC, {}, "examples and truth"),
        (TOPIC, {"truth": {}}, "examples and truth"),
    ],
)
def test_what_a_strategy_needs_and_the_hunt_lacks_is_named(needy, topic, given, missing):
    with pytest.raises(strategies.StrategyError) as wrong:
        check_needs(needy, topic, [], given)

    assert str(wrong.value).startswith(f"needy needs {missing}, which the topic {topic.name!r} does not have")


@pytest.mark.parametrize(("name", "known"), [("oracle", "truth"), ("oracle_guide", "unseen"), ("needy", "truth")])
def test_what_only_the_lab_knows_is_not_had_elsewhere(needy, name, known):  # noqa: ARG001 - it is registered
    with pytest.raises(strategies.StrategyError) as wrong:
        check_needs(strategies.find(name), TOPIC, [example()], {})

    assert str(wrong.value) == f"{name} needs {known}, which only the lab knows: run it by lycosa lab run"


def test_what_is_given_is_enough(needy):
    check_needs(needy, TOPIC, [example()], {"truth": {1: 1.0}})


def test_the_cues_of_strategies_are_those_they_use():
    """`page` is no cue to ask for, `anchor#` is the anchor's, `cosine:url` the URL's."""
    assert cues_of("breadth_first", "best_first") == []
    assert cues_of("url_combined", "best_first") == ["anchor", "url"]


def test_the_marks_of_ids_are_no_part_of_a_cue(needy):
    assert cues_of(needy.word) == ["anchor", "window(40)"]


def test_a_strategy_brings_its_own_judges_beside_the_guide():
    start = [example()]
    found = judges_for(strategies.find("url_combined"), "predicate", TOPIC, start)

    assert {name: judge.word for name, judge in found.items()} == {GUIDE: "predicate", "cosine": "cosine"}
    assert list(judges_for(strategies.find("best_first"), "predicate", TOPIC, start)) == [GUIDE]


def test_a_guide_that_the_strategy_names_too_is_begun_and_asked_once():
    start = [example()]
    for guide, shared in (("cosine", True), ("cosine()", True), ("cosine(terms=9)", False)):
        found = judges_for(strategies.find("url_combined"), guide, TOPIC, start)
        assert (found[GUIDE] is found["cosine"]) == shared


def test_a_judge_that_lacks_something_is_refused_before_the_crawl():
    with pytest.raises(JudgeError, match="vocabulary"):
        reader_for(TOPIC, strategies.find("best_first"), "vocabulary", [], Settings())


def test_settings_that_cannot_be_are_refused():
    strategy = strategies.find("breadth_first")
    reader = reader_for(TOPIC, strategy, "predicate", [], Settings())
    with pytest.raises(SettingsError, match="pages cannot be -1"):
        assemble(TOPIC, strategy, reader, [], Settings(pages=-1))


def test_the_sites_of_the_seeds_are_the_scope_where_the_topic_says_so():
    """003's white list: other hosts of a seed's registrable domain count in."""
    topic = Topic(name="t", query="wolf", scope=Scope(seed_sites=True))
    strategy = strategies.find("breadth_first")
    reader = reader_for(topic, strategy, "predicate", [], Settings())
    crawl = assemble(topic, strategy, reader, ["http://www.wolves.co.uk/a"], Settings())

    assert crawl.scope.refusal("http://den.wolves.co.uk/b") == ""
    assert crawl.scope.refusal("http://hares.co.uk/") == "seed_sites"


def test_seeds_come_first_in_their_order_and_once():
    strategy = strategies.find("best_first")
    reader = reader_for(TOPIC, strategy, "predicate", [], Settings())
    urls = ["http://h.test/b", "http://h.test/a", "http://H.test:80/b", "http://h.test/c"]
    crawl = assemble(TOPIC, strategy, reader, urls, Settings())

    assert [ticket.url for ticket in crawl.take(0.0, 9)] == [urls[0], urls[1], urls[3]]
    assert len(crawl.hunt.seeds) == 3


def test_a_judge_is_shown_examples_that_must_be_fetched_or_else_seeds():
    url, seeds = Example(url="http://a.test/"), ["http://seed.test/"]
    kept = Example(url="http://b.test/", text="kept")

    def both(*examples):
        topic = Topic(query="x", examples=Examples(relevant=examples))
        return shown(topic), list(instead(topic, seeds))

    assert both() == ((), seeds)
    assert both(url) == (("http://a.test/",), seeds)
    assert both(url, kept) == (("http://a.test/",), [])
    assert both(kept) == ((), []), "the text is there already"
    assert both(Example(text="a few words")) == ((), seeds)


def test_a_judge_that_the_strategy_names_is_the_guide_where_the_usual_judge_chose_it():
    found = judges_for(strategies.find("url_combined"), "auto", TOPIC, ())

    assert found["cosine"] is found[GUIDE]
