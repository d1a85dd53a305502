"""Switch, on webs small enough to check on paper."""

from __future__ import annotations

import pytest

from lycosa.strategies import StrategyError, find
from tests.strategies.small import fetched, order
from tests.strategies.test_best_first import visited

# s is 1 wolf in 4 words, t 3 in 4, a 1 in 2, c nothing.
WEB = {
    "h.test/s": "wolf -> h.test/a[hare] h.test/b[hare] h.test/x[hare]",
    "h.test/t": "wolf*3 -> h.test/c[hare] h.test/x",
    "h.test/a": "wolf -> h.test/d[hare]",
    "h.test/c": "hare -> h.test/e[hare]",
}
SEEDS = "h.test/s h.test/t"


def test_first_one_and_then_the_other():
    """Breadth first takes s, t and a. What waits then is ordered as best first would have it from the start.

    c stands on t (3/4); x on s and on t too, and came before c; d on a (1/2); b on s (1/4).
    """
    found = fetched("switch(after=3)", WEB, SEEDS)

    assert found == [
        ("s", 0),
        ("t", 0),
        ("a", -1),
        ("x", 0.75),
        ("c", 0.75),
        ("d", 0.5),
        ("b", 0.25),
        ("e", 0),
    ]


@pytest.mark.parametrize("after", [0, 1, 2])
def test_from_a_switch_among_the_seeds_it_is_the_second(after):
    assert fetched(f"switch(after={after})", WEB, SEEDS) == fetched("best_first", WEB, SEEDS)


def test_until_the_switch_it_is_the_first():
    assert fetched("switch(after=99)", WEB, SEEDS) == fetched("breadth_first", WEB, SEEDS)


@pytest.mark.parametrize("then", ["best_first", "shark", "tunneling(k=20)", "history_path(inlinks='favour')", "fish"])
@pytest.mark.parametrize("first", ["best_first", "shark"])
def test_a_switch_at_once_or_never_is_one_strategy(first, then):
    """On a larger world, whatever travels with links."""
    assert visited(f"switch({first}, {then}, after=0)", 5) == visited(then, 5)
    assert visited(f"switch({first}, {then}, after=999)", 5) == visited(first, 5)


def test_the_second_has_seen_all_that_the_first_saw():
    """A strategy after itself is itself, wherever the switch is."""
    for name in ("shark", "fish", "history_path_repaired", "url_combined"):
        assert visited(f"switch({name}, {name}, after=9)", 6) == visited(name, 6)


def test_links_that_the_second_would_not_follow_are_dropped_at_the_switch():
    """T is relevant, s is not: after the switch only links of t are left."""
    assert order("switch(breadth_first, tunneling(k=0), after=2)", WEB, SEEDS) == "s t x c"


def test_the_second_may_take_batches():
    assert find("switch(then=best_first_n(n=3))").batch == 1
    assert visited("switch(best_first, best_first_n(n=4), after=0)", 3) == visited("best_first_n(n=4)", 3)


@pytest.mark.parametrize("name", ["switch(best_first_n, best_first)", "switch(best_first_n(n=3), best_first_n(n=4))"])
def test_queues_that_do_not_fit_are_refused(name):
    with pytest.raises(StrategyError, match="keep different queues; name two that are alike"):
        find(name)
