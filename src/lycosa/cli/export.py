"""Write what a collection holds for other programs: JSON lines, CSV, Parquet or a list of URLs."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

EXAMPLES = """\b
Examples:
  lycosa export bees.hunt --format jsonl --relevant > bees.jsonl
  lycosa export bees.hunt --format parquet --to bees.parquet
"""


@click.command(epilog=EXAMPLES)
@click.argument("folder", metavar="DIR")
@click.option(
    "--format", "form", type=click.Choice(["jsonl", "csv", "parquet", "urls"]), default="jsonl", show_default=True
)
@click.option("--to", metavar="FILE", help="Where to.  [default: stdout]")
@click.option(
    "--sort", type=click.Choice(["score", "time"]), default="time", show_default=True, help="What comes first."
)
@click.option("--relevant", is_flag=True, help="Only pages with a score of 0.5 and more.")
@click.option("--noindex", is_flag=True, help="Also pages that ask not to be indexed.")
def command(folder: str, **given: Any) -> int:
    """Write the pages of DIR: text, title, score, language, hops from a seed, via, and where in the WARC they lie."""
    from lycosa.cli.pages import wanted
    from lycosa.collection.exports import WRITERS, rows
    from lycosa.collection.opened import Opened

    write, binary = WRITERS[given["form"]]
    with Opened(Path(folder)) as collection:
        pages = collection.catalogue.pages("seq" if given["sort"] == "time" else "score")
        chosen = wanted(pages, relevant=given["relevant"], noindex=given["noindex"])
        with target(given["to"], binary=binary) as stream:
            write(rows(collection, chosen, text=given["form"] != "urls"), stream)
    return 0


@contextmanager
def target(to: str | None, *, binary: bool) -> Iterator[IO[Any]]:
    """The file, or stdout."""
    if to:
        path = Path(to).expanduser()
        with path.open("wb") if binary else path.open("w", encoding="utf-8", newline="") as stream:
            yield stream
    elif binary and sys.stdout.isatty():
        raise click.UsageError("this format is for a file: give --to FILE")
    else:
        yield sys.stdout.buffer if binary else sys.stdout
