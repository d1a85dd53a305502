"""Tunneling, on webs small enough to check on paper: r(a) * .5^h + .1 * r(context)."""

from __future__ import annotations

import pytest

from tests.strategies.small import fetched, order

# s is 3 wolves in 4 words; the windows of so small pages are the whole page.
LINE = {
    "h.test/s": "wolf*3 -> h.test/a[hare]",
    "h.test/a": "wolf hare*2 -> h.test/b[hare]",
    "h.test/b": "hare -> h.test/c[hare]",
    "h.test/c": "hare -> h.test/d[hare]",
    "h.test/d": "hare -> h.test/e[hare]",
}


def test_the_ancestors_score_is_halved_by_each_page_since():
    """S is 3/4: its link has .75 + .1 * .75, a's .375 + .1 * .25, b's .1875, c's .09375; d is 4 hops on, k is 3."""
    found = fetched("tunneling", LINE, "h.test/s")

    assert [name for name, _ in found] == ["s", "a", "b", "c", "d"]
    assert [p for _, p in found[1:]] == pytest.approx([0.825, 0.4, 0.1875, 0.09375], abs=1e-15)


@pytest.mark.parametrize(("k", "names"), [(0, "s a"), (1, "s a b"), (20, "s a b c d e")])
def test_a_tunnel_is_so_long(k, names):
    assert order(f"tunneling(k={k})", LINE, "h.test/s") == names


def test_without_tunnels_only_relevant_pages_are_followed():
    """k=0 is hard focus by the guide alone: t is not relevant, and no link of it is followed."""
    web = {"h.test/s": "wolf -> h.test/a", "h.test/t": "hare -> h.test/b", "h.test/a": "wolf -> h.test/c"}

    assert order("tunneling(k=0)", web, "h.test/t h.test/s") == "t s a c"


def test_a_shorter_way_counts_even_where_it_scores_less():
    """X is 1 hop behind s (1), .5 + .1 * 0, and then stands on t (.6) itself, .6 + .06; y only the first."""
    web = {
        "h.test/s": "wolf*9 -> h.test/a",
        "h.test/a": "hare -> h.test/x h.test/y",
        "h.test/t": "wolf*3 hare*2 -> h.test/x",
    }
    found = dict(fetched("tunneling", web, "h.test/s h.test/t"))

    assert found["x"] == pytest.approx(0.66)
    assert found["y"] == pytest.approx(0.5)


def test_a_longer_way_changes_nothing():
    """X stands on t (.6), then one hop behind s (1): .66 stays, and with it the ancestor."""
    web = {
        "h.test/t": "wolf*3 hare*2 -> h.test/x",
        "h.test/s": "wolf*9 -> h.test/a",
        "h.test/a": "hare -> h.test/x",
        "h.test/x": "hare -> h.test/z",
    }
    found = dict(fetched("tunneling", web, "h.test/t h.test/s"))

    assert found["x"] == pytest.approx(0.66)
    assert found["z"] == pytest.approx(0.3)
