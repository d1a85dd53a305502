"""Show a topic more examples: pages that belong to it, or do not."""

from __future__ import annotations

from typing import Any

import click

from lycosa.cli.options import Sectioned
from lycosa.cli.topic.named import TOPIC, all_had, fetching, finder, opened, shown_to

EXAMPLES = """\b
Examples:
  lycosa topic add bees https://example.org/queen saved/hive.html
  lycosa topic add bees --unrelated https://example.org/wasps
"""


@click.command(cls=Sectioned, epilog=EXAMPLES)
@TOPIC
@click.argument("pages", nargs=-1, required=True, metavar="URL|FILE...")
@click.option("--unrelated", is_flag=True, help="They do not belong to the topic.")
@fetching
def command(topic: str, pages: tuple[str, ...], **given: Any) -> int:
    """Add pages as examples: files are copied beside TOPIC, addresses fetched once and their pages kept there."""
    from lycosa.cli.show import many

    holder = opened(topic)
    with finder(given) as found:
        got = found.all(pages)
    whole = all_had(got)
    new = shown_to(holder, got, "irrelevant" if given["unrelated"] else "relevant")
    examples = holder.topic().examples
    click.echo(
        f"{many(new, 'example')} added; the topic has {len(examples.relevant):,} relevant and "
        f"{len(examples.unrelated):,} unrelated."
    )
    return 0 if whole else 1
