"""Anchors that learn where anchors led."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lycosa import strategies
from lycosa.crawl.settings import Settings
from lycosa.engines.hunts import check_needs
from lycosa.pages.errors import LycosaError
from lycosa.strategies.features import packed, squashed
from lycosa.strategies.learning_anchor import EVERY
from lycosa.topics.topic import Topic
from tests.strategies.learned import learner, lived, survives
from tests.strategies.small import Small, crawl_of
from tests.strategies.test_features import words

# An earlier crawl: "wolf" led to relevant pages, "hare" to others.
EARLIER = {"anchors": packed(words(*["wolf"] * 4, *["hare"] * 4), 8), "good": np.arange(8) < 4}
NAMES = ["learning_anchor", "learning_vocabulary_anchor"]


def found(name: str, web: dict[str, str]) -> dict[str, float]:
    """URL to priority, with the earlier crawl known."""
    from lycosa.engines.answers import ending

    crawl = crawl_of(name, ["h.test/s"], Settings(duplicates="off"), given={"earlier": EARLIER})
    small = Small(web)
    small.cues = crawl.reader.cues
    priorities = {}
    while tickets := crawl.take(0.0):
        crawl.feed(ending(tickets[0], *small.get(tickets[0].url)), 0.0)
        priorities[tickets[0].url[-1]] = tickets[0].priority
    return priorities


# s is 3 wolves in 6 words.
WEB = {"h.test/s": "wolf*2 -> h.test/a[wolf] h.test/b[hare] h.test/c[stag,hare] h.test/d"}


def test_the_score_is_the_pages_and_for_a_share_the_anchors():
    """García Dorado 2008 section 6.6: factor * page + (1 - factor) * anchor, "minus" read as plus; .8 and .2.

    The two words weigh the same with different signs, so their margins are 1 and -1 in units of their spread. The
    link without anchor keeps the page's 1/2 alone, and "stag" says nothing.
    """
    priorities = found("learning_anchor(source='crawl')", WEB)
    high, low = squashed(np.array([1.0, -1.0])).tolist()

    assert priorities["a"] == pytest.approx(0.8 * 0.5 + 0.2 * high)
    assert priorities["b"] == priorities["c"] == pytest.approx(0.8 * 0.5 + 0.2 * low)
    assert priorities["d"] == 0.5


def test_a_learned_vocabulary_scores_its_terms_alone():
    """Each word led 4 times of 4 one way: ln((4.5/5)/(0.5/5)) = ln 9, so wolf's sum is twice the half of its median.

    A sum m scores m/(m + b): 2/3. The hare's sum is below nothing; a link without anchor gets nothing and waits.
    """
    priorities = found("learning_vocabulary_anchor(source='crawl')", WEB)

    assert priorities["a"] == pytest.approx(0.8 * 0.5 + 0.2 * 2 / 3)
    assert priorities["b"] == priorities["c"] == priorities["d"] == pytest.approx(0.4)


def test_a_word_of_two_anchors_is_no_term_yet():
    few = {"anchors": packed(words("wolf", "wolf", "hare", "hare", "hare"), 8), "good": np.arange(5) < 2}
    result = strategies.find("learning_vocabulary_anchor").work(few)

    assert np.count_nonzero(result["weights"]) == 1
    assert not result["learned"]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_learned_from_nothing(name):
    for examples in (packed(words(), 8), packed(words("wolf", "wolf"), 8)):
        result = strategies.find(name).work({"anchors": examples, "good": np.ones(len(examples), np.bool_)})
        assert not result["learned"]


@pytest.mark.parametrize("name", NAMES)
def test_until_it_has_learned_it_is_best_first(name):
    scores = [lived(word, 60).known.scores for word in (name, "best_first")]

    assert np.array_equal(scores[0], scores[1], equal_nan=True)


@pytest.mark.parametrize("name", NAMES)
def test_it_learns_after_256_pages_and_survives_a_stop_in_the_midst_of_it(name):
    strategy = survives(name, 330, 60)

    assert strategy.fed >= EVERY
    assert strategy.epoch == 1
    assert strategy.weights.any()
    assert 0 < strategy.good.mean() < 1


def test_an_anchor_is_learned_from_by_its_targets_margin():
    """The surer half of each side teaches at a threshold of 1, everything at 0, nothing above all there is."""
    sizes = [len(learner(f"learning_anchor(threshold={threshold})", 200).good) for threshold in (0, 1.0, 100)]

    assert sizes[0] > sizes[1] > sizes[2] == 0


def test_an_earlier_crawls_own_are_learned_from_alone_or_too():
    with pytest.raises(LycosaError, match="needs what an earlier crawl learned"):
        check_needs(strategies.find("learning_anchor(source='mix')"), Topic(name="wolves"), [], {})
    for source in ("crawl", "mix"):
        strategy: Any = crawl_of(f"learning_anchor(source={source!r})", [], given={"earlier": EARLIER}).strategy
        assert strategy.learned
        assert len(strategy.good) == 8


def test_what_it_keeps_is_what_a_later_crawl_wants():
    earlier = learner("learning_anchor", 200).state()
    strategy: Any = crawl_of("learning_anchor(source='mix')", [], given={"earlier": earlier}).strategy

    assert strategy.anchors.tolist() == earlier["anchors"].tolist()


def test_words_of_urls_count_too_where_that_is_asked_for():
    strategy = learner("learning_anchor(url_words=True)", 100)

    assert strategy.anchors.shape[1] == 14
    assert strategy.anchors[:, 8:].any()
