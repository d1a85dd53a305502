"""Who hunts is asked once, told why, and remembered; where nobody can be asked, that is one line."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from lycosa.cli import identity
from lycosa.cli.main import USAGE, run
from tests.cli.live import QUICK, at, page, watched

if TYPE_CHECKING:
    from pathlib import Path

HUB = "http://hub.test/"


def asked(port: int, folder: Path) -> list[str]:
    return ["crawl", "lighthouse", "--seed", HUB, "--out", str(folder), *QUICK, *at(port)]


def at_a_terminal(args: list[str], typed: str) -> tuple[int, str]:
    """The exit code, and what stood on the terminal."""
    ours, theirs = pty.openpty()
    os.write(ours, typed.encode())
    done = subprocess.run(
        [sys.executable, "-m", "lycosa", *args],
        env={**os.environ, "TERM": "dumb"},
        stdin=theirs,
        stderr=theirs,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    os.close(theirs)
    said = b""
    try:
        while some := os.read(ours, 4096):
            said += some
    except OSError:  # all is read, and nobody writes any more
        pass
    os.close(ours)
    return done.returncode, said.decode()


def test_it_is_asked_for_once_with_the_reason_and_sent_to_hosts(tmp_path, nobody):
    with watched({HUB: page("Hub")}) as (port, _):
        code, first = at_a_terminal(asked(port, tmp_path / "one"), "me@example.org\n")
        again, second = at_a_terminal(asked(port, tmp_path / "two"), "")

    assert (code, again) == (0, 0)
    assert identity.WHY in first
    assert identity.ASKED.strip() not in second
    assert nobody.read_text("utf-8") == "me@example.org\n"
    assert 'contact = "me@example.org"' in (tmp_path / "two/run.toml").read_text("utf-8")


def test_an_answer_that_is_none_is_not_remembered(tmp_path, nobody):
    with watched({HUB: page("Hub")}) as (port, web):
        code, said = at_a_terminal(asked(port, tmp_path / "hunt"), "me\n")

    assert code == USAGE
    assert "'me' is no contact: give an e-mail address or the address of a web page" in said
    assert not nobody.exists()
    assert web.visits == []


@pytest.mark.usefixtures("nobody")
def test_where_nobody_can_be_asked_nothing_is_fetched(tmp_path, capsys):
    with watched({HUB: page("Hub")}) as (port, web):
        assert run(asked(port, tmp_path / "hunt")) == USAGE
        assert web.visits == []
    said = capsys.readouterr().err
    assert said.startswith("lycosa: no contact: ")
    assert "give --contact you@example.org, or set LYCOSA_CONTACT" in said
    assert not (tmp_path / "hunt").exists()


def test_what_is_given_goes_before_what_is_set_and_that_before_what_is_remembered(nobody, monkeypatch):
    identity.remember("kept@example.org")
    assert identity.contact("") == "kept@example.org"
    monkeypatch.setenv("LYCOSA_CONTACT", "set@example.org")
    assert identity.contact("") == "set@example.org"
    assert identity.contact(" given@example.org ") == "given@example.org"
    assert nobody.read_text("utf-8") == "kept@example.org\n"


@pytest.mark.parametrize("said", ["", "me", "a@", "a@b\nX-Evil: 1", "a@b;c", "(a@b)", "bücher@example.org"])
def test_no_contact_can_break_a_header(said):
    with pytest.raises(identity.IdentityError, match="is no contact"):
        identity.checked(said)
