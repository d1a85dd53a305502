"""How good a hunt was, as values with names: one file per family, a new one is found by looking."""

from __future__ import annotations

from lycosa.lab.measures.base import Curve, Measure, MeasureError, Ratio
from lycosa.pages.registry import Registry

__all__ = ["Curve", "Measure", "MeasureError", "Ratio", "find", "known", "registry"]

registry = Registry(__name__, Measure, "measure", MeasureError)
find = registry.find


def known() -> dict[str, type[Measure]]:
    """Word to class, by word."""
    return registry.known
