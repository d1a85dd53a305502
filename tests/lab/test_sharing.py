from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from lycosa import strategies
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import Answers
from lycosa.engines.hunted import Plan, hunt, start_pages
from lycosa.engines.hunts import assemble, cues_of
from lycosa.engines.replay import replay
from lycosa.engines.trace import Trace
from lycosa.lab.sharing import Common, Sight, StoredAnswers
from lycosa.pages.lexicon import Lexicon
from lycosa.topics.topic import Scope, Term, Topic
from lycosa.webs.find import practice
from tests.lab.storing import SMALL, Walled

if TYPE_CHECKING:
    from lycosa.judges.base import Judge
    from lycosa.lab.store import Store

TERMS = (Term(1.0, ("ice",)), Term(2.0, ("glaciers",)))
TOPIC = Topic(name="glaciers", description="glaciers, their ice, how they move", query="glaciers ice", vocabulary=TERMS)
NAMES = [
    name for name, kind in strategies.known().items() if not kind.bound and not set(kind.needs) - {"query", "examples"}
]
PLAIN = ("breadth_first", "best_first", "in_degree", "url_combined", "best_first_n(n=16)")


def sight_of(store: Store, plan: Plan, common: Common | None = None) -> Sight:
    common = common or Common(StoredAnswers(store, plan.settings.canon))
    pages = [common.answers.get(url)[1] for url in plan.seeds]
    return Sight(plan.topic, plan.judge, [page for page in pages if page], plan.settings, common)


def traced(sight: Sight, plan: Plan, name: str) -> tuple[list[int], list[str], list[float]]:
    """One hunt on the stored web."""
    strategy = strategies.find(name)
    sight = sight.seen_by(strategy)
    crawl = assemble(sight.topic, strategy, sight.reader(strategy), plan.seeds, plan.settings, plan.given)
    trace = Trace(crawl)
    replay(crawl, sight.common.answers, plan.in_flight)
    return trace.keys, trace.urls, trace.scores


def plan_of(topic: Topic = TOPIC, judge: str = "cosine", in_flight: int = 1, **settings) -> Plan:
    seeds = practice(SMALL).seeds("glaciers", 3)
    given = {"fetches": 120, **settings}
    return Plan(topic=topic, seeds=seeds, judge=judge, settings=Settings(**given), in_flight=in_flight)


def replayed(small: Store, plan: Plan, name: str) -> tuple[list[int], list[str], list[float]]:
    """The same hunt as `lycosa replay` does it, on the web the store was made of."""
    answers = Answers(Walled(practice(SMALL), small), cues_of(name), Lexicon(), plan.settings.page_bytes)
    trace = hunt(answers, plan, name).trace
    return trace.keys, trace.urls, trace.scores


@pytest.mark.parametrize("name", NAMES)
def test_a_hunt_on_a_stored_web_is_the_hunt_that_replay_does(small: Store, name: str) -> None:
    plan = plan_of()
    found = traced(sight_of(small, plan), plan, name)

    assert len(found[0]) > 20
    assert found == replayed(small, plan, name)


@pytest.mark.parametrize(
    "plan",
    [
        plan_of(in_flight=7, gap=2.0),
        plan_of(cap=64, spacing=5, site_pages=20, url_length=80),
        plan_of(duplicates="near", aliases=True, soft_404=True, retries=1, host_failures=3),
        plan_of(robots=True, gap=0.5, patience=100.0),
        plan_of(nofollow=False, www=True, index=True, depth=2),
        plan_of(judge="nyu_cosine"),
        plan_of(Topic(name="x", query="glaciers", languages=("en",), scope=Scope(usual_link_texts=True))),
    ],
)
def test_so_it_is_by_all_rules(small: Store, plan: Plan) -> None:
    for name in ("best_first", "url_combined"):
        assert traced(sight_of(small, plan), plan, name) == replayed(small, plan, name)


def test_what_was_shared_before_changes_nothing(small: Store) -> None:
    """Each after all the others, on what those left behind, is as it is alone; and in any order."""
    plan = plan_of()
    alone = {name: traced(sight_of(small, plan), plan, name) for name in PLAIN}
    for order in (PLAIN, PLAIN[::-1]):
        sight = sight_of(small, plan)
        assert {name: traced(sight, plan, name) for name in order} == alone


def test_topics_on_one_web_share_targets_and_no_scores(small: Store) -> None:
    plan = plan_of()
    other = plan_of(Topic(name="y", description="beekeeping, hives and honey"))
    common = Common(StoredAnswers(small, plan.settings.canon))
    first, second = sight_of(small, plan, common), sight_of(small, other, common)
    traced(first, plan, "best_first")
    met = len(common.found)

    assert traced(second, other, "best_first") == traced(sight_of(small, other), other, "best_first")
    assert len(common.found) < 2 * met


def test_a_judge_is_asked_once_for_a_page(small: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    plan = plan_of()
    sight = sight_of(small, plan)
    kind = type(sight.judge("cosine"))
    margins = kind.margins

    def counted(judge: Judge, text, ranges):
        asked.append(id(text))
        return margins(judge, text, ranges)

    monkeypatch.setattr(kind, "margins", counted)
    traced(sight, plan, "url_combined")
    once = len(asked)
    traced(sight, plan, "url_combined")
    traced(sight, plan, "best_first(again='last')")

    assert once > 100
    assert len(asked) - once < once / 2  # only for pages that another order met


def test_shared_values_cannot_be_changed(small: Store) -> None:
    plan = plan_of()
    sight = sight_of(small, plan)
    traced(sight, plan, "url_combined")
    (value, *_) = sight.values["cosine:anchor"].values()

    with pytest.raises(ValueError, match="read-only"):
        value[:] = 0


def test_a_judge_that_learns_belongs_to_one_hunt(small: Store) -> None:
    plan = plan_of(judge="cosine(idf='crawl')")
    sight = sight_of(small, plan)
    one, other = sight.reader(strategies.find("best_first")), sight.reader(strategies.find("best_first"))

    assert one.judges[""] is not other.judges[""]
    assert traced(sight, plan, "best_first") == replayed(small, plan, "best_first")


def test_targets_are_forgotten_when_they_are_too_many(small: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from lycosa.lab import sharing

    monkeypatch.setattr(sharing, "MOST_LINKS", 300)
    plan = plan_of()
    sight = sight_of(small, plan)

    assert traced(sight, plan, "best_first") == replayed(small, plan, "best_first")
    assert sum(len(one.rows) for one in sight.common.found.values()) == sight.common.links


def test_start_pages_are_those_of_replay(small: Store) -> None:
    plan = plan_of()
    answers = Answers(Walled(practice(SMALL), small), (), Lexicon())

    assert [page.url for page in start_pages(answers, plan.topic, plan.seeds)] == [
        page.url for page in sight_of(small, plan).start
    ]
    assert np.isfinite([page.simhash for page in sight_of(small, plan).start]).all()
