"""What was shown and what was not, in plain words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from lycosa.lab import measures
from lycosa.lab.measures.across import ShareOfCeiling
from lycosa.lab.measures.base import Curve, MeasureError
from lycosa.lab.measures.costs import Outside
from lycosa.lab.report import chosen
from lycosa.lab.report.standing import ORACLES
from lycosa.lab.statistics.pairs import LEVEL
from lycosa.lab.statistics.student import paired

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lycosa.lab.report.standing import Line, Standing
    from lycosa.lab.statistics.pairs import Pair
    from lycosa.pages.records import Flags

NONE = "-"
LISTED = 4  # strategies that are named in one sentence, or have a sentence each
TOLD = 2  # of more than that, so many have one
STRETCH = 0.1  # of the budget, that a stretch which is told of is long
FEW = 10  # topics below which little can be shown


def number(value: float, digits: int = 3) -> str:
    """As it is written everywhere; a dash where there is none.

    >>> number(0.03149), number(-0.0001), number(float("nan"))
    ('0.031', '0.000', '-')
    """
    if math.isnan(value):
        return NONE
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text


def chance(p: float) -> str:
    """A probability.

    >>> chance(0.0321), chance(0.00001)
    ('p = 0.032', 'p < 0.001')
    """
    return "p < 0.001" if p < 0.001 else f"p = {number(p)}"


def interval(line: Line) -> str:
    """The difference and its 95 % interval."""
    pair = line.pair
    return by(pair) if pair else NONE


def by(pair: Pair, sign: int = 1) -> str:
    """A difference and its 95 % interval; with sign -1, of the other from this one."""
    low, high = sorted((sign * pair.low, sign * pair.high))
    return f"{number(sign * pair.difference)} [{number(low)}, {number(high)}]"


def title(manifest: Mapping[str, Any]) -> str:
    """What an experiment calls itself."""
    held = manifest.get("experiment")
    told = held.get("title") if isinstance(held, dict) else ""
    return str(told or manifest.get("name") or "An experiment")


def setting(manifest: Mapping[str, Any]) -> str:
    """How it was set up, as far as the manifest says."""
    held = manifest.get("experiment")
    if not isinstance(held, dict):
        return ""
    seeds, judge = (held.get("start") or {}).get("seeds"), (held.get("guide") or {}).get("judge")
    told = [f"The guide is {judge}."] if judge else []
    told += [f"Hunts begin at {seeds} pages of a topic."] if seeds else []
    told += [f"After {held['paper']}."] if held.get("paper") else []
    told += ["This is its short scale."] if manifest.get("short") else []
    return " ".join(told)


def several(names: Sequence[str], last: str = "and") -> str:
    """Names in a sentence, the first few of many."""
    if len(names) > LISTED + 1:
        return f"{', '.join(names[:LISTED])} and {len(names) - LISTED} others"
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def summary(standing: Standing) -> list[str]:
    """Sentences, the weightiest first."""
    return [
        *_best(standing),
        *_verdicts(standing),
        *_stretches(standing),
        *_judges(standing),
        *_ceiling(standing),
        *_cautions(standing),
    ]


def _best(standing: Standing) -> Iterator[str]:
    """The best competitor, and whether it is shown to be better than the next."""
    lines = standing.competitors
    if not lines:
        return
    topics = len(standing.results.topics)
    over = f"over {topics} topics" if topics != 1 else "on one topic"
    first = lines[0]
    yield f"{first.strategy} has the highest mean {standing.measure}, {number(first.mean)} {over}."
    if len(lines) > 1 and (pair := standing.against(first.strategy, lines[1].strategy)):
        second = lines[1].strategy
        if pair.p_either <= LEVEL:
            yield (
                f"It is above {second}, the next, by {by(pair)}, {chance(pair.p_either)}; "
                f"it won {pair.wins.won} topics and lost {pair.wins.lost}."
            )
        else:
            yield (f"That it is better than {second}, the next, is not shown: {by(pair)}, {chance(pair.p_either)}.")


def _verdicts(standing: Standing) -> Iterator[str]:
    """Each against the reference: above, below, not told apart."""
    lines = [line for line in standing.competitors if line.pair]
    reference = standing.reference
    for verdict in ("above", "below"):
        found = [line for line in lines if line.verdict == verdict]
        told = found if len(found) <= LISTED else found[:TOLD]
        for line in told:
            pair = cast("Pair", line.pair)
            far = by(pair, 1 if verdict == "above" else -1)
            won = f"won {pair.wins.won}, tied {pair.wins.tied}, lost {pair.wins.lost}"
            yield f"{line.strategy} is {verdict} {reference} by {far}, {chance(line.p)}; {won}."
        if len(found) > len(told):
            yield f"So are {several([line.strategy for line in found[len(told) :]])}: {verdict} {reference}."
    same = [line for line in lines if line.verdict == "same"]
    if same:
        seen = [line.pair.detectable for line in same if line.pair]
        names, seen_is = [line.strategy for line in same], f"the experiment could have seen {_range(seen)}"
        if len(names) == 1:
            yield f"{names[0]} and {reference} cannot be told apart: {seen_is}."
        else:
            yield f"None of {several(names)} can be told apart from {reference}: {seen_is}."


def _stretches(standing: Standing) -> Iterator[str]:
    """Where in the crawl the best are above the reference, though they may not be in all."""
    recall = measures.find("target_recall")
    results = standing.results
    if not isinstance(recall, Curve) or recall not in chosen.taken(results):
        return
    at, reference = results.points, standing.reference
    told = [line.strategy for line in standing.competitors if line.pair and line.verdict == "same"]
    found = results.curves(recall, [reference, *told[:TOLD]])
    for name, rows in zip(told, found[1:], strict=False):
        begin, end = longest(paired(rows - found[0]).p <= LEVEL)
        if end > begin and at[end - 1] - at[begin] >= STRETCH * results.budget:
            yield (
                f"From {at[begin]} to {at[end - 1]} fetches the target recall of {name} is above that of {reference} "
                "(one-sided paired t-tests, each p at most 0.05, not corrected)."
            )


def longest(flags: Flags) -> tuple[int, int]:
    """Where the longest stretch of true begins and ends.

    >>> longest(np.array([True, False, True, True, False]))
    (2, 4)
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(int)))
    begins, ends = edges[::2], edges[1::2]
    if not len(begins):
        return 0, 0
    place = int(np.argmax(ends - begins))
    return int(begins[place]), int(ends[place])


def _range(values: Sequence[float]) -> str:
    told = [value for value in values if not math.isnan(value)]
    if not told:
        return "no difference at all, with one topic"
    low, high = number(min(told)), number(max(told))
    return f"a difference of {low}" if low == high else f"differences of {low} to {high}"


def _judges(standing: Standing) -> Iterator[str]:
    """Whether the order depends on who judges."""
    found = chosen.judges(standing.results)
    if len(found) < 2:
        return
    firsts = {judge: standing.by(f"harvest_area(judge={judge!r})").competitors[0].strategy for judge in found}
    if len(set(firsts.values())) == 1:
        yield f"By harvest {firsts[found[0]]} is first, whether {several(found, 'or')} judge."
    else:
        told = [f"{name} by {judge}" for judge, name in firsts.items()]
        yield f"By harvest the first depends on who judges: {several(told)}."


def _ceiling(standing: Standing) -> Iterator[str]:
    """How far the best comes, and whether the oracle is the most there is."""
    results = standing.results
    best = standing.competitors[0].strategy if standing.competitors else ""
    for bound in ("oracle_guide", "oracle"):
        measure = ShareOfCeiling(repr(standing.measure), bound) if repr(standing.measure) in AREAS else None
        if measure and best:
            try:
                share = measure.over(results.hunted, results.grounds)[results.strategies.index(best)]
            except MeasureError:
                continue
            if not math.isnan(share):
                yield f"{best} gains {share:.0%} of what {bound} gains over breadth_first."
    if "oracle" in results.hunted:
        yield from _oracle(standing)


AREAS = ("target_recall_area", "harvest_area")


def _oracle(standing: Standing) -> Iterator[str]:
    first = standing.by(ORACLES).lines[0]
    if first.strategy != "oracle":
        yield (
            f"oracle has not the highest {ORACLES}, {first.strategy} has: look into the experiment before you trust it."
        )
    count = len(standing.above_oracle)
    if count:
        yield f"In {count} cases a strategy had more of a topic than oracle; they are listed below."


def _cautions(standing: Standing) -> Iterator[str]:
    """What limits all of it."""
    results = standing.results
    if len(results.topics) < FEW:
        yield f"With {len(results.topics)} topics little can be shown, whatever the figures look like."
    if results.left_out:
        yield f"Left out, for they were not hunted in full: {several(list(results.left_out))}."
    runs = [run for few in results.hunted.values() for several_ in few for run in several_]
    parts = [Outside().parts(run, results.grounds[0]) for run in runs]
    outside = sum(part for part, _ in parts) / max(1.0, sum(whole for _, whole in parts))
    if outside > 0:
        yield f"{outside:.1%} of all fetches went to URLs outside the web; each costs as much as any."
    early = sum(len(run.fetches) < run.budget for run in runs)
    if early:
        yield f"{early} of {len(runs)} runs ended before the budget was used up; their curves stay where they were."
