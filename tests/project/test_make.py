"""Make and the gate, with commands that only say how they were called where the real ones take minutes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def ran(folder: Path, *command: str | Path, **settings: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LYCOSA", "MAKE", "CI"))}
    return subprocess.run(
        command,
        cwd=folder,
        env=kept | settings,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    return folder


def test_make_alone_says_what_there_is_to_make(checkout: Path) -> None:
    named = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    listed = [line.split()[1] for line in ran(checkout, "make").stdout.splitlines()]

    assert named
    assert listed == named[1].split()


@pytest.mark.parametrize(
    ("python", "said"),
    [
        ("exit 1", "Python 3.11 or later is needed"),
        ('case "$*" in *ensurepip*) exit 1;; esac', "apt install python3-venv"),
    ],
)
def test_what_a_machine_lacks_is_said_in_one_line(checkout: Path, python: str, said: str) -> None:
    fake = script(checkout / "python", python)
    ended = ran(checkout, "make", "test", f"PYTHON={fake}")

    assert ended.returncode == 2
    assert said in ended.stderr.splitlines()[0]
    assert "No such file" not in ended.stderr


def test_what_is_set_up_is_not_set_up_again(checkout: Path) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv/.ready").touch()
    ended = ran(checkout, "make", "setup", "PYTHON=false")

    assert (ended.returncode, ended.stdout) == (0, ".venv/bin/lycosa is ready\n")


def test_new_pins_are_set_up(checkout: Path) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv/.ready").touch()
    os.utime(checkout / "requirements.lock", (2**32, 2**32))

    assert ran(checkout, "make", "setup", "PYTHON=false").returncode == 2


def test_tests_run_on_all_cores_with_the_arguments_given(checkout: Path) -> None:
    script(checkout / ".venv/bin/python", 'echo "$@"')
    (checkout / ".venv/.ready").touch()
    ended = ran(checkout, "make", "test", "ARGS=-k urls")

    assert ended.stdout == "-m pytest -n auto --dist worksteal -k urls\n"


@pytest.mark.parametrize("broken", ["", "ruff", "mypy", "lint-imports"])
def test_lint_says_all_that_is_wrong_at_once(checkout: Path, broken: str) -> None:
    for tool in ("ruff", "mypy", "lint-imports"):
        script(checkout / ".venv/bin" / tool, f"echo {tool} $1; [ {tool} != '{broken}' ]")
    (checkout / ".venv/.ready").touch()
    ended = ran(checkout, "make", "lint")

    assert ended.returncode == (2 if broken else 0)
    assert ended.stdout.split()[:4] == ["ruff", "check", "ruff", "format"]
    assert "mypy" in ended.stdout.splitlines()[2]
    assert ended.stdout.splitlines()[3].startswith("lint-imports")


GATE = 'echo "make $* CI=$CI NEED=$LYCOSA_NEED_WEBS"; read line && exit 9; [ "$1" != "$BREAK" ]'


@pytest.mark.parametrize(
    ("broken", "shared", "code", "calls"),
    [
        ("", False, 0, ["make test CI=true NEED=", "make lint CI=true NEED="]),
        ("", True, 0, ["make test CI=true NEED=1", "make lint CI=true NEED=1"]),
        ("test", True, 1, ["make test CI=true NEED=1"]),
        ("lint", False, 1, ["make test CI=true NEED=", "make lint CI=true NEED="]),
    ],
)
def test_the_gate_is_tests_then_lint(checkout: Path, broken: str, shared: bool, code: int, calls: list[str]) -> None:
    script(checkout / "bin/make", GATE)
    if shared:
        (checkout / "../shared").mkdir()
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    ended = ran(checkout.parent, checkout / ".ci/run", PATH=path, BREAK=broken)

    assert (ended.returncode, ended.stdout.splitlines(), ended.stderr) == (code, calls, "")
