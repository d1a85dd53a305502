"""Harvest rate (Pant and Srinivasan 2006, equation 1): relevant pages by all that was fetched so far.

Who says what is relevant has a name: the labels, a committee of judges, the guide, a predicate, or the rule of Sundrani
and Habeeb. Seeds are left out above and below the line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.lab.catch import catch, pages_of, running, seeds_taken, share
from lycosa.lab.measures.base import Area, Curve, MeasureError, OfRun, Ratio, quotient
from lycosa.lab.records import PAGE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.lab.records import Ground, Run, Values
    from lycosa.pages.records import Flags, Positions

FAMILY = "harvest"
PAPER = "Pant and Srinivasan 2006, section 6, equation 1"
BOUNDARY = 0.5  # every judge's own
COLUMNS = {
    "labels": (),
    "committee": ("committee",),
    "guide": (),
    "predicate": ("predicate",),
    "nyu": ("nyu_cosine",),
}
JUDGES: dict[str, tuple[str, ...]] = {"judge": tuple(COLUMNS)}


def relevant(run: Run, ground: Ground, judge: str, places: Positions) -> Flags:
    """Which of the pages at these places are relevant, and to whom."""
    if judge == "guide":
        flags: Flags = run.fetches["score"][places] >= BOUNDARY
        return flags
    pages = pages_of(run, places)
    if judge == "labels":
        return ground.target[pages]
    if judge == "nyu":
        return nyu_cosines(ground)[pages] > nyu_threshold(ground)
    return ground.columns[judge][pages].astype(np.bool_)


def nyu_cosines(ground: Ground) -> Values:
    """The raw cosine of every page."""
    return ground.columns["nyu_cosine"].astype(np.float64)


def nyu_threshold(ground: Ground) -> float:
    """The median of the start pages' raw cosines: who has more is relevant (Sundrani and Habeeb, section 3)."""
    if "nyu_threshold" in ground.facts:
        return float(ground.facts["nyu_threshold"])
    if not len(ground.seeds):
        raise MeasureError(f"harvest(judge='nyu'): the topic {ground.topic!r} has no start pages to take a median of")
    return float(np.median(nyu_cosines(ground)[ground.seeds]))


def harvested(run: Run, ground: Ground, judge: str) -> Positions:
    """The places in the run of its relevant pages."""
    places = catch(run, ground)
    found: Positions = places[relevant(run, ground, judge, places)]
    return found


def tried(run: Run, ground: Ground, per: str) -> NDArray[np.int64]:
    """Fetches so far, seeds' own left out; or those among them that brought a page, new or not."""
    count = np.ones(run.budget, np.int64)  # who ends early has wasted the rest
    count[: len(run.fetches)] = ~seeds_taken(run, ground)
    if per == "page":
        count[: len(run.fetches)] &= run.fetches["kind"][: run.budget] == PAGE
        count[len(run.fetches) :] = 0
    return np.cumsum(count)


class Harvest(Curve):
    """Relevant pages by fetches so far, failed ones included, or by pages.

    >>> from lycosa.lab import measures
    >>> measures.find("harvest(judge='committee', at=500)")
    harvest(judge='committee', at=500)
    """

    word = "harvest"
    family = FAMILY
    choices: ClassVar = {**JUDGES, "per": ("fetch", "page")}
    paper = f"{PAPER}; Sundrani and Habeeb, section 3 (judge='nyu', per='page')"

    def __init__(self, judge: str = "labels", at: int = 0, per: str = "fetch") -> None:
        super().__init__(at)
        self.judge = judge
        self.per = per

    @property
    def needs(self) -> tuple[str, ...]:
        """The judge's column."""
        return COLUMNS[self.judge]

    def curve(self, run: Run, ground: Ground) -> Values:
        """Relevant by tried."""
        return share(running(harvested(run, ground, self.judge), run.budget), tried(run, ground, self.per))


class HarvestArea(Area):
    """The mean of the harvest rate over all fetches of the budget."""

    word = "harvest_area"
    family = FAMILY
    choices = Harvest.choices
    paper = Harvest.paper

    def __init__(self, judge: str = "labels", per: str = "fetch") -> None:
        self.judge = judge
        self.per = per

    def under(self) -> Curve:
        """The rate so far."""
        return Harvest(self.judge, per=self.per)


class PredicateSatisfaction(Curve):
    """How many pages have the keyword in them."""

    word = "predicate_satisfaction"
    family = FAMILY
    unit = "pages"
    paper = "Uluhan 2006, chapter III and table 1"

    @property
    def needs(self) -> tuple[str, ...]:
        """Where the keyword stands."""
        return COLUMNS["predicate"]

    def curve(self, run: Run, ground: Ground) -> Values:
        """Pages so far."""
        return running(harvested(run, ground, "predicate"), run.budget).astype(np.float64)


class HalfHarvest(OfRun):
    """The harvest rate within the first or the second half of the budget."""

    word = "half_harvest"
    family = FAMILY
    choices: ClassVar = JUDGES
    paper = "García Dorado 2008, section 10.3.1"

    def __init__(self, half: int = 1, judge: str = "labels") -> None:
        self.half = half
        self.judge = judge
        if half not in {1, 2}:
            raise MeasureError(f"half_harvest: half is 1 or 2, not {half!r}")

    @property
    def needs(self) -> tuple[str, ...]:
        """The judge's column."""
        return COLUMNS[self.judge]

    def of(self, run: Run, ground: Ground) -> float:
        """Relevant by tried, both within the half."""
        found = running(harvested(run, ground, self.judge), run.budget)
        made = tried(run, ground, "fetch")
        middle = run.budget // 2
        if self.half == 1:
            return quotient(found[middle - 1], made[middle - 1]) if middle else float("nan")
        before = (found[middle - 1], made[middle - 1]) if middle else (0, 0)
        return quotient(found[-1] - before[0], made[-1] - before[1])


class RequestsPerRelevant(Ratio):
    """Fetches, failed ones included, by relevant pages."""

    word = "requests_per_relevant"
    family = "cost"
    unit = "fetches"
    better = "less"
    choices: ClassVar = JUDGES
    paper = "strategies, section 4.3"

    def __init__(self, judge: str = "labels") -> None:
        self.judge = judge

    @property
    def needs(self) -> tuple[str, ...]:
        """The judge's column."""
        return COLUMNS[self.judge]

    def parts(self, run: Run, ground: Ground) -> tuple[float, float]:
        """Fetches and relevant pages."""
        return float(len(run.fetches[: run.budget])), float(len(harvested(run, ground, self.judge)))


class BytesPerRelevant(Ratio):
    """Bytes of all pages fetched by relevant pages."""

    word = "bytes_per_relevant"
    family = "cost"
    unit = "bytes"
    better = "less"
    choices: ClassVar = JUDGES

    def __init__(self, judge: str = "labels") -> None:
        self.judge = judge

    @property
    def needs(self) -> tuple[str, ...]:
        """Sizes, and the judge's column."""
        return ("size", *COLUMNS[self.judge])

    def parts(self, run: Run, ground: Ground) -> tuple[float, float]:
        """Bytes and relevant pages."""
        pages = run.fetches["page"][: run.budget]
        size = ground.columns["size"][pages[pages >= 0]].astype(np.int64).sum()
        return float(size), float(len(harvested(run, ground, self.judge)))
