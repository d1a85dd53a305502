from __future__ import annotations

import pytest

from lycosa.crawl.settings import Settings
from lycosa.engines.answers import Answers
from lycosa.engines.hunted import Plan, hunt, start_pages
from lycosa.engines.hunts import cues_of
from lycosa.pages.lexicon import Lexicon
from lycosa.topics.topic import Example, Examples, Topic
from lycosa.webs.base import Exchange
from lycosa.webs.practice import PracticeWeb

WEB = PracticeWeb(pages=1600, number=3)
NAMES = ("best_first", "url_combined")


@pytest.fixture(scope="module")
def answers() -> Answers:
    return Answers(WEB, cues_of(*NAMES), Lexicon())


def plan(pages: int = 0, fetches: int = 0) -> Plan:
    topic = Topic(name="bread", description=WEB.description("bread"))
    return Plan(topic=topic, seeds=WEB.seeds("bread", 3), settings=Settings(pages=pages, fetches=fetches))


@pytest.mark.parametrize("name", NAMES)
def test_a_hunt_is_told_as_its_crawl_counted_it(answers: Answers, name: str) -> None:
    hunted = hunt(answers, plan(fetches=60), name)

    assert hunted.strategy == name
    assert hunted.stopped.reason == "fetches"
    assert hunted.tally.fetches == len(hunted.trace.keys) == 60
    assert hunted.harvest == hunted.tally.relevant / 60
    assert len(hunted.catches) == hunted.tally.pages - 3
    assert sum(hunted.languages.values()) == len(hunted.catches)


def test_twice_the_same_hunt_is_the_same(answers: Answers) -> None:
    first, second = (hunt(answers, plan(pages=40), "best_first") for _ in range(2))

    assert first.trace.urls == second.trace.urls
    assert first.catches == second.catches


def test_no_seed_is_a_catch(answers: Answers) -> None:
    asked = plan(pages=40)
    hunted = hunt(answers, asked, "best_first")

    assert not {catch.url for catch in hunted.catches} & set(asked.seeds)


def test_the_crawl_is_shown_before_its_first_ticket(answers: Answers) -> None:
    seen = []
    hunt(answers, plan(pages=5), "best_first", lambda crawl: seen.append(crawl.tally.fetches))

    assert seen == [0]


def test_a_judge_is_shown_the_examples_that_are_there_or_else_the_seeds(answers: Answers) -> None:
    good, seeds = WEB.seeds("bread", 1), WEB.seeds("owls", 2)
    gone = Example(url="http://nowhere.test/")
    with_good = Topic(name="bread", examples=Examples(relevant=(gone, Example(url=good[0]))))
    without = Topic(name="bread", examples=Examples(relevant=(gone,)))

    assert [page.url for page in start_pages(answers, with_good, seeds)] == good
    assert [page.url for page in start_pages(answers, without, seeds)] == seeds
    assert start_pages(answers, without, ["http://nowhere.test/"]) == []


class Moving:
    """Page n has moved to page n - 1, and page 0 is there."""

    def fetch(self, url: str) -> Exchange:
        left = int(url.rpartition("/")[2])
        return Exchange(url, 301 if left else 200, (("location", str(left - 1)),), b"<p>owls")


def test_start_pages_are_where_the_seeds_lead_by_so_many_redirects_as_a_crawl_follows() -> None:
    answers = Answers(Moving(), (), Lexicon())

    assert [page.url for page in start_pages(answers, Topic(name="owls"), ["http://a.test/10"])] == ["http://a.test/0"]
    assert start_pages(answers, Topic(name="owls"), ["http://a.test/11"]) == []
