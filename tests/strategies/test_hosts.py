"""Bandits whose arms are hosts, worked by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from lycosa import strategies
from lycosa.checks.strategies import crawl_of
from lycosa.checks.world import World
from lycosa.engines.replay import replay
from lycosa.pages.errors import LycosaError
from lycosa.strategies.records import Heads, Hunt
from tests.strategies.small import TOPIC, order


def begun(name: str, counts: list[tuple[int, int]]) -> Any:
    one: Any = strategies.find(name)
    one.begin(Hunt(TOPIC, np.random.Generator(np.random.PCG64(5))))
    for host, count in enumerate(counts):
        one.counts[host] = count
    return one


def heads(*best: float) -> Heads:
    return Heads(np.arange(len(best)), np.array(best), np.ones(len(best), np.int64))


def test_the_bound_is_the_share_and_a_bonus_for_few_trials():
    """Hosts 0, 1 and 2 after 3 of 4, 1 of 1 and 0 of 0 relevant pages; t = 5, 2 ln 5 = 3.2189.

    Host 0: 4/6 + sqrt(3.2189/5) = 1.4690. Host 1: 2/3 + sqrt(3.2189/2) = 1.9353. Host 2: 1/2 + sqrt(3.2189) = 2.2941.
    Their best links of .9, .5 and .4 make 1.3221, .9677 and .9177 of them.
    """
    one = begun("host_ucb", [(3, 1), (1, 0)])

    assert one.values(heads(1, 1, 1)) == pytest.approx([1.4690, 1.9353, 2.2941], abs=1e-4)
    assert one.choose(heads(0.9, 0.5, 0.4)) == 0
    assert one.choose(heads(0.5, 0.5, 0.4)) == 1
    assert one.choose(heads(0.5, 0.4, 0.5)) == 2


def test_the_greedy_rule_has_no_bonus_and_a_coin():
    """Shares (g+1)/(n+2): 4/6, 2/3, 1/2. Any host comes next in .1/(1 + 5/1000) of the fetches: 10 % of 2,000."""
    one = begun("host_ucb(rule='greedy')", [(3, 1), (1, 0)])
    chosen = [one.choose(heads(0.9, 0.5, 0.5)) for _ in range(2000)]

    assert one.values(heads(1, 1, 1)).tolist() == [4 / 6, 2 / 3, 1 / 2]
    share = 0.1 / 1.005 * 2 / 3  # a third of the throws falls on the best
    for other in (1, 2):
        assert chosen.count(other) / 2000 == pytest.approx(share / 2, abs=4 * math.sqrt(share / 2 / 2000))


def test_thompson_draws_what_share_may_be_relevant():
    """Host 0: 30 of 40. The crawl's rate is 31/42; host 1, unknown, counts as two fetches of that share.

    So their draws are of Beta(30 + 62/42, 10 + 22/42), mean .7494, and Beta(62/42, 22/42), mean 31/42.
    """
    one = begun("host_thompson", [(30, 10)])
    draws = np.array([one.values(heads(1, 1)) for _ in range(4000)])

    assert one.rate == 31 / 42
    assert draws.mean(axis=0) == pytest.approx([(30 + 62 / 42) / 42, 31 / 42], abs=0.02)
    assert draws.std(axis=0)[1] > 3 * draws.std(axis=0)[0]
    assert {one.choose(heads(0.5, 0.5)) for _ in range(99)} == {0, 1}
    assert {one.choose(heads(0.9, 0.1)) for _ in range(99)} == {0}


TWO = {
    "h.test/s": "wolf hare -> good.test/1 good.test/2 good.test/3 poor.test/1 poor.test/2 poor.test/3",
    **{f"good.test/{page}": "wolf" for page in (1, 2, 3)},
    **{f"poor.test/{page}": "hare" for page in (1, 2, 3)},
}


def test_what_a_host_brought_decides_where_to_go_on():
    """All links are worth 1/2. After a relevant page of good and none of poor, good is worth more until it is empty.

    Both unknown: equal, the older host first. t = 2: good 2/3 + sqrt(2 ln 2/2) = 1.4993, poor 1/2 + sqrt(2 ln 2) =
    1.6774, so poor is tried once: 1/3 + sqrt(2 ln 3/2) = 1.3815 at t = 3, where good has 2/3 + 1.0481 = 1.7148.
    """
    found = order("host_ucb(base=best_first)", TWO, "h.test/s").split()

    assert found == ["s", *(f"{host}.test/{page}" for host, page in (
        ("good", 1), ("poor", 1), ("good", 2), ("good", 3), ("poor", 2), ("poor", 3)
    ))]  # fmt: skip


def test_a_failure_is_a_fetch_without_a_relevant_page_and_a_redirect_none():
    world = World()
    crawl = crawl_of("host_thompson(base=best_first)", world)
    replay(crawl, world)
    counts, tally = crawl.strategy.state()["counts"].sum(axis=0).tolist(), crawl.tally

    assert tally.redirects
    assert tally.failures
    assert counts == [tally.relevant, tally.pages - tally.relevant + tally.failures + tally.duplicates]


def test_inside_a_host_the_base_decides():
    web = {
        "h.test/s": "wolf hare -> a.test/1 a.test/2",
        "h.test/t": "wolf -> a.test/2",
    }

    assert order("host_thompson(base=best_first)", web, "h.test/s h.test/t") == "s t a.test/2 a.test/1"
    assert order("host_thompson(base=breadth_first)", web, "h.test/s h.test/t") == "s t a.test/1 a.test/2"


def test_a_base_below_nothing_is_ordered_as_it_is():
    """Breadth-first gives minus the depth: of two hosts alike the one that is less deep comes first."""
    one = begun("host_ucb(base=breadth_first)", [(2, 2), (2, 2)])

    assert one.choose(heads(-3, -1)) == 1
    assert one.choose(heads(-1, -3)) == 0


def test_hosts_without_end():
    one = begun("host_thompson", [])
    many = Heads(np.array([3, 5000]), np.array([0.5, 0.5]), np.array([1, 1]))

    assert one.choose(many) in (0, 1)


@pytest.mark.parametrize("name", ["host_thompson(base=best_first_n)", "host_ucb(base=full_page)"])
def test_there_is_no_batch(name):
    assert strategies.find(name).batch == 1


def test_lanes_of_two_kinds_do_not_go_together():
    with pytest.raises(LycosaError, match="host_ucb: of its parts some wait by host, others in lanes of their own"):
        strategies.find("host_ucb(base=tag_path_bandit)")
