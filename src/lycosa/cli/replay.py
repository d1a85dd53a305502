"""Replay hunts on a recorded or practice web, and compare strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import Sectioned, at_least, hunting
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycosa.cli.wanted import Wanted
    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.settings import Settings
    from lycosa.engines.hunted import Hunted, Plan
    from lycosa.webs.base import LabelledWeb, Web

EXAMPLES = """\b
Examples:
  lycosa replay bread --web practice --strategy best_first --strategy breadth_first
  lycosa replay "wolf spider" --web web.warc.gz --seed http://a.test/ --pages 500
"""


@click.command(cls=Sectioned, epilog=EXAMPLES)
@click.argument("topic")
@click.option("--web", required=True, metavar="WEB", help="A WARC file, a folder of them, or practice(pages=5000).")
@click.option(
    "--strategy",
    "names",
    multiple=True,
    metavar="NAME",
    default=("best_first",),
    show_default=True,
    help="Which link next; several are compared.",
)
@click.option("--judge", metavar="NAME", help="What is relevant.  [default: as trained, or auto]")
@click.option(
    "--earlier", metavar="PATH", help="An earlier collection, or a file by --learned, for who learns from one."
)
@click.option("--learned", metavar="FILE", help="Write what the strategy learned, for --earlier.")
@click.option("--seed", "seeds", multiple=True, metavar="URL", help="Where to begin; may be given again.")
@click.option(
    "--seeds",
    "drawn",
    type=int,
    callback=at_least(0),
    metavar="N",
    help="Seeds drawn from the topic's labelled pages.  [default: 5]",
)
@click.option(
    "--number",
    type=int,
    callback=at_least(0),
    default=1,
    show_default=True,
    metavar="N",
    help="Seed number of all that draws lots.",
)
@click.option(
    "--in-flight",
    type=int,
    callback=at_least(1),
    default=1,
    show_default=True,
    metavar="K",
    help="Fetches at once.",
)
@click.option(
    "--top",
    type=int,
    callback=at_least(0),
    default=10,
    show_default=True,
    metavar="N",
    help="Best pages to show.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
@hunting
def command(topic: str, **given: Any) -> int:
    """Hunt TOPIC on a web that is recorded or computed: no network, and twice the same.

    TOPIC is a folder or file (topic.toml), a topic that the web has labels for, or words. Without a budget
    a hunt ends after 1,000 pages.
    """
    from lycosa.cli.options import settings_from
    from lycosa.cli.report import Report
    from lycosa.cli.show import complain
    from lycosa.webs.find import opened

    settings = settings_from(given, given["number"])
    if given["learned"] and len(given["names"]) > 1:
        raise LycosaError("--learned writes what one strategy learned: name one with --strategy")
    with opened(given["web"], settings.canon) as web:
        for path in getattr(web, "cut", ()):  # which only a recorded web can be
            complain(f"{path}: ends within a record; only what is whole before it is hunted")
        plan, found = planned(topic, web, given, settings)
        report = Report(plan, hunts(web, plan, given["names"], given["learned"]), found)
    if given["as_json"]:
        click.echo(report.json(given["web"], given["top"]))
    else:
        click.echo("\n".join(report.lines(given["top"])))
    return report.code


def planned(topic: str, web: LabelledWeb, given: dict[str, Any], settings: Settings) -> tuple[Plan, Wanted]:
    """What is asked for, checked as far as it can be before the first fetch."""
    from pathlib import Path

    from msgspec.structs import replace

    from lycosa.cli.options import languages_from, scope_from
    from lycosa.cli.order import judge_here
    from lycosa.cli.wanted import wanted
    from lycosa.engines.hunted import Plan

    found = wanted(topic, web, given["seeds"], given["drawn"], given["number"], settings.canon)
    languages = languages_from(given) or found.topic.languages
    scope = scope_from(given, found.topic.scope)
    hunted = replace(found.topic, scope=scope, languages=languages)
    plan = Plan(
        topic=hunted,
        seeds=found.seeds,
        judge=given["judge"] or judge_here(topic),
        settings=settings,
        in_flight=given["in_flight"],
        earlier=Path(given["earlier"]).expanduser() if given["earlier"] else None,
    )
    return plan, found


def hunts(web: Web, plan: Plan, names: Sequence[str], learned: str | None = None) -> list[Hunted]:
    """One after the other, each page parsed once; shown on stderr while they run."""
    from pathlib import Path

    from lycosa.cli.progress import progress
    from lycosa.cli.show import complain
    from lycosa.engines.answers import Answers
    from lycosa.engines.earlier import keep
    from lycosa.engines.hunted import hunt
    from lycosa.engines.hunts import cues_of, no_synonyms, untaught
    from lycosa.pages.lexicon import Lexicon

    for why in dict.fromkeys(no_synonyms(plan.topic, name, plan.judge) for name in names):
        if why:
            complain(f"no synonyms: {why}")
    if why := untaught(plan.topic, plan.judge):
        complain(why)
    answers = Answers(web, cues_of(*names), Lexicon(), plan.settings.page_bytes)
    crawls: list[Crawl] = []
    found = []
    with progress(names) as display:
        for name, shown in zip(names, display.hunts, strict=True):
            found.append(hunt(answers, plan, name, both(crawls.append, shown.watch)))
    if learned:
        keep(Path(learned), crawls[-1].strategy)
    return found


def both(first: Callable[[Crawl], None], then: Callable[[Crawl], None]) -> Callable[[Crawl], None]:
    """Show a crawl to one and the other."""

    def watch(crawl: Crawl) -> None:
        first(crawl)
        then(crawl)

    return watch
