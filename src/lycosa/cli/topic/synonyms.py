"""Write the synonyms of a topic's words, for you to edit: WordNet's, for English."""

from __future__ import annotations

import click

from lycosa.cli.topic.named import TOPIC, opened
from lycosa.pages.errors import LycosaError

EXAMPLES = """\b
Examples:
  lycosa topic synonyms bees
  lycosa topic synonyms bees --similar --force
"""
FILE = "synonyms.txt"
HEAD = "# One `weight: synonym` a line: what each counts beside a word of the query.\n"


@click.command(epilog=EXAMPLES)
@TOPIC
@click.option("--similar", is_flag=True, help="Each counts by its WordNet similarity, not half.")
@click.option("--force", is_flag=True, help="Overwrite the synonyms.txt that is there.")
def command(topic: str, *, similar: bool, force: bool) -> int:
    """Write the synonyms of TOPIC's query to synonyms.txt beside it."""
    from lycosa.cli.show import many
    from lycosa.engines.hunts import wordnet
    from lycosa.pages.tokens import tokens
    from lycosa.topics.synonyms import lacking, synonyms

    holder = opened(topic)
    read = holder.topic()
    if why := lacking(read.language, wordnet()):
        raise LycosaError(f"no synonyms: {why}")
    found = synonyms(tokens(read.query or read.words), read.language, wordnet(), similar=similar)
    lines = [f"{weight:.3g}: {word}" for word, weight in found]
    file = holder.write(FILE, HEAD + "".join(f"{line}\n" for line in lines), force=force)
    click.echo(f"{many(len(found), 'synonym')} in {file}; strike out what means something else.")
    return 0
