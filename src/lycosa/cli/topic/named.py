"""What commands of topics have in common: the pages that are named, and how those are had that must be fetched."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.order import ASKED
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lycosa.cli.options import F
    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.engines.wanted_pages import Finder, Got
    from lycosa.judges.base import Judge
    from lycosa.topics.topic import Topic

TOPIC = click.argument("topic")
IN = click.option("--in", "folder", metavar="DIR", help="A collection that holds the pages, so that none is fetched.")
GAP = click.option("--gap", type=float, metavar="X", help="Seconds between two fetches of a host.")
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


def fetching(command: F) -> F:
    """Give a command the options of where pages are and how hosts are asked."""
    for option in reversed((IN, GAP, *ASKED)):
        command = option(command)
    return command


def judge_of(holder: TopicFolder, topic: Topic, name: str | None) -> Judge:
    """The judge asked for, or the topic's own; what is odd about it is said."""
    from lycosa.cli.show import complain
    from lycosa.engines.topic_judge import chosen_judge

    chosen = chosen_judge(holder, topic, name)
    for note in chosen.notes:
        complain(note)
    return chosen.judge


@contextmanager
def finder(given: dict[str, Any]) -> Iterator[Finder]:
    """Who finds the pages that are named."""
    from msgspec.structs import replace

    from lycosa.cli.order import fetch_from
    from lycosa.collection.opened import Opened
    from lycosa.crawl.settings import LIVE
    from lycosa.engines.wanted_pages import Finder

    gap = given.get("gap")
    settings = LIVE if gap is None else replace(LIVE, gap=gap, gap_factor=LIVE.gap_factor if gap else 0.0)
    settings = replace(settings, robots=not given["ignore_robots"])
    settings.check()
    found = Finder(lambda: fetch_from(given), settings=settings)
    if not given["folder"]:
        yield found
        return
    with Opened(Path(given["folder"])) as collection:
        found.collection = collection
        yield found


def opened(path: str) -> TopicFolder:
    """A topic's folder."""
    from lycosa.engines.topic_folder import TopicFolder

    return TopicFolder(path)


def all_had(got: Sequence[Got]) -> bool:
    """Whether every page was had; of others it is said why not."""
    from lycosa.cli.show import complain
    from lycosa.crawl.scope import RULES
    from lycosa.webs.reasons import sentence

    lost = [one for one in got if one.page is None]
    for one in lost:
        complain(f"{one.name}: {RULES.get(one.fault) or sentence(one.fault)}")
    return not lost


def foreign(topic: Topic, language: str) -> str:
    """What to say of an example in a language that the topic does not ask for; nothing, where all is well."""
    from lycosa.topics.languages import is_gated

    if not is_gated(language, topic.languages):
        return ""
    asked = " or ".join(topic.languages)
    return f"is in {language}, and the topic asks for {asked}: pages in {language} will count as not relevant"


def shown_to(holder: TopicFolder, got: Sequence[Got], value: str) -> int:
    """Make the pages that were had examples; how many of them are new."""
    from lycosa.cli.show import complain

    topic, before = holder.topic(), holder.labels()
    for one in got:
        if one.page is None:
            continue
        if not one.page.content.strip():
            complain(f"{one.name}: holds no text, and no judge can learn from it; left out")
            continue
        if said := foreign(topic, one.page.language):
            complain(f"{one.name}: {said}")
        holder.label(holder.copied(one.file) if one.file else one.name, value, one.page)
    after = holder.labels()
    return sum(before.get(page) != after[page] for page in after)


def one_of(*given: object) -> None:
    """Refuse what excludes one another, or nothing at all."""
    if sum(map(bool, given)) != 1:
        raise LycosaError("give one of these: pages to score; --hard DIR; or --best, --middle or --worst N with a DIR")
