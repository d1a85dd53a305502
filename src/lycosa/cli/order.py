"""What a live hunt is asked for on the command line: its options, and the order that they make."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import BUDGETS, RULES, Rule, at_least, hunting
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lycosa.cli.options import F
    from lycosa.collection.run import Run
    from lycosa.engines.local import Order
    from lycosa.topics.topic import Topic
    from lycosa.webs.live.settings import FetchSettings

SECTION = "How hosts are asked"
SCOPE = ("stay_in", "leave_out", "seed_sites", "skip_usual_links", "skip_link")


def _asked(*names: str, **kwargs: Any) -> Callable[[F], F]:
    return click.option(*names, cls=Rule, section=SECTION, **kwargs)


HUNT = (
    click.argument("topic"),
    click.option("--seed", "seeds", multiple=True, metavar="URL", help="Where to begin; may be given again."),
    click.option("--seeds", "seed_file", metavar="FILE", help="More of them, one a line."),
    click.option(
        "--out", metavar="DIR", help="The collection; one that is there is gone on with.  [default: TOPIC.hunt]"
    ),
    click.option("--strategy", metavar="NAME", help="Which link next.  [default: best_first]"),
    click.option("--judge", metavar="NAME", help="What is relevant.  [default: as trained, or auto]"),
    click.option("--earlier", metavar="PATH", help="An earlier collection, for a strategy that learns from one."),
    click.option("--number", type=int, callback=at_least(0), metavar="N", help="Seed number of all that draws lots."),
    click.option(
        "--parallel",
        type=int,
        callback=at_least(1),
        default=32,
        show_default=True,
        metavar="N",
        help="Fetches at once.",
    ),
    click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout."),
)
ASKED = (
    _asked("--contact", default="", metavar="WHO", help="Your e-mail address or web page: hosts are told whom to ask."),
    _asked("--about", default="", metavar="URL", help="A page that says what this crawl is for."),
    _asked("--ignore-robots", is_flag=True, help="Fetch what robots.txt forbids: on hosts of your own, say."),
    _asked("--allow-private", is_flag=True, help="Connect to private and loopback addresses too."),
    _asked("--resolve", multiple=True, metavar="HOST=ADDRESS:PORT", help="Where a host is; * stands for all others."),
    _asked("--proxy", default="", metavar="URL", help="Ask by way of this proxy."),
    _asked("--ca", default="", metavar="FILE", help="Certificates to trust besides the system's."),
    _asked("--cookies", is_flag=True, help="Keep cookies and send them back."),
)


def live(command: F) -> F:
    """Give a command all options of a live hunt."""
    for option in reversed(ASKED):
        command = option(command)
    command = hunting(command)
    for option in reversed(HUNT):
        command = option(command)
    return command


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
    run, hunted = _new(topic, found, given)
    earlier = Path(given["earlier"]).expanduser() if given["earlier"] else None
    return Order(folder=folder, run=run, topic=hunted, parallel=given["parallel"], earlier=earlier)


def judge_here(text: str) -> str:
    """The name of the judge that was trained for the topic of a folder, if one was; else of the usual one."""
    from lycosa.cli.show import complain
    from lycosa.cli.wanted import folder_of
    from lycosa.engines.neighbours import TOML
    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.engines.topic_judge import outdated, trained_judge
    from lycosa.judges.ladder import USUAL

    folder = folder_of(text)
    if not (folder / TOML).is_file():
        return USUAL
    holder = TopicFolder(folder)
    kept = trained_judge(holder)
    if kept is None:
        return USUAL
    if old := outdated(holder, holder.topic(), kept):
        complain(old)
    return repr(kept.judge)


def _new(text: str, topic: Topic, given: dict[str, Any]) -> tuple[Run, Topic]:
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
    names = given["strategy"] or "best_first", given["judge"] or judge_here(text)
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

    settings = FetchSettings(**{**asking(given), "contact": contact(given["contact"])})
    settings.check()
    return settings


def asking(given: dict[str, Any]) -> dict[str, Any]:
    """What was said of how hosts are asked."""
    from lycosa.cli.identity import checked

    told = {name: given[name] for name in ("about", "allow_private", "proxy", "ca", "cookies") if given[name]}
    if given["contact"]:
        told["contact"] = checked(given["contact"])
    if given["resolve"]:
        told["resolve"] = dict(map(resolved, given["resolve"]))
    return told


def resolved(text: str) -> tuple[str, tuple[str, int]]:
    """`host=address:port` taken apart."""
    host, _, place = text.partition("=")
    address, _, port = place.rpartition(":")
    if not (host and address and port.isdecimal() and 0 < int(port) < 1 << 16):
        raise LycosaError(f"--resolve {text}: write it like example.org=127.0.0.1:8080")
    return host.lower(), (address.strip("[]"), int(port))


def _more(folder: Path, text: str, topic: Topic | None, given: dict[str, Any]) -> Order:
    """More of the hunt that is there: only its budgets may be others, and how hosts are asked."""
    from msgspec.structs import replace

    from lycosa.collection.run import RunError, read
    from lycosa.engines.local import Order

    run, kept = read(folder)
    if (topic.name if topic else text) != run.topic:
        raise RunError(f"{folder}: holds a hunt of {run.topic!r}, not of {text!r}; name another folder with --out")
    if changed := next(_changed(run, kept, topic, given), ""):
        raise RunError(f"{folder}: {changed} cannot change within a hunt; name another folder with --out")
    if topic and not given.get("retrain"):
        _outgrown(folder, kept, topic)
    budgets = {name: given[name] for name in BUDGETS if given[name] is not None}
    settings, fetch = replace(run.settings, **budgets), replace(run.fetch, **asking(given))
    settings.check()
    fetch.check()
    run = replace(run, settings=settings, fetch=fetch)
    return Order(folder=folder, run=run, topic=kept, parallel=given["parallel"])


def _outgrown(folder: Path, kept: Topic, topic: Topic) -> None:
    """Say so where the topic has been taught since, and the hunt does not know."""
    from msgspec.structs import replace

    from lycosa.cli.show import complain
    from lycosa.judges.files import trained_on

    if trained_on(topic) != trained_on(replace(kept, languages=topic.languages, synonyms=topic.synonyms)):
        complain(
            f"{folder}: goes by the topic as it was when the hunt began; to hunt it as it is now, name another --out"
        )


def _changed(run: Run, kept: Topic, topic: Topic | None, given: dict[str, Any]) -> Iterator[str]:
    """What is asked for and not as the hunt was begun."""
    from lycosa.cli.options import languages_from, scope_from, settings_from
    from lycosa.topics.topic import Scope

    for name, held in (("strategy", run.strategy), ("judge", run.judge), ("number", run.settings.number)):
        if given[name] not in (None, held):
            yield f"--{name} {held}"
    settings = settings_from(given, run.settings.number, run.settings)
    changed = (name for name in RULES if getattr(settings, name) != getattr(run.settings, name))
    yield from (f"--{name.replace('_', '-')}" for name in changed)
    if given["ignore_robots"] and run.settings.robots:
        yield "--ignore-robots"
    if (given["seeds"] or given["seed_file"]) and not set(seeds_from(given, kept)) <= set(run.seeds):
        yield "the seeds"
    if any(given[name] for name in SCOPE) and scope_from(given, topic.scope if topic else Scope()) != kept.scope:
        yield "where it may go"
    if given["language"] and languages_from(given) != kept.languages:
        yield "--language"


def slug(text: str) -> str:
    """A name for a folder."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")[:60] or "topic"
