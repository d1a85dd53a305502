"""Soft focus: links of pages that are likely to lie in the wanted part of a topic tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.strategies.records import Fetched, Hunt, Values
    from lycosa.topics.topic import Node


class SoftFocus(Strategy):
    """The probability that the page belongs to a wanted node of the topic tree, or to one below it, for every link.

    The judge `tree` tells apart the nodes that have examples. With `near` above 0 the other nodes count too, that much
    for each step in the tree to the nearest wanted one: a near miss is better than a far one. With 0.5 that is the
    preset `taxonomy`.

    >>> SoftFocus(near=0.5)
    soft_focus(near=0.5)
    """

    word = "soft_focus"
    family = "taxonomy and ontology"
    paper = "Chakrabarti, van den Berg and Dom 1999"
    needs = ("taxonomy",)
    uses = ("tree:page",)
    least: ClassVar = {"near": 0}

    def __init__(self, near: float = 0.0) -> None:
        self.near = near

    def begin(self, hunt: Hunt) -> None:
        """What each node counts."""
        super().begin(hunt)
        self.credits = credits_of(hunt.judges["tree"].classes, hunt.topic.tree, self.near)

    def rank(self, page: Fetched) -> Offers:
        """The sum over nodes, the same for every link."""
        return Offers(np.full(len(page.links), float(page.scores["tree:page"] @ self.credits)))


def credits_of(paths: Sequence[str], tree: Sequence[Node], near: float) -> Values:
    """1 for nodes that are wanted or below one that is, else `near` for each step to the nearest wanted one."""
    wanted = [node.path.split("/") for node in tree if node.wanted]
    steps = np.array([min(steps_between(path.split("/"), one) for one in wanted) for path in paths])
    return np.where(steps == 0, 1.0, np.float64(near) ** steps)


def steps_between(path: Sequence[str], wanted: Sequence[str]) -> int:
    """The steps in the tree from one to the other; none from what lies below."""
    shared = 0
    for one, other in zip(path, wanted, strict=False):
        if one != other:
            break
        shared += 1
    return 0 if shared == len(wanted) else len(path) + len(wanted) - 2 * shared
