"""Leaves: the stretches of text between tags. How many lie between a word and a link tells what belongs to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from lycosa.pages.records import Ranges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.pages.records import Positions
    from lycosa.pages.tokens import Marked

MARK = 4
LEAF = chr(MARK)
_APART = r"\s\x00-\x08!-/:-@\[-`{-~"  # what parts words anyway: tokens must not depend on the cues asked for
_WITHIN = re.compile(f"(?<=[^{_APART}]){LEAF}(?=[^{_APART}])")


def parted(text: str) -> str:
    """A text with a mark between its leaves, less the marks that would part a word."""
    return _WITHIN.sub("", text)


def leaf_numbers(found: Marked, size: int) -> NDArray[np.int32]:
    """For each of so many tokens the number of its leaf; leaves without words do not count."""
    edges = np.unique(found.places[found.marks == MARK])
    return np.searchsorted(edges, np.arange(size), side="right").astype(np.int32)


def leaves_around(leaf: NDArray[np.int32], anchors: Ranges, body: tuple[int, int], most: int) -> Ranges:
    """For each anchor the words of its own leaves and of so many before and after."""
    if not len(leaf):
        return anchors
    first, last = ends_of(leaf, anchors)
    starts = np.searchsorted(leaf, first - most, side="left")
    ends = np.searchsorted(leaf, last + most, side="right")
    return Ranges(np.clip(starts, *body), np.clip(ends, *body))


def ends_of(leaf: NDArray[np.int32], anchors: Ranges) -> tuple[Positions, Positions]:
    """The first and the last leaf of each anchor."""
    top = len(leaf) - 1
    first = leaf[np.minimum(anchors.starts, top)]
    last = leaf[np.clip(anchors.ends - 1, np.minimum(anchors.starts, top), top)]
    return first.astype(np.int64), last.astype(np.int64)
