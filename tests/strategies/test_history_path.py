"""History path as printed, its nine variants, and repaired; on webs small enough to check on paper."""

from __future__ import annotations

from math import exp

import pytest

from lycosa.judges.vocabulary import Vocabulary
from lycosa.strategies import find
from lycosa.strategies.history_path import BONUS
from lycosa.topics.topic import Term, Topic
from tests.strategies.small import fetched, order

# Of s are 3 words in 4 wolves, of a 2 in 4, of b 1 in 4, of c none.
LINE = {
    "h.test/s": "wolf*3 -> h.test/a[hare]",
    "h.test/a": "wolf*2 hare -> h.test/b[hare]",
    "h.test/b": "wolf hare*2 -> h.test/c[hare]",
    "h.test/c": "hare -> h.test/d[hare]",
}


def test_the_distance_grows_with_what_a_page_lacks_and_with_the_distance_before_it():
    """Equation 6.1, distance = min(1, (1 - c) e^(2 d_p / C)), C = 20, theta = .4 of the margin: a score of .6.

    s is relevant, 0. a: (1 - .5) e^0 = .5. b: .75 e^(2 * .5 / 20). c: min(1, 1 e^...) = 1. The nearest goes first.
    """
    found = fetched("history_path", LINE, "h.test/s")

    assert [name for name, _ in found] == ["s", "a", "b", "c", "d"]
    assert [-p for _, p in found[1:]] == pytest.approx([0, 0.5, 0.75 * exp(0.05), 1], abs=1e-15)


def test_the_threshold_is_a_margin_on_an_svms_scale():
    """A score of .75 is a margin of ln 3 = 1.0986; just above it s is not relevant."""
    assert fetched("history_path(theta=1.098)", LINE, "h.test/s")[1] == ("a", 0)
    assert fetched("history_path(theta=1.099)", LINE, "h.test/s")[1] == ("a", -0.25)


def test_a_short_cutoff_lets_history_weigh_more():
    """C = 1: b is min(1, .75 e^(2 * .5)) = 1 where with 20 it was .79."""
    assert dict(fetched("history_path(cutoff=1)", LINE, "h.test/s"))["c"] == -1


# x stands on s (1/2), then on t (1/4), then on u (1/2): distances .5, .75, .5.
MET = {
    "h.test/s": "wolf*2 hare -> h.test/x[hare]",
    "h.test/t": "wolf hare*2 -> h.test/x[hare]",
    "h.test/u": "wolf*2 hare -> h.test/x[hare]",
}


@pytest.mark.parametrize(
    ("inlinks", "seeds", "kept"),
    [
        ("last", "s t", -0.75),
        ("off", "s t", -0.5),
        ("favour", "s t", -0.5 + BONUS),
        ("last", "t s", -0.5),
        ("off", "t s", -0.75),
        ("favour", "t s", -0.5 + BONUS),
        ("favour", "t s u", -0.5 + 2 * BONUS),
        ("favour", "s t u", -0.5 + 2 * BONUS),
    ],
)
def test_what_a_url_keeps_when_it_is_found_again(inlinks, seeds, kept):
    """The last distance, the first, or the smaller less a bonus for each further in-link."""
    seeds = " ".join("h.test/" + name for name in seeds.split())

    assert dict(fetched(f"history_path(inlinks={inlinks!r})", MET, seeds))["x"] == pytest.approx(kept, abs=1e-15)


def test_two_links_on_one_page_are_a_further_in_link_too():
    web = {"h.test/s": "wolf hare -> h.test/x[wolf] h.test/x[hare]"}

    assert fetched("history_path(inlinks='favour')", web, "h.test/s")[1] == ("x", -0.5 + BONUS)


def test_the_score_may_be_added_to_the_fixed_number():
    """HP6: links of relevant pages, all at 0 otherwise, go by the page's score."""
    web = {"h.test/s": "wolf*3 -> h.test/a[hare]", "h.test/t": "wolf*4 -> h.test/b[hare]"}

    assert fetched("hp5", web, "h.test/s h.test/t")[2:] == [("a", 0), ("b", 0)]
    assert fetched("hp6", web, "h.test/s h.test/t")[2:] == [("b", 0.8), ("a", 0.75)]


def test_the_variants_are_the_theses():
    """Section 9.2.3: threshold, cutoff, what in-links do, and whether the score is added."""
    variants = {
        "hp": (0.4, 20, "last", False),
        "hp2": (0.6, 20, "off", False),
        "hp3": (0.8, 20, "last", False),
        "hp4": (0.4, 20, "favour", False),
        "hp5": (0.4, 20, "off", False),
        "hp6": (0.4, 20, "off", True),
        "hp7": (0.8, 20, "favour", False),
        "hp8": (0.4, 30, "favour", False),
        "hp9": (0.4, 10, "favour", False),
    }
    for name, options in variants.items():
        assert tuple(find(name).options().values())[:4] == options


def test_with_the_vocabulary_a_threshold_is_a_raw_sum():
    """Section 9.3.2: thresholds 45 and 260 of sums; the score, sum/(sum + boundary), takes the classifier's place.

    hare weighs 10, so that the boundary is 30. s has 5 hares, a sum of 50; a has 3, 30, a score of 1/2.
    """
    topic = Topic(name="x", query="x", vocabulary=(Term(10.0, ("hare",)),))
    judge = Vocabulary()
    judge.begin(topic)
    web = {"h.test/s": "hare*5 -> h.test/a", "h.test/a": "hare*3 -> h.test/b"}
    for theta, a, b in ((45, 0, -0.5), (50, 0, -0.5), (51, -3 / 8, -0.5 * exp(2 * 3 / 8 / 20)), (25, 0, 0)):
        name = f"history_path(scorer='vocabulary', theta={theta})"
        found = dict(fetched(name, web, "h.test/s", judges={"vocabulary": judge}))

        assert (found["a"], found["b"]) == pytest.approx((a, b), abs=1e-15)


def test_repaired_the_pages_since_the_last_relevant_one_count():
    """-(1 - r) e^(2 h / C): s is relevant, -(1/4) e^0; a -(1/2) e^(2/20), b -(3/4) e^(4/20), c -1 e^(6/20)."""
    found = fetched("history_path_repaired", LINE, "h.test/s")
    scores = [0.25, 0.5 * exp(0.1), 0.75 * exp(0.2), exp(0.3)]

    assert [-p for _, p in found[1:]] == pytest.approx(scores, abs=1e-15)


def test_repaired_a_path_ends_at_the_cutoff():
    """With a cutoff of 2 the links of a, one page behind a relevant one, are followed; those of b are not."""
    assert order("history_path_repaired(cutoff=2)", LINE, "h.test/s") == "s a b"


def test_repaired_the_shortest_way_counts():
    """X stands on a, one page behind s, and on t, relevant itself: whichever comes first, no page lies between."""
    web = {
        "h.test/s": "wolf*3 -> h.test/a[hare]",
        "h.test/a": "wolf*9 hare*10 -> h.test/x[hare]",
        "h.test/t": "wolf*7 hare*2 -> h.test/x[hare]",
    }
    for seeds in ("h.test/s h.test/t", "h.test/t h.test/s"):
        assert dict(fetched("history_path_repaired", web, seeds))["x"] == pytest.approx(-0.3, abs=1e-15)
