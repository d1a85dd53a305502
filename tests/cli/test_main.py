from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest

from lycosa import __version__, cli
from lycosa.cli.main import DONE, FAILED, INTERRUPTED, STOPPED, USAGE, commands, helps, run
from lycosa.pages.errors import LycosaError
from lycosa.pages.names import NamingError

if TYPE_CHECKING:
    from pathlib import Path

PROBE = '''"""{line}"""

import click
{extra}

@click.command()
@click.argument("what", default="")
@click.option("--loud", is_flag=True)
def command(what, loud):
    {body}
'''


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A way to write a command into a folder that `lycosa.cli` looks into as well."""
    monkeypatch.setattr(cli, "__path__", [*cli.__path__, str(tmp_path)])
    written = []

    def write(name: str, body: str = "pass", line: str = "Try.", extra: str = "") -> None:
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(PROBE.format(body=body, line=line, extra=extra), "utf-8")
        written.append(f"lycosa.cli.{name}".replace("/", "."))
        if "/" in name:
            (file.parent / "__init__.py").write_text('"""Several tries."""\n', "utf-8")
            written.append(f"lycosa.cli.{file.parent.name}")

    yield write
    for module in written:
        sys.modules.pop(module, None)


def lycosa(*args: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lycosa", *args],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_version_is_one_line() -> None:
    ended = lycosa("--version")

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"lycosa {__version__}\n", "")


@pytest.mark.parametrize("args", [[], ["-h"], ["--help"]])
def test_without_a_command_the_help_is_shown(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(args) == DONE
    assert capsys.readouterr().out.startswith("Usage: lycosa")


def test_helpers_of_the_folder_are_no_commands() -> None:
    assert {"main", "show"}.isdisjoint(helps())


def test_every_command_has_a_line_of_help_and_runs_its_own() -> None:
    for name, line in helps().items():
        made = commands.get_command(click.Context(commands), name)

        assert line, name
        assert made is not None, name
        assert made.help, name


def test_a_command_is_listed_without_being_imported(command, capsys: pytest.CaptureFixture[str]) -> None:
    command("probe_me", line="Try this out.", extra="raise SystemExit(7)")

    assert run(["--help"]) == DONE
    assert re.search(r"^  probe-me +Try this out$", capsys.readouterr().out, re.MULTILINE)


def test_a_command_imports_no_other(command, capsys: pytest.CaptureFixture[str]) -> None:
    command("one", body="click.echo(what)")
    command("two", extra="raise SystemExit(7)")

    assert run(["one", "wolf"]) == DONE
    assert capsys.readouterr().out == "wolf\n"
    assert "lycosa.cli.two" not in sys.modules


def test_a_command_is_called_by_its_file(command, capsys: pytest.CaptureFixture[str]) -> None:
    command("probe_me")

    assert run(["probe-me", "--help"]) == DONE
    assert capsys.readouterr().out.startswith("Usage: lycosa probe-me [OPTIONS] [WHAT]")


def test_a_folder_of_commands_is_a_group(command, capsys: pytest.CaptureFixture[str]) -> None:
    command("tries/probe_me", body="click.echo(what)", line="Try this out.")
    command("tries/other", extra="raise SystemExit(7)")

    assert run(["--help"]) == DONE
    assert re.search(r"^  tries +Several tries$", capsys.readouterr().out, re.MULTILINE)
    assert run(["tries", "probe-me", "wolf"]) == DONE
    assert capsys.readouterr().out == "wolf\n"
    assert "lycosa.cli.tries.other" not in sys.modules


@pytest.mark.parametrize("args", [["tries"], ["tries", "--help"]])
def test_a_group_alone_shows_its_commands(command, capsys: pytest.CaptureFixture[str], args: list[str]) -> None:
    command("tries/probe_me", line="Try this out.")

    assert run(args) == DONE
    out = capsys.readouterr().out
    assert out.startswith("Usage: lycosa tries [OPTIONS] [COMMAND] [ARGS]...\n\n  Several tries.\n")
    assert re.search(r"^  probe-me +Try this out$", out, re.MULTILINE)
    assert "strategies" not in out


def test_a_folder_without_commands_is_no_group(command, tmp_path: Path) -> None:
    command("tries/helper")
    (tmp_path / "tries/helper.py").write_text('"""Helps."""\n', "utf-8")

    assert "tries" not in helps()


@pytest.mark.parametrize("code", [DONE, FAILED, USAGE, STOPPED])
def test_what_a_command_returns_is_the_exit_code(command, code: int) -> None:
    command("probe", body=f"return {code}")

    assert run(["probe"]) == code


def test_a_command_may_also_exit_by_its_context(command) -> None:
    command("probe", body="click.get_current_context().exit(3)")

    assert run(["probe"]) == STOPPED


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        (
            "raise ValueError('x')",
            FAILED,
            "lycosa: a fault of Lycosa's own: ValueError: x. LYCOSA_DEBUG=1 shows where.\n",
        ),
        (
            "raise OSError(28, 'No space left on device', 'a.warc')",
            FAILED,
            "lycosa: a.warc: No space left on device\n",
        ),
        ("raise OSError('all is lost')", FAILED, "lycosa: all is lost\n"),
        ("open('/no/such/web.tsv')", USAGE, "lycosa: /no/such/web.tsv: No such file or directory\n"),
        ("open('/')", USAGE, "lycosa: /: Is a directory\n"),
        ("raise click.ClickException('it rains')", FAILED, "lycosa: it rains\n"),
        ("raise KeyboardInterrupt", INTERRUPTED, "lycosa: interrupted\n"),
        ("raise click.Abort", INTERRUPTED, "lycosa: interrupted\n"),
    ],
)
def test_what_goes_wrong_is_one_line_and_a_code(
    command, capsys: pytest.CaptureFixture[str], body: str, code: int, said: str
) -> None:
    command("probe", body=body)

    assert run(["probe"]) == code
    assert capsys.readouterr().err.lstrip() == said  # click ends the line that ^C stands on


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nonesuch"], "lycosa: No such command 'nonesuch'. See lycosa --help.\n"),
        (["--nonesuch"], "lycosa: No such option '--nonesuch'. See lycosa --help.\n"),
        (["probe", "--lout"], "lycosa: No such option '--lout'. Did you mean '--loud'? See lycosa probe --help.\n"),
        (["probe", "--nonesuch"], "lycosa: No such option '--nonesuch'. See lycosa probe --help.\n"),
        (["tries", "nonesuch"], "lycosa: No such command 'nonesuch'. See lycosa tries --help.\n"),
        (["probe", "a", "b"], "lycosa: Got unexpected extra argument (b). See lycosa probe --help.\n"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(
    command, capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    command("probe")
    command("tries/probe")

    assert run(args) == USAGE
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("error", [LycosaError, NamingError])
def test_an_error_of_ours_is_the_users_to_put_right(
    command, capsys: pytest.CaptureFixture[str], error: type[LycosaError]
) -> None:
    command(
        "probe",
        extra=f"from {error.__module__} import {error.__name__}",
        body=f"raise {error.__name__}('no topic\\nin t.toml: name one\\x1b[2J')",
    )

    assert run(["probe"]) == USAGE
    assert capsys.readouterr().err == "lycosa: no topic in t.toml: name one\\x1b[2J\n"


def test_debug_shows_where(command, monkeypatch: pytest.MonkeyPatch) -> None:
    command("probe", body="raise KeyError('x')")
    monkeypatch.setenv("LYCOSA_DEBUG", "1")

    with pytest.raises(KeyError):
        run(["probe"])


def test_a_reader_who_left_makes_no_noise() -> None:
    """As in `lycosa ... | head -1`: the first half is read, then nobody is there."""
    spout = (
        "import click, lycosa.cli.main as m\n"
        "water = lambda: [print('x' * 99) for _ in range(9999)]\n"
        "m.Commands.get_command = lambda *_: click.Command('spout', callback=water)\n"
        "m.main()"
    )
    ended = subprocess.run(
        ["bash", "-c", '"$0" -c "$1" spout | head -1; echo "${PIPESTATUS[0]}"', sys.executable, spout],
        capture_output=True,
        text=True,
        check=True,
    )

    assert ended.stdout == f"{'x' * 99}\n{FAILED}\n"
    assert ended.stderr == ""


@pytest.mark.parametrize(
    ("closed", "code"), [("strategies >&-", DONE), ("nonesuch 2>&-", USAGE), ("judges 2>&-", DONE)]
)
def test_a_stream_closed_beforehand_is_no_reason_to_fail(closed: str, code: int) -> None:
    ended = subprocess.run(
        ["bash", "-c", f'"$0" -m lycosa {closed}', sys.executable], capture_output=True, text=True, check=False
    )

    assert (ended.returncode, ended.stderr) == (code, "")


def test_a_terminal_without_the_letter_still_gets_its_line() -> None:
    ended = lycosa("gr\u00f6\u00dfe", PYTHONIOENCODING="ascii")

    assert ended.returncode == USAGE
    assert ended.stderr == "lycosa: No such command 'gr\\xf6\\xdfe'. See lycosa --help.\n"


def test_the_help_imports_nothing_heavy() -> None:
    look = (
        "import sys\n"
        "from lycosa.cli.main import run\n"
        "run(['--help'])\n"
        "heavy = {'numpy', 'sklearn', 'aiohttp', 'starlette', 'ray', 'rich', 'asyncio', 'turbohtml'}\n"
        "sys.stderr.write(' '.join(sorted(heavy & sys.modules.keys())))\n"
    )
    ended = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)

    assert ended.stdout.startswith("Usage: lycosa")
    assert ended.stderr == ""
