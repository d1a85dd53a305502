"""Propose weighted words and phrases for a topic, from its examples, their keywords and links to them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lycosa.cli.options import at_least
from lycosa.cli.topic.named import TOPIC, opened

if TYPE_CHECKING:
    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.topics.topic import Term

EXAMPLES = """\b
Examples:
  lycosa topic vocabulary bees
  lycosa topic vocabulary bees --from bees.hunt --most 120 --force
"""
FILE = "vocabulary.txt"


@click.command(epilog=EXAMPLES)
@TOPIC
@click.option("--from", "folder", metavar="DIR", help="A collection whose links to relevant pages are looked at too.")
@click.option("--most", type=int, callback=at_least(1), default=80, show_default=True, metavar="N", help="Of a source.")
@click.option(
    "--by", type=click.Choice(["centroid", "svm"]), default="centroid", show_default=True, help="Of examples."
)
@click.option("--same", is_flag=True, help="All terms weigh the same, 1 or -1.")
@click.option("--force", is_flag=True, help="Overwrite the vocabulary.txt that is there.")
@click.option("--print", "shown", is_flag=True, help="Print the proposal and write nothing.")
def command(topic: str, *, folder: str | None, most: int, by: str, same: bool, force: bool, shown: bool) -> int:
    """Propose a vocabulary for TOPIC and write it to vocabulary.txt beside it, for you to edit.

    Phrases weigh more than words that must come together, and those more than single words.
    """
    from lycosa.cli.show import complain, many
    from lycosa.engines.proposals import written

    holder = opened(topic)
    sections = proposed(holder, folder, most, by)
    if not any(one for _, one in sections):
        complain(
            "nothing to propose: the topic has no relevant example whose page was kept; lycosa topic add gives it one"
        )
        return 1
    text = written(sections, same=same)
    if shown:
        click.echo(text, nl=False)
        return 0
    file = holder.write(FILE, text, force=force)
    terms = sum(bool(line) and not line.startswith("#") for line in text.splitlines())
    click.echo(
        f"{many(terms, 'term')} proposed in {file}: read them, strike out and add; they count as they stand there."
    )
    return 0


def proposed(holder: TopicFolder, folder: str | None, most: int, by: str) -> list[tuple[str, tuple[Term, ...]]]:
    """The terms of each source."""
    from lycosa.collection.opened import Opened
    from lycosa.engines.proposals import from_anchors, from_examples, from_keywords, from_machine

    topic = holder.topic()
    shown = any(one.text for one in topic.examples.relevant)
    examples = (from_machine if by == "svm" else from_examples)(topic, most) if shown else ()
    sections = [
        ("From examples", examples),
        ("From what relevant examples call themselves (keywords)", from_keywords(holder, topic, most)),
    ]
    if folder:
        with Opened(Path(folder)) as collection:
            sections.append(("From links to relevant pages", from_anchors(collection, holder, topic, most)))
    return sections
