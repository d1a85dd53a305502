"""A bandit whose arms are places on pages, worked by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from lycosa import strategies
from lycosa.crawl.reading import GUIDE, Reader
from lycosa.crawl.settings import Settings
from lycosa.crawl.state import pack, unpack
from lycosa.engines.answers import ending
from lycosa.engines.hunts import assemble
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.urls import Canon
from lycosa.strategies.records import Heads, Hunt
from lycosa.strategies.tag_paths import TagPaths, vector_of
from lycosa.webs.base import Exchange
from tests.strategies.small import TOPIC, Share

MENU, ITEM, TEXT = "html/body/ul.menu/li/a", "html/body/ul.menu/li.last/a", "html/body/div/p/a"


def test_a_path_is_its_pairs_of_tags():
    """`a/b` begins with a, goes from a to b and ends with b: three pairs, each 1/sqrt(3)."""
    assert sorted(vector_of("a/b").values()) == pytest.approx([1 / math.sqrt(3)] * 3)


def test_like_paths_of_a_host_are_a_cluster():
    """MENU and ITEM have 6 pairs each, 4 of them the same: cosine 4/6. MENU and TEXT share three: 3/6."""
    assert TagPaths(0.75, 9).clusters(1, [MENU, ITEM, MENU, TEXT]).tolist() == [0, 1, 0, 2]
    assert TagPaths(0.6, 9).clusters(1, [MENU, ITEM, MENU, TEXT]).tolist() == [0, 0, 0, 1]
    assert TagPaths(0.4, 9).clusters(1, [MENU, ITEM, MENU, TEXT]).tolist() == [0, 0, 0, 0]


def test_hosts_have_clusters_of_their_own_while_there_is_room():
    paths = TagPaths(0.75, 3)

    assert paths.clusters(1, [MENU, TEXT]).tolist() == [0, 1]
    assert paths.clusters(2, [TEXT]).tolist() == [2]
    assert paths.clusters(2, [MENU]).tolist() == [2]
    assert paths.clusters(3, [MENU]).tolist() == [0]


def test_clusters_come_back_as_they_were():
    paths, twin = TagPaths(0.6, 9), TagPaths(0.6, 9)
    paths.clusters(1, [MENU, ITEM, TEXT])
    twin.restore(unpack(pack(paths.state())))

    assert pack(twin.state()) == pack(paths.state())
    new = "html/body/div/p/em/a"
    assert twin.clusters(1, [new]).tolist() == paths.clusters(1, [new]).tolist()


def begun(fetches: list[int], worth: list[float], alpha: float = 0.1) -> Any:
    one: Any = strategies.find(f"tag_path_bandit(alpha={alpha})")
    one.begin(Hunt(TOPIC, np.random.Generator(np.random.PCG64(5))))
    one.fetches[: len(fetches)], one.worth[: len(worth)] = fetches, worth
    return one


def heads(lanes: list[int], best: list[float]) -> Heads:
    return Heads(np.array(lanes), np.array(best), np.ones(len(best), np.int64))


def test_the_arm_with_the_best_bound_is_next():
    """At t = 8 a fetch was worth 3.6/8 = .45 on average, sqrt(ln 8) = 1.442.

    Arm 1: 2.75/5 + .1 * 1.442/sqrt(5) = .614, with its assumed fetch. Arm 2: .65/3 + .1 * 1.442/sqrt(3) = .383.
    Arms 3 and 4 were never tried: .45 + .1 * 1.442 = .594. With alpha = 1 they are worth most: 1.892 to 1.195.
    """
    one = begun([2, 4, 2], [1.1, 2.3, 0.2], alpha=0.1)

    assert one.choose(heads([1, 2, 3], [0.1, 0.9, 0.5])) == 0
    assert one.choose(heads([2, 3, 4], [0.9, 0.2, 0.3])) == 2
    assert one.choose(heads([2, 3, 4], [0.9, 0.3, 0.3])) == 1
    assert begun([2, 4, 2], [1.1, 2.3, 0.2], alpha=1.0).choose(heads([1, 2, 3], [0.1, 0.9, 0.5])) == 2


def test_a_page_is_worth_its_score_and_half_the_mean_of_its_children():
    """Of arm 1, worth .6 so far, one child is relevant, and then one is not: .6 + .5 * 1, and then .6 + .5 * .5."""
    one = begun([0, 1], [0.0, 0.6])
    parent = one.pages.row(77)
    one.pages["arm"][parent] = 1
    one._credit(parent, 1.0)
    assert one.worth[1] == pytest.approx(1.1)
    one._credit(parent, 0.0)
    assert one.worth[1] == pytest.approx(0.85)


def test_links_of_a_menu_and_of_a_text_are_told_apart():
    """On a page with markup: those of the menu are one arm, those of the text another."""
    chosen = strategies.find("tag_path_bandit")
    reader = Reader({GUIDE: Share()}, chosen.uses, Canon())
    crawl = assemble(TOPIC, chosen, reader, ["http://h.test/"], Settings())
    body = b"<ul class=menu><li><a href=/1>x</a><li><a href=/2>x</a></ul><p>wolf <a href=/3>x</a> <a href=/4>x</a>"
    (ticket,) = crawl.take(0.0)
    exchange = Exchange(ticket.url, 200, (("Content-Type", "text/html"),), body)
    crawl.feed(ending(ticket, exchange, parse(ticket.url, exchange.headers, body, reader.cues, Lexicon())), 0.0)
    lanes = {one.url[-1]: one.lane for one in crawl.take(0.0, 4)}

    assert lanes["1"] == lanes["2"] != lanes["3"] == lanes["4"]
    assert 0 not in lanes.values()
