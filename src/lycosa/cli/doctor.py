"""Look at a hunt before it begins: seeds, robots.txt, judge, settings, and what to expect."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import Sectioned, at_least
from lycosa.cli.order import live

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.cli.findings import Pace
    from lycosa.engines.checkup import Checkup, Seed

EXAMPLES = """\b
Examples:
  lycosa doctor "formula 1" --seed https://example.org/racing
  lycosa doctor topics/bees --seeds seeds.txt --pages 5000 --sample 30
"""
SHOWN = 12  # seeds told of in full
MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0


@click.command(cls=Sectioned, epilog=EXAMPLES)
@live
@click.option(
    "--sample",
    type=int,
    callback=at_least(0),
    default=10,
    show_default=True,
    metavar="N",
    help="Pages the seeds lead to that are fetched too.",
)
def command(topic: str, **given: Any) -> int:
    """Fetch the seeds of a hunt of TOPIC, say what a crawl would make of them, and write nothing.

    Takes the options of lycosa crawl. Ends with 0 if the crawl can begin, with 1 if not.
    """
    import asyncio

    from lycosa.cli.findings import findings, pace
    from lycosa.cli.order import ordered
    from lycosa.engines.checkup import look

    found = asyncio.run(look(ordered(topic, given), given["sample"]))
    told, reach = findings(found), pace(found)
    if given["as_json"]:
        click.echo(json.dumps(facts(found, told, reach), indent=2))
    else:
        click.echo("\n".join(lines(found, told, reach)))
    return 0 if found.sound else 1


def facts(found: Checkup, told: list[str], reach: Pace) -> dict[str, Any]:
    """All of it as plain data."""
    from dataclasses import asdict

    run = found.order.run
    return {
        "topic": run.topic,
        "judge": found.judge,
        "strategy": run.strategy,
        "sound": found.sound,
        "seeds": [asdict(seed) for seed in found.seeds],
        "seeds_not_looked_at": found.unseen,
        "sampled": found.sampled,
        "sampled_relevant": found.relevant,
        "findings": told,
        "expect": {
            "hosts": reach.hosts,
            "gap": reach.gap,
            "pages_per_minute": round(reach.per_minute, 1),
            "seconds": round(reach.seconds),
        },
    }


def lines(found: Checkup, told: list[str], reach: Pace) -> Iterator[str]:
    """All of it for people."""
    from lycosa.cli import tables
    from lycosa.cli.show import safe

    yield tables.bold("Seeds")
    for seed in found.seeds[:SHOWN]:
        yield from tables.wrapped(safe(seed.url), "  ")
        for line in _seed(seed, judged=not found.fault):
            yield from tables.wrapped(safe(line), "      ")
    if len(found.seeds) > SHOWN:
        rest = found.seeds[SHOWN:]
        yield f"  and {len(rest):,} more, {sum(not seed.fault for seed in rest):,} of which give a page (--json: all)"
    yield ""
    yield tables.bold("Findings")
    for line in told or ["Nothing is amiss."]:
        yield from tables.wrapped(safe(line), "  ")
    yield ""
    if found.sound:
        yield tables.bold("What to expect")
        for line in _expected(found, reach):
            yield from tables.wrapped(line, "  ")
        yield ""
    yield _verdict(found)


def _verdict(found: Checkup) -> str:
    from lycosa.collection.run import exists

    if not found.sound:
        return "The crawl cannot begin."
    if exists(found.order.folder):
        return f"The crawl can go on: {found.order.folder} holds this hunt already (lycosa status)."
    return "The crawl can begin: the same options, lycosa crawl in place of lycosa doctor."


def _seed(seed: Seed, *, judged: bool) -> Iterator[str]:
    from lycosa.cli.findings import reason_of
    from lycosa.cli.show import many

    if seed.fault:
        yield f"no page: {reason_of(seed)}"
        return
    where = f"leads to {seed.to}; " if seed.to else ""
    yield f"{where}{_rules(seed)}"
    if not judged:
        return
    terms = ", ".join(f"{term} {value:.3f}" for term, value in seed.terms)
    yield f"score {seed.score:.2f} in {seed.language}" + (f": {terms}" if terms else ": no term of the topic")
    barred = sum(seed.refused.values())
    yield f"{many(seed.links, 'link')} to {many(seed.hosts, 'host')}" + (f", {barred:,} not followed" if barred else "")


def _rules(seed: Seed) -> str:
    if seed.robots == "ignored":
        return "reached; robots.txt not asked for"
    asks = f"Crawl-delay {seed.delay:g} seconds" if seed.delay else "no Crawl-delay"
    return f"reached; robots.txt allows it, {asks}"


def _expected(found: Checkup, reach: Pace) -> Iterator[str]:
    from lycosa.cli.show import many

    settings = found.order.run.settings
    if found.sampled:
        yield f"Of {many(found.sampled, 'page')} the seeds lead to, {found.judge} finds {found.relevant:,} relevant."
    yield (
        f"The seeds lead to {many(reach.hosts, 'host')}, each asked every {reach.gap + found.seconds:.2g} seconds at "
        f"most: at first that is no more than {many(round(reach.per_minute), 'page')} a minute."
    )
    if reach.seconds:
        budget = many(settings.pages, "page") if settings.pages else f"{settings.fetches:,} fetches"
        yield f"{budget} take {span(reach.seconds)} at that pace, less when more hosts are found on the way."


def span(seconds: float) -> str:
    """A time in words, no more exact than an estimate is."""
    from lycosa.cli.show import many

    for size, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= 2 * size:
            return f"about {seconds / size:,.0f} {name}s"
    return f"about {many(max(round(seconds), 1), 'second')}"
