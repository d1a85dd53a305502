"""Ontology as a strategy: half the page, three tenths the window, two tenths the link's own words."""

from __future__ import annotations

from tests.strategies.small import fetched


def test_the_page_its_window_and_the_better_of_anchor_and_url_are_blended():
    """.5 * 1/3 + .3 * 1/3 + .2 * own: the URL of the first is half wolf, the anchors are 0, 1/2 and 2/3."""
    web = {"h.test/s": "wolf*2 hare*6 -> w.co.uk/wolf[hare] w.co.uk/b[wolf,hare] w.co.uk/c[wolf]"}
    found = dict(fetched("ontology", web, "h.test/s"))

    # 12 words, 4 of them wolves
    assert found["w.co.uk/wolf"] == 0.8 / 3 + 0.2 / 2
    assert found["w.co.uk/b"] == 0.8 / 3 + 0.2 / 2
    assert found["w.co.uk/c"] == 0.8 / 3 + 0.2


def test_the_weights_are_options():
    web = {"h.test/s": "hare -> w.co.uk/b[wolf]"}

    assert fetched("ontology(page=0, window=0, own=1)", web, "h.test/s")[1] == ("w.co.uk/b", 1)
    assert fetched("ontology(page=1, window=0, own=0)", web, "h.test/s")[1] == ("w.co.uk/b", 0.5)
