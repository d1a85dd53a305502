"""Draw topics from a dump of a web directory, as the Open Directory made them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

EXAMPLES = """\b
Examples:
  lycosa lab topics --from content.rdf.gz --out odp
  lycosa lab topics --from content.rdf.gz --out odp --draw 10 --least 60 --without Regional
"""


@click.command(epilog=EXAMPLES)
@click.option("--from", "dump", required=True, type=click.Path(path_type=Path), help="The dump, packed or not.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder for labels and experiment.")
@click.option("--least", type=click.IntRange(min=1), default=40, show_default=True, help="Pages of a category.")
@click.option("--without", multiple=True, metavar="WORD", help="Not categories with it in their path. Where none is "
              "given: Regional, International, Adult, Adults, World.")  # fmt: skip
@click.option("--draw", type=click.IntRange(min=0), default=100, show_default=True, help="Topics; 0 for all.")
@click.option("--number", type=int, default=1, show_default=True, help="Seeds the draw.")
@click.option("--seeds", type=click.IntRange(min=1), default=20, show_default=True, help="Start pages of a topic.")
@click.option("--fetches", type=click.IntRange(min=1), default=10_000, show_default=True, help="Of each run.")
@click.option("--web", metavar="NAME", default="directory", show_default=True, help="The web to hunt them on.")
def command(dump: Path, out: Path, **given: Any) -> None:
    """Draw topics from a dump of a web directory: labels.tsv, with what editors say of each page, and experiment.toml.

    Of each topic, seeds are drawn by the experiment's number and all other pages are targets.
    """
    from lycosa.lab.directory import WITHOUT, Wish, drawn, write

    wish = Wish(given["least"], given["without"] or WITHOUT, given["draw"], given["number"])
    found = drawn(dump, wish)
    write(found, out, given["web"], given["seeds"], given["fetches"])
    pages = sum(map(len, found.pages.values()))
    click.echo(f"{len(found.pages)} topics with {pages:,} pages, of {found.fit:,} that fit among {found.categories:,}")
    click.echo(f"labels: {out / 'labels.tsv'}")
    click.echo(f"experiment: {out / 'experiment.toml'}; name the web and the strategies in it")
