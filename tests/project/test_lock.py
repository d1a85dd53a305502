from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


@cache
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def asked(*groups: str, extras: bool = False) -> dict[str, Requirement]:
    """What users need, what extras add, and groups, by name."""
    lines = list(project()["project"]["dependencies"])
    for extra in project()["project"]["optional-dependencies"].values() if extras else ():
        lines += extra
    waiting = list(groups)
    while waiting:
        for line in project()["dependency-groups"][waiting.pop()]:
            if isinstance(line, str):
                lines.append(line)
            else:
                waiting.append(line["include-group"])
    return {canonicalize_name(requirement.name): requirement for requirement in map(Requirement, lines)}


@cache
def lock() -> str:
    return (ROOT / "requirements.lock").read_text("utf-8")


def pinned() -> dict[str, list[str]]:
    """Name to its versions: a later Python may have one of its own."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==([^\s;]+)", lock(), re.MULTILINE):
        found.setdefault(name, []).append(version)
    return found


def imported(folder: str) -> set[str]:
    """The top names a folder's code imports, other than Python's own, ours, and a test's neighbours."""
    found = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                found.add(node.module.partition(".")[0])
    neighbours = {path.stem for path in (ROOT / folder).rglob("*.py")}
    return found - set(sys.stdlib_module_names) - neighbours - {"lycosa", "tests", "bench"}


def test_every_requirement_is_pinned_within_its_bounds() -> None:
    pins = pinned()
    wrong = [
        f"{requirement} is not met by {pins.get(name, 'nothing')}: make lock"
        for name, requirement in asked("dev").items()
        if name not in pins or not all(map(requirement.specifier.contains, pins[name]))
    ]

    assert wrong == []


def test_nothing_is_pinned_that_nobody_asks_for() -> None:
    direct = set(re.findall(r"^([a-z0-9-]+)==(?:(?!\n[a-z0-9]).)*?pyproject\.toml", lock(), re.MULTILINE | re.DOTALL))

    assert direct == asked("dev").keys()


def test_every_pin_has_its_hashes() -> None:
    entries = re.split(r"^(?=[a-z0-9])", lock(), flags=re.MULTILINE)[1:]

    assert len(entries) >= len(pinned()) > 0
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_build_asks_for_what_is_pinned() -> None:
    """So that the editable install without isolation finds its builder."""
    builder = Requirement(project()["build-system"]["requires"][0])

    assert all(map(builder.specifier.contains, pinned()[canonicalize_name(builder.name)]))


@pytest.mark.parametrize(("folder", "groups"), [("src", ()), ("tests", ("dev",)), ("bench", ("dev",))])
def test_what_is_imported_is_asked_for(folder: str, groups: tuple[str, ...]) -> None:
    whose = packages_distributions()
    known = asked(*groups, extras=True)
    stray = {
        name
        for name in imported(folder)
        if not any(canonicalize_name(owner) in known for owner in whose.get(name, [name]))
    }

    assert stray == set(), "name it in pyproject.toml, then make lock"


def test_what_users_install_is_used() -> None:
    whose = packages_distributions()
    used = {canonicalize_name(owner) for name in imported("src") for owner in whose.get(name, [name])}

    assert asked().keys() - used == set()
