"""The tables that a report's figures are drawn from: all of it follows from the first one and the runs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.lab import measures
from lycosa.lab.measures.across import AREAS, Overlap, ShareOfCeiling
from lycosa.lab.measures.base import Curve, MeasureError, Ratio
from lycosa.lab.report import chosen
from lycosa.lab.results import canonical
from lycosa.lab.scores import box, density, scores, valleys
from lycosa.lab.statistics.groups import Group, correlation, domains, quarters, sizes
from lycosa.lab.statistics.intervals import standard_error
from lycosa.lab.statistics.student import paired, unpaired

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lycosa.lab.measures.base import OfRun
    from lycosa.lab.records import Values
    from lycosa.lab.report.standing import Standing
    from lycosa.lab.results import Results

    Row = dict[str, Any]

SPAN = (0.5, 99.5)  # percentiles of all scores between which densities are drawn: a few far ones say nothing


def raw(results: Results) -> Iterator[Row]:
    """A row per run: all measures, and of ratios their parts."""
    taken = [(repr(measure), measure) for measure in chosen.taken(results)]
    for strategy, topics in results.hunted.items():
        for few, ground in zip(topics, results.grounds, strict=True):
            for run in few:
                row: Row = {"web": run.web, "topic": run.topic, "strategy": strategy, "repetition": run.repetition}
                row |= {"budget": run.budget, "fetches": len(run.fetches), "ended_by": run.stopped}
                for name, measure in taken:
                    row[name] = measure.of(run, ground)
                    if isinstance(measure, Ratio):
                        part, whole = measure.parts(run, ground)
                        row |= {f"{name} part": part, f"{name} whole": whole}
                yield row


def strategies(standing: Standing) -> Iterator[Row]:
    """A row per strategy, best first: where it stands, then the mean of each measure."""
    results = standing.results
    means = {repr(measure): results.over_topics(measure) for measure in chosen.taken(results)}
    for line in standing.lines:
        place = results.strategies.index(line.strategy)
        row: Row = {"strategy": line.strategy, "bound": line.bound, "measure": repr(standing.measure)}
        row |= {"mean": line.mean, "standard_error": line.error, "against": standing.reference}
        row |= _pair_row(line.pair) | {"p_holm": line.p, "verdict": line.verdict}
        yield row | {name: float(values[place]) for name, values in means.items()}


def _pair_row(pair: Any) -> Row:
    names = ("topics", "difference", "low", "high", "t", "p_t", "p", "p_either", "detectable")
    wins = dict(zip(("won", "tied", "lost"), pair.wins if pair else (None,) * 3, strict=True))
    return {name: getattr(pair, name, None) for name in names} | wins


def topics(standing: Standing) -> Iterator[Row]:
    """A row per topic: what it is, and each strategy's value."""
    results = standing.results
    for place, ((web, topic), ground) in enumerate(zip(results.topics, results.grounds, strict=True)):
        row: Row = {"web": web, "topic": topic, "domain": domain(ground.facts, topic)}
        row |= {"targets": int(ground.target.sum()), "seeds": len(ground.seeds)}
        yield row | {name: float(standing.table[at, place]) for at, name in enumerate(results.strategies)}


def domain(facts: Any, topic: str) -> str:
    """The top-level category of a topic: what is known of it, else the first part of its name."""
    told = facts.get("domain")
    return str(told) if told else topic.replace("/", ".").split(".")[0]


def curve_measures(results: Results) -> list[Curve]:
    """The curves that are drawn: recall, harvest by each judge, cosines."""
    taken = chosen.taken(results)
    return [one for one in taken if isinstance(one, Curve) and one.word in {"target_recall", "harvest", "cosine"}]


def curves(results: Results, measure: Curve) -> Iterator[Row]:
    """A row per strategy and point: mean and standard error over topics."""
    points, told = results.points.tolist(), repr(measure)
    for name, rows in zip(results.strategies, results.curves(measure), strict=True):
        means, errors = _mean_and_error(rows)
        for at, mean, error in zip(points, means.tolist(), errors.tolist(), strict=True):
            row: Row = {"measure": told, "strategy": name, "fetches": at}
            yield row | {"mean": mean, "standard_error": error}


def _mean_and_error(rows: Values) -> tuple[Values, Values]:
    """Over the topics that have a value everywhere they once had one; NaN before the first pages."""
    whole = rows[~np.isnan(rows[:, -1])] if rows.size else rows
    if not len(whole):
        return np.full(rows.shape[1], math.nan), np.full(rows.shape[1], math.nan)
    return whole.mean(axis=0), standard_error(whole)


def p_values(standing: Standing, measure: Curve) -> Iterator[Row]:
    """A row per strategy and point: the one-sided paired t-test that it is above the reference."""
    results, told = standing.results, repr(measure)
    found = results.curves(measure)
    base = found[results.strategies.index(standing.reference)]
    for name, rows in zip(results.strategies, found, strict=True):
        if name == standing.reference:
            continue
        tested = paired(rows - base)
        for at, t, p in zip(results.points.tolist(), tested.t.tolist(), tested.p.tolist(), strict=True):
            yield {"measure": told, "strategy": name, "fetches": at, "t": t, "p": p}


def all_scores(results: Results, score: str) -> dict[str, Values]:
    """The scores of all pages that a strategy caught, over all topics."""
    return {
        name: np.concatenate(
            [scores(run, ground, score) for few, ground in zip(topics_, results.grounds, strict=True) for run in few]
        )
        for name, topics_ in results.hunted.items()
    }


def span(found: dict[str, Values]) -> tuple[float, float] | None:
    """One span for all densities, so that they can be laid over each other."""
    pooled = np.concatenate(list(found.values()))
    low, high = np.percentile(pooled, SPAN) if len(pooled) else (0.0, 0.0)
    return (float(low), float(high)) if high > low else None


def densities(results: Results, score: str) -> Iterator[Row]:
    """A row per strategy and bin."""
    found = all_scores(results, score)
    within = span(found)
    for name, values in found.items():
        at, heights = density(values, span=within)
        for middle, height in zip(at.tolist(), heights.tolist(), strict=True):
            yield {"score": score, "strategy": name, "at": middle, "density": height}


def boxes(results: Results, score: str) -> Iterator[Row]:
    """A row per strategy: five numbers, and the valleys of its density."""
    found = all_scores(results, score)
    within = span(found)
    for name, values in found.items():
        five = box(values)
        low = valleys(density(values, span=within))
        row: Row = {"score": score, "strategy": name, "pages": len(values)}
        row |= dict(zip(("least", "low", "median", "high", "most"), five or (math.nan,) * 5, strict=True))
        yield row | {"valleys": " ".join(f"{valley:.4g}" for valley in low)}


def overlap(results: Results) -> Iterator[Row]:
    """A row per strategy, a column per strategy."""
    measure = Overlap()
    if results.has(measure):
        shares = measure.over(results.hunted, results.grounds)
        for name, row in zip(results.strategies, shares.tolist(), strict=True):
            yield {"strategy": name} | dict(zip(results.strategies, row, strict=True))


def groups(standing: Standing) -> dict[str, list[Group]]:
    """Topics by difficulty, domain and size."""
    results = standing.results
    named = [domain(ground.facts, topic) for (_, topic), ground in zip(results.topics, results.grounds, strict=True)]
    found = {"domain": domains(named), "size": sizes(np.array([ground.target.sum() for ground in results.grounds]))}
    recall = results.table(measures.of_run("target_recall"))[results.strategies.index(hardness(standing))]
    return {"difficulty": quarters(recall), **found}


def hardness(standing: Standing) -> str:
    """By whose target recall topics are hard or easy: full_page, or the reference where that did not hunt."""
    full = canonical("full_page")
    return full if full in standing.results.hunted else standing.reference


def grouped(standing: Standing) -> Iterator[Row]:
    """A row per kind of group, group and strategy, with two one-sided t-tests.

    `p` is that the strategy is above the reference within the group (paired), `p_group` that it is above what it is
    on all other topics (Welch).
    """
    base = standing.of(standing.reference)
    for kind, found in groups(standing).items():
        for group in found:
            for name in standing.results.strategies:
                values = standing.of(name)[group.topics]
                told = values[~np.isnan(values)]
                row: Row = {"by": kind, "group": group.name, "topics": len(told), "strategy": name}
                row["mean"] = float(told.mean()) if len(told) else math.nan
                row["standard_error"] = float(standard_error(told))
                row["variance"] = float(told.var(ddof=1)) if len(told) > 1 else math.nan
                row["p"] = float(paired((values - base[group.topics])[~np.isnan(values)]).p)
                rest = np.delete(standing.of(name), group.topics)
                yield row | {"p_group": float(unpaired(told, rest[~np.isnan(rest)]).p)}


def ceiling(standing: Standing) -> Iterator[Row]:
    """A row per strategy, area and bound."""
    results = standing.results
    for area in AREAS:
        for bound in ("oracle_guide", "oracle"):
            measure = ShareOfCeiling(area, bound)
            try:
                shares = measure.over(results.hunted, results.grounds)
            except MeasureError:
                continue
            for name, share in zip(results.strategies, shares.tolist(), strict=True):
                yield {"area": area, "bound": bound, "strategy": name, "share": share}


def accuracy(standing: Standing) -> Iterator[Row]:
    """A row per strategy: how its values go with the guide's 5-fold accuracy over topics."""
    told = [math.nan if fact is None else float(fact) for fact in standing.results.facts("guide_accuracy")]
    if not all(map(math.isnan, told)):
        for name in standing.results.strategies:
            yield {"strategy": name} | correlation(np.array(told), standing.of(name))._asdict()


def oracle(standing: Standing) -> Iterator[Row]:
    """A row per topic and strategy above the oracle."""
    return (over._asdict() for over in standing.above_oracle)


def everything(standing: Standing) -> dict[str, list[Row]]:
    """All tables by name; those with nothing in them are left out."""
    results = standing.results
    drawn = curve_measures(results)
    scored = [score for score in ("guide", "guide_margin") if _has_scores(results, score)]
    tested: Sequence[OfRun] = [one for one in drawn if one.word != "cosine"]
    made: dict[str, list[Row]] = {
        "raw": list(raw(results)),
        "strategies": list(strategies(standing)),
        "topics": list(topics(standing)),
        "curves": [row for one in drawn for row in curves(results, one)],
        "p_values": [row for one in tested if isinstance(one, Curve) for row in p_values(standing, one)],
        "densities": [row for score in scored for row in densities(results, score)],
        "boxes": [row for score in scored for row in boxes(results, score)],
        "overlap": list(overlap(results)),
        "groups": list(grouped(standing)),
        "share_of_ceiling": list(ceiling(standing)),
        "guide_accuracy": list(accuracy(standing)),
        "above_oracle": list(oracle(standing)),
    }
    return {name: rows for name, rows in made.items() if rows}


def _has_scores(results: Results, score: str) -> bool:
    return any(len(values) for values in all_scores(results, score).values())
