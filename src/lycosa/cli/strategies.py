"""The strategies there are, or one of them in full."""

from __future__ import annotations

import click

EXAMPLES = """\b
Examples:
  lycosa strategies best_first
  lycosa strategies "best_first_n(n=16)" --json
"""


@click.command(epilog=EXAMPLES)
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(name: str | None, *, as_json: bool) -> None:
    """The strategies there are, or one of them in full: NAME may carry arguments."""
    from lycosa import strategies
    from lycosa.cli.listing import show

    show(strategies.registry, name, as_json=as_json)
