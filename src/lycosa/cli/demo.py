"""Hunt a computed web over loopback, without network: the quickest look at what a focused crawler does."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lycosa.cli.progress import Hunting
    from lycosa.crawl.crawl import Crawl
    from lycosa.engines.hunted import Hunted, Plan

WEB = "practice(pages=20000, number=7)"
TOPIC = "lighthouses"
STRATEGIES = ("best_first", "breadth_first")
FETCHES = 3000
FOLDER = "lycosa-demo"
PARALLEL = 16
GAP = 0.02  # the hosts are one machine, and it is ours
FIRST_BYTE = 2.0  # some of its hosts never answer
NEXT = (
    ("the catch", f"lycosa pages {FOLDER}/best_first"),
    ("how it stands", f"lycosa status {FOLDER}/best_first"),
    ("in a lab", f"lycosa replay {TOPIC} --web practice --strategy random"),
    ("the real web", "lycosa crawl --help"),
)
EXAMPLES = """\b
Examples:
  lycosa demo
  NO_COLOR=1 lycosa demo
"""


@click.command(epilog=EXAMPLES)
def command() -> int:
    """Hunt a computed web for one topic, twice with the same budget: best first, and in the order of finding.

    A process beside this one serves the web on loopback, and the real crawler hunts it: HTTP, robots.txt, an
    archive of what was caught in lycosa-demo. No network, nothing to set up, half a minute.
    """
    from msgspec.structs import replace

    from lycosa.cli import tables
    from lycosa.cli.living import Living
    from lycosa.cli.progress import progress
    from lycosa.cli.report import Report
    from lycosa.cli.wanted import FEW, wanted
    from lycosa.crawl.settings import LIVE
    from lycosa.engines.hunted import Plan
    from lycosa.webs.find import practice
    from lycosa.webs.served import served

    web = practice(WEB)
    found = wanted(TOPIC, web, (), FEW, 1)
    settings = replace(LIVE, fetches=FETCHES, gap=GAP, gap_factor=0.0, patience=FIRST_BYTE)
    plan = Plan(topic=found.topic, seeds=found.seeds, settings=settings, in_flight=PARALLEL)
    there = len(found.seeds) + len(found.targets)
    for line in (
        f"Hunting {TOPIC} on a computed web of {web.pages:,} articles, served on loopback.",
        f"{there} of them are on the topic, and {FEW} of these are known.",
    ):
        click.echo("\n".join(tables.wrapped(line)))
    click.echo()
    sys.stdout.flush()
    folder = emptied(Path(FOLDER))
    with served(WEB) as port, progress(STRATEGIES, Living) as display:
        pairs = zip(STRATEGIES, display.hunts, strict=True)
        hunts = [hunted(plan, name, folder / name, port, shown) for name, shown in pairs]
    report = Report(plan, hunts, found)
    click.echo("\n".join(report.lines(top=5)))
    click.echo(f"\nAll that was fetched lies in {FOLDER}/ as WARC files, with a catalogue and the log beside them.")
    click.echo(f"\n{tables.bold('Where to go next')}")
    click.echo("\n".join(f"  {what:14} {line}" for what, line in NEXT))
    return report.code


def emptied(folder: Path) -> Path:
    """The folder without what an earlier demo left there; anything else in it is not ours to take away."""
    from lycosa.collection.run import exists

    for name in STRATEGIES:
        if exists(folder / name):
            shutil.rmtree(folder / name)
    return folder


def hunted(plan: Plan, strategy: str, folder: Path, port: int, shown: Hunting) -> Hunted:
    """One live hunt on the served web."""
    import asyncio

    from lycosa.cli.caught import catches
    from lycosa.engines.hunted import Hunted
    from lycosa.engines.local import Order, hunt, new_run
    from lycosa.engines.trace import Trace
    from lycosa.webs.live.settings import FetchSettings

    fetch = FetchSettings(contact="demo@localhost", resolve={"*": ("127.0.0.1", port)}, first_byte=FIRST_BYTE)
    run = new_run(plan.topic, plan.judge, strategy, tuple(plan.seeds), plan.settings, fetch)
    traces: list[Trace] = []

    def watch(crawl: Crawl) -> None:
        shown.watch(crawl)
        traces.append(Trace(crawl))

    order = Order(folder=folder, run=run, topic=plan.topic, parallel=plan.in_flight)
    ended = asyncio.run(hunt(order, watch))
    tally = ended.crawl.tally
    return Hunted(strategy, tally, traces[0], ended.stopped, ended.seconds, catches(ended), ended.crawl.reader.guide)
