"""Say of one URL how it was found, what it scored, and why it was fetched or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.engines.explain import Explained
    from lycosa.engines.linked import Link

EXAMPLES = """\b
Examples:
  lycosa explain bees.hunt http://example.org/queens.html
  lycosa explain bees.hunt http://example.org/queens.html --json
"""
HEADS = {
    "page": "fetched and judged",
    "waiting": "waits to be fetched",
    "shelved": "waits to be fetched",
    "out": "on its way",
    "refused": "not fetched: refused",
    "failed": "no page: the fetch failed",
    "redirect": "no page: a redirect",
    "duplicate": "no page of its own: a duplicate",
    "unknown": "not known to this hunt",
}


@click.command(epilog=EXAMPLES)
@click.argument("folder", metavar="DIR")
@click.argument("url")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(folder: str, url: str, *, as_json: bool) -> int:
    """Explain what became of URL in the hunt of DIR, also while it runs.

    Tells the pages that led there from a seed, the link with its cues and their scores, its priority, and the terms
    that made the page's own score; or why it was not fetched.
    """
    from dataclasses import asdict

    from lycosa.engines.explain import explain

    told = explain(Path(folder), url)
    click.echo(json.dumps(asdict(told), indent=2) if as_json else "\n".join(lines(told)))
    return 0


def lines(told: Explained) -> Iterator[str]:
    """All of it for people."""
    from lycosa.cli import tables
    from lycosa.cli.show import safe

    yield from tables.wrapped(safe(told.url))
    yield from tables.table(("", ""), [(f"  {head}", text) for head, text in _rows(told) if text])
    if told.chain:
        yield from ("", tables.bold("How it was found"))
        rows = [
            [f"{step.hops:,}", f"{step.score:.2f}", tables.at_most(30, step.title), step.url] for step in told.chain
        ]
        yield from (f"  {line}" for line in tables.table(["hops", "score", "title", "page"], rows, "rr", _room()))
    elif told.hops == 0:
        yield from ("", "It is a seed.")
    if told.link:
        yield from ("", tables.bold("Its link there"))
        yield from (f"  {line}" for line in _link(told.link))
    if told.terms:
        yield from ("", tables.bold("What made its score"))
        terms = ", ".join(f"{term} {value:.3f}" for term, value in told.terms)
        yield from tables.wrapped(safe(terms), "  ")
    if told.near:
        yield from ("", tables.bold("Spelled nearly so, and known"))
        yield from (f"  {safe(url)}" for url in told.near)


def _room() -> int:
    """Cells beside the indentation."""
    from lycosa.cli import tables

    return max(0, tables.room() - 2)


def _rows(told: Explained) -> Iterator[tuple[str, str]]:
    yield "what", f"{HEADS[told.what]}; {told.why}" if told.why else HEADS[told.what]
    yield "title", told.title
    if told.score is not None:
        yield "score", f"{told.score:.3f}, in {told.language}" + ("" if told.score >= 0.5 else "; from 0.5 on relevant")
    if told.priority is not None:
        yield "priority", f"{told.priority:.3f} under {told.strategy}"
    if told.place is not None:
        yield "queue", f"{told.place:,} of {told.waiting:,}"
    if told.hops is not None:
        yield "hops", f"{told.hops:,} from a seed"
    yield {"redirect": "leads to", "duplicate": "doubles"}.get(told.what, "known as"), told.other


def _link(link: Link) -> list[str]:
    from lycosa.cli import tables
    from lycosa.cli.show import safe

    times = "" if link.times == 1 else f", and {link.times - 1:,} more like it"
    followed = "" if link.followed else "; it is not to be followed"
    rows = [[one.cue, f"{one.score:.2f}", one.judge, "yes" if one.used else "no", one.text] for one in link.cues]
    head = tables.wrapped(safe(f'"{link.anchor}"{times}{followed}'))
    return [*head, *tables.table(["cue", "score", "judge", "used", "words"], rows, "lr", _room())]
