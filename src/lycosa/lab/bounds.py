"""What only the lab knows, for strategies that are bounds: which pages are targets, and what unseen ones score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.lab.graph import Graph
    from lycosa.lab.records import Values
    from lycosa.lab.store import Store

    Known = tuple[NDArray[np.uint64], NDArray[np.float64]]  # keys in order, and a value each

NEARER = 0.5  # what one link more leaves


def truth(store: Store, graph: Graph, targets: Sequence[int]) -> Known:
    """1 for a target, else half for each link to the nearest; nothing where none can be reached."""
    hops = graph.reversed.levels(targets)
    return by_key(store, np.where(hops < 0, 0.0, NEARER ** np.maximum(hops, 0)))


def unseen(store: Store, scores: Values) -> Known:
    """The guide's score of every page."""
    return by_key(store, scores)


def by_key(store: Store, values: Values) -> Known:
    """A value of pages as one of all that was answered: a redirect's is that of its page."""
    places = store.arrived
    every = np.where(places >= 0, values[np.maximum(places, 0)], 0.0)
    order = np.argsort(store.answers["key"], kind="stable")
    return store.answers["key"][order], every[order]
