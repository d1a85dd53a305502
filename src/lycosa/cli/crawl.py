"""Hunt a topic on the web, politely, into a collection; run again to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import Sectioned, at_least
from lycosa.cli.order import live

if TYPE_CHECKING:
    from lycosa.engines.local import Ended

EXAMPLES = """\b
Examples:
  lycosa crawl "formula 1" --seed https://example.org/racing --pages 1000
  lycosa crawl topics/bees --seeds seeds.txt --out bees.hunt
  lycosa crawl bees --out bees.hunt --pages 5000
"""


@click.command(cls=Sectioned, epilog=EXAMPLES)
@live
@click.option(
    "--top", type=int, callback=at_least(0), default=10, show_default=True, metavar="N", help="Best pages to show."
)
@click.option(
    "--retrain",
    type=int,
    callback=at_least(0),
    default=0,
    metavar="N",
    help="Train the judge again after every N pages, from labels and from pages that page and link agree on.",
)
def command(topic: str, **given: Any) -> int:
    """Hunt TOPIC on the live web and keep what is caught as WARC, with a catalogue beside it.

    TOPIC is a folder or file (topic.toml), or words. Run it again on the same DIR to go on; Ctrl-C once finishes
    what is on its way and saves. Without a budget a hunt ends after 1,000 pages.
    """
    import asyncio
    from dataclasses import replace

    from lycosa.cli.caught import Caught
    from lycosa.cli.living import Living
    from lycosa.cli.order import ordered
    from lycosa.cli.progress import progress
    from lycosa.cli.show import complain
    from lycosa.engines.hunts import no_synonyms, untaught
    from lycosa.engines.local import hunt

    order = replace(ordered(topic, given), retrain=given["retrain"])
    if why := no_synonyms(order.topic, order.run.strategy, order.run.judge):
        complain(f"no synonyms: {why}")
    if why := untaught(order.topic, order.run.judge):
        complain(why)
    with progress([order.run.strategy], Living) as display:
        ended = asyncio.run(hunt(order, display.hunts[0].watch, Interruptions()))
    caught = Caught(ended)
    complaints(ended)
    click.echo(caught.json(given["top"]) if given["as_json"] else "\n".join(caught.lines(given["top"])))
    return caught.code


class Interruptions:
    """Says what each Ctrl-C does."""

    said = ("finishing what is on its way, and saving; Ctrl-C again stops at once", "stopping at once")

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        """One more."""
        from lycosa.cli.show import complain

        if self.times < len(self.said):
            complain(self.said[self.times])
        self.times += 1


def complaints(ended: Ended) -> None:
    """Start pages that could not be had, and what was found broken."""
    from lycosa.cli.show import complain
    from lycosa.crawl.scope import RULES
    from lycosa.webs.reasons import sentence

    for url, reason in ended.faults.items():
        complain(f"start page {url}: {RULES.get(reason) or sentence(reason)}")
    for what in ended.broken:
        complain(f"a checkpoint was not as it had been left, so the log was gone through; nothing is lost ({what})")
