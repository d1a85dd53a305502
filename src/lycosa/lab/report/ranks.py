"""Figures with a row for every strategy, best first: differences, judges, boxes, shares, overlap."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lycosa.lab import measures
from lycosa.lab.report import drawing
from lycosa.lab.report.charts import Chart, short
from lycosa.lab.report.drawing import FAINT, GRID, INK, OTHERS, SHADES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from lycosa.lab.report.charts import Looks
    from lycosa.lab.report.standing import Standing
    from lycosa.lab.report.tables import Row

NAMED = 12  # strategies beside which an overlap is written as a number


def ranking(standing: Standing, looks: Looks) -> Chart:
    """Every strategy's mean and 95 % interval of its difference from the reference."""
    lines = [line for line in standing.lines if line.pair][::-1]
    title = f"Difference from {standing.reference}"
    with drawing.canvas(height=_tall(len(lines))) as (figure, axes):
        axes.axvline(0, color=INK, linewidth=0.8)
        for place, line in enumerate(lines):
            pair = line.pair
            if pair is None:
                continue
            look = looks.get(line.strategy, OTHERS)
            colour = look.colour if line.strategy in looks else INK
            axes.plot([pair.low, pair.high], [place, place], color=colour, linewidth=1.4, solid_capstyle="round")
            filled = colour if line.verdict != "same" else drawing.PAPER
            axes.plot(pair.difference, place, "o", color=colour, markerfacecolor=filled, markersize=5)
        _names(axes, [line.strategy for line in lines])
        axes.set_xlabel("difference, 95 % interval")
        note = f"In {standing.measure}, over topics. Filled: told apart, corrected for all that are read (Holm, 5 %)."
        return Chart(title, drawing.svg(figure, title), note)


def _tall(count: int) -> float:
    return max(1.8, 0.9 + 0.21 * count)


def _names(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [short(name) for name in names], fontsize=8)
    axes.set_ylim(-0.7, len(names) - 0.3)
    drawing.quiet(axes)


def judged(standing: Standing, judges: Sequence[str]) -> Chart:
    """Harvest by each judge side by side."""
    order = [line.strategy for line in standing.lines][::-1]
    title = "Harvest by who judges"
    marks = ("o", "s", "^", "D", "v")
    with drawing.canvas(height=_tall(len(order))) as (figure, axes):
        for number, judge in enumerate(judges):
            means = standing.results.over_topics(measures.of_run(f"harvest_area(judge={judge!r})"))
            by_name = dict(zip(standing.results.strategies, means.tolist(), strict=True))
            axes.plot(
                [by_name[name] for name in order], range(len(order)), marks[number], label=judge,
                color=drawing.COLOURS[number], markersize=5, alpha=0.9, linestyle="none",
            )  # fmt: skip
        for place in range(len(order)):
            axes.axhline(place, color=GRID, linewidth=0.5, zorder=0)
        _names(axes, order)
        axes.set_xlim(left=0)
        axes.set_xlabel("area under the harvest rate")
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.0 + 0.5 / _tall(len(order))), ncols=len(judges),
                    frameon=False, handletextpad=0.1)  # fmt: skip
        note = "The guide steered; labels and committee did not. Where the order differs, trust those."
        return Chart(title, drawing.svg(figure, title), note)


def boxes(rows: Sequence[Row], score: str, order: Sequence[str], looks: Looks) -> Chart:
    """Least, quartiles and most of the scores."""
    told = {row["strategy"]: row for row in rows if row["score"] == score and not math.isnan(row["median"])}
    names = [name for name in order if name in told][::-1]
    title = f"Scores of what was caught: {score}"
    with drawing.canvas(height=_tall(len(names))) as (figure, axes):
        for place, name in enumerate(names):
            row, colour = told[name], looks[name].colour if name in looks else FAINT
            axes.plot([row["least"], row["most"]], [place, place], color=colour, linewidth=0.8)
            axes.barh(place, row["high"] - row["low"], left=row["low"], height=0.55, color=colour, alpha=0.35)
            axes.plot([row["median"]] * 2, [place - 0.28, place + 0.28], color=colour, linewidth=2)
        _names(axes, names)
        axes.set_xlabel("score: least, quartiles, most")
        return Chart(title, drawing.svg(figure, title), "Lines from the least to the most; boxes hold the middle half.")


def shares(rows: Sequence[Row], area: str, order: Sequence[str]) -> Chart:
    """The share of the ceiling, against each bound."""
    told = [row for row in rows if row["area"] == area]
    bounds = list(dict.fromkeys(row["bound"] for row in told))
    names = [name for name in order if name in {row["strategy"] for row in told} and name not in bounds][::-1]
    title = f"Share of the ceiling: {area}"
    with drawing.canvas(height=_tall(len(names))) as (figure, axes):
        for number, bound in enumerate(bounds):
            by_name = {row["strategy"]: row["share"] for row in told if row["bound"] == bound}
            axes.plot([by_name[name] for name in names], range(len(names)), "os"[number], label=f"of {bound}",
                      color=drawing.COLOURS[number], markersize=5, linestyle="none")  # fmt: skip
        for place in range(len(names)):
            axes.axhline(place, color=GRID, linewidth=0.5, zorder=0)
        for value in (0, 1):
            axes.axvline(value, color=INK, linewidth=0.8)
        _names(axes, names)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.0 + 0.5 / _tall(len(names))), ncols=2, frameon=False,
                    handletextpad=0.1)  # fmt: skip
        axes.set_xlabel("(area - breadth_first) / (bound - breadth_first)")
        note = "A ratio of means over topics. 0 is breadth-first, 1 the bound, which knows what no hunter can."
        return Chart(title, drawing.svg(figure, title), note)


def overlap(rows: Sequence[Row], order: Sequence[str]) -> Chart:
    """What two strategies have in common."""
    by_name = {row["strategy"]: row for row in rows}
    names = [name for name in order if name in by_name]
    title = "Overlap of what was caught"
    side = max(3.0, 1.7 + 0.24 * len(names))
    with drawing.canvas(width=max(drawing.WIDTH, side + 1), height=side) as (figure, axes):
        for row, name in enumerate(names):
            for place, other in enumerate(names[: row + 1]):
                value = float(by_name[name][other])
                if not math.isnan(value):
                    shade = SHADES[round(value * (len(SHADES) - 1))]
                    axes.add_patch(_square(place, row, shade))
                    if len(names) <= NAMED:
                        colour = drawing.PAPER if value > 0.5 else INK
                        axes.text(place, row, f"{value:.2f}", ha="center", va="center", fontsize=7, color=colour)
        axes.set_xlim(-0.5, len(names) - 0.5)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_aspect("equal")
        axes.set_yticks(range(len(names)), [short(name) for name in names], fontsize=8)
        axes.set_xticks(range(len(names)), [short(name) for name in names], fontsize=8, rotation=90)
        axes.grid(visible=False)
        drawing.quiet(axes)
        note = "The share of pages that two strategies have in common, told apart by content; first repetitions."
        return Chart(title, drawing.svg(figure, title), note)


def _square(x: int, y: int, colour: str) -> Any:
    from matplotlib.patches import Rectangle  # noqa: PLC0415  # an extra

    return Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="none")
