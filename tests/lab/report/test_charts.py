"""Figures show what the tables say: lines are read back out of the drawing and laid over the numbers."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.lab.report import charts, drawing, ranks
from lycosa.lab.report.charts import short
from lycosa.lab.report.drawing import BOUND, COLOURS, VARIABLES, looks

NAMES = ["url_combined", "best_first", "breadth_first", "oracle"]
LOOKS = looks(NAMES, frozenset({"oracle"}))
AT = list(range(1, 81))


def path(svg: str, variable: str) -> np.ndarray:
    """The points of the longest line of a colour, y upwards."""
    found = re.findall(rf'<path d="([^"]+)"[^>]*style="fill: none;[^"]*stroke: var\({variable}\)', svg)
    longest = max(found, key=len)
    points = np.array([[float(x), -float(y)] for x, y in re.findall(r"([\d.-]+) ([\d.-]+)", longest)])
    assert len(points) > 2
    return points


def off(points: np.ndarray, at: list[int], values: np.ndarray) -> float:
    """How far a drawn line is, at most, from the values, as a share of their range, whatever the scale of the axes."""
    drawn = np.interp(np.linspace(points[0, 0], points[-1, 0], len(at)), points[:, 0], points[:, 1])
    slope, height = np.polyfit(values, drawn, 1)
    assert slope > 0
    return float(np.max(np.abs(height + slope * values - drawn)) / (slope * np.ptp(values)))


def rows(measure: str, values: dict[str, np.ndarray], column: str = "mean") -> list[dict[str, Any]]:
    return [
        {"measure": measure, "strategy": name, "fetches": at, column: float(value), "standard_error": 0.01}
        for name, few in values.items()
        for at, value in zip(AT, few, strict=True)
    ]


curves = st.lists(st.floats(0, 0.05), min_size=len(AT), max_size=len(AT)).map(np.cumsum)


@settings(max_examples=8)
@given(curves.filter(lambda curve: np.ptp(curve) > 0.1))
def test_a_curve_is_drawn_where_its_numbers_are(values):
    chart = charts.curve(rows("target_recall", {"url_combined": values}), "target_recall", LOOKS, "Recall", "note")

    assert off(path(chart.svg, "--c1"), AT, values) < 0.01
    assert chart.legend == ["url_combined"]


def test_each_strategy_has_its_colour_and_the_others_are_grey_behind_them():
    values = {name: np.linspace(0, place + 1, len(AT)) for place, name in enumerate([*NAMES, "otie", "opic"])}
    chart = charts.curve(rows("harvest", values), "harvest", LOOKS, "Harvest", "note")
    strokes = re.findall(r"fill: none;[^\"]*stroke: var\((--c\d|--faint)\)", chart.svg)

    assert strokes.count("--faint") == 2
    assert max(place for place, name in enumerate(strokes) if name == "--faint") < min(
        place for place, name in enumerate(strokes) if name.startswith("--c")
    )
    assert {name for name in strokes if name.startswith("--c")} == {LOOKS[name].variable for name in NAMES}
    assert chart.legend == NAMES


def test_curves_of_another_measure_are_not_in_it():
    both = [*rows("harvest", {"otie": np.ones(len(AT))}), *rows("target_recall", {"opic": np.ones(len(AT))})]

    assert list(charts.by_strategy(both, measure="harvest")) == ["otie"]


def test_p_is_drawn_between_nothing_and_one_with_the_seeds_two_levels():
    values = np.abs(np.sin(np.array(AT) / 9.0))
    chart = charts.p_curve(rows("harvest", {"url_combined": values}, "p"), "harvest", LOOKS, "p", "best_first")

    assert off(path(chart.svg, "--c1"), AT, values) < 0.02
    assert len(re.findall(r"stroke-dasharray: [^;]+;[^\"]*stroke: var\(--ink\)", chart.svg)) == 2
    for label in (">.05<", ">.10<", ">1<"):
        assert label in chart.svg
    assert "above best_first" in chart.note


def test_a_density_is_drawn_where_its_bins_are():
    at = np.linspace(-1, 1, 80)
    heights = np.exp(-8 * at * at)
    few = [{"score": "guide", "strategy": "best_first", "at": float(x), "density": float(y)}
           for x, y in zip(at, heights, strict=True)]  # fmt: skip
    box = {"score": "guide", "strategy": "best_first", "valleys": "0.25 0.5"}
    chart = charts.densities(few, "guide", LOOKS, [box])

    assert off(path(chart.svg, "--c2"), AT, heights) < 0.02
    assert "best_first: 0.25 0.5." in chart.note


def test_bars_of_groups_are_as_high_as_their_means():
    few = [{"by": "size", "group": group, "topics": 9, "strategy": name, "mean": mean, "standard_error": 0.01}
           for group, name, mean in (("large", "best_first", 0.2), ("rare", "best_first", 0.4))]  # fmt: skip
    chart = charts.grouped(few, "size", {"best_first": LOOKS["best_first"]}, "Size", "note")
    corner = r"[\d.]+ ([\d.]+) "
    bars = re.findall(rf'<path d="M {corner}\nL [\d.]+ [\d.]+ \nL {corner}\n[^"]*"[^>]*fill: var\(--c2\)', chart.svg)
    low, high = (float(bottom) - float(top) for bottom, top in bars)

    assert high / low == pytest.approx(2.0, abs=0.01)
    assert "large" in chart.svg
    assert "9 topics" in chart.svg


@pytest.mark.parametrize(("share", "shade"), [(0.0, 0), (0.5, 10), (1.0, 20)])
def test_the_more_two_have_in_common_the_darker_it_is(share, shade):
    few = [{"strategy": "a", "a": 1.0, "b": share}, {"strategy": "b", "a": share, "b": 1.0}]
    chart = ranks.overlap(few, ["a", "b"])

    assert len(re.findall(rf"fill: var\(--s{shade}\)", chart.svg)) == (3 if shade == 20 else 1)
    assert f">{share:.2f}<" in chart.svg


def test_an_overlap_of_many_has_no_numbers_and_all_names():
    names = [f"strategy_{number}" for number in range(20)]
    chart = ranks.overlap([{"strategy": name, **dict.fromkeys(names, 0.25)} for name in names], names)

    assert ">0.25<" not in chart.svg
    assert all(chart.svg.count(f">{name}<") == 2 for name in names)


def test_a_box_has_its_five_numbers():
    five = {"least": 0.0, "low": 0.4, "median": 0.5, "high": 0.6, "most": 1.0}
    row = {"score": "guide", "strategy": "best_first", **five}
    nothing = {"score": "guide", "strategy": "x", **dict.fromkeys(five, math.nan)}
    chart = ranks.boxes([row, nothing], "guide", ["best_first", "x"], LOOKS)
    lines = [[float(x) for x in found] for found in
             re.findall(r'<path d="M ([\d.]+) [\d.]+ \nL ([\d.]+) [\d.]+ \n" [^>]*var\(--c2\)', chart.svg)]  # fmt: skip
    (left, right), (middle, _) = lines[0], lines[1]

    assert middle == pytest.approx((left + right) / 2, abs=0.1)
    assert ">x<" not in chart.svg


def test_looks_differ_and_bounds_are_dotted():
    many = looks([f"s{number}" for number in range(12)], frozenset({"s1"}))

    assert len({look.colour for look in many.values()}) == len(many) == len(COLOURS)
    assert many["s1"].dashes == BOUND
    assert many["s0"].dashes != BOUND


def test_stand_ins_for_colours_are_told_apart():
    assert len(set(VARIABLES.values())) == len(VARIABLES)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("best_first", "best_first"),
        ("window_combo(words=40, page=0.75)", "window_combo(40, 0.75)"),
        ("host_thompson(base=window_combo(words=40))", "host_thompson(window_comb…"),
    ],
)
def test_long_names_are_shown_by_their_values(name, shown):
    assert short(name) == shown
    assert len(shown) <= 26


def test_a_title_is_escaped_and_told_to_who_cannot_see():
    with drawing.canvas() as (figure, axes):
        axes.plot([1, 2], [1, 2])
        svg = drawing.svg(figure, "a < b & c")

    assert svg.startswith("<svg ")
    assert 'role="img"><title>a &lt; b &amp; c</title>' in svg
    assert " width=" not in svg.partition(">")[0]


def test_a_name_with_a_dollar_is_no_formula():
    with drawing.canvas() as (figure, axes):
        axes.set_xlabel("$x$ <b>")
        svg = drawing.svg(figure, "t")

    assert "$x$ &lt;b&gt;" in svg
