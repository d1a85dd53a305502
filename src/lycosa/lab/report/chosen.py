"""Which measures a report takes: all that the experiment's grounds allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.lab import measures
from lycosa.lab.records import LabError

if TYPE_CHECKING:
    from lycosa.lab.measures.base import OfRun
    from lycosa.lab.results import Results

JUDGES = ("labels", "committee", "guide", "predicate", "nyu")
MAIN = ("target_recall_area", "harvest_area(judge='committee')", "harvest_area(judge='guide')")
OTHERS = (
    "target_recall",
    "target_recall_area",
    "targets_caught",
    "search_length(n=10)",
    "search_length_share(share=0.5)",
    "hosts",
    "effective_hosts",
    "host_share",
    "contents",
    "predicate_satisfaction",
    "cosine",
    "cosine(to='second')",
    "precision",
    "score_quantile",
    "in_degree",
    "pagerank",
    "level",
    "depth",
    "requests_per_relevant",
    "bytes_per_relevant",
    "seconds_per_page",
    "seconds_per_link",
    "peak_memory",
    "outside",
    "failed",
)
OF_JUDGES = (
    "harvest_area(judge={!r})",
    "harvest(judge={!r})",
    "half_harvest(judge={!r})",
    "half_harvest(half=2, judge={!r})",
)


def judges(results: Results) -> list[str]:
    """Who can say what is relevant here."""
    return [judge for judge in JUDGES if _allows(results, measures.of_run(f"harvest(judge={judge!r})"))]


def _allows(results: Results, measure: OfRun) -> bool:
    if not results.has(measure):
        return False
    options = measure.options()
    if options.get("judge") == "labels" or measure.family == "targets":
        return any(ground.target.any() for ground in results.grounds)
    if options.get("judge") == "nyu":
        return all(len(ground.seeds) or "nyu_threshold" in ground.facts for ground in results.grounds)
    if "guide" in (options.get("judge"), options.get("score")):
        return any(np.isfinite(few[0].fetches["score"]).any() for runs in results.hunted.values() for few in runs)
    return True


def taken(results: Results) -> list[OfRun]:
    """All measures of single runs that can be taken, those of judges for each judge."""
    names = [form.format(judge) for judge in JUDGES for form in OF_JUDGES]
    return [found for found in map(measures.of_run, [*OTHERS, *names]) if _allows(results, found)]


def main(results: Results, name: str = "") -> OfRun:
    """The measure that strategies are ranked by: the one named, else the first that can be taken."""
    if name:
        chosen = measures.of_run(name)
        if not _allows(results, chosen):
            raise LabError(
                f"{name}: the experiment has nothing to take it from; lycosa lab measures says what it needs"
            )
        return chosen
    return next((found for found in map(measures.of_run, MAIN) if _allows(results, found)), measures.of_run(MAIN[0]))
