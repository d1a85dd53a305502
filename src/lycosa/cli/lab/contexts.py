"""How well the contexts of links describe the pages they lead to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.lab.contexts import Quality

EXAMPLES = """\b
Examples:
  lycosa lab contexts bees
  lycosa lab contexts bees --labels labels.tsv --cue anchor --cue "window(40)" --into results
"""


@click.command(epilog=EXAMPLES)
@click.argument("name")
@click.option("--store", default="", metavar="DIR", help="Where stored webs lie.")
@click.option("--labels", type=click.Path(path_type=Path), help="Table whose third column describes pages.")
@click.option("--cue", "cues", multiple=True, metavar="NAME", help="Only these cues of links.")
@click.option("--most", type=click.IntRange(min=1), default=10_000, show_default=True, help="Targets that are drawn.")
@click.option("--number", type=int, default=1, show_default=True, help="Seeds the draw.")
@click.option("--into", type=click.Path(path_type=Path), help="Folder of an experiment: its report will show this.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(name: str, labels: Path | None, into: Path | None, *, as_json: bool, **given: Any) -> None:
    """How well the contexts of links describe the labelled pages they lead to, on the stored web called NAME.

    Of each page one that links to it is drawn. Similarity is the mean cosine of a cue with the page's description,
    zero the per cent of links where there is none.
    """
    import numpy as np

    from lycosa.lab import contexts
    from lycosa.lab.graph import graph_of, targets_of
    from lycosa.lab.shelf import open_stored, shelf
    from lycosa.webs.recorded import read_descriptions

    store = open_stored(name, shelf(given["store"]))
    targets = sorted({place for places in store.labels.values() for place in places})
    order = np.random.default_rng(given["number"]).permutation(len(targets))[: given["most"]]
    chosen = [targets[at] for at in order.tolist()]
    editors = read_descriptions(labels) if labels else {}
    drawn = contexts.sample(
        store, graph_of(store), targets_of(store), chosen, given["number"], lambda url: editors.get(url, "")
    )
    held = list(drawn)
    found, said = contexts.quality(held, given["cues"] or contexts.CUES), contexts.sources(held)
    if into:
        contexts.save(into, name, found, said)
    if as_json:
        told = {"web": name, "targets": len(chosen), "sources": said, "cues": [one._asdict() for one in found]}
        click.echo(json.dumps(told, indent=2))
        return
    _show(found, said, len(chosen))


def _show(found: Sequence[Quality], said: dict[str, int], targets: int) -> None:
    from lycosa.cli import tables
    from lycosa.lab.report.words import number

    rows = [
        [one.cue, str(one.links), number(one.similarity), number(one.error, 4), number(one.zero, 1)] for one in found
    ]
    for line in tables.table(("cue", "links", "similarity", "s.e.", "zero %"), rows, "lrrrr"):
        click.echo(line)
    for source, count in said.items():
        click.echo(f"{count} of {targets} pages by {source}")
