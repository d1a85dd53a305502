"""What a run caught: fetches that brought a page for the first time. Seeds never count, revisits are no new page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.lab.records import PAGE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.lab.records import Ground, Run, Values
    from lycosa.pages.records import Flags, Positions


def catch(run: Run, ground: Ground, *, taken: bool = False) -> Positions:
    """The places in the run of its new pages, in order; with `taken`, of any URL of the web that was taken.

    A URL may be no page: a PDF, or one that failed.
    """
    fetches = run.fetches[: run.budget]
    pages = fetches["page"]
    here = (pages >= 0) if taken else (pages >= 0) & (fetches["kind"] == PAGE)
    places = np.flatnonzero(here)
    _, first = np.unique(pages[places], return_index=True)
    places = places[np.sort(first)]
    new: Positions = places[~np.isin(pages[places], ground.seeds)]
    return new


def pages_of(run: Run, places: Positions) -> NDArray[np.int64]:
    """The web's numbers of the pages at these places of the run."""
    return run.fetches["page"][places].astype(np.int64)


def seeds_taken(run: Run, ground: Ground) -> Flags:
    """Which fetches of the budget went to a seed."""
    return np.isin(run.fetches["page"][: run.budget], ground.seeds)


def running(places: Positions, budget: int) -> NDArray[np.int64]:
    """How many of the places lie within the first 1, 2, ... fetches; a run that ended early stays where it was."""
    return np.cumsum(np.bincount(places, minlength=budget)[:budget])


def firsts(values: NDArray[np.generic], places: Positions) -> Positions:
    """The places where a value stands for the first time."""
    _, first = np.unique(values, return_index=True)
    found: Positions = places[np.sort(first)]
    return found


def share(part: NDArray[np.int64], whole: NDArray[np.int64]) -> Values:
    """Part by whole, nothing where there is no whole."""
    return np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0)
