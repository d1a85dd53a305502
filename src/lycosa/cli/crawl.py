"""Hunt a topic on the web, politely, into a collection; run again to go on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import BUDGETS, RULES, Rule, Sectioned, at_least, hunting
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.cli.options import F
    from lycosa.collection.run import Run
    from lycosa.engines.local import Ended, Order
    from lycosa.topics.topic import Topic
    from lycosa.webs.live.settings import FetchSettings

EXAMPLES = """\b
Examples:
  lycosa crawl "formula 1" --seed https://example.org/racing --pages 1000
  lycosa crawl topics/bees --seeds seeds.txt --out bees.hunt
  lycosa crawl bees --out bees.hunt --pages 5000
"""
SECTION = "How hosts are asked"


def _asked(*names: str, **kwargs: Any) -> Callable[[F], F]:
    return click.option(*names, cls=Rule, section=SECTION, **kwargs)


@click.command(cls=Sectioned, epilog=EXAMPLES)
@click.argument("topic")
@click.option("--seed", "seeds", multiple=True, metavar="URL", help="Where to begin; may be given again.")
@click.option("--seeds", "seed_file", metavar="FILE", help="More of them, one a line.")
@click.option("--out", metavar="DIR", help="The collection; one that is there is gone on with.  [default: TOPIC.hunt]")
@click.option("--strategy", metavar="NAME", help="Which link next.  [default: best_first]")
@click.option("--judge", metavar="NAME", help="What is relevant.  [default: cosine]")
@click.option("--number", type=int, callback=at_least(0), metavar="N", help="Seed number of all that draws lots.")
@click.option("--parallel", type=int, callback=at_least(1), default=32, show_default=True, help="Fetches at once.")
@click.option("--top", type=int, callback=at_least(0), default=10, show_default=True, help="Best pages to show.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
@hunting
@_asked("--contact", default="", metavar="WHO", help="Your e-mail address or web page: hosts are told whom to ask.")
@_asked("--about", default="", metavar="URL", help="A page that says what this crawl is for.")
@_asked("--ignore-robots", is_flag=True, help="Fetch what robots.txt forbids: on hosts of your own, say.")
@_asked("--allow-private", is_flag=True, help="Connect to private and loopback addresses too.")
@_asked("--resolve", multiple=True, metavar="HOST=ADDRESS:PORT", help="Where a host is; * stands for all others.")
@_asked("--proxy", default="", metavar="URL", help="Ask by way of this proxy.")
@_asked("--ca", default="", metavar="FILE", help="Certificates to trust besides the system's.")
@_asked("--cookies", is_flag=True, help="Keep cookies and send them back.")
def command(topic: str, **given: Any) -> int:
    """Hunt TOPIC on the live web and keep what is caught as WARC, with a catalogue beside it.

    TOPIC is a folder or file (topic.toml), or words. Run it again on the same DIR to go on; Ctrl-C once finishes
    what is on its way and saves. Without a budget a hunt ends after 1,000 pages.
    """
    import asyncio

    from lycosa.cli.caught import Caught
    from lycosa.cli.living import Living
    from lycosa.cli.progress import progress
    from lycosa.engines.local import hunt

    order = ordered(topic, given)
    with progress([order.run.strategy], Living) as display:
        ended = asyncio.run(hunt(order, display.hunts[0].watch))
    caught = Caught(ended)
    if given["as_json"]:
        click.echo(caught.json(given["top"]))
    else:
        complaints(ended)
        click.echo("\n".join(caught.lines(given["top"])))
    return caught.code


def complaints(ended: Ended) -> None:
    """Start pages that could not be had."""
    from lycosa.cli.show import complain
    from lycosa.webs.reasons import sentence

    for url, reason in ended.faults.items():
        told = "its robots.txt forbids it or could not be had" if reason == "robots" else sentence(reason)
        complain(f"start page {url}: {told}")


def ordered(topic: str, given: dict[str, Any]) -> Order:
    """What is asked for: a new hunt, or more of the one that is there."""
    from lycosa.cli.wanted import topic_here
    from lycosa.collection.run import exists
    from lycosa.engines.local import Order

    folder = Path(given["out"]).expanduser() if given["out"] else None
    if folder and exists(folder) and not Path(topic).exists():
        return _more(folder, topic, None, given)
    found = topic_here(topic)
    folder = folder or Path(slug(found.name or topic) + ".hunt")
    if exists(folder):
        return _more(folder, topic, found, given)
    if folder.is_dir() and any(folder.iterdir()):
        raise LycosaError(f"{folder}: holds something else than a collection; name another folder with --out")
    run, hunted = _new(found, given)
    return Order(folder=folder, run=run, topic=hunted, parallel=given["parallel"])


def _new(topic: Topic, given: dict[str, Any]) -> tuple[Run, Topic]:
    from msgspec.structs import replace

    from lycosa.cli.options import languages_from, scope_from, settings_from
    from lycosa.crawl.settings import LIVE
    from lycosa.engines.local import new_run

    settings = settings_from(given, 1 if given["number"] is None else given["number"], LIVE)
    if given["ignore_robots"]:
        settings = replace(settings, robots=False)
    languages = languages_from(given) or topic.languages
    hunted = replace(topic, scope=scope_from(given, topic.scope), languages=languages)
    seeds = tuple(dict.fromkeys(seeds_from(given, topic)))
    names = given["strategy"] or "best_first", given["judge"] or "cosine"
    return new_run(hunted, names[1], names[0], seeds, settings, fetch_from(given)), hunted


def seeds_from(given: dict[str, Any], topic: Topic) -> list[str]:
    """The seeds given, or the topic's examples."""
    from lycosa.cli.wanted import checked

    seeds = [checked(seed) for seed in given["seeds"]]
    if given["seed_file"]:
        seeds += listed(given["seed_file"])
    seeds = seeds or [one.url for one in topic.examples.relevant if one.url]
    if not seeds:
        raise LycosaError(f"no seeds for {topic.name!r}: give --seed URL, --seeds FILE, or examples in the topic")
    return seeds


def listed(file: str) -> list[str]:
    """The URLs of a file, one a line; what is none is named with its line."""
    from lycosa.pages.urls import absolute

    try:
        lines = Path(file).read_text("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise LycosaError(f"{file}: not UTF-8; save the file as UTF-8") from None
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            url = absolute(text, "")
            if url is None:
                raise LycosaError(f"{file}, line {number}: {text!r} is no web address; write http://example.org/")
            found.append(url)
    if not found:
        raise LycosaError(f"{file}: holds no seeds; write web addresses, one a line")
    return found


def fetch_from(given: dict[str, Any]) -> FetchSettings:
    """How hosts are asked."""
    from lycosa.cli.identity import contact
    from lycosa.webs.live.settings import FetchSettings

    names = ("about", "allow_private", "proxy", "ca", "cookies")
    settings = FetchSettings(
        contact=contact(given["contact"]),
        resolve=dict(map(resolved, given["resolve"])),
        **{name: given[name] for name in names},
    )
    settings.check()
    return settings


def resolved(text: str) -> tuple[str, tuple[str, int]]:
    """`host=address:port` taken apart."""
    host, _, place = text.partition("=")
    address, _, port = place.rpartition(":")
    if not (host and address and port.isdecimal() and 0 < int(port) < 1 << 16):
        raise LycosaError(f"--resolve {text}: write it like example.org=127.0.0.1:8080")
    return host.lower(), (address.strip("[]"), int(port))


def _more(folder: Path, text: str, topic: Topic | None, given: dict[str, Any]) -> Order:
    """More of the hunt that is there: only its budgets may be others."""
    from msgspec.structs import replace

    from lycosa.collection.run import RunError, read
    from lycosa.engines.local import Order

    run, kept = read(folder)
    if (topic.name if topic else text) != run.topic:
        raise RunError(f"{folder}: holds a hunt of {run.topic!r}, not of {text!r}; name another folder with --out")
    for name, held in (("strategy", run.strategy), ("judge", run.judge), ("number", run.settings.number)):
        if given[name] not in (None, held):
            raise RunError(f"{folder}: was begun with --{name} {held}; name another folder to hunt in another way")
    changed = [name for name in RULES if given[name] not in (None, getattr(run.settings, name))]
    if changed:
        option = changed[0].replace("_", "-")
        raise RunError(f"{folder}: --{option} cannot change within a hunt; name another folder with --out")
    budgets = {name: given[name] for name in BUDGETS if given[name] is not None}
    settings = replace(run.settings, **budgets)
    settings.check()
    resolve = dict(map(resolved, given["resolve"])) or run.fetch.resolve
    return Order(
        folder=folder,
        run=replace(run, settings=settings, fetch=replace(run.fetch, resolve=resolve)),
        topic=kept,
        parallel=given["parallel"],
    )


def slug(text: str) -> str:
    """A name for a folder."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")[:60] or "topic"
