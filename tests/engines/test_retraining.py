"""A judge trained again while the crawl runs: limits against drift, undone where it got worse, exact after a kill."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lycosa import judges, strategies
from lycosa.collection.opened import Opened
from lycosa.engines.retraining import SHARE, Sighted, check, rejected, surest
from lycosa.engines.trials import Worth, in_force, tried, worth
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.records import Text
from lycosa.pages.tokens import tokens
from lycosa.topics.topic import Topic
from lycosa.webs.base import Exchange
from lycosa.webs.practice import PracticeWeb
from tests.engines.hunter import Asked
from tests.engines.killing import killed_at, quick_tries, rebuilt_alike, served, to_the_end
from tests.engines.sound import sound

WEB = PracticeWeb(pages=400, number=4, planted=4, host_count=6, broken=0, unwell=0)
SIGHTED = st.builds(Sighted, st.integers(1, 10**6), st.floats(0, 1), st.floats(0, 1))


@given(st.lists(SIGHTED, max_size=200, unique_by=lambda one: one.key), st.integers(0, 30), st.data())
def test_pages_are_taken_for_examples_only_where_both_views_are_sure_and_only_so_many(pages, most, data):
    labels = {one.key: "relevant" for one in pages if data.draw(st.booleans())}
    relevant, others = surest(pages, labels, most)
    by_key = {one.key: one for one in pages}
    free = [one for one in pages if one.key not in labels]

    assert len(relevant) + len(others) <= min(int(SHARE * len(free)), most)
    assert not {*relevant, *others} & set(labels)
    assert not set(relevant) & set(others)
    for keys, sign in ((relevant, 1), (others, -1)):
        for key in keys:
            one = by_key[key]
            assert (one.score >= 0.5) == (sign > 0)
            for view in ("score", "priority"):
                better = sum(sign * getattr(other, view) > sign * getattr(one, view) for other in free)
                assert better <= 0.2 * len(free) + 1e-9


def test_by_hand_the_page_that_both_views_hold_best_and_those_they_hold_worst():
    pages = [Sighted(key, key / 60, key / 60) for key in range(60)]
    pages[59] = Sighted(59, 59 / 60, 0.0)  # the link said otherwise

    assert surest(pages, {}, 100) == ([58], [0, 1])


def test_by_hand_the_pages_that_are_rejected_surest():
    pages = [Sighted(key, key / 60, key / 60) for key in range(60)]
    pages[0] = Sighted(0, 0.0, 1.0)  # the link said otherwise

    assert rejected(pages, {2: "relevant"}, 3) == [1, 3, 4]
    assert len(rejected(pages, {}, 100)) <= 0.2 * 60
    assert rejected(pages, {}, 0) == rejected([], {}, 5) == []


def test_a_guide_is_no_worse_only_if_no_figure_fell():
    before = Worth(0.8, 0.9, 0.7)
    assert Worth(0.8, 0.9, 0.7).at_least(before)
    assert not Worth(0.9, 0.9, 0.6).at_least(before)
    assert Worth(0.9, 0.9, 0.6).tells_as_well(before)
    assert not Worth(0.9, 0.89, 0.9).tells_as_well(before)
    assert not Worth(0.7, 1.0, 0.9).tells_as_well(before)


def test_a_guess_is_taken_only_if_a_figure_that_counts_rose_and_none_fell():
    before = Worth(0.8, 0.9, 0.7)
    assert Worth(0.8, 0.95, 0.6).tells_better(before)
    assert not Worth(0.8, 0.9, 0.9).tells_better(before), "nearer scores alone show nothing"
    assert not Worth(0.9, 0.85, 0.9).tells_better(before)
    assert not Worth(1.0, 1.0, 0.9).tells_better(Worth(1.0, 1.0, 0.8)), "there is nothing left to gain"


def test_what_scores_are_worth_by_hand():
    high, low = np.array([0.9, 0.6]), np.array([0.2])

    assert worth(high, low) == pytest.approx((1.0, 1.0, 1 - (0.01 + 0.16) / 4 - 0.04 / 2))
    assert worth(low, high) == pytest.approx((0.0, 1 / 3, 1 - 0.64 / 2 - (0.81 + 0.36) / 4))


TOPIC = Topic(name="wolf spiders", languages=("en",))


def alike(number: int, words: str) -> list[str]:
    """Texts that share these words."""
    return [f"{words} {' '.join(f'{word}{at}' for word in words.split())}" for at in range(number)]


@pytest.mark.parametrize("name", ["svm", "cosine", "mixture(bayes, cosine)", "auto"])
def test_each_example_is_scored_by_a_fit_that_has_not_seen_it(name):
    """One that says the opposite of its like is right only under a fit that saw it."""
    relevant = [*alike(5, "wolf spider burrow"), "tax office forms and the stamp of march"]
    unrelated = alike(8, "tax office forms")
    trial = tried(name, TOPIC, (relevant, unrelated))

    assert trial.worth((relevant[-1:], unrelated)).precision < 1
    assert trial.worth((relevant[:5], unrelated)).precision == 1
    assert len(trial.held) == len(relevant) + len(unrelated)


def test_what_a_judge_was_not_trained_on_it_scores_itself():
    trial = tried("svm", TOPIC, (alike(5, "wolf spider burrow"), alike(8, "tax office forms")))
    judge, text = trial.judge, "wolf spider and silk"
    lexicon = Lexicon()
    read = Text(lexicon.ids(tokens(text)), lexicon)
    score = float(judge.scores(read, read.page)[0])

    assert trial.worth(([text], [text])).closeness == pytest.approx(1 - ((1 - score) ** 2 + score**2) / 2)


def test_a_guide_in_force_is_asked_by_its_like_for_what_it_was_trained_on_and_itself_for_the_rest():
    relevant, unrelated = alike(5, "wolf spider burrow"), alike(8, "tax office forms")
    guide = tried("svm", TOPIC, (relevant, unrelated))
    force = in_force("svm", guide.judge, TOPIC, (relevant, unrelated))

    assert force.worth((relevant, unrelated)) == guide.worth((relevant, unrelated))
    assert in_force("cosine", guide.judge, TOPIC, ([], [])).held == {}


@pytest.mark.parametrize("judge", ["bm25", "predicate", "vocabulary", "cosine(idf='crawl')"])
def test_a_judge_that_learns_nothing_from_examples_is_refused_in_one_line(judge):
    with pytest.raises(judges.JudgeError, match=r"cannot be retrained; take cosine or svm$"):
        check("best_first", judge)


@pytest.mark.parametrize("strategy", ["shark", "otie", "tunneling", "learning_anchor"])
def test_a_strategy_whose_links_carry_more_than_their_pages_tell_is_refused(strategy):
    with pytest.raises(strategies.StrategyError, match="cannot be ranked again"):
        check(strategy, "cosine")
    check("best_first", "cosine")
    check("best_first_n", "cosine")


def text_of(url: str) -> str:
    answer = WEB.fetch(url)
    assert isinstance(answer, Exchange)
    page = parse(url, answer.headers, answer.body)
    return f"{page.title} {page.content}"


def shown() -> tuple[tuple[str, bool], ...]:
    """Pages of the topic, and of another."""
    topics = (("beekeeping", True), ("glaciers", False))
    return tuple((text_of(url), side) for topic, side in topics for url in WEB.seeds(topic, 8))


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("retrained") / "hunt"
    with served(repr(WEB)) as port, quick_tries():
        yield Asked(
            folder=str(folder),
            port=port,
            seeds=tuple(WEB.seeds("beekeeping", 5)),
            shown=shown(),
            retrain=15,
            settings={"pages": 100},
        )


def kinds(folder) -> Counter[str]:
    with Opened(folder) as collection:
        return Counter(told.kind for _, told in collection.catalogue.events())


def test_a_hunt_that_retrains_is_killed_where_that_is_delicate_and_comes_back_as_its_log_says(asked, tmp_path):
    """At a new judge's row, its coming in force and amid pages read back; under each judge a page is read back once."""
    with quick_tries():
        # Long enough for a round that counts after each kill, whenever pages come.
        lived = replace(asked, folder=str(tmp_path / "hunt"), retrain=10, settings={"pages": 220})
        fates = [("retrained", "after", 1), ("force", "after", 1), ("rerank", "after", 9), ("checkpoint", "after", 1)]
        died = [killed_at(lived, fate) for fate in fates]
        ended = to_the_end(lived)
        found = kinds(tmp_path / "hunt")

        assert sum(died) >= 3
        assert ended.pages == 220
        assert found["judge"] >= 1
        assert found["rerank"] >= 30
        verdict = sound(tmp_path / "hunt")
        assert verdict.state == rebuilt_alike(tmp_path / "hunt")
    with Opened(tmp_path / "hunt") as collection:
        rows = collection.catalogue.db.execute(
            "SELECT e.key, (SELECT max(seq) FROM event j WHERE j.kind = 'judge' AND j.seq < e.seq) FROM event e"
            " WHERE e.kind = 'rerank'"
        ).fetchall()
        assert len(rows) == len(set(rows)), "a page was read back twice under one judge"
