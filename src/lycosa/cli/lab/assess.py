"""Look at a sample of what was caught by hand, and see what the judges are worth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from lycosa.lab.assess import Assessment, Precision

EXAMPLES = """\b
Examples:
  lycosa lab assess results --strategy full_page --strategy breadth_first
  lycosa lab assess results --figures --json
"""

KEYS = "[r]elevant  [n]ot  [u]nknown  [b]ack  [q]uit"


@click.command(epilog=EXAMPLES)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--strategy", "names", multiple=True, metavar="NAME", help="Only these; all competitors where left out.")
@click.option("--size", type=click.IntRange(min=1), default=None, help="Pages of each; where left out, what 5 % asks.")
@click.option("--number", type=int, default=1, help="Seeds the draw.")
@click.option("--sheet", type=click.Path(path_type=Path), help="Write the sheet as a table to be filled in, and end.")
@click.option("--answers", type=click.Path(path_type=Path), help="Take the answers of a table filled in, and end.")
@click.option("--figures", is_flag=True, help="Ask nothing, only show the figures so far.")
@click.option("--json", "as_json", is_flag=True, help="The figures so far as one JSON object; asks nothing.")
def command(folder: Path, sheet: Path | None, answers: Path | None, *, as_json: bool, **given: Any) -> None:
    """Look at a sample of what the strategies of DIR caught: page by page, without seeing which of them fetched it.

    Each answer is kept at once; the next start goes on with the pages that are left.
    """
    from lycosa.lab import assess

    found = _found(folder, given)
    if sheet:
        assess.write_sheet(found, sheet)
        click.echo(f"{len(found.items)} pages to look at: {sheet}", err=True)
        return
    if answers:
        count = assess.read_sheet(found, answers)
        assess.save(folder, found)
        click.echo(f"{count} answers taken, {len(found.open)} pages left", err=True)
    elif not given["figures"] and not as_json:
        _ask(folder, found)
    _show(found, as_json=as_json)


def _found(folder: Path, given: dict[str, Any]) -> Assessment:
    """The assessment that was begun, or a new one."""
    from lycosa.lab import assess, files
    from lycosa.lab.records import LabError
    from lycosa.lab.results import canonical, load
    from lycosa.lab.sampling import sample_size

    names = [canonical(name) for name in given["names"]]
    begun = assess.load(folder)
    if begun:
        if names and names != list(begun.samples):
            drawn = ", ".join(begun.samples)
            raise LabError(f"{folder}: samples of {drawn} were drawn already; move its folder assess away to draw anew")
        return begun
    results = load(folder)
    if unknown := [name for name in names if name not in results.hunted]:
        raise LabError(f"{unknown[0]}: not among the strategies: {', '.join(results.strategies)}")
    made = assess.drawn(
        results, lambda web: files.pages(folder, web), names or results.competitors, given["number"], given["size"] or 0
    )
    assess.save(folder, made)
    for name, sample in made.samples.items():
        endless = "" if given["size"] else f"; of a crawl without end it would be {sample_size()}"
        click.echo(f"{name}: {len(sample.drawn):,} of {sample.population:,} pages drawn{endless}", err=True)
    return made


def _ask(folder: Path, found: Assessment) -> None:
    """Page by page, until all are answered, or the answers end."""
    from lycosa.lab import assess

    while found.open:
        place = found.open[0]
        _show_page(found, place)
        try:
            said = click.prompt(KEYS, prompt_suffix=" ", err=True).strip().lower()[:1]
        except click.Abort:
            click.echo(err=True)
            return
        if said == "q":
            return
        if said == "b":
            if found.undo() is None:
                click.echo("no answer to take back", err=True)
        elif said in assess.LETTERS:
            found.answer(place, assess.LETTERS[said])
        assess.save(folder, found)


def _show_page(found: Assessment, place: int) -> None:
    from lycosa.cli.show import safe

    item = found.items[place]
    click.echo(err=True)
    click.echo(f"{len(found.answers) + 1} of {len(found.items)}, is it about {safe(item.topic)}?", err=True)
    for line in (item.title, item.url, item.lead):
        click.echo(f"  {safe(line)}", err=True)


HEADS = ("strategy", "half", "looked at", "relevant", "unknown", "precision [95 %]", "guide", "labels")


def _show(found: Assessment, *, as_json: bool) -> None:
    from lycosa.cli import tables
    from lycosa.cli.lab.numbers import known
    from lycosa.lab.report.words import number

    figures = found.figures()
    if as_json:
        told = [{name: known(value) for name, value in one._asdict().items()} for one in figures]
        click.echo(json.dumps({"pages": len(found.items), "left": len(found.open), "figures": told}, indent=2))
        return
    rows = [_row(one, number) for one in figures]
    for line in tables.table(HEADS, rows, "lrrrrrrr"):
        click.echo(line)
    click.echo(f"{len(found.open)} of {len(found.items)} pages left; guide and labels: what they say of the same pages")


def _row(one: Precision, number: Any) -> list[str]:
    shown = f"{number(one.precision)} [{number(one.low)}, {number(one.high)}]" if one.looked else "-"
    half = ("both", "first", "second")[one.half]
    counts = [str(one.looked), str(one.relevant), str(one.unknown)]
    return [one.strategy, half, *counts, shown, number(one.guide), number(one.labels)]
