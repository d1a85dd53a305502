"""What an experiment shows: a page with figures, tables, and what can be said in plain words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from lycosa.lab.report.standing import Standing

EXAMPLES = """\b
Examples:
  lycosa lab report results
  lycosa lab report results --against breadth_first --measure "harvest_area(judge='committee')"
"""


@click.command(epilog=EXAMPLES)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Where the page goes; DIR/report where left out.")
@click.option("--measure", metavar="NAME", default="", help="What strategies are ranked by: target_recall_area.")
@click.option("--against", metavar="NAME", default="", help="The strategy that others are compared with: full_page.")
@click.option("--budget", metavar="N", type=int, default=0, help="Of several budgets, this one; else the largest.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(folder: Path, out: Path | None, measure: str, against: str, budget: int, *, as_json: bool) -> None:
    """What the experiment in DIR shows: a page of its own with figures, beside it the tables as CSV and Parquet."""
    from lycosa.lab.report.page import write
    from lycosa.lab.report.standing import standing
    from lycosa.lab.results import load

    found = standing(load(folder, budget), measure, against)
    page = write(found, out or folder / "report", folder)
    if as_json:
        click.echo(json.dumps(_told(found, page), indent=2))
        return
    _say(found, page)


def _told(found: Standing, page: Path) -> dict[str, Any]:
    from lycosa.cli.lab.numbers import known
    from lycosa.lab.report.words import summary

    strategies = [
        {
            "strategy": line.strategy,
            "bound": line.bound,
            "mean": line.mean,
            "standard_error": known(line.error),
            "difference": line.pair.difference if line.pair else None,
            "interval": [line.pair.low, line.pair.high] if line.pair else None,
            "p": known(line.p),
            "verdict": line.verdict,
        }
        for line in found.lines
    ]
    told = {"measure": repr(found.measure), "against": found.reference, "topics": len(found.results.topics)}
    return {
        **told,
        "budget": found.results.budget,
        "strategies": strategies,
        "summary": summary(found),
        "page": str(page),
    }


def _say(found: Standing, page: Path) -> None:
    from lycosa.cli import tables
    from lycosa.cli.show import safe
    from lycosa.lab.report.page import HEADS, cells
    from lycosa.lab.report.words import summary

    for line in tables.table(HEADS, [cells(line) for line in found.lines], "lrrrrrr"):
        click.echo(line)
    click.echo(f"{found.measure} over {len(found.results.topics)} topics; differences are from {found.reference}")
    click.echo()
    for sentence in summary(found):
        for wrapped in tables.wrapped(safe(sentence)):
            click.echo(wrapped)
    click.echo()
    click.echo(f"the page: {page}")
