"""The recipes of CONTRIBUTING.md are followed to the letter, in a copy of the tree."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.markdown import Block, blocks

ROOT = Path(__file__).parents[2]
RECIPES = ["Add a strategy", "Add a judge"]
SKIPPED = shutil.ignore_patterns("__pycache__", ".*", "test_recipes.py")
BIN = Path(sys.executable).parent


def recipe(heading: str) -> list[Block]:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return [block for block in blocks(page) if block.heading == heading]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Code, tests and settings, without what the workshop leaves lying about."""
    for folder in ("src", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=SKIPPED)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def ran(copy: Path, *command: str | Path) -> str:
    """What a command prints in the copy; it must end well."""
    ended = subprocess.run(
        command,
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def pytest_arguments(block: Block) -> list[list[str]]:
    """What `make test` hands to pytest on each line."""
    return [shlex.split(shlex.split(line)[2].removeprefix("ARGS=")) for line in block.text.splitlines()]


@pytest.mark.parametrize("heading", RECIPES)
def test_a_recipe_writes_a_file_and_runs_the_laws(heading: str) -> None:
    paths = [block.path for block in recipe(heading) if block.language == "python"]
    commands = [block for block in recipe(heading) if block.language == "sh"]

    assert len(paths) == len(commands) == 1
    assert not (ROOT / paths[0]).exists()
    assert all("tests/checks" in arguments for arguments in pytest_arguments(commands[0]))


@pytest.mark.parametrize("heading", RECIPES)
def test_a_recipe_is_ten_lines(heading: str) -> None:
    """Blank lines and docstrings are not counted."""
    (file,) = (block.text for block in recipe(heading) if block.language == "python")

    assert len([line for line in file.splitlines() if line.strip() and '"""' not in line]) <= 10


@pytest.mark.parametrize("heading", RECIPES)
def test_who_follows_a_recipe_has_something_that_keeps_the_laws(copy: Path, heading: str) -> None:
    files = [block for block in recipe(heading) if block.path]
    for file in files:
        (copy / file.path).write_text(file.text, "utf-8")

    for block in recipe(heading):
        for arguments in pytest_arguments(block) if block.language == "sh" else []:
            printed = ran(copy, BIN / "python", "-m", "pytest", "-p", "no:cacheprovider", *arguments)

            assert int(re.findall(r"(\d+) passed", printed)[-1]) > 1


@pytest.mark.parametrize("heading", RECIPES)
def test_a_recipe_passes_lint(copy: Path, heading: str) -> None:
    files = [block for block in recipe(heading) if block.path]
    for file in files:
        (copy / file.path).write_text(file.text, "utf-8")
    paths = [file.path for file in files]

    ran(copy, BIN / "ruff", "check", "--no-cache", *paths)
    ran(copy, BIN / "ruff", "format", "--no-cache", "--check", *paths)
