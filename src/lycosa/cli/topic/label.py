"""Label pages as relevant to a topic or not: one, or one after the other from a list."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import Sectioned
from lycosa.cli.topic.named import TOPIC, all_had, fetching, finder, judge_of, opened
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.engines.labelling import Labelling
    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.engines.wanted_pages import Got
    from lycosa.judges.base import Judge
    from lycosa.topics.topic import Topic

EXAMPLES = """\b
Examples:
  lycosa topic label bees https://example.org/queen relevant
  lycosa topic check bees --hard bees.hunt > hard.txt && lycosa topic label bees --from hard.txt --in bees.hunt
"""
SHOWN = 900  # characters of a page
KEYS = "[r]elevant, [n]ot, [u]nknown, [z] undo, [q]uit"


@click.command(cls=Sectioned, epilog=EXAMPLES)
@TOPIC
@click.argument("url", required=False)
@click.argument("value", required=False, type=click.Choice(["relevant", "irrelevant", "unknown"]))
@click.option("--from", "listed", metavar="FILE", help="Go through these, one a line.")
@click.option("--no-page", is_flag=True, help="Note the label of URL without fetching its page.")
@fetching
def command(topic: str, url: str | None, value: str | None, **given: Any) -> int:
    """Say of URL whether it belongs to TOPIC; or go through a list, which may be broken off and gone on with.

    Answers are read from the keyboard or a pipe, one a line: r, n or u, z takes the last one back, q ends. The page is
    kept beside the topic; related.txt and unrelated.txt list what was said.
    """
    if bool(url and value) == bool(given["listed"]):
        raise LycosaError("give a URL and what it is (relevant, irrelevant, unknown), or --from FILE")
    holder = opened(topic)
    if url and value:
        return _one(holder, url, value, given)
    return _many(holder, Path(given["listed"]), given)


def _one(holder: TopicFolder, url: str, value: str, given: dict[str, Any]) -> int:
    from lycosa.cli.topic.named import shown_to
    from lycosa.engines.wanted_pages import named

    whole = True
    if given["no_page"] or value == "unknown":
        holder.label(named(url).name, value)
    else:
        with finder(given) as found:
            got = found.all([url])
        whole = all_had(got)
        shown_to(holder, got, value)
    _noted(given["folder"], {url: value} if whole else {})
    holder.lists()
    if whole:
        click.echo(f"{url} is {value}; {_held(holder)}.")
    return 0 if whole else 1


def _many(holder: TopicFolder, file: Path, given: dict[str, Any]) -> int:
    from lycosa.engines.labelling import Labelling

    names = [line.split("\t")[0].strip() for line in file.read_text("utf-8-sig").splitlines()]
    topic = holder.topic()
    judge = judge_of(holder, topic, None)
    with finder(given) as found:
        going = Labelling(holder, [name for name in names if name and not name.startswith("#")], found)
        _say(_head(topic, going))
        try:
            _go(going, topic, judge)
        finally:
            holder.lists()
            values = holder.labels()
            _noted(given["folder"], {one.name: values[one.name] for one in going.done if one.name in values})
    whole = all_had(going.lost)
    click.echo(f"{len(going.done):,} labelled now, {going.left:,} left; {_held(holder)}.")
    return 0 if whole else 1


def _noted(folder: str | None, values: dict[str, str]) -> None:
    """The labels of pages of a collection are its own too: a judge that is retrained there learns from them."""
    if not (folder and values):
        return
    from lycosa.cli.label import noted
    from lycosa.collection.opened import Opened

    with Opened(Path(folder), read_only=False) as collection:
        for url, value in values.items():
            noted(collection, url, value)


def _go(going: Labelling, topic: Topic, judge: Judge) -> None:
    """Until the list or the answers end."""
    shown = None
    while (got := going.next()) is not None:
        if got is not shown:
            _say(["", *_page(got, topic, judge)])
            shown = got
        sys.stderr.write(f"{going.left:,} left. {KEYS}: ")
        sys.stderr.flush()
        answer = sys.stdin.readline()
        if not sys.stdin.isatty():
            sys.stderr.write("\n")
        if not answer or going.say(answer) == "quit":
            return


def _head(topic: Topic, going: Labelling) -> list[str]:
    """What is asked, before the first page."""
    from lycosa.cli.show import many

    rules = [f"  - {rule}" for rule in topic.rules] + [f"  - {name} does not count" for name in topic.not_related]
    before = f", {going.before:,} of them labelled already" if going.before else ""
    view = f", as {topic.point_of_view} sees it" if topic.point_of_view else ""
    pages = many(going.left + going.before, "page")
    return [f"Does it belong to {topic.name}{view}? {pages}{before}.", *rules]


def _page(got: Got, topic: Topic, judge: Judge) -> list[str]:
    """A page as far as one must read it."""
    from lycosa.engines.topic_judge import gated

    page = got.page
    if page is None:
        return []
    score = float(judge.scores(page.text, page.text.page)[0])
    out = ", which is not asked for" if gated(topic, page) else ""
    text = " ".join(page.content.split())
    cut = text[:SHOWN] + (" ..." if len(text) > SHOWN else "")
    return [got.name, f"{page.title or 'no title'} (in {page.language}{out}; the judge says {score:.2f})", cut]


def _say(lines: list[str]) -> None:
    """On stdout, what came from the web made harmless."""
    from lycosa.cli import tables
    from lycosa.cli.show import safe

    for line in lines:
        for part in tables.wrapped(safe(line)) or [""]:
            click.echo(part)


def _held(holder: TopicFolder) -> str:
    values = list(holder.labels().values())
    return f"the topic has {values.count('relevant'):,} relevant and {values.count('irrelevant'):,} unrelated labels"
