"""An apprentice that learns from what stands around links."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lycosa.crawl.settings import Settings
from lycosa.engines.answers import ending
from lycosa.pages.lexicon import word_hash
from lycosa.strategies.apprentice import FARTHEST, PAIRS, SALTS, around
from lycosa.strategies.features import places
from lycosa.strategies.records import Tokens
from tests.strategies.learned import learner, lived, survives
from tests.strategies.small import Small, crawl_of


def beside(*rows: str) -> Tokens:
    """Rows of words written `wolf:-2`."""
    pairs = [pair.split(":") for row in rows for pair in row.split()]
    ids = np.array([word_hash(word) for word, _ in pairs], np.uint32)
    bounds = np.cumsum([0, *(len(row.split()) for row in rows)])
    return Tokens(ids, bounds, np.array([int(far) for _, far in pairs], np.int16))


def pair(word: str, far: int) -> int:
    return int(places(np.array([word_hash(word)], np.uint32) ^ SALTS[far + FARTHEST])[0])


def test_a_word_at_another_distance_is_another_pair():
    found = around(beside("wolf:-1 wolf:0 wolf:1 hare:9"))[0]

    assert sorted(found[found > 0]) == sorted([pair("wolf", -1), pair("wolf", 0), pair("wolf", 1), pair("hare", 5)])


def test_the_nearest_words_are_kept():
    far = " ".join(f"w{number}:-3" for number in range(PAIRS))
    found = around(beside(f"{far} wolf:0 hare:1", "", "stag:2"))

    assert found[0, :3].tolist() == [pair("wolf", 0), pair("hare", 1), pair("w0", -3)]
    assert found[0].all()
    assert not found[1].any()
    assert found[2, 0] == pair("stag", 2)


WEB = {
    "h.test/s": "hunt -> h.test/a[on]",
    "h.test/t": "sell -> h.test/b[on]",
    "h.test/a": "wolf",
    "h.test/b": "hare",
}


def test_two_labels_teach_odds_on_paper():
    """The link to a stood beside "hunt" (one leaf before) and led to a wolf, that to b beside "sell" and to a hare.

    Each pair is thought to have stood once more, half of it good: "hunt" speaks for ln(1.5/.5) = ln 3, "sell" for
    -ln 3, "on" (distance 0) for ln(1.5/1.5) = 0, and so does the prior, ln(2/2). Odds of z score .5 + .5 z/(1 + |z|).
    """
    crawl = crawl_of("apprentice(after=2, every=1)", ["h.test/s", "h.test/t"], Settings(duplicates="off"))
    web = Small(WEB, crawl.reader.cues)
    for _ in range(4):
        ticket = crawl.take(0.0)[0]
        crawl.feed(ending(ticket, *web.get(ticket.url)), 0.0)
    strategy: Any = crawl.strategy
    odds, three = strategy.odds, np.log(3)

    assert strategy.labels.tolist() == [1, 1]
    assert strategy.prior == 0
    assert odds[[pair("hunt", -1), pair("sell", -1)]].tolist() == pytest.approx([three, -three])
    assert odds[pair("on", 0)] == 0
    assert strategy.worth(around(beside("hunt:-1 on:0"))).tolist() == pytest.approx([0.5 + 0.5 * three / (1 + three)])


def test_until_it_has_labels_it_is_best_first():
    scores = [lived(word, 60).known.scores for word in ("apprentice", "best_first")]

    assert np.array_equal(scores[0], scores[1], equal_nan=True)


def test_it_learns_as_it_goes_and_survives_a_stop_in_the_midst_of_it():
    strategy = survives("apprentice(after=60, every=25)", 120, 40)

    assert strategy.epoch >= 2
    assert strategy.odds.any()


def test_labels_are_counted_once_a_link_and_seeds_not_at_all():
    strategy = learner("apprentice", 100)

    assert strategy.labels.sum() == strategy.fed - 3
    assert strategy.good.sum() + strategy.bad.sum() == pytest.approx(PAIRS * strategy.labels.sum(), rel=0.3)
