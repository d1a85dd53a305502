from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lycosa.cli import demo
from lycosa.cli.main import DONE, helps, run
from lycosa.cli.replay import command as replay

if TYPE_CHECKING:
    import pytest


def test_the_demo_shows_that_best_first_finds_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Over loopback, with the real crawler; what it caught is there afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "FETCHES", 400)
    monkeypatch.setattr(demo, "WEB", "practice(pages=3000, number=7)")

    assert run(["demo"]) == DONE
    said = capsys.readouterr()
    rows = {line.split()[0]: line.split() for line in said.out.splitlines() if line.startswith("b")}
    assert float(rows["best_first"][4]) > float(rows["breadth_first"][4])
    assert said.err == ""
    assert "Where to go next" in said.out
    for name in demo.STRATEGIES:
        assert run(["verify", f"{demo.FOLDER}/{name}"]) == DONE
    assert demo.emptied(Path(demo.FOLDER)) == Path(demo.FOLDER)
    assert not list(Path(demo.FOLDER).iterdir())


def test_the_commands_to_try_next_are_commands() -> None:
    for _, line in demo.NEXT:
        assert len(line) <= 80 - 17
        word, name, *args = shlex.split(line)
        assert word == "lycosa"
        assert name in helps()
        if name == "replay" and "--help" not in args:
            replay.make_context("replay", args)


def test_on_a_terminal_a_hunt_is_shown_while_it_runs() -> None:
    """A real pseudo-terminal gets the picture; stdout stays free of it."""
    leader, follower = pty.openpty()
    args = ["replay", "bread", "--web", "practice(pages=2000)", "--pages", "300"]
    with subprocess.Popen(
        [sys.executable, "-m", "lycosa", *args],
        stdout=subprocess.PIPE,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    ) as process:
        os.close(follower)
        shown = b""
        with suppress(OSError):  # the end of a pseudo-terminal
            while data := os.read(leader, 65536):
                shown += data
        out = process.stdout.read() if process.stdout else b""
    os.close(leader)

    assert b"of 300 pages" in shown
    assert b" 0 pages" not in shown  # before it begins nobody knows its budget
    assert b"harvest" in shown
    assert b"waiting" in shown
    assert b"\x1b" not in out
    assert out.startswith(b"strategy")
