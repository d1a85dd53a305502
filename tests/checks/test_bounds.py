"""The world in which laws are checked has all a strategy can ask for."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa import strategies
from lycosa.checks import strategies as laws
from lycosa.checks.bounds import truth, unseen
from lycosa.checks.topic import TOPIC
from lycosa.checks.world import World
from lycosa.crawl.settings import Settings
from lycosa.engines.hunts import reader_for
from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers, Tokens


class Asker(Strategy):
    """Asks for everything."""

    word = "asker"
    family = "test"
    paper = "none"
    uses = (
        "page",
        "anchor",
        "url",
        "window(40)",
        "window(20, anchor='inside')",
        "block(2, 40)",
        "vocabulary:anchor",
        "anchor#",
        "url#stems",
        "page#",
        "window(40)#",
        "near(100)#",
        "leaves(5)#",
        "tag_path",
    )
    needs = ("query", "examples", "taxonomy", "concepts", "back_links", "truth", "unseen")

    def rank(self, page):
        for use in self.uses:
            told = page.scores[use]
            if use not in ("page", "page#"):
                assert len(told) == len(page.links), use
            if use in ("near(100)#", "leaves(5)#"):
                assert isinstance(told, Tokens)
                assert told.offsets is not None
        return Offers(np.full(len(page.links), page.score))


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_a_strategy_may_need_and_use_whatever_there_is(law, monkeypatch):
    monkeypatch.setitem(strategies.known(), Asker.word, Asker)
    law("asker")


def known(maker):
    world = World(pages=60, links=3)
    strategy = strategies.find("breadth_first")
    reader = reader_for(TOPIC, strategy, "cosine", [], Settings())
    keys, values = maker(world, reader)
    assert (keys[1:] > keys[:-1]).all()
    by_key = dict(zip(keys.tolist(), values.tolist(), strict=True))
    return world, reader, [by_key[reader.canon.key(world.url(page))] for page in range(world.pages)]


def test_truth_is_halved_by_every_link_to_the_nearest_target():
    """A page with links is worth half its best link, a redirect half of where it leads, a missing page nothing."""
    world, _, values = known(truth)

    for page, value in enumerate(values):
        answer, read = world.get(world.url(page))
        if read and world.topical(page):
            assert value == 1
        elif read:
            assert value == max(values[world.number_of(url)] for url in read.links.urls) / 2
        elif page % 9 == 8:
            assert value == 0
        else:
            assert value == values[world.number_of(dict(answer.headers)["location"])] / 2
    assert set(values) >= {0, 0.25, 0.5, 1}


def test_unseen_pages_have_the_guides_scores():
    world, reader, values = known(unseen)

    assert values[8] == 0
    assert values[3] == reader.judge(world.page(3))[1] > 0
