"""The measures there are, or one of them in full."""

from __future__ import annotations

import click

EXAMPLES = """\b
Examples:
  lycosa lab measures harvest
  lycosa lab measures "target_recall(at=500)" --json
"""


@click.command(epilog=EXAMPLES)
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(name: str | None, *, as_json: bool) -> None:
    """The measures there are, or one of them in full: NAME may carry arguments."""
    from lycosa.cli.listing import show
    from lycosa.lab import measures

    show(measures.registry, name, as_json=as_json, command="lab measures")
