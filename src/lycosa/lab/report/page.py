"""The page of a report, and the folder it lies in with its tables."""

from __future__ import annotations

import csv
import io
import json
import math
from importlib.resources import files as resources
from typing import TYPE_CHECKING, Any, NamedTuple

from lycosa.lab import measures
from lycosa.lab.assess import harmless
from lycosa.lab.records import LabError
from lycosa.lab.report import beside, drawing, sections, tables, words
from lycosa.lab.report.beside import Table
from lycosa.lab.report.standing import ORACLES
from lycosa.lab.report.words import NONE, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from lycosa.lab.report.standing import Line, Standing
    from lycosa.lab.report.tables import Row

    Column = tuple[str, str, int, float]  # measure, head, digits, unit

AREAS = ("harvest_area", "target_recall_area")
SHOWN = 12  # entries of a list that the page shows in full
PAGE, TABLES, MANIFEST = "report.html", "tables", "manifest.json"
DASHED = {"-": "", (0, (5, 1.5)): "7 3", (0, (3, 1, 1, 1)): "5 2 2 2", drawing.BOUND: "2 2.4"}
HEADS = ("strategy", "mean", "s.e.", "difference [95 %]", "p", "won-tied-lost", "could see")
WORTH = (  # measures of the board that are not the main one, where they can be taken
    ("harvest_area", "harvest: labels", 3, 1.0),
    ("harvest_area(judge='committee')", "committee", 3, 1.0),
    ("harvest_area(judge='guide')", "guide", 3, 1.0),
    ("hosts", "hosts", 1, 1.0),
)
COST = (
    ("requests_per_relevant", "fetches / relevant", 1, 1.0),
    ("bytes_per_relevant", "kB / relevant", 0, 1e-3),
    ("outside", "outside", 3, 1.0),
    ("seconds_per_page", "ms / page", 2, 1e3),
    ("failed", "failed", 3, 1.0),
    ("seconds_per_link", "µs / link", 1, 1e6),
    ("peak_memory", "peak MB", 1, 1e-6),
)


class BoardRow(NamedTuple):
    """A strategy's row."""

    kind: str
    verdict: str
    cells: Sequence[str]


class Board(NamedTuple):
    """The table of all strategies."""

    heads: Sequence[str]
    rows: Sequence[BoardRow]
    verdict: int  # the column with a colour


def board(standing: Standing, made: Mapping[str, Sequence[Row]]) -> Board:
    """All strategies, best first."""
    by_name = {row["strategy"]: row for row in made["strategies"]}
    extra = _told(WORTH, made)
    rows = []
    for line in standing.lines:
        kind = "bound" if line.bound else "reference" if line.strategy == standing.reference else ""
        told = by_name[line.strategy]
        more = [number(told[name] * times, digits) for name, _, digits, times in extra]
        rows.append(BoardRow(kind, "" if line.verdict == "same" else line.verdict, [*cells(line), *more]))
    return Board([*HEADS, *(head for _, head, _, _ in extra)], rows, HEADS.index("difference [95 %]"))


def _told(columns: Sequence[Column], made: Mapping[str, Sequence[Row]]) -> list[Column]:
    """The columns that say something of some strategy."""
    rows = made["strategies"]
    return [one for one in columns if any(not math.isnan(row.get(one[0], math.nan)) for row in rows)]


def costs(made: Mapping[str, Sequence[Row]]) -> Table:
    """What each strategy cost."""
    columns = _told(COST, made)
    rows = [
        [row["strategy"], *(number(row[name] * times, digits) for name, _, digits, times in columns)]
        for row in made["strategies"]
    ]
    note = (
        "Relevant by the labels. Outside and failed are shares of fetches. What strategies share is counted where it "
        "was first worked out; memory is the most that the process had held by then."
    )
    return Table("What it cost", ("strategy", *(head for _, head, _, _ in columns)), rows if columns else [], note)


def cells(line: Line) -> list[str]:
    """Where a strategy stands, as text."""
    pair = line.pair
    first = [line.strategy, number(line.mean), number(line.error)]
    if pair is None:
        return [*first, *[NONE] * (len(HEADS) - len(first))]
    p = "<0.001" if line.p < 0.001 else number(line.p)
    return [*first, words.by(pair), p, "-".join(map(str, pair.wins)), number(pair.detectable)]


def lists(standing: Standing, made: Mapping[str, Sequence[Row]]) -> list[Table]:
    """The tables below the figures."""
    found = [costs(made)]
    if "above_oracle" in made:
        rows = [
            [row["topic"], row["strategy"], number(row["value"]), number(row["oracle"])] for row in made["above_oracle"]
        ]
        note = "oracle takes the nearest target, which need not be the best way to all of them."
        found.append(Table("Above the oracle", ("topic", "strategy", ORACLES, "oracle"), rows, note))
    halves = _halves(made)
    if halves.rows:
        found.append(halves)
    if "guide_accuracy" in made:
        rows = [[row["strategy"], number(row["pearson"]), number(row["spearman"])] for row in made["guide_accuracy"]]
        note = f"Over {made['guide_accuracy'][0]['topics']} topics: does a better guide make a better hunt?"
        found.append(Table("The guide's 5-fold accuracy and the area", ("strategy", "Pearson", "Spearman"), rows, note))
    return [*beside.shown(made), *found, _sizes(made), _topics(standing, made)]


def _halves(made: Mapping[str, Sequence[Row]]) -> Table:
    names = [name for name in made["strategies"][0] if name.startswith("half_harvest")]
    told = [measures.find(name).options() for name in names]
    heads = [f"{options['judge']}, {beside.HALVES[options['half']]}" for options in told]
    rows = [[row["strategy"], *(number(row[name]) for name in names)] for row in made["strategies"]] if names else []
    return Table("Harvest by half of the crawl", ("strategy", *heads), rows)


def _sizes(made: Mapping[str, Sequence[Row]]) -> Table:
    rows = [row for row in made.get("groups", ()) if row["by"] == "size"]
    told = [
        [row["strategy"], row["group"], str(row["topics"]), number(row["mean"]), number(row["variance"], 4)]
        for row in rows
    ]
    return Table("Large and rare topics", ("strategy", "topics", "count", "mean", "variance"), told)


def _topics(standing: Standing, made: Mapping[str, Sequence[Row]]) -> Table:
    focus = standing.focus
    rows = [
        [row["topic"], row["web"], str(row["targets"]), str(row["seeds"]), *(number(row[name]) for name in focus)]
        for row in made["topics"]
    ]
    return Table(
        "Topics", ("topic", "web", "targets", "seeds", *focus), rows, f"{standing.measure} of the strategies in colour."
    )


def facts(standing: Standing) -> str:
    """What was compared, in one line."""
    results = standing.results
    runs = sum(len(few) for topics in results.hunted.values() for few in topics)
    webs = list(dict.fromkeys(web for web, _ in results.topics))
    return (
        f"{len(results.strategies)} strategies, {len(results.topics)} topics of {', '.join(webs)}, "
        f"{results.budget:,} fetches a run, {runs:,} runs. Topics are the unit; differences are from "
        f"{standing.reference}. {words.setting(results.manifest)}"
    ).strip()


def trimmed(value: Any) -> Any:
    """A manifest as a page shows it: of long lists the beginning; the file has all of it.

    >>> trimmed({"a": list(range(20))})
    {'a': [0, 1, 2, 3, '... 20 in all']}
    """
    if isinstance(value, dict):
        return {name: trimmed(held) for name, held in value.items()}
    if isinstance(value, list):
        return [trimmed(held) for held in value] if len(value) <= SHOWN else [*map(trimmed, value[:4]), _all(value)]
    return value


def _all(value: list[Any]) -> str:
    return f"... {len(value)} in all"


def rendered(standing: Standing, made: Mapping[str, Sequence[Row]]) -> str:
    """The page."""
    try:
        import jinja2  # noqa: PLC0415  # an extra
    except ImportError:
        raise LabError("a report needs jinja2: pip install 'lycosa[lab]'") from None
    template = resources("lycosa.lab.report").joinpath("data", PAGE).read_text("utf-8")
    looks = drawing.looks(standing.focus, standing.results.bounds)
    told = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(template)
    shown = board(standing, made)
    return told.render(
        title=words.title(standing.results.manifest),
        facts=facts(standing),
        summary=words.summary(standing),
        measure=repr(standing.measure),
        board=shown,
        board_note=NOTE,
        sections=sections.drawn(standing, made, looks),
        tables=[table for table in lists(standing, made) if table.rows],
        looks=looks,
        strokes={name: DASHED[look.dashes] for name, look in looks.items()},
        shades=[round(0.04 + 0.96 * place / (len(drawing.SHADES) - 1), 3) for place in range(len(drawing.SHADES))],
        files=list(made),
        manifest=json.dumps(trimmed(standing.results.manifest), indent=1, sort_keys=True, ensure_ascii=False),
    )


NOTE = (
    "The mean over topics and its standard error; the difference of the means with its bootstrap interval; p by paired "
    "permutation, two-sided, corrected for all that are read together (Holm); the difference that would have been seen "
    "four times in five. Ratios are ratios of means. Bounds, in italics, know what no hunter can."
)


def write(standing: Standing, folder: Path, source: Path | None = None) -> Path:
    """The page, its tables and the manifest, into a folder; gives the page. `source` holds the experiment."""
    made = tables.everything(standing) | (beside.rows(source) if source else {})
    page = rendered(standing, made)
    (folder / TABLES).mkdir(parents=True, exist_ok=True)
    for name, rows in made.items():
        (folder / TABLES / f"{name}.csv").write_text(as_csv(rows), "utf-8", newline="")
        parquet(rows, folder / TABLES / f"{name}.parquet")
    (folder / TABLES / "strategies.md").write_text(markdown(standing, made), "utf-8")
    text = json.dumps(standing.results.manifest, indent=1, sort_keys=True, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")
    (folder / PAGE).write_text(page, "utf-8")
    return folder / PAGE


def markdown(standing: Standing, made: Mapping[str, Sequence[Row]]) -> str:
    """The table of all strategies for a page of documentation; bounds are named as such."""
    heads = ["strategy", "area under harvest", "area under target recall", f"from {standing.reference} [95 %]", "p"]
    rows = [heads, ["---"] * len(heads)]
    by_name = {row["strategy"]: row for row in made["strategies"]}
    for line in standing.lines:
        areas = [number(by_name[line.strategy].get(area, math.nan)) for area in AREAS]
        told = cells(line)
        name = f"`{line.strategy}`" + (" (a bound)" if line.bound else "")
        rows.append([name, *areas, told[HEADS.index("difference [95 %]")], told[HEADS.index("p")]])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def as_csv(rows: Sequence[Row]) -> str:
    """A table as text; what is not known is an empty place."""
    file = io.StringIO()
    heads = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(file, heads, lineterminator="\n")
    writer.writeheader()
    writer.writerows([{name: _plain(value) for name, value in row.items()} for row in rows])
    return file.getvalue()


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return harmless(value)
    return "" if isinstance(value, float) and math.isnan(value) else value


def parquet(rows: Sequence[Row], path: Path) -> None:
    """The same as Parquet, where pyarrow is there."""
    try:
        import pyarrow as pa  # noqa: PLC0415  # an extra
        from pyarrow import parquet as pq  # noqa: PLC0415  # the same
    except ImportError:
        return
    pq.write_table(pa.Table.from_pylist(list(rows)), path)
