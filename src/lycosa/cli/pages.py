"""List the pages of a collection, the most relevant first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lycosa.cli.options import at_least

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

EXAMPLES = """\b
Examples:
  lycosa pages bees.hunt --top 50
  lycosa pages bees.hunt --sort time --json
"""
SHOWN = ("url", "title", "score", "lang", "depth", "status")


@click.command(epilog=EXAMPLES)
@click.argument("folder", metavar="DIR")
@click.option(
    "--sort", type=click.Choice(["score", "time"]), default="score", show_default=True, help="What comes first."
)
@click.option("--top", type=int, callback=at_least(0), default=20, show_default=True, metavar="N", help="0: all.")
@click.option("--relevant", is_flag=True, help="Only those with a score of 0.5 and more.")
@click.option("--noindex", is_flag=True, help="Also those that ask not to be indexed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(folder: str, **given: Any) -> int:
    """List what DIR holds."""
    from lycosa.collection.opened import Opened

    with Opened(Path(folder)) as collection:
        pages = collection.catalogue.pages("seq" if given["sort"] == "time" else "score")
        chosen = first(wanted(pages, relevant=given["relevant"], noindex=given["noindex"]), given["top"])
        for line in as_lines(chosen) if given["as_json"] else as_table(list(chosen), folder):
            click.echo(line)
    return 0


def wanted(pages: Iterator[dict[str, Any]], *, relevant: bool, noindex: bool) -> Iterator[dict[str, Any]]:
    """Without those that are not relevant, and those that ask not to be shown."""
    return (page for page in pages if (noindex or not page["noindex"]) and (not relevant or page["score"] >= 0.5))


def first(pages: Iterator[dict[str, Any]], most: int) -> Iterator[dict[str, Any]]:
    """No more than so many; 0 is all."""
    from itertools import islice

    return islice(pages, most or None)


def as_lines(pages: Iterator[Mapping[str, Any]]) -> Iterator[str]:
    """For programs."""
    return (json.dumps({name: page[name] for name in SHOWN}, ensure_ascii=False) for page in pages)


def as_table(pages: list[dict[str, Any]], folder: str) -> list[str]:
    """For people."""
    from lycosa.cli import tables
    from lycosa.cli.report import TITLE

    if not pages:
        return tables.wrapped(f"No pages to show; lycosa status {folder} says what happened.")
    rows = [[f"{one['score']:.2f}", one["lang"], tables.at_most(TITLE, one["title"]), one["url"]] for one in pages]
    return tables.table(["score", "in", "title", "page"], rows, right="r")
