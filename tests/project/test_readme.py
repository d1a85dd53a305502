from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from lycosa.cli.main import commands
from lycosa.webs.served import served
from tests.project.markdown import alike, blocks, said

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "CONTRIBUTING.md"]


def shell_lines(page: str) -> list[list[str]]:
    """The commands of a page's `sh` and `console` blocks, split into words."""
    found = blocks((ROOT / page).read_text("utf-8"))
    lines = [line for block in found if block.language == "sh" for line in block.text.splitlines()]
    lines += [one.command for block in found if block.language == "console" for one in said(block)]
    return [words for line in lines if (words := shlex.split(line, comments=True))]


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):.* ## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def named(words: list[str]) -> list[click.Command]:
    """The command that a line calls, after the groups it is in."""
    found: list[click.Command] = [commands]
    for word in words[1:]:
        last = found[-1]
        made = last.get_command(click.Context(last), word) if isinstance(last, click.Group) else None
        if made is None:
            break
        found.append(made)
    return found


def options(words: list[str]) -> set[str]:
    """The options a command knows, its groups' included."""
    both = ["-h", "--help"]  # click keeps the option it makes here
    known = [one for made in named(words) for one in made.get_params(click.Context(made, help_option_names=both))]
    return {name for option in known for name in [*option.opts, *option.secondary_opts]}


@pytest.mark.parametrize("page", PAGES)
def test_every_target_of_make_that_is_named_is_there(page: str) -> None:
    made = {words[1] for words in shell_lines(page) if words[0] == "make"}

    assert made
    assert made <= targets()


@pytest.mark.parametrize("page", [*PAGES, "docs/topics.md"])
def test_every_command_and_option_that_is_named_is_there(page: str) -> None:
    for words in shell_lines(page):
        if words[0] == "lycosa":
            assert not isinstance(named(words)[-1], click.Group) or words[1].startswith("-"), words
            assert {word.partition("=")[0] for word in words[1:] if word.startswith("-")} <= options(words)


def test_what_the_readme_shows_is_what_is_printed(tmp_path: Path) -> None:
    """All `lycosa` commands of the page, in one empty folder, one after the other, beside the web that it serves."""
    page = (ROOT / "README.md").read_text("utf-8")
    (web,) = re.findall(r"-m lycosa\.webs\.serve '(.+)' --port 8080 &", page)
    with served(web) as port:
        follow(page.replace("127.0.0.1:8080", f"127.0.0.1:{port}"), tmp_path)


def follow(page: str, tmp_path: Path) -> None:
    shown = [one for block in blocks(page) for one in said(block)]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    assert shown
    for one in shown:
        if one.command.startswith("lycosa "):
            ended = subprocess.run(
                one.command,
                shell=True,
                cwd=tmp_path,
                env={**os.environ, "PATH": path, "COLUMNS": "80"},
                capture_output=True,
                text=True,
                check=True,
            )

            assert alike(ended.stdout, one.output), f"{one.command}\n{ended.stdout}"


def test_the_gate_runs_the_readmes_test_command() -> None:
    gate = (ROOT / ".ci/run").read_text("utf-8").splitlines()

    assert ["make", "test"] in shell_lines("README.md")
    assert "make test" in gate
    assert "make lint" in gate
