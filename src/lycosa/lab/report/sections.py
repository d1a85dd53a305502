"""The sections of a report and the figures in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.lab.report import charts, chosen, ranks
from lycosa.lab.report.tables import hardness

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.lab.report.charts import Chart
    from lycosa.lab.report.drawing import Look
    from lycosa.lab.report.standing import Standing
    from lycosa.lab.report.tables import Row


def drawn(
    standing: Standing, made: Mapping[str, Sequence[Row]], looks: dict[str, Look]
) -> list[tuple[str, list[Chart]]]:
    """All figures, by section."""
    order = [line.strategy for line in standing.lines]
    judges = chosen.judges(standing.results)
    sections = [
        ("Where they stand", [ranks.ranking(standing, looks), *([ranks.judged(standing, judges)] if judges else [])]),
        ("Over the crawl", _curves(made, looks, FIRST)),
        ("Since when a difference is shown", _tests(standing, made, looks)),
        ("Share of the ceiling", _shares(made, order)),
        ("Kinds of topics", _groups(standing, made, looks)),
        ("Scores of what was caught", _scores(made, order, looks)),
        ("Other rules of relevance", _curves(made, looks, OTHER)),
        ("Likeness to the descriptions", _curves(made, looks, COSINES)),
        ("Overlap and cost", _beside(made, order, looks)),
    ]
    return [(title, found) for title, found in sections if found]


def _column(rows: Sequence[Row], name: str) -> list[str]:
    return list(dict.fromkeys(row[name] for row in rows))


def _curves(made: Mapping[str, Sequence[Row]], looks: dict[str, Look], names: Sequence[str]) -> list[Chart]:
    rows = made.get("curves", ())
    present = _column(rows, "measure")
    return [charts.curve(rows, name, looks, *CURVES[name]) for name in names if name in present]


def _tests(standing: Standing, made: Mapping[str, Sequence[Row]], looks: dict[str, Look]) -> list[Chart]:
    rows = made.get("p_values", ())
    return [
        charts.p_curve(rows, name, looks, f"p: {CURVES[name][0]}", standing.reference)
        for name in _column(rows, "measure")
        if name in TESTED
    ]


def _shares(made: Mapping[str, Sequence[Row]], order: Sequence[str]) -> list[Chart]:
    rows = made.get("share_of_ceiling", ())
    return [ranks.shares(rows, area, order) for area in _column(rows, "area")]


def _groups(standing: Standing, made: Mapping[str, Sequence[Row]], looks: dict[str, Look]) -> list[Chart]:
    rows = made.get("groups", ())
    found = []
    for kind in _column(rows, "by"):
        title, note = GROUPS[kind]
        found.append(charts.grouped(rows, kind, looks, title, note.format(hardness(standing), standing.measure)))
    return found


def _scores(made: Mapping[str, Sequence[Row]], order: Sequence[str], looks: dict[str, Look]) -> list[Chart]:
    found = []
    for score in _column(made.get("boxes", ()), "score"):
        found.append(charts.densities(made["densities"], score, looks, made["boxes"]))
        found.append(ranks.boxes(made["boxes"], score, order, looks))
    return found


def _beside(made: Mapping[str, Sequence[Row]], order: Sequence[str], looks: dict[str, Look]) -> list[Chart]:
    found = [ranks.overlap(made["overlap"], order)] if "overlap" in made else []
    timed = any(row["seconds_per_page"] > 0 for row in made["strategies"])
    return [*found, *([charts.cost(made["strategies"], looks)] if timed else [])]


FIRST = ("target_recall", "harvest", "harvest(judge='committee')", "harvest(judge='guide')")
OTHER = ("harvest(judge='predicate')", "harvest(judge='nyu')")
COSINES = ("cosine", "cosine(to='second')")
TESTED = ("target_recall", "harvest", "harvest(judge='committee')")
CURVES = {
    "target_recall": ("Target recall", "The share of the targets caught so far; bands are one standard error."),
    "harvest": ("Harvest, by the labels", "Labelled pages by fetches so far, failed ones included."),
    "harvest(judge='committee')": ("Harvest, by the committee", "Pages that most of three judges call relevant."),
    "harvest(judge='guide')": ("Harvest, by the guide", "Pages that the steering judge calls relevant."),
    "harvest(judge='predicate')": ("Harvest, by the predicate", "Pages with the keyword in them."),
    "harvest(judge='nyu')": ("Harvest, by the start pages' median", "Pages with a higher raw cosine than it."),
    "cosine": ("Cosine to the guiding description", "The moving average of the last 100 pages."),
    "cosine(to='second')": ("Cosine to the second description", "One that did not steer; of the last 100 pages."),
}
GROUPS = {
    "difficulty": (
        "By difficulty",
        "Four equal groups by {0}'s target recall at the end, hardest first. Bars: mean {1}.",
    ),
    "domain": ("By domain", "Top-level categories with at least ten topics. Bars: mean {1}."),
    "size": ("By size of the topic", "Topics with more targets than the median, and the others. Bars: mean {1}."),
}
