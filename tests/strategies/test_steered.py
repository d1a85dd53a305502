"""Steered: another judge leads, the guide measures."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.strategies import find
from tests.strategies.small import Share, crawl_of, fetched
from tests.strategies.test_best_first import visited

WEB = {
    "h.test/s": "cat -> h.test/a[cat] h.test/b[cat]",
    "h.test/a": "wolf*3 cat -> h.test/c[wolf] h.test/d[cat]",
    "h.test/b": "cat*3 wolf -> h.test/e[wolf]",
}


class Cats(Share):
    """The share of cats."""

    word = "cats"

    def margins(self, text, ranges):
        cats = np.concatenate([[0], np.cumsum(text.tokens == text.lexicon["cat"])])
        return (cats[ranges.ends] - cats[ranges.starts]) / np.maximum(ranges.ends - ranges.starts, 1)


def test_links_go_by_the_other_judge():
    """Of s, all cats, a and b are worth 1. Of b 3 in 5 are cats, of a 2 in 6: e comes before c and d."""
    found = fetched("steered(by='cats')", WEB, "h.test/s", judges={"cats": Cats()})

    assert [name for name, _ in found] == ["s", "a", "b", "e", "c", "d"]
    assert [priority for _, priority in found[1:]] == pytest.approx([1, 1, 3 / 5, 2 / 6, 2 / 6])


def test_the_guide_still_measures():
    crawl = crawl_of("steered(by='cats')", ["h.test/s"], judges={"cats": Cats()})

    assert crawl.reader.judges[""] == Share()


def test_contexts_are_scored_by_the_other_judge_too():
    """Of the words of an anchor and one beside it: two of three are cats for d, one of three for c."""
    web = {"h.test/s": "wolf*9 -> h.test/c[wolf wolf] h.test/d[cat cat]"}
    found = fetched("steered(by='cats', base=window(words=1))", web, "h.test/s", judges={"cats": Cats()})

    assert [name for name, _ in found] == ["s", "d", "c"]
    assert [priority for _, priority in found[1:]] == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize(
    "base", ["best_first", "window_combo", "shark", "tunneling", "history_path", "learning_anchor"]
)
def test_steered_by_the_guides_like_it_is_the_strategy_itself(base):
    assert visited(f"steered(by='cosine', base={base})", 5) == visited(base, 5)


def test_only_what_the_guide_was_asked_is_asked_of_another():
    chosen = find("steered(by='svm+vocabulary', base=shark)")

    assert chosen.uses[:2] == ("svm+vocabulary:page", "svm+vocabulary:page!")
    assert set(find("shark").uses) <= set(chosen.uses)


def test_its_name_reads_back():
    assert repr(find("steered(by='bm25', base=fish(depth=2))")) == "steered(by='bm25', base=fish(depth=2))"
