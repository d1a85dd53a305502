"""Store a web for the lab: read once, replayed as often as you like."""  # noqa: N999 - the command is called so

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = """\b
Examples:
  lycosa lab import crawl.warc.gz --as bees --labels labels.tsv
  lycosa lab import pages.zip --as bees --base http://example.org/
  lycosa lab import "practice(pages=2000)" --as practice
"""
STEP = 0.5  # seconds between two lines of progress


@click.command(epilog=EXAMPLES)
@click.argument("source")
@click.option("--as", "name", required=True, metavar="NAME", help="What the web is called from now on.")
@click.option("--labels", metavar="TSV", help="A table of URL and topic, tab between.")
@click.option("--missing", is_flag=True, help="Pass over labels of URLs that are not there.")
@click.option("--base", default="", metavar="URL", help="Where files of HTML stand in their web.")
@click.option("--by-folder", is_flag=True, help="Label files by the top folder they lie in.")
@click.option("--cue", "cues", multiple=True, metavar="CUE", help="A block to keep besides block(2, 40).")
@click.option("--page-bytes", type=click.IntRange(0), default=0, metavar="N", help="Bytes of a page that are read.")
@click.option("--bodies", is_flag=True, help="Keep the answers whole too, for lab serve.")
@click.option("--store", default="", metavar="DIR", help="Where stored webs lie.")
def command(
    source: str,
    name: str,
    labels: str | None,
    base: str,
    cues: tuple[str, ...],
    page_bytes: int,
    store: str,
    *,
    missing: bool,
    by_folder: bool,
    bodies: bool,
) -> None:
    """Store the web that SOURCE holds.

    SOURCE is a WARC or WACZ file or a folder of WARC files, a collection, a folder or zip of HTML files (with --base,
    or named by their escaped URLs as WebKB has them), a .jsonl file of url, html and labels, or practice(pages=5000).
    """
    from lycosa.cli.show import many
    from lycosa.lab.imports import USUAL, Wish, import_web
    from lycosa.lab.shelf import place_for, shelf
    from lycosa.lab.sources import opened
    from lycosa.lab.store import Store
    from lycosa.webs.recorded import read_labels

    folder = place_for(name, shelf(store))
    read = read_labels(Path(labels)) if labels else {}
    with opened(source, base, by_folder=by_folder) as found:
        known = str(Path(source).expanduser().resolve()) if Path(source).expanduser().exists() else source
        wish = Wish(
            name,
            known,
            tuple(dict.fromkeys((*USUAL, *cues))),
            page_bytes,
            bodies=bodies,
            labels=read,
            missing=missing,
            servable=found.servable,
        )
        import_web(found, folder, wish, ticker(found.total))
    web = Store(folder)
    told = f"{many(len(web), 'page')}, {many(len(web.links), 'link')}, {many(len(web.labels), 'topic')}"
    click.echo(f"{name}: {told}")


def ticker(total: int) -> Callable[[int], None]:
    """Says on stderr now and then how far it has come, where somebody looks."""
    shown = time.monotonic()

    def tick(number: int) -> None:
        nonlocal shown
        if sys.stderr.isatty() and time.monotonic() - shown > STEP:
            shown = time.monotonic()
            click.echo(f"\r{number:,}" + (f" of {total:,}" if total else "") + " read", nl=False, err=True)

    return tick
