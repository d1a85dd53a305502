"""Say of a page of a hunt whether it is relevant: a judge that is retrained learns from it."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lycosa.collection.opened import Opened

EXAMPLES = """\b
Examples:
  lycosa label bees.hunt https://example.org/queen relevant
  lycosa label bees.hunt https://example.org/wasps irrelevant
"""


@click.command(epilog=EXAMPLES)
@click.argument("folder", metavar="DIR")
@click.argument("url")
@click.argument("value", type=click.Choice(["relevant", "irrelevant", "unknown"]))
def command(folder: str, url: str, value: str) -> int:
    """Label URL in the hunt of DIR, also while it runs; of two labels of a page the later counts.

    A crawl with --retrain learns from labels at its next round. A topic's own labels: lycosa topic label.
    """
    from lycosa.cli.show import safe
    from lycosa.collection.opened import Opened
    from lycosa.pages.errors import LycosaError
    from lycosa.pages.urls import absolute

    asked = absolute(url, "")
    if asked is None:
        raise LycosaError(f"{url}: no web address; write it like http://example.org/page")
    with Opened(Path(folder), read_only=False) as collection:
        if not noted(collection, asked, value):
            raise LycosaError(f"{asked}: no page of this hunt; lycosa explain {folder} {asked} says what became of it")
        values = list(collection.catalogue.labels().values())
    held = f"{values.count('relevant'):,} relevant and {values.count('irrelevant'):,} irrelevant labels"
    click.echo(safe(f"{asked} is {value}; the hunt has {held}."))
    return 0


def noted(collection: Opened, url: str, value: str) -> bool:
    """Write a label into a collection, if the page is one of its own."""
    from lycosa.engines.local import now_utc

    key = collection.run.settings.canon.key(url)
    if collection.spot_of(key) is None:
        return False
    collection.catalogue.label(key, value, getpass.getuser(), now_utc())
    return True
