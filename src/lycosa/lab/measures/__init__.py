"""How good a hunt was, as values with names: one file per family, a new one is found by looking."""

from __future__ import annotations

from lycosa.lab.measures.base import Across, Curve, Measure, MeasureError, OfRun, Ratio
from lycosa.pages.registry import Registry

__all__ = ["Across", "Curve", "Measure", "MeasureError", "OfRun", "Ratio", "find", "known", "of_run", "registry"]

registry = Registry(__name__, Measure, "measure", MeasureError)
find = registry.find


def of_run(name: str) -> OfRun:
    """The measure of single runs that a name means."""
    found = find(name)
    if not isinstance(found, OfRun):
        raise MeasureError(f"{name} compares strategies; name a measure of single runs, like target_recall_area")
    return found


def known() -> dict[str, type[Measure]]:
    """Word to class, by word."""
    return registry.known
