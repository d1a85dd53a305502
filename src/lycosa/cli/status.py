"""Say how a hunt stands: what was caught, what failed, how large it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

EXAMPLES = """\b
Examples:
  lycosa status bees.hunt
  lycosa status bees.hunt --dead
"""


@click.command(epilog=EXAMPLES)
@click.argument("folder", metavar="DIR")
@click.option("--dead", is_flag=True, help="The links that are dead, with the pages they stand on.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(folder: str, *, dead: bool, as_json: bool) -> int:
    """Say how the hunt in DIR stands, also while it runs."""
    from lycosa.collection.opened import Opened
    from lycosa.collection.standing import dead_links, standing

    with Opened(Path(folder)) as collection:
        if dead:
            for line in _dead(dead_links(collection), as_json=as_json):
                click.echo(line)
            return 0
        found = standing(collection)
    click.echo(json.dumps(found, indent=2) if as_json else "\n".join(_lines(found)))
    return 0


def _dead(links: list[dict[str, Any]], *, as_json: bool) -> Iterator[str]:
    from lycosa.cli import tables

    if as_json:
        yield from (json.dumps(link, ensure_ascii=False) for link in links)
    elif links:
        rows = [[link["reason"], link["url"], link["on"]] for link in links]
        yield from tables.table(["why", "dead link", "stands on"], rows)
    else:
        yield "No dead links."


def _lines(found: dict[str, Any]) -> list[str]:
    from lycosa.cli import tables
    from lycosa.cli.causes import counted
    from lycosa.cli.show import many

    at_work = "a crawl is at work on it" if found["at_work"] else f"stopped: {found['stopped']}"
    rows = [
        ["topic", found["topic"]],
        ["strategy", f"{found['strategy']}, judge {found['judge']}{_trainings(found['retrained'])}"],
        ["began", f"{found['began']}, {many(round(found['seconds']), 'second')} of crawl time"],
        ["now", at_work],
        ["pages", f"{found['pages']:,}, {found['relevant']:,} relevant"],
        ["fetches", f"{found['fetches']:,}, harvest {found['harvest']:.1%}"],
        ["failed", counted(found["failed"]) or "none"],
        ["hosts", f"{found['hosts']:,}"],
        ["in", _pages(found["languages"]) or "-"],
        *([["gated", f"not asked for, so not relevant: {_pages(found['gated'])}"]] if found["gated"] else []),
        ["noted", f"{found['files']:,} files not read, {found['sitemaps']:,} sitemaps"],
        ["on disk", f"{found['bytes'] / 1e6:,.1f} MB of WARC"],
    ]
    return tables.table(["", ""], rows)


def _pages(languages: dict[str, int]) -> str:
    return ", ".join(f"{code} {pages:,}" for code, pages in languages.items())


def _trainings(times: int) -> str:
    from lycosa.cli.show import many

    return f", trained again {many(times, 'time')}" if times else ""
