"""Look whether a collection is whole, and whether its log leads to the state it has."""

from __future__ import annotations

import json
from pathlib import Path

import click

EXAMPLES = """\b
Examples:
  lycosa verify bees.hunt
"""


@click.command(epilog=EXAMPLES)
@click.argument("folder", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(folder: str, *, as_json: bool) -> int:
    """Read every record of DIR's archive, and feed its log from the first event to a fresh crawl.

    Ends with 0 if all is as it was written, with 1 if not.
    """
    from lycosa.cli.show import many, safe
    from lycosa.engines.verify import verify

    verdict = verify(Path(folder))
    if as_json:
        click.echo(json.dumps(verdict._asdict(), indent=2))
    else:
        for fault in verdict.faults:
            click.echo(safe(fault))
        counts = ((verdict.records, "record"), (verdict.events, "event"), (verdict.states, "state"))
        told = ", ".join(many(number, what) for number, what in counts)
        click.echo(
            f"{'not whole' if verdict.faults else 'whole'}: {told} compared; the crawl is at {verdict.state[:12]}"
        )
    return 1 if verdict.faults else 0
