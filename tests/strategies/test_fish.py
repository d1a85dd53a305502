"""Fish search, on webs small enough to check on paper. Scores are shares of "wolf"; anchors count."""

from __future__ import annotations

import pytest

from tests.strategies.small import fetched, order


def test_links_of_relevant_pages_go_to_the_head_others_behind_and_the_rest_to_the_tail():
    """De Bra and Post 1994, with a width of 2: three links of a relevant page go first, two of another one behind.

    s is relevant, so a, b and c go to the head and d to the tail. a is not: e and f go behind b and c, g to the end.
    """
    web = {
        "h.test/s": "wolf*9 -> h.test/a h.test/b h.test/c h.test/d",
        "h.test/a": "hare -> h.test/e h.test/f h.test/g",
    }

    assert order("fish(width=2)", web, "h.test/s") == "s a b c e f d g"


def test_the_newest_page_is_at_the_head():
    """b, the first of s, is relevant too: its links come before the second of s."""
    web = {"h.test/s": "wolf*9 -> h.test/b h.test/c", "h.test/b": "wolf*9 -> h.test/d h.test/e"}

    assert order("fish", web, "h.test/s") == "s b d e c"


def test_a_line_starves_after_so_many_irrelevant_pages():
    """Depth 2: the links of s have 2 lives, those of a one; those of b would have none and are dropped."""
    web = {
        "h.test/s": "wolf -> h.test/a",
        "h.test/a": "hare -> h.test/b",
        "h.test/b": "hare -> h.test/c",
    }

    assert order("fish(depth=2)", web, "h.test/s") == "s a b"
    assert order("fish(depth=3)", web, "h.test/s") == "s a b c"


def test_a_relevant_page_gives_all_lives_back():
    web = {
        "h.test/s": "wolf -> h.test/a",
        "h.test/a": "hare -> h.test/b",
        "h.test/b": "wolf -> h.test/c",
        "h.test/c": "hare -> h.test/d",
    }

    assert order("fish(depth=2)", web, "h.test/s") == "s a b c d"


def test_a_page_found_again_keeps_its_place_and_has_the_larger_number_of_lives():
    """X stands on a, one life left, behind y; then on the relevant t: it stays behind y, and its link is followed."""
    web = {
        "h.test/s": "hare -> h.test/y h.test/x",
        "h.test/t": "wolf -> h.test/x",
        "h.test/x": "hare -> h.test/z",
    }

    assert order("fish(depth=2)", web, "h.test/s h.test/t") == "s t y x z"
    assert order("fish(depth=2)", web, "h.test/s") == "s y x"


@pytest.mark.parametrize(("theta", "names"), [(0.5, "s a b"), (0.6, "s a")])
def test_relevance_is_a_threshold(theta, names):
    """Both pages are half wolf; a page that is not relevant has no lives to give with a depth of 1."""
    web = {"h.test/s": "wolf*9 -> h.test/a", "h.test/a": "wolf hare -> h.test/b"}

    assert order(f"fish(depth=1, theta={theta})", web, "h.test/s") == names


def test_the_places_are_numbers_that_no_page_number_can_carry_over():
    web = {"h.test/s": "wolf*9 -> h.test/a h.test/b", "h.test/a": "hare -> h.test/c"}
    found = dict(fetched("fish(width=1)", web, "h.test/s"))

    assert found == {"s": 0, "a": 2.0**41, "b": 0, "c": 2.0**40 + 1}
