"""The page of a report: its figures follow from the raw table, it is whole in itself, and the same each time."""

from __future__ import annotations

import csv
import html
import json
import math
import os
import re
import subprocess
import sys
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from scipy import stats

from lycosa.cli.main import DONE, USAGE, run
from lycosa.cli.strategy_page import figures
from lycosa.lab import assess, contexts, files
from lycosa.lab.report import drawing, page, tables
from lycosa.lab.report.standing import standing
from lycosa.lab.results import load
from tests.lab.experiment import SIGHT, made_experiment

if TYPE_CHECKING:
    from pathlib import Path

BOUNDS = {"oracle": 6.0, "oracle_guide": 3.0}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An experiment of twelve topics, two repetitions each, to be looked at only."""
    return made_experiment(tmp_path_factory.mktemp("results"), topics=12, repetitions=2, more=BOUNDS)


@pytest.fixture(scope="module")
def report(results: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its report."""
    folder = tmp_path_factory.mktemp("report")
    page.write(standing(load(results)), folder)
    return folder


def table(report: Path, name: str) -> list[dict[str, Any]]:
    with (report / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def text(report: Path) -> str:
    return (report / "report.html").read_text("utf-8")


def by_topic(report: Path, column: str) -> dict[str, list[float]]:
    """From the raw table: strategy to its value of each topic, repetitions averaged."""
    found: dict[str, dict[str, list[float]]] = {}
    for row in table(report, "raw"):
        found.setdefault(row["strategy"], {}).setdefault(row["topic"], []).append(float(row[column]))
    return {name: [mean(found[name][topic]) for topic in sorted(found[name])] for name in found}


def test_what_the_page_says_of_each_strategy_follows_from_the_raw_table(report: Path):
    values = by_topic(report, "target_recall_area")
    shown = html.unescape(text(report))

    assert values.keys() == SIGHT.keys() | BOUNDS.keys()
    for row in table(report, "strategies"):
        mine, base = values[row["strategy"]], values["best_first"]
        assert float(row["mean"]) == pytest.approx(mean(mine))
        assert float(row["standard_error"]) == pytest.approx(stdev(mine) / math.sqrt(12))
        assert f"<td>{row['strategy']}</td><td>{mean(mine):.3f}</td>" in shown
        if row["strategy"] != "best_first":
            assert float(row["difference"]) == pytest.approx(mean(mine) - mean(base))
            assert float(row["p_t"]) == pytest.approx(stats.ttest_rel(mine, base, alternative="greater").pvalue)
            assert int(row["won"]) == sum(one > other for one, other in zip(mine, base, strict=True))
            assert f">{mean(mine) - mean(base):.3f} [" in shown


def test_the_best_stands_first(report: Path):
    values = by_topic(report, "target_recall_area")
    order = [row["strategy"] for row in table(report, "strategies")]

    assert order == sorted(order, key=lambda name: -mean(values[name]))


def test_shares_of_the_ceiling_follow_from_the_raw_table(report: Path):
    for area in ("target_recall_area", "harvest_area"):
        values = {name: mean(few) for name, few in by_topic(report, area).items()}
        for row in table(report, "share_of_ceiling"):
            if row["area"] == area:
                floor, bound = values["breadth_first"], values[row["bound"]]
                assert float(row["share"]) == pytest.approx((values[row["strategy"]] - floor) / (bound - floor))


def test_ratios_are_ratios_of_sums_of_the_raw_table(report: Path):
    rows = table(report, "raw")
    for row in table(report, "strategies"):
        mine = [one for one in rows if one["strategy"] == row["strategy"]]
        for name in ("requests_per_relevant", "bytes_per_relevant", "outside", "seconds_per_link"):
            parts = sum(float(one[f"{name} part"]) for one in mine)
            assert float(row[name]) == pytest.approx(parts / sum(float(one[f"{name} whole"]) for one in mine))


def test_curves_end_where_the_raw_table_says(report: Path):
    for name in ("target_recall", "harvest", "harvest(judge='committee')"):
        values = by_topic(report, name)
        last = {row["strategy"]: row for row in table(report, "curves") if row["measure"] == name}
        for strategy, row in last.items():
            assert float(row["mean"]) == pytest.approx(mean(values[strategy]))
            assert float(row["standard_error"]) == pytest.approx(stdev(values[strategy]) / math.sqrt(12))


def test_the_last_p_follows_from_the_raw_table(report: Path):
    values = by_topic(report, "target_recall")
    last = {row["strategy"]: row for row in table(report, "p_values") if row["measure"] == "target_recall"}
    assert last.keys() == values.keys() - {"best_first"}
    for strategy, row in last.items():
        slow = stats.ttest_rel(values[strategy], values["best_first"], alternative="greater")
        assert float(row["p"]) == pytest.approx(slow.pvalue)


def test_quarters_of_difficulty_follow_from_the_raw_table(report: Path):
    recall, values = by_topic(report, "target_recall")["best_first"], by_topic(report, "target_recall_area")
    ranked = np.argsort(recall, kind="stable")
    rows = [row for row in table(report, "groups") if row["by"] == "difficulty"]
    for place, name in enumerate(("hardest", "hard", "easy", "easiest")):
        for row in rows:
            if row["group"] == name:
                mine = [values[row["strategy"]][topic] for topic in ranked[3 * place : 3 * place + 3]]
                assert float(row["mean"]) == pytest.approx(mean(mine))
                if row["strategy"] != "best_first":
                    base = [values["best_first"][topic] for topic in ranked[3 * place : 3 * place + 3]]
                    assert float(row["p"]) == pytest.approx(stats.ttest_rel(mine, base, alternative="greater").pvalue)


def test_every_topic_above_the_oracle_is_listed(report: Path):
    values = by_topic(report, "target_recall_area")
    oracle = values["oracle"]
    above = sum(one > most + 1e-9 for few in values.values() for one, most in zip(few, oracle, strict=True))

    assert above > 0
    assert len(table(report, "above_oracle")) == above


def test_what_comes_from_the_web_is_escaped(report: Path):
    shown = text(report)

    assert "<script" not in shown
    assert "&lt;script&gt;alert" in shown
    assert "made&lt;&amp;&gt;web" in shown


def test_the_table_for_documentation_says_the_same(report: Path):
    """As the page of strategies reads it."""
    told = figures((report / "tables/strategies.md").read_text("utf-8"))
    values = {area: by_topic(report, area) for area in ("harvest_area", "target_recall_area")}

    assert told["best_first"] == tuple(f"{mean(values[area]['best_first']):.3f}" for area in values)
    assert told.keys() == {name if name not in BOUNDS else f"{name} (a bound)" for name in SIGHT | BOUNDS}


def test_tables_hold_no_formulas():
    assert page.as_csv([{"topic": "=cmd()", "value": -0.5}]) == "topic,value\n'=cmd(),-0.5\n"


def test_difficulty_is_by_full_page_whatever_the_reference(results: Path):
    other = standing(load(results), against="breadth_first")

    assert tables.hardness(other) == "best_first"
    assert next(row["group"] for row in tables.grouped(other)) == "hardest"


def test_the_page_is_whole_in_itself(report: Path):
    """Nothing is loaded: links lead to the tables beside it, and nowhere else."""
    shown = text(report)

    assert not re.search(r"<(img|link|script|iframe)\b|@import|url\((?!#)", shown)
    assert {found.partition("/")[0] for found in re.findall(r'href="([^#"][^"]*)"', shown)} == {
        "tables",
        "manifest.json",
    }
    for name in re.findall(r'href="(tables/[^"]+)"', shown):
        assert (report / name).is_file()


def test_names_within_figures_are_theirs_alone(report: Path):
    shown = text(report)
    names = re.findall(r' id="([^"]+)"', shown)

    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]+)\)", shown)) <= set(names)
    assert set(re.findall(r'href="#([^"]+)"', shown)) <= set(names)


def test_figures_have_the_pages_colours_and_no_others(report: Path):
    """So that they are legible in the light and in the dark."""
    figures = re.findall(r"<figure>.*?</figure>", text(report), re.DOTALL)
    style = text(report).partition("</style>")[0]

    assert len(figures) > 10
    for figure in figures:
        assert not re.search(r"#[0-9a-f]{6}\b", figure)
        assert "math" not in figure
        assert {name for name in re.findall(r"var\((--\w+)\)", figure) if f"{name}:" not in style} == set()
        assert re.search(r"<title>[^<]+</title>", figure)


def test_light_and_dark_name_the_same_colours(report: Path):
    style = text(report).partition("</style>")[0]
    light, dark = style.split("prefers-color-scheme: dark")
    names = {name for name in drawing.VARIABLES.values() if not name.startswith("--s")}

    assert {name for name in names if f"{name}: #" not in light} == set()
    assert {name for name in names if f"{name}: #" not in dark.split("@media print")[0]} == set()


def test_the_same_input_gives_the_same_bytes(results: Path, report: Path, tmp_path: Path):
    """In another process, with another order of sets."""
    ended = subprocess.run(
        [sys.executable, "-m", "lycosa", "lab", "report", str(results), "--out", str(tmp_path)],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == DONE, ended.stderr
    for file in sorted(path for path in report.rglob("*") if path.is_file()):
        assert (tmp_path / file.relative_to(report)).read_bytes() == file.read_bytes(), file.name


def test_tables_as_parquet_are_those_as_csv(report: Path):
    from pyarrow import parquet

    for file in sorted((report / "tables").glob("*.csv")):
        rows = parquet.read_table(file.with_suffix(".parquet")).to_pylist()
        assert page.as_csv(rows) == file.read_text("utf-8"), file.name


def test_the_command_prints_the_table_and_the_sentences(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(["lab", "report", str(results), "--out", str(tmp_path)]) == DONE
    out = capsys.readouterr().out

    assert out.splitlines()[0].split()[:2] == ["strategy", "mean"]
    assert "target_recall_area over 12 topics; differences are from best_first" in out
    assert f"the page: {tmp_path}/report.html" in out


def test_the_command_tells_all_of_it_as_json(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["lab", "report", str(results), "--out", str(tmp_path), "--json", "--against", "breadth_first"]) == DONE
    told = json.loads(capsys.readouterr().out)

    assert (told["measure"], told["against"], told["topics"]) == ("target_recall_area", "breadth_first", 12)
    assert {one["strategy"] for one in told["strategies"]} == SIGHT.keys() | BOUNDS.keys()
    assert {one["strategy"] for one in told["strategies"] if one["bound"]} == BOUNDS.keys()
    assert told["summary"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--measure", "target_recal"], "unknown measure 'target_recal'"),
        (["--measure", "overlap"], "overlap compares strategies"),
        (["--against", "depth_first"], "depth_first: not among the strategies"),
        (["--budget", "7"], "no run has a budget of 7; there are: 120"),
    ],
)
def test_what_cannot_be_reported_is_one_line(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], args: list[str], said: str
):
    assert run(["lab", "report", str(results), "--out", str(tmp_path), *args]) == USAGE
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_a_folder_that_is_no_experiment_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["lab", "report", str(tmp_path)]) == USAGE
    assert "no experiment there" in capsys.readouterr().err


@pytest.mark.parametrize(("topics", "names"), [(1, ["best_first"]), (2, ["best_first", "in_degree"])])
def test_the_smallest_experiments_have_reports_too(tmp_path: Path, topics: int, names: list[str]):
    made_experiment(tmp_path / "few", topics=topics)
    for file in (tmp_path / "few" / "runs").glob("*/*/*.npy"):
        if file.name.partition(".")[0] not in names:
            file.unlink()

    assert page.write(standing(load(tmp_path / "few")), tmp_path / "out").is_file()


def test_what_lies_beside_the_runs_is_shown_too(tmp_path: Path):
    """Pages looked at by hand, with what the judges say of them, and how well contexts describe."""
    folder = made_experiment(tmp_path / "results", topics=2)
    results = load(folder)
    looked = assess.drawn(results, lambda web: files.pages(folder, web), ["best_first"], 1, 30)
    for place in range(len(looked.items)):
        looked.answer(place, "relevant" if place % 3 else "not")
    assess.save(folder, looked)
    contexts.save(folder, "bees", [contexts.Quality("anchor", 9, 0.25, 0.01, 12.5)], {contexts.OWN: 9})
    shown = html.unescape(page.write(standing(results), tmp_path / "out", folder).read_text("utf-8"))
    figure = looked.figures()[0]

    assert f"<td>30</td><td>{20 / 30:.3f} [{figure.low:.3f}, {figure.high:.3f}]</td>" in shown
    assert "<td>anchor</td><td>9</td><td>0.250</td><td>0.0100</td><td>12.5</td>" in shown
    assert "9 pages by its title and first sentence" in shown
    assert (tmp_path / "out/tables/by_hand.csv").is_file()


@pytest.mark.parametrize("module", ["matplotlib", "jinja2"])
def test_what_a_report_needs_is_named_where_it_is_absent(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], module: str
):
    monkeypatch.setitem(sys.modules, module, None)

    assert run(["lab", "report", str(results), "--out", str(tmp_path / "out")]) == USAGE
    assert capsys.readouterr().err == f"lycosa: a report needs {module}: pip install 'lycosa[lab]'\n"
    assert not (tmp_path / "out").exists()


def test_without_pyarrow_there_are_tables_as_csv_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    folder = made_experiment(tmp_path / "results", topics=1)
    page.write(standing(load(folder)), tmp_path / "out")

    assert list((tmp_path / "out/tables").glob("*.csv"))
    assert not list((tmp_path / "out/tables").glob("*.parquet"))
