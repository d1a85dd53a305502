"""Quality first and quality at least, on a web small enough to check on paper."""

from __future__ import annotations

from tests.strategies.small import fetched

# The anchors count among a page's words: s is 1 wolf in 4 words, t 3 in 4, u 2 in 4.
WEB = {
    "h.test/s": "wolf hare*2 -> h.test/a[hare]",
    "h.test/t": "wolf*3 -> h.test/a[hare]",
    "h.test/u": "wolf*2 hare -> h.test/b[hare]",
}
SEEDS = "h.test/s h.test/t h.test/u"


def test_quality_first_is_the_score_of_the_page_that_linked_first():
    """Pezzuti et al. 2025: QFirst; a stands first on a page of 1/4, and on a better one later."""
    assert fetched("quality_first", WEB, SEEDS)[3:] == [("b", 0.5), ("a", 0.25)]
    assert fetched("quality_first", WEB, "h.test/t h.test/s h.test/u")[3:] == [("a", 0.75), ("b", 0.5)]


def test_quality_min_is_the_lowest_score_of_all_pages_that_link():
    """QMin: whichever came first, a stands on a page of 1/4 too."""
    assert fetched("quality_min", WEB, SEEDS)[3:] == [("b", 0.5), ("a", 0.25)]
    assert fetched("quality_min", WEB, "h.test/t h.test/s h.test/u")[3:] == [("b", 0.5), ("a", 0.25)]
