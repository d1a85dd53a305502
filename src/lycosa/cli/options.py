"""Options that every command that hunts has: the rules of a crawl, and where it may go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.crawl.settings import Settings
    from lycosa.topics.topic import Scope

    F = TypeVar("F", bound=Callable[..., Any])

PAGES = 1000  # where no budget is given

# Field of the settings: what it means. An option left out keeps what the preset says.
BUDGETS = {
    "pages": (int, "Pages judged."),
    "fetches": (int, "Fetches, failed ones included."),
    "seconds": (float, "Seconds of crawl time."),
    "size": (int, "Bytes of bodies."),
}
RULES = {
    "depth": (int, "Links from a seed."),
    "host_pages": (int, "Pages of a host."),
    "site_pages": (int, "Pages of a registrable domain."),
    "url_length": (int, "Characters of a URL."),
    "page_bytes": (int, "Bytes of a page that are read, 2 MB at most."),
    "text_limit": (int, "Characters of a page that are judged."),
    "www": (bool, "A leading www. makes no other URL."),
    "index": (bool, "Nor does the name of an index file."),
    "repeats": (int, "Times a path may hold the same segment."),
    "cap": (int, "URLs that may wait; the best stay."),
    "spacing": (int, "Among so many tickets in a row a host comes once."),
    "gap": (float, "Seconds between two fetches of a host."),
    "gap_factor": (float, "Or so many times its time to answer, where longer."),
    "connections": (int, "Tickets of a host at once."),
    "retries": (int, "Further tries where a failure may pass."),
    "patience": (float, "Stop when all hosts left sleep longer (seconds)."),
    "duplicates": (str, "Pages already caught under another URL: off, exact or near."),
    "dry_window": (int, "Stop when of the last N pages ..."),
    "dry_floor": (float, "... fewer than this share were relevant."),
}


class Sectioned(click.Command):
    """A command whose help lists its options by section."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each section under its name, in the order of the options."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx) if isinstance(one, click.Option) else None
            if record:
                sections.setdefault(getattr(one, "section", "Options"), []).append(record)
        for name, records in sections.items():
            with formatter.section(name):
                formatter.write_dl(records)


class Rule(click.Option):
    """An option of a section."""

    def __init__(self, *args: Any, section: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section


def at_least(least: int) -> Callable[..., int | None]:
    """A callback that refuses smaller numbers."""

    def check(ctx: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
        if value is not None and value < least:
            raise click.BadParameter(f"{value} is too small: give {least} or more", ctx, parameter)
        return value

    return check


def _settings_options(fields: dict[str, tuple[type, str]], section: str) -> list[Callable[[F], F]]:
    short = {int: "N", float: "X", str: "WORD", bool: None}
    return [
        click.option(
            f"--{name.replace('_', '-')}",
            type=kind,
            is_flag=kind is bool,
            default=None,  # left out, a flag is not off but as the preset has it
            metavar=short[kind],
            help=text,
            cls=Rule,
            section=section,
        )
        for name, (kind, text) in fields.items()
    ]


def _scope_option(*names: str, **kwargs: Any) -> Callable[[F], F]:
    return click.option(*names, cls=Rule, section="Where it may go", **kwargs)


def hunting(command: F) -> F:
    """Give a command the options of budgets, rules and scope."""
    options = [
        *_settings_options(BUDGETS, "Budgets"),
        *_settings_options(RULES, "Rules and caps (0: no limit)"),
        click.option(
            "--preset",
            metavar="NAME",
            cls=Rule,
            section="Rules and caps (0: no limit)",
            help="A set of rules and caps: seed_001. What is given beside it goes before it.",
        ),
        _scope_option("--stay-in", multiple=True, metavar="DOMAIN", help="Only hosts that are or end so."),
        _scope_option("--leave-out", metavar="FILE", help="URLs and sites not to visit, one a line."),
        _scope_option("--seed-sites", is_flag=True, help="Only sites of the seeds."),
        _scope_option("--skip-usual-links", is_flag=True, help="Not links like privacy policy, contact us."),
        _scope_option("--skip-link", multiple=True, metavar="TEXT", help="Not links with this text."),
        _scope_option("--language", multiple=True, metavar="CODE", help="Only pages in it are relevant: en."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def settings_from(given: dict[str, Any], number: int, usual: Settings | None = None) -> Settings:
    """The preset with what was given beside it, and a budget of pages where nobody named one."""
    from msgspec.structs import replace

    from lycosa.crawl.settings import PRESETS, Settings, SettingsError
    from lycosa.topics.read import nearest

    name = given["preset"]
    if name and name not in PRESETS:
        raise SettingsError(f"unknown preset {name!r}: {nearest(name, list(PRESETS))}")
    plain = Settings()
    base = usual or plain
    if name:
        preset = {field: getattr(PRESETS[name], field) for field in base.__struct_fields__}
        base = replace(base, **{field: value for field, value in preset.items() if value != getattr(plain, field)})
    wanted = {field: given[field] for field in (*BUDGETS, *RULES) if given[field] is not None}
    settings = replace(base, number=number, **wanted)
    settings.check()
    endless = not any(getattr(settings, field) for field in BUDGETS)
    asked = any(field in wanted for field in BUDGETS)
    return replace(settings, pages=PAGES) if endless and not asked else settings


def scope_from(given: dict[str, Any], scope: Scope) -> Scope:
    """The topic's scope, narrowed by what was given."""
    from msgspec.structs import replace

    left = left_out(given["leave_out"]) if given["leave_out"] else ()
    if not all(map(str.strip, given["stay_in"])):
        raise LycosaError("--stay-in: no domain in it; write it like example.org or edu")
    if not all(map(str.strip, given["skip_link"])):
        raise LycosaError("--skip-link: no words in it; write it like 'buy now'")
    return replace(
        scope,
        stay_in=given["stay_in"] or scope.stay_in,
        leave_out=(*scope.leave_out, *left),
        seed_sites=given["seed_sites"] or scope.seed_sites,
        link_texts=(*scope.link_texts, *given["skip_link"]),
        usual_link_texts=given["skip_usual_links"] or scope.usual_link_texts,
    )


def languages_from(given: dict[str, Any]) -> tuple[str, ...]:
    """The languages asked for, as pages have them."""
    from lycosa.topics.languages import language_code

    return tuple(language_code(text, "--language") for text in given["language"])


def left_out(file: str) -> tuple[str, ...]:
    """The entries of a file of URLs and sites."""
    try:
        lines = Path(file).read_text("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise LycosaError(f"{file}: not UTF-8; save the file as UTF-8") from None
    return tuple(line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#"))
