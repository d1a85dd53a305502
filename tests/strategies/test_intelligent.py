"""Log-ratios of what goes with relevant pages, learned without examples."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lycosa import strategies
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import ending
from lycosa.strategies.intelligent import PARENTS, WORDS
from lycosa.strategies.records import Hunt, Rows
from lycosa.topics.topic import Topic
from tests.strategies.learned import learner, lived, survives
from tests.strategies.small import Small, crawl_of
from tests.strategies.test_features import place


def begun(**options: Any) -> Any:
    """The strategy before its first page."""
    given = ", ".join(f"{name}={value}" for name, value in options.items())
    strategy = strategies.find(f"intelligent({given})")
    strategy.begin(Hunt(Topic(name="wolves"), np.random.default_rng(1)))
    return strategy


def test_a_feature_counts_where_it_is_telling():
    """Of 98 pages 9 are relevant: p = 10/100. Seen 10 times, good 4: |4 - 1|/sqrt(.9) > 2, so ln((5/12)/.1).

    Good 2: |2 - 1|/sqrt(.9) < 2 says nothing. Seen 60 times and never good: 6/sqrt(5.4) > 2, ln((1/62)/.1).
    """
    strategy = begun()
    strategy.fetched = np.array([98.0, 9.0])
    told = strategy.ratio(np.array([[10.0, 10.0, 60.0, 0.0], [4.0, 2.0, 0.0, 0.0]]))

    assert strategy.share == pytest.approx(0.1)
    assert told.tolist() == pytest.approx([np.log(5 / 1.2), 0.0, np.log(1 / 6.2), 0.0])


def test_the_four_ratios_of_a_link_on_paper():
    """P = 1/10. Two linking pages: word sums 3 and 1, so 2. One relevant, one not: ln 2 and ln .5 by their counts.

    The URL's words: ln(5/1.2) once. Of 4 siblings fetched 1 was relevant: ln(2/(.4 + 1)).
    """
    strategy = begun()
    strategy.fetched = np.array([98.0, 9.0])
    strategy.sums[[1, 2]], strategy.good[[1, 2]] = [3.0, 1.0], [1, 0]
    strategy.in_urls[:, 7] = 10, 4
    strategy.by_parent = np.array([[998.0, 98.0], [49.0, 19.0]])
    strategy.children[:, 1:3] = [[3, 1], [1, 0]]
    ratios = strategy.ratios(np.array([[7, 8]]), np.array([[1, 2, 0]]))[:, 0]

    assert ratios.tolist() == pytest.approx([2.0, np.log(5 / 1.2), np.log(2) + np.log(0.5), np.log(2 / 1.4)])


def test_the_four_are_balanced_and_then_weighed():
    strategy = begun(content=1, url=2, links=0, siblings=1)
    strategy.scales = np.array([0.5, 1.0, 1.0, 4.0])

    assert strategy.worth(np.array([[2.0], [3.0], [100.0], [0.25]])).tolist() == [1 + 6 + 0 + 1]


def test_while_nothing_is_telling_it_is_breadth_first():
    """The pages of this world all have the same words."""
    keys = [lived(name, 60).known.records["key"] for name in ("intelligent(url=0,links=0,siblings=0)", "breadth_first")]

    assert keys[0].tolist() == keys[1].tolist()


def test_what_a_page_is_goes_to_all_that_led_to_it():
    """The seeds s (hare) and t (hare) link to a (wolf): their words, a's URL words and the two parents are credited."""
    web = {"h.test/s": "hare stag -> h.test/a", "h.test/t": "hare -> h.test/a", "h.test/a": "wolf"}
    crawl = crawl_of("intelligent", ["h.test/s", "h.test/t"], Settings(duplicates="off"))
    small = Small(web, crawl.reader.cues)
    for _ in range(3):
        ticket = crawl.take(0.0)[0]
        crawl.feed(ending(ticket, *small.get(ticket.url)), 0.0)
    strategy: Any = crawl.strategy

    assert strategy.fetched.tolist() == [3, 1]
    assert strategy.in_pages[:, [place("hare"), place("stag"), place("wolf")]].tolist() == [[1, 1, 0], [1, 1, 0]]
    assert strategy.in_urls[:, place("a")].tolist() == [1, 1]
    assert strategy.by_parent.tolist() == [[2, 0], [2, 0]]
    assert strategy.children[:, 1:4].tolist() == [[1, 1, 0], [1, 1, 0]]
    assert strategy.good[1:4].tolist() == [0, 0, 1]


def test_of_nine_pages_that_link_to_it_the_first_is_forgotten():
    strategy = begun()
    record = strategy.trail_record()

    def rows(number: int) -> Rows:
        trail = np.zeros(1, record)
        trail["parents"][:, 0] = number
        return Rows(np.zeros(1), np.zeros(1, np.int64), np.ones(1, np.int64), trail)

    now = rows(1)
    for number in range(2, PARENTS + 2):
        now = strategy.merged(now, rows(number))

    assert now.trail["parents"].tolist() == [[*range(2, PARENTS + 2)]]


def test_of_a_page_the_most_telling_words_are_kept():
    strategy = learner("intelligent", 100)

    assert strategy.words.shape[1] == WORDS
    assert (strategy.words[1 : int(strategy.fetched[0]) + 1] > 0).any(axis=1).all()
    assert not strategy.words[0].any()


def test_it_learns_as_it_goes_and_survives_a_stop_in_the_midst_of_it():
    strategy = survives("intelligent", 130, 40)

    assert strategy.epoch == 1
    assert strategy.in_urls.any()
    assert (strategy.scales != 1).any()
