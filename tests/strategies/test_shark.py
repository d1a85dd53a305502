"""Shark search by Uluhan 2006 figure 6 and Hersovici's formulas, on webs small enough to check on paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from tests.strategies.small import fetched, order
from tests.strategies.test_best_first import visited

# Anchors count among a page's words, and a window of 40 words is the whole of so small a page.
# s is 2 wolves in 8 words, 1/4; the anchor of a is 1/2, that of b nothing.
WEB = {"h.test/s": "wolf hare*4 -> h.test/a[wolf,hare] h.test/b[hare]", "h.test/a": "", "h.test/b": ""}


def test_a_link_is_worth_what_it_inherits_and_what_stands_around_it():
    """(1 - r) * neighbourhood + r * inherited, r = 1/2.

    Inherited: .5 * 1/4. Neighbourhood of a: .8 * 1/2 + .2 * 1, for its anchor is similar; of b: .8 * 0 + .2 * 1/4.
    """
    found = dict(fetched("shark", WEB, "h.test/s"))

    assert found["a"] == pytest.approx(0.5 * 0.125 + 0.5 * (0.4 + 0.2), abs=1e-15)
    assert found["b"] == pytest.approx(0.5 * 0.125 + 0.5 * 0.05, abs=1e-15)


def test_decay_beta_and_gamma_are_options():
    """.25 * (.8 * 1/4) + .75 * (.5 * 1/2 + .5 * 1)."""
    found = dict(fetched("shark(decay=0.8, beta=0.5, gamma=0.25)", WEB, "h.test/s"))

    assert found["a"] == pytest.approx(0.25 * 0.2 + 0.75 * 0.75, abs=1e-15)


LINE = {
    "h.test/s": "wolf -> h.test/a[hare]",
    "h.test/a": "hare -> h.test/b[hare]",
    "h.test/b": "hare -> h.test/c[hare]",
    "h.test/c": "hare -> h.test/d[hare]",
    "h.test/d": "hare -> h.test/e[hare]",
}


def test_what_a_dissimilar_page_inherited_it_hands_on_decayed():
    """S is 1/2, its link inherits 1/4, a's 1/8, b's 1/16; the neighbourhood adds .5 * .2 * 1/2 at s, then nothing."""
    found = fetched("shark(depth=4)", LINE, "h.test/s")

    scores = [0.125 + 0.05, 0.0625, 0.03125, 0.015625, 0.0078125]
    assert [priority for _, priority in found[1:]] == pytest.approx(scores)


def test_pages_without_lives_are_fetched_and_not_followed():
    """Figure 6: `if u.d > 0` then links are extracted. With depth 2 a has 2 lives, b 1, c none."""
    assert order("shark(depth=2)", LINE, "h.test/s") == "s a b c"
    assert order("shark(depth=1)", LINE, "h.test/s") == "s a b"


def test_lives_are_those_of_the_newest_sighting():
    """X has all lives from s and then none from b, as figure 6 prints: its link is not followed."""
    web = {
        "h.test/s": "wolf -> h.test/x[hare]",
        "h.test/t": "hare -> h.test/x[hare]",
        "h.test/x": "hare -> h.test/y[hare]",
    }

    assert order("shark(depth=1)", web, "h.test/s h.test/t") == "s t x"
    assert order("shark(depth=1)", web, "h.test/t h.test/s") == "t s x y"


def test_the_larger_score_stays_with_what_was_inherited_there():
    """X inherits 1/4 from s (score 1/8 + .05) and nothing from t: its own link inherits 1/8, in either order."""
    web = {
        "h.test/s": "wolf -> h.test/x[hare]",
        "h.test/t": "hare -> h.test/x[hare]",
        "h.test/x": "hare -> h.test/y[hare]",
    }
    for seeds in ("h.test/s h.test/t", "h.test/t h.test/s"):
        found = dict(fetched("shark", web, seeds))

        assert found["x"] == pytest.approx(0.175)
        assert found["y"] == pytest.approx(0.0625)


def test_a_batch_is_used_up_before_it_is_looked_again():
    """SharkSearchN: with n=2, b goes out beside a, before a's better link c is seen."""
    web = {
        "h.test/s": "hare -> h.test/a[wolf] h.test/b[hare]",
        "h.test/a": "wolf -> h.test/c[wolf]",
    }

    assert order("shark", web, "h.test/s") == "s a c b"
    assert order("shark_n(n=2)", web, "h.test/s") == "s a b c"


@given(st.integers(0, 10_000))
@examples(max_examples=10)
def test_a_batch_of_one_is_shark(number):
    assert visited("shark_n(n=1)", number) == visited("shark", number)
