"""List the webs that are stored for the lab."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = """\b
Examples:
  lycosa lab webs
  lycosa lab webs bees
"""


@click.command(epilog=EXAMPLES)
@click.argument("name", required=False)
@click.option("--store", default="", metavar="DIR", help="Where stored webs lie.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(name: str | None, store: str, *, as_json: bool) -> None:
    """All stored webs, or the topics of the one called NAME.

    Locality is the share of the links between pages that stay within a topic: the mean over topics of 20 pages and
    more.
    """
    from lycosa.lab.shelf import open_stored, shelf, stored

    folder = shelf(store)
    if name:
        topics = {topic: len(places) for topic, places in open_stored(name, folder).labels.items()}
        click.echo(json.dumps(topics, indent=2) if as_json else _table(("topic", "pages"), list(topics.items())))
        return
    found = {one: figures(one, folder) for one in stored(folder)}
    if as_json:
        click.echo(json.dumps(found, indent=2))
    elif found:
        rows = [(one, *facts.values()) for one, facts in found.items()]
        click.echo(_table(("web", *next(iter(found.values()))), rows))
    else:
        click.echo(f"no web is stored in {folder}: lycosa lab import makes one")


def figures(name: str, folder: Path) -> dict[str, object]:
    """What a stored web is."""
    from lycosa.lab.graph import graph_of, hosts_of, locality
    from lycosa.lab.shelf import open_stored

    web = open_stored(name, folder)
    share = locality(web, graph_of(web))
    return {
        "pages": len(web),
        "links": len(web.links),
        "hosts": int(hosts_of(web).max(initial=-1)) + 1,
        "topics": len(web.labels),
        "locality": None if math.isnan(share) else round(share, 3),
    }


def _table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """Names to the left, numbers to the right."""
    cells = [head, *(tuple(_cell(value) for value in row) for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(head))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(row[i].rjust(widths[i]) for i in range(1, len(row)))]).rstrip()
        for row in cells
    )


def _cell(value: object) -> str:
    from lycosa.cli.show import safe

    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else safe(str(value))
