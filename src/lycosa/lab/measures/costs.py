"""What a hunt cost: time by link and by page, memory, and fetches that the web had no answer for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lycosa.lab.measures.base import OfRun, Ratio
from lycosa.lab.records import FAILURE, OUTSIDE, PAGE

if TYPE_CHECKING:
    from lycosa.lab.records import Ground, Run

FAMILY = "cost"


class SecondsPerPage(Ratio):
    """Core-seconds of the hunt by pages fetched; what hunts share is counted where it was first worked out."""

    word = "seconds_per_page"
    family = FAMILY
    unit = "seconds"
    better = "less"

    def parts(self, run: Run, ground: Ground) -> tuple[float, float]:
        """Seconds and pages."""
        kinds = run.fetches["kind"][: run.budget]
        return run.facts.get("seconds", math.nan), float(np.count_nonzero(kinds == PAGE))


class SecondsPerLink(Ratio):
    """Core-seconds of the hunt by links ranked; what hunts share is counted where it was first worked out."""

    word = "seconds_per_link"
    family = FAMILY
    unit = "seconds"
    better = "less"

    def parts(self, run: Run, ground: Ground) -> tuple[float, float]:
        """Seconds and links."""
        return run.facts.get("seconds", math.nan), run.facts.get("links", math.nan)


class PeakMemory(OfRun):
    """The most memory that the hunt's process had held when it ended."""

    word = "peak_memory"
    family = FAMILY
    unit = "bytes"
    better = "less"

    def of(self, run: Run, ground: Ground) -> float:
        """Bytes."""
        return run.facts.get("peak_memory", math.nan)


class Outside(Ratio):
    """The share of fetches whose URL is not in the web: each costs as much as any."""

    word = "outside"
    family = FAMILY
    better = "less"
    paper = "strategies, section 4.1"

    def parts(self, run: Run, ground: Ground) -> tuple[float, float]:
        """Fetches outside, as the run has counted them, and all."""
        rows = run.fetches[: run.budget]
        failed = np.count_nonzero((rows["page"] == OUTSIDE) & (rows["kind"] == FAILURE))
        return run.facts.get("outside", float(failed)), float(len(rows))


class Failed(Ratio):
    """The share of fetches that failed."""

    word = "failed"
    family = FAMILY
    better = "less"

    def parts(self, run: Run, ground: Ground) -> tuple[float, float]:
        """Failed fetches, and all."""
        kinds = run.fetches["kind"][: run.budget]
        return float(np.count_nonzero(kinds == FAILURE)), float(len(kinds))
