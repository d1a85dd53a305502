"""The figures of a report. The few that are singled out have colours, all others are a grey field behind them."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.lab.report import drawing
from lycosa.lab.report.drawing import INK, OTHERS, Look

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes

    from lycosa.lab.records import Values
    from lycosa.lab.report.tables import Row

    Looks = dict[str, Look]

WIDE = 26  # characters of a name in a figure
LEVELS = (0.05, 0.1)  # the seed's two


class Chart(NamedTuple):
    """A figure with what is to be said of it."""

    title: str
    svg: str
    note: str
    legend: Sequence[str] = ()  # strategies in it


def short(name: str) -> str:
    """A name that fits beside a figure: of a long one, the values without what they are values of.

    >>> short("window_combo(words=40)"), short("window_combo(words=40, page=0.25)")
    ('window_combo(words=40)', 'window_combo(40, 0.25)')
    """
    if len(name) > WIDE:
        name = re.sub(r"\w+=", "", name)
    return name if len(name) <= WIDE else f"{name[: WIDE - 1]}…"


def by_strategy(rows: Iterable[Row], **where: Any) -> dict[str, list[Row]]:
    """The rows in which these columns are so, by strategy."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        if all(row[name] == value for name, value in where.items()):
            found.setdefault(row["strategy"], []).append(row)
    return found


def column(rows: Sequence[Row], name: str) -> Values:
    """One column."""
    return np.array([row[name] for row in rows], np.float64)


def _ordered(names: Iterable[str], looks: Looks) -> list[str]:
    """The grey ones first, so that the others lie above."""
    listed = list(names)
    return [name for name in listed if name not in looks] + [name for name in reversed(looks) if name in listed]


def curve(rows: Sequence[Row], measure: str, looks: Looks, title: str, note: str) -> Chart:
    """Mean over topics after each number of fetches, with a band of one standard error."""
    found = by_strategy(rows, measure=measure)
    with drawing.canvas() as (figure, axes):
        for name in _ordered(found, looks):
            look = looks.get(name, OTHERS)
            at, mean, error = (column(found[name], key) for key in ("fetches", "mean", "standard_error"))
            axes.plot(at, mean, color=look.colour, linestyle=look.dashes, linewidth=look.width)
            if name in looks and look.dashes != drawing.BOUND:
                low, high = np.clip(mean - error, 0, None), mean + error
                axes.fill_between(at, low, high, color=look.colour, alpha=0.14, linewidth=0)
        _from_nothing(axes)
        axes.set_xlabel("fetches")
        return Chart(title, drawing.svg(figure, title), note, [name for name in looks if name in found])


def _from_nothing(axes: Axes) -> None:
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.margins(x=0)


def p_curve(rows: Sequence[Row], measure: str, looks: Looks, title: str, reference: str) -> Chart:
    """The p of the one-sided paired t-test that a strategy is above the reference, against the number of fetches."""
    found = {name: kept for name, kept in by_strategy(rows, measure=measure).items() if name in looks}
    with drawing.canvas() as (figure, axes):
        for name in _ordered(found, looks):
            look = looks[name]
            axes.plot(
                column(found[name], "fetches"), column(found[name], "p"),
                color=look.colour, linestyle=look.dashes, linewidth=look.width,
            )  # fmt: skip
        for level in LEVELS:
            axes.axhline(level, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.set_ylim(0, 1)
        axes.set_xlim(left=0)
        axes.set_yticks([*LEVELS, 0.5, 1.0], [".05", ".10", ".50", "1"])
        axes.set_xlabel("fetches")
        note = (
            f"One-sided paired t-tests over topics that a strategy is above {reference}; below the dashed lines it is."
        )
        return Chart(title, drawing.svg(figure, title), note, [name for name in looks if name in found])


def densities(rows: Sequence[Row], score: str, looks: Looks, boxes: Sequence[Row]) -> Chart:
    """The density of scores in 80 bins."""
    found = {name: kept for name, kept in by_strategy(rows, score=score).items() if name in looks}
    title = f"Density of scores: {score}"
    with drawing.canvas() as (figure, axes):
        for name in _ordered(found, looks):
            look = looks[name]
            axes.plot(
                column(found[name], "at"), column(found[name], "density"),
                color=look.colour, linestyle=look.dashes, linewidth=1.3,
            )  # fmt: skip
        axes.set_ylim(bottom=0)
        axes.margins(x=0)
        axes.set_xlabel("score")
        told = [row for row in boxes if row["score"] == score and row["strategy"] in looks and row["valleys"]]
        valleys = "; ".join(f"{row['strategy']}: {row['valleys']}" for row in told)
        note = "In 80 bins, area 1; what lies right of a threshold is what it calls relevant. "
        note += f"Valleys, where a threshold may stand: {valleys}." if valleys else "No valley offers a threshold."
        return Chart(title, drawing.svg(figure, title), note, [name for name in looks if name in found])


def _logarithmic(axes: Axes) -> None:
    from matplotlib.ticker import LogLocator, NullLocator  # noqa: PLC0415  # an extra

    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_minor_locator(NullLocator())
    axes.margins(x=0.08)


def grouped(rows: Sequence[Row], kind: str, looks: Looks, title: str, note: str) -> Chart:
    """Means by group of topics."""
    told = [row for row in rows if row["by"] == kind and row["strategy"] in looks]
    names = list(dict.fromkeys(row["group"] for row in told))
    counts = {row["group"]: row["topics"] for row in told}
    with drawing.canvas(height=2.9) as (figure, axes):
        wide = 0.8 / max(1, len(looks))
        for number, (name, look) in enumerate(looks.items()):
            mine = {row["group"]: row for row in told if row["strategy"] == name}
            at = [place - 0.4 + wide * (number + 0.5) for place in range(len(names))]
            means = [mine[group]["mean"] for group in names]
            errors = [
                0 if math.isnan(mine[group]["standard_error"]) else mine[group]["standard_error"] for group in names
            ]
            axes.bar(at, means, width=wide * 0.9, color=look.colour, alpha=0.8)
            axes.errorbar(at, means, yerr=errors, fmt="none", ecolor=INK, elinewidth=0.8)
        axes.set_xticks(range(len(names)), [f"{name}\n{counts[name]} topics" for name in names])
        axes.tick_params(axis="x", length=0)
        axes.grid(visible=False, axis="x")
        axes.set_ylim(bottom=0)
        return Chart(title, drawing.svg(figure, title), note, list(looks))


def cost(rows: Sequence[Row], looks: Looks) -> Chart:
    """What a strategy is worth beside what it costs."""
    told = [row for row in rows if not math.isnan(row["seconds_per_page"]) and not row["bound"]]
    title = "Worth and cost"
    with drawing.canvas() as (figure, axes):
        for row in told:
            look = looks.get(row["strategy"], OTHERS)
            size = 7 if row["strategy"] in looks else 4
            axes.plot(row["seconds_per_page"] * 1000, row["mean"], "o", color=look.colour, markersize=size)
        if told:
            _logarithmic(axes)
        axes.set_xlabel("milliseconds of a core per page")
        axes.set_ylabel(told[0]["measure"] if told else "")
        note = "What strategies share is counted where it was first worked out. Up and to the left is better."
        return Chart(title, drawing.svg(figure, title), note, [r["strategy"] for r in told if r["strategy"] in looks])
