"""The group of all commands, and how each of them ends: with an exit code, and with one line where it failed.

0 ended as asked, 1 failed, 2 usage, 3 stopped early by a guard, 130 interrupted.
"""

from __future__ import annotations

import importlib
import io
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lycosa import __version__, cli
from lycosa.cli.show import complain
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

DONE, FAILED, USAGE, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130

# A wrong path is the user's to put right, a full disk is not.
WRONG_PATH = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)

FIRST_LINE = re.compile(r'\s*r?"""(.+?)\.?(?:"""|\n)')


def helps(package: ModuleType = cli) -> dict[str, str]:
    """Command to its one line of help: every file of the package that makes a command, read but not imported.

    The line is the first of the file's docstring. A folder with such files is a group, its line that of its `__init__`.
    """
    found = {}
    for folder in map(Path, package.__path__):
        commands = [*_makers(folder), *{file.parent / "__init__.py" for file in _makers(folder, "*/*.py")}]
        for file in commands:
            named = file.parent if file.stem == "__init__" else file
            line = FIRST_LINE.match(file.read_text("utf-8"))
            found[named.stem.replace("_", "-")] = line[1] if line else ""
    return found


def _makers(folder: Path, pattern: str = "*.py") -> list[Path]:
    return [file for file in folder.glob(pattern) if "\n@click.command(" in file.read_text("utf-8")]


class Commands(click.Group):
    """`lycosa foo` is the `command` of `lycosa.cli.foo`, `lycosa foo bar` that of `lycosa.cli.foo.bar`.

    Nothing else is imported for it.
    """

    package = cli

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in order."""
        return sorted(helps(self.package))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or none."""
        if cmd_name not in helps(self.package):
            return None
        found = importlib.import_module(f"{self.package.__name__}.{cmd_name.replace('-', '_')}")
        command: click.Command = found.command if hasattr(found, "command") else group(found)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(helps(self.package).items()) or [("none", "as yet")])


def group(package: ModuleType) -> Commands:
    """The commands of a folder."""
    made = Commands(help=package.__doc__, invoke_without_command=True, callback=click.pass_context(help_alone))
    made.package = package
    return made


def help_alone(ctx: click.Context) -> None:
    """A group without a command shows its help."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lycosa", message="%(prog)s %(version)s")
@click.pass_context
def commands(ctx: click.Context) -> None:
    """Tell it what you are after, and it hunts: a focused web crawler."""
    help_alone(ctx)


def run(args: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; what went wrong is said on stderr in one line."""
    try:
        code = commands.main(args, prog_name="lycosa", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        hush()
        return FAILED
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted")
        return INTERRUPTED
    except Exception as wrong:
        if os.environ.get("LYCOSA_DEBUG") == "1":
            raise
        return failed(wrong)
    return code if isinstance(code, int) else DONE


def failed(wrong: Exception) -> int:
    """Say what went wrong and give the exit code for it."""
    if isinstance(wrong, click.ClickException):
        context = getattr(wrong, "ctx", None)
        said = wrong.format_message().rstrip(".")
        stop = "" if said.endswith("?") else "."
        complain(f"{said}{stop} See {context.command_path} --help." if context else said)
        return wrong.exit_code
    if isinstance(wrong, LycosaError):
        complain(str(wrong))
        return USAGE
    if isinstance(wrong, OSError):
        named = f"{wrong.filename}: " if wrong.filename else ""
        complain(f"{named}{wrong.strerror or wrong}")
        return USAGE if named and isinstance(wrong, WRONG_PATH) else FAILED
    complain(f"a fault of Lycosa's own: {type(wrong).__name__}: {wrong}. LYCOSA_DEBUG=1 shows where.")
    return FAILED


def hush() -> None:
    """Whoever read our output has gone: send the rest nowhere, so that Python's last flush is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def nowhere() -> io.TextIOWrapper:
    """In place of a stream that was closed before we began."""
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  # open as long as the process runs


def main() -> None:
    """`lycosa` on the command line."""
    sys.stdout, sys.stderr = sys.stdout or nowhere(), sys.stderr or nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without the letter is no reason to fail
    sys.exit(run())
