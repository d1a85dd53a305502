"""What a room holds, for people and as JSON: strategies, judges."""

from __future__ import annotations

import inspect
import json
import textwrap
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli import tables
from lycosa.pages.names import Name, Named, parse_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.pages.registry import Registry

WIDTH = 88  # of prose


def show(registry: Registry[Any], name: str | None, *, as_json: bool, command: str = "") -> None:
    """Print all of them, or one; `command` is what the user typed, where that is not the room's own word."""
    if as_json:
        told: Any = facts_of(registry.find(name)) if name else everything(registry)
        click.echo(json.dumps(told, indent=2))
        return
    for line in described(registry, name) if name else listed(registry, command or plural(registry)):
        click.echo(line)


def plural(registry: Registry[Any]) -> str:
    """The word for all of them."""
    return registry.package.rpartition(".")[2]


def facts(kind: type[Named]) -> dict[str, Any]:
    """One of a kind as plain data; what a description's first line says is its title."""
    text = inspect.getdoc(kind) or ""
    named = {key: one for key, one in inspect.signature(kind).parameters.items() if one.kind is not one.VAR_POSITIONAL}
    return {
        "name": kind.word,
        "family": getattr(kind, "family", ""),
        "title": text.partition("\n")[0],
        "parameters": {key: None if one.default is one.empty else _plain(one.default) for key, one in named.items()},
        "paper": getattr(kind, "paper", ""),
        "bound": getattr(kind, "bound", False),
        "description": text,
    }


def facts_of(one: Named) -> dict[str, Any]:
    """The same of one with its arguments, and what it asks for with them."""
    asked: dict[str, Any] = {key: list(getattr(one, key)) for key in ("uses", "needs") if hasattr(one, key)}
    asked |= {key: getattr(one, key) for key in ("unit", "better") if getattr(one, key, "")}
    parameters = {key: _plain(value) for key, value in one.options().items()}
    return {**facts(type(one)), "name": repr(one), "parameters": parameters, **asked}


def _plain(value: Any) -> Any:
    """A parameter that has a name is told by it."""
    return repr(value) if isinstance(value, Name | Named) else value


def everything(registry: Registry[Any]) -> dict[str, Any]:
    """All of a room, and the presets."""
    return {plural(registry): [facts(kind) for kind in registry.known.values()], "presets": registry.presets}


def listed(registry: Registry[Any], command: str) -> Iterator[str]:
    """By family, one line each; then the presets."""
    for family, members in registry.by_family():
        if family:
            yield tables.bold(family)
        yield from _lines([(kind.word, _marked(facts(kind))) for kind in members])
        yield ""
    if registry.presets:
        yield tables.bold("presets")
        yield from _lines(list(registry.presets.items()))
        yield ""
    word = next(iter(registry.known))
    yield f"More of one: lycosa {command} {word}"


def _marked(one: dict[str, Any]) -> str:
    return f"{one['title']} (a bound, never a competitor)" if one["bound"] else one["title"]


def _lines(pairs: list[tuple[str, str]]) -> Iterator[str]:
    """Name and title; what does not fit the terminal goes on below the title."""
    wide = max(len(name) for name, _ in pairs)
    for name, title in pairs:
        first, *rest = tables.wrapped(title, " " * (wide + 4)) or [""]
        yield f"  {name:{wide}}  {first.strip()}".rstrip()
        yield from rest


def described(registry: Registry[Any], name: str) -> Iterator[str]:
    """One, in full."""
    one = registry.find(name)
    told = facts_of(one)
    yield tables.bold(told["name"])
    width = min(WIDTH, tables.room() or WIDTH)
    texts, example = paragraphs(told["description"])
    for text in texts:
        yield ""
        yield from textwrap.wrap(text, width)
    if example:
        yield ""
        yield from example
    yield ""
    yield from tables.table(("", ""), [(head, text) for head, text in _rows(registry, told) if text])


def paragraphs(description: str) -> tuple[list[str], list[str]]:
    """The paragraphs of a description, a line each, and the lines of its example."""
    parts = [[line.strip() for line in part.splitlines()] for part in description.split("\n\n")]
    texts = [" ".join(lines) for lines in parts if not lines[0].startswith(">>>")]
    return texts, [line for lines in parts if lines[0].startswith(">>>") for line in lines]


def _rows(registry: Registry[Any], told: dict[str, Any]) -> list[tuple[str, str]]:
    settings = [f"{name}={value!r}" for name, value in told["parameters"].items()]
    needs = [need.replace("|", " or ") for need in told.get("needs", ())]
    word = parse_name(told["name"]).word
    presets = [f"{name} is {means}" for name, means in registry.presets_of(word).items()]
    return [
        ("family", told["family"]),
        ("parameters", ", ".join(settings) or "none"),
        ("uses", ", ".join(told["uses"]) or "nothing" if "uses" in told else ""),
        ("needs", ", ".join(needs) or "nothing"),
        ("unit", told.get("unit", "")),
        ("better", told.get("better", "")),
        ("presets", "; ".join(presets)),
        ("paper", told["paper"]),
    ]
