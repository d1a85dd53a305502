"""Hunt a computed web, without network: the quickest look at what a focused crawler does."""

from __future__ import annotations

import sys

import click

WEB = "practice(pages=20000, number=7)"
TOPIC = "lighthouses"
STRATEGIES = ("best_first", "breadth_first")
FETCHES = 3000
NEXT = (
    ("another way", f"lycosa replay {TOPIC} --web practice --strategy url_combined"),
    ("how it works", "lycosa strategies best_first"),
    ("your webs", "lycosa replay --help"),
)
EXAMPLES = """\b
Examples:
  lycosa demo
  NO_COLOR=1 lycosa demo
"""


@click.command(epilog=EXAMPLES)
def command() -> int:
    """Hunt a computed web for one topic, twice with the same budget: best first, and in the order of finding.

    No network, nothing to set up, a few seconds.
    """
    from lycosa.cli import tables
    from lycosa.cli.replay import hunts
    from lycosa.cli.report import Report
    from lycosa.cli.wanted import FEW, wanted
    from lycosa.crawl.settings import Settings
    from lycosa.engines.hunted import Plan
    from lycosa.webs.find import practice

    web = practice(WEB)
    found = wanted(TOPIC, web, (), FEW, 1)
    plan = Plan(topic=found.topic, seeds=found.seeds, settings=Settings(fetches=FETCHES, duplicates="near"))
    there = len(found.seeds) + len(found.targets)
    for line in (
        f"Hunting {TOPIC} on a computed web of {web.pages:,} articles.",
        f"{there} of them are on the topic, and {FEW} of these are known.",
    ):
        click.echo("\n".join(tables.wrapped(line)))
    click.echo()
    sys.stdout.flush()
    report = Report(plan, hunts(web, plan, STRATEGIES), found)
    click.echo("\n".join(report.lines(top=5)))
    click.echo(f"\n{tables.bold('Where to go next')}")
    click.echo("\n".join(f"  {what:12}  {line}" for what, line in NEXT))
    return report.code
