"""OTIE and OPIC on webs small enough to check on paper."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lycosa import strategies
from lycosa.checks.strategies import crawl_of
from lycosa.checks.world import World
from lycosa.engines.replay import replay
from lycosa.pages.errors import LycosaError
from tests.strategies.small import fetched, order

WOLF, HARE = " ".join(["wolf"] * 20), " ".join(["hare"] * 20)  # anchors as long as their windows

# Scores: s 1/2, a 1, b 0, c 0. The windows of links are their anchors.
WEB = {
    "h.test/s": f"-> h.test/a[{WOLF}] h.test/b[{HARE}]",
    "h.test/a": f"-> h.test/c[{WOLF}] h.test/s[{WOLF}]",
    "h.test/c": f"-> h.test/b[{HARE}]",
    "h.test/b": "hare",
}
A = 0.875 * 1.85  # of a, revised: 1 * .85 * (2 - 1)^3
C = A * 2 / 3
AGAIN = A / 3  # what s, of 1/2 itself, is given by a


def test_otie_gives_and_revises_as_printed():
    """Guan et al. 2008. s has all cash, 1; r = 1/2 revises nothing (equation 3).

    Equations 2 and 4: sim'(a) = .25 * .5 + .75 * 1 = .875, sim'(b) = .25 * .5 + 0 = .125; their sum is 1 (equation 1).
    a, r = 1: its cash becomes A. sim'(c) = .25 + .75 = 1, sim(s) = .5, for s is fetched: c gets 2/3 of A, s the rest.
    c, r = 0: its cash becomes C * (1 - .85), all of it for b, though sim'(b) is 0.
    """
    found = fetched("otie(again=0)", WEB, "h.test/s")

    assert [name for name, _ in found] == ["s", "a", "c", "b"]
    assert [cash for _, cash in found] == pytest.approx([0, 0.875, C, 0.125 + C * 0.15], rel=1e-12)


def test_otie_fetches_the_richest_page_again():
    """After three pages that is s; of what it was given, AGAIN, sim(a) = 1 gets 8/9 and sim'(b) = .125 gets 1/9."""
    found = fetched("otie(again=3)", WEB, "h.test/s")

    assert [name for name, _ in found] == ["s", "a", "c", "s", "b"]
    assert found[4][1] == pytest.approx(0.125 + C * 0.15 + AGAIN / 9, rel=1e-12)


def test_all_cash_is_the_seeds_in_equal_parts():
    """Two seeds of one half each; s is found by t before it is fetched, and keeps that for its own turn."""
    web = {
        "h.test/t": f"-> h.test/s[{WOLF}] h.test/d[{WOLF}]",
        "h.test/s": f"-> h.test/a[{WOLF}] h.test/b[{WOLF}]",
    }
    found = dict(fetched("otie(again=0)", web, "h.test/t h.test/s"))

    assert found["d"] == pytest.approx(0.5 * 1.85 / 2)
    assert found["a"] == pytest.approx((0.5 + 0.5 * 1.85 / 2) * 1.85 / 2)


def test_the_cash_of_a_page_that_does_not_come_goes_back():
    """Page a is gone: s gets .875 back; fetched again, it gives that to b alone, for a is no page."""
    web = {**WEB, "h.test/a": "! http_404", "h.test/c": "", "h.test/d": f"-> h.test/b[{HARE}]"}
    found = fetched("otie(again=2)", web, "h.test/s h.test/d")

    assert [name for name, _ in found] == ["s", "d", "a", "b"]
    web["h.test/b"] = f"-> h.test/e[{HARE}]"
    found = fetched("otie(again=3)", web, "h.test/s h.test/d")
    assert [name for name, _ in found] == ["s", "d", "a", "b", "s", "e"]


def test_cash_goes_along_with_a_redirect():
    web = {**WEB, "h.test/a": "> h.test/z", "h.test/z": WEB["h.test/a"]}
    found = dict(fetched("otie(again=0)", web, "h.test/s"))

    assert found["z"] == 0.875
    assert found["c"] == pytest.approx(C, rel=1e-12)


def test_a_seed_that_has_moved_keeps_its_part():
    web = {**WEB, "h.test/old": "> h.test/s"}

    assert fetched("otie(again=0)", web, "h.test/old")[2] == ("a", 0.875)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("otie(a=0)", "otie: a must be above 0, not 0"),
        ("otie(a=-0.85)", "otie: a must be above 0, not -0.85"),
        ("otie(d=2)", "otie: d must be an odd number above 0, so that x^d is an odd function, not 2"),
        ("otie(d=-3)", "otie: d must be an odd number above 0, so that x^d is an odd function, not -3"),
        ("otie(d=0)", "otie: d must be an odd number above 0, so that x^d is an odd function, not 0"),
        ("otie(a='x')", "otie: a cannot be 'x'; write it like 0.85"),
        ("otie(d=True)", "otie: d cannot be True; write it like 3.0"),
        ("otie(again=-1)", "otie: again must be at least 0, not -1"),
        ("opic(again=-1)", "opic: again must be at least 0, not -1"),
    ],
)
def test_what_the_paper_does_not_allow_is_refused(name, line):
    with pytest.raises(LycosaError) as refused:
        strategies.find(name)

    assert str(refused.value) == line


def test_no_revision_takes_more_than_there_is():
    """max(-1, ...): with a = 5 a page of 0 loses all its cash, not more; so e, found by b, gets nothing."""
    web = {"h.test/b": f"-> h.test/e[{HARE}]"}

    assert fetched("otie(a=5)", web, "h.test/b")[1] == ("e", 0)


SHARED = {
    "h.test/s": "-> h.test/a h.test/b h.test/c",
    "h.test/a": "-> h.test/b",
    "h.test/b": "-> h.test/d",
    "h.test/c": "-> h.test/s",
    "h.test/d": "",
}


def test_opic_gives_equal_parts_one_of_them_to_a_virtual_page():
    """Abiteboul et al. 2003: of C[x] each of k links gets C[x] / (k + 1), and so does the virtual page.

    s gives 1/4 to a, b, c and V. a gives 1/8 to b and V, which has 3/8 now, and b has as much. b gives 3/16 to d and V,
    which has 9/16. That is more than c has, 1/4: of its 9/16 each of the five known pages gets 9/80, before c gives a
    half of 1/4 + 9/80 to s. d has 3/16 of its own, and is behind nothing: it was found before V gave.
    """
    found = fetched("opic(again=0)", SHARED, "h.test/s")

    assert found == [("s", 0), ("a", 0.25), ("b", 0.375), ("c", 0.25), ("d", 0.1875)]


def test_what_is_found_late_has_no_part_in_what_was_given_before():
    """As above, but c leads on to e: it gets half of 1/4 + 9/80, and starts 9/80 behind, for V gave just before."""
    found = fetched("opic(again=0)", {**SHARED, "h.test/c": "-> h.test/e"}, "h.test/s")

    assert dict(found)["e"] == pytest.approx((0.25 + 9 / 80) / 2 - 9 / 80, rel=1e-12)
    assert [name for name, _ in found] == ["s", "a", "b", "c", "d", "e"]


def test_opic_fetches_the_richest_page_again_too():
    """After four pages s has what c and V gave; d waits with less, but the order is the revisit first."""
    assert order("opic(again=4)", SHARED, "h.test/s") == "s a b c s d"


@pytest.mark.parametrize("name", ["opic", "otie", "opic(again=0)", "otie(again=7)"])
def test_no_cash_comes_from_nowhere(name):
    """All that waits, is owed and is virtual is 1 at most: OPIC only loses what a dead URL held, OTIE's is bounded."""
    world = World()
    crawl = crawl_of(name, world, 60)
    replay(crawl, world)
    one: Any = crawl.strategy
    waiting = crawl.frontier.waiting
    rows = waiting.movable()
    given = (len(rows) + one.ledger["came"].sum()) * one.total
    cash = waiting.table.priority[rows].sum() + one.ledger["cash"].sum() + given
    if name.startswith("opic"):
        assert 0.8 < cash + one.virtual <= 1 + 1e-9
    assert np.all(waiting.table.priority[rows] + one.total >= -1e-12)
