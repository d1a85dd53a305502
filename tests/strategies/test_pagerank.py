"""Whole graphs, worked by hand on five pages at most."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.checks.strategies import crawl_of
from lycosa.checks.world import World
from lycosa.engines.replay import replay
from lycosa.strategies.graph import due
from lycosa.strategies.hits_hub import HitsHub
from lycosa.strategies.pagerank import Pagerank
from lycosa.strategies.records import Rows
from lycosa.strategies.topical_pagerank import TopicalPagerank
from tests.strategies.small import fetched

S, A, B, C, D = range(1, 6)


def data(links, scores=None, abroad=True, **options):
    """Fetched pages with the keys each links to."""
    targets = [target for to in links.values() for target in to]
    return {
        "pages": np.array([*links], np.uint64),
        "scores": np.array([1.0] * len(links) if scores is None else scores),
        "counts": np.array([len(to) for to in links.values()], np.int32),
        "targets": np.array(targets, np.uint64),
        "abroad": np.full(len(targets), abroad),
        "seeds": np.array([S], np.uint64),
        **options,
    }


def worked(kind, told):
    result = kind.work(told)
    return dict(zip(result["keys"].tolist(), result["values"].tolist(), strict=True)), result.get("base")


def test_a_round_of_pagerank():
    """S links to a and b, a to b; damping 1/2; all begin with 1/3.

    a gets .5 * 1/3 * 1/2 = 3/36, b .5 * (1/3 * 1/2 + 1/3) = 9/36; what is left of 1, 24/36, begins anew, 8/36 at each.
    So s has 8/36, a 11/36, b 17/36; times three, as multiples of an equal share.
    """
    values, base = worked(Pagerank, data({S: [A, B], A: [B]}, damping=0.5, rounds=1))

    assert values == pytest.approx({S: 24 / 36, A: 33 / 36, B: 51 / 36}, rel=1e-12)
    assert base == pytest.approx(24 / 36)


def test_a_round_of_topical_pagerank():
    """As above; s scores 1/4, a 1. All begin at s and a: 1/2 each. Damping 1/2.

    a gets .5 * 1/2 * 1/4 * 1/2 = 1/32, b that and .5 * 1/2 * 1 = 9/32; 22/32 are left, 11/32 for s and a each.
    So s has 11/32, a 12/32, b 9/32; times two, as multiples of what a page to begin at is given.
    """
    values, base = worked(TopicalPagerank, data({S: [A, B], A: [B]}, [0.25, 1.0], damping=0.5, rounds=1))

    assert values == pytest.approx({S: 22 / 32, A: 24 / 32, B: 18 / 32}, rel=1e-12)
    assert base == pytest.approx(22 / 32)


@given(st.lists(st.lists(st.integers(1, 9), max_size=5), min_size=1, max_size=8), st.sampled_from([0.0, 0.5, 0.85]))
def test_visits_are_shares_of_one(links, damping):
    told = data({page + 1: to for page, to in enumerate(links)}, damping=damping, rounds=30)
    for kind in (Pagerank, TopicalPagerank):
        values = kind.work(told)["values"]
        assert (values >= 0).all()
    values = Pagerank.work(told)["values"]
    assert values.mean() == pytest.approx(1.0)
    assert values.min() >= (1 - damping) * (1 - 1e-9)


def test_in_between_each_link_adds_its_pages_damped_share():
    """s, worth .15, has two links: .15 + .85 * .15/2 = .21375 each. Of a b gets .85 * .21375 more."""
    web = {"h.test/s": "-> h.test/a h.test/b", "h.test/a": "-> h.test/b"}

    found = fetched("pagerank", web, "h.test/s")

    assert [value for _, value in found] == pytest.approx([0, 0.21375, 0.21375 + 0.85 * 0.21375])


def test_in_between_a_topical_page_passes_on_its_score():
    """S of 1/2, worth .15: .85 * .15 * .5/2 each. a is relevant: to begin with it is worth .15 more."""
    web = {"h.test/s": "wolf hare -> h.test/a h.test/b", "h.test/a": "wolf -> h.test/b"}
    each = 0.85 * 0.15 * 0.5 / 2

    found = fetched("topical_pagerank", web, "h.test/s")

    assert [value for _, value in found] == pytest.approx([0, each, each + 0.85 * (each + 0.15)])


def test_the_best_hub_is_known_by_authorities():
    """H and i link to the authorities a and b, i to a alone; j links to c, which scores 0. All on hosts of their own.

    With scores of 1 and one round: a = h + i = 2, b = 1, c = 1; so h = a + b = 3, i = 2, j = 0: h is the best of 6,
    all others are not better than i, whose percentile is 5/6. In the top half h's links are worth 1, i's .5 + .5 * 5/6.
    """
    links = {10: [A, B, 99], 11: [A, 98], 12: [C, 97], A: [], B: [], C: []}
    told = data(links, [1, 1, 1, 1, 1, 0], rounds=1, top=0.2)

    assert worked(HitsHub, told)[0] == {A: 1.0, B: 1.0, 99: 1.0, 98: 0.5 + 0.5 * 5 / 6}
    assert worked(HitsHub, {**told, "top": 0.1})[0] == {A: 1.0, B: 1.0, 99: 1.0}
    assert worked(HitsHub, {**told, "abroad": ~told["abroad"]})[0] == {}


def test_what_hubs_raise_falls_back_to_its_page():
    one = HitsHub()
    trail = np.zeros(2, one.trail_record())
    trail["page"] = [0.3, 0.6]
    rows = Rows(np.array([0.9, 0.6]), np.zeros(2, int), np.ones(2, int), trail, np.array([A, B], np.uint64))
    one.keys, one.values = np.array([B], np.uint64), np.array([0.75])

    assert one.rescore(rows).priority.tolist() == [0.3, 0.75]


def test_what_a_study_did_not_know_keeps_what_it_has():
    one = Pagerank()
    trail = np.zeros(2, one.trail_record())
    rows = Rows(np.array([0.3, 0.4]), np.zeros(2, int), np.ones(2, int), trail, np.array([A, B], np.uint64))
    one.keys, one.values = np.array([B], np.uint64), np.array([0.75])

    assert one.rescore(rows).priority.tolist() == [0.3, 0.75]


def test_a_study_is_due_less_often_as_the_crawl_grows():
    """Every 256 pages, and from 2,560 on whenever a tenth of the crawl has come since."""
    assert [due(*one) for one in [(255, 0, 256), (256, 0, 256), (5000, 4600, 256), (5112, 4600, 256)]] == [
        False,
        True,
        False,
        True,
    ]


@pytest.mark.parametrize("name", ["pagerank(every=20)", "topical_pagerank(every=20)", "hits_hub(every=20, top=0.5)"])
def test_studies_take_effect(name):
    world = World(pages=400)
    crawl = crawl_of(name, world, 120)
    replay(crawl, world)
    strategy, rows = crawl.strategy.state(), crawl.frontier.waiting.movable()
    keys, priority = crawl.frontier.table.key[rows], crawl.frontier.table.priority[rows]
    known = np.isin(keys, strategy["keys"])

    assert strategy["epoch"] >= 2
    assert known.any()
    values = strategy["values"][np.searchsorted(strategy["keys"], keys[known])]
    assert (priority[known] >= values - 1e-12).all()
    assert (priority[known] == values).any()
