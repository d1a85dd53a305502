"""Soft and hard focus over a topic tree, on paper."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.judges.base import Judge
from lycosa.judges.tree import Tree
from lycosa.strategies import find
from lycosa.strategies.soft_focus import credits_of, steps_between
from lycosa.topics.topic import Example, Node, Topic
from tests.strategies.small import fetched, order

PATHS = ("Nature/Wolves", "Nature/Hares", "Trade")
TREE = (Node(PATHS[0], wanted=True), Node(PATHS[1]), Node(PATHS[2]))
TOPIC = Topic(name="wolves", query="wolf", tree=TREE)


class Shares(Judge):
    """The shares of wolves, hares and all else among the words."""

    word = "shares"
    paper = "none: for paper and pencil"
    classes = PATHS

    def margins(self, text, ranges):
        words = [text.lexicon.words[number] for number in text.tokens.tolist()]
        found = []
        for start, end in zip(ranges.starts.tolist(), ranges.ends.tolist(), strict=True):
            part = words[start:end]
            wolves, hares = part.count("wolf"), part.count("hare")
            found.append([wolves, hares, len(part) - wolves - hares])
        counts = np.array(found, np.float64)
        return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)

    def curve(self, margins):
        return margins


# s is 1/2 wolves, 1/4 hares, 1/4 tax; t 1/4, 3/4, nothing.
WEB = {
    "h.test/s": "wolf*2 hare tax -> h.test/a",
    "h.test/t": "wolf hare*3 -> h.test/b h.test/a",
}
SEEDS = "h.test/s h.test/t"


def hunted(strategy: str, topic: Topic = TOPIC) -> list[tuple[str, float]]:
    return fetched(strategy, WEB, SEEDS, topic=topic, judges={"tree": Shares()})[2:]


def test_soft_focus_is_the_probability_of_the_wanted_nodes():
    """R(p) = the sum over good leaves of P(c|p); a URL keeps the larger: a 1/2 from s, b 1/4 from t."""
    assert hunted("soft_focus") == [("a", 0.5), ("b", 0.25)]


def test_nodes_below_a_wanted_one_are_wanted():
    tree = (Node("Nature", wanted=True), Node("Nature/Wolves"), Node("Trade"))

    assert credits_of([*PATHS, "Nature"], tree, 0.0).tolist() == [1, 1, 0, 1]


def test_near_misses_count_by_their_distance_in_the_tree():
    """The preset taxonomy: hares are two steps from wolves, .25; trade is three, .125.

    s: .5 + .25 * .25 + .25 * .125. t: .25 + .75 * .25.
    """
    assert hunted("taxonomy") == [("a", 0.59375), ("b", 0.4375)]
    assert find("taxonomy") == find("soft_focus(near=0.5)")


@pytest.mark.parametrize(
    ("path", "steps"),
    [("a/b", 0), ("a/b/c", 0), ("a", 1), ("a/c", 2), ("a/c/d", 3), ("x", 3), ("x/y", 4), ("a/bb", 2)],
)
def test_steps_are_counted_over_what_both_lie_below(path, steps):
    assert steps_between(path.split("/"), ["a", "b"]) == steps


def test_hard_focus_follows_pages_whose_likeliest_node_is_wanted():
    """S is likeliest of wolves, t of hares: no link of t is followed."""
    assert hunted("hard_focus") == [("a", 0.5)]


def test_hard_focus_follows_pages_below_a_wanted_node():
    """Where both wolves and hares are wanted, t is followed too, with the probability of both."""
    topic = Topic(name="both", query="wolf", tree=(Node(PATHS[0], wanted=True), Node(PATHS[1], wanted=True), TREE[2]))

    assert hunted("hard_focus", topic) == [("a", 1.0), ("b", 1.0)]


def test_the_judge_tells_the_nodes_apart():
    """With the real judge: what is said of wolves leads to x, what is said of trade does not."""
    tree = (
        Node("Nature/Wolves", wanted=True, examples=(Example(text="the wolf den"), Example(text="a wolf at night"))),
        Node("Trade", examples=(Example(text="tax market"), Example(text="market day"))),
    )
    topic = Topic(name="wolves", query="wolf", tree=tree)
    judge = Tree()
    judge.begin(topic)
    web = {"h.test/s": "market tax -> h.test/y", "h.test/t": "wolf den night -> h.test/x"}
    found = fetched("soft_focus", web, SEEDS, topic=topic, judges={"tree": judge})

    assert [name for name, _ in found] == ["s", "t", "x", "y"]
    assert order("hard_focus", web, SEEDS, topic=topic, judges={"tree": judge}) == "s t x"
