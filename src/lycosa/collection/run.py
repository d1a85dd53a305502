"""What a run was asked for: `run.toml` holds all that is needed to do it again."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import msgspec
import tomli_w

from lycosa.archive.appending import unwritable
from lycosa.crawl.settings import Settings  # noqa: TC001 - msgspec reads the types of fields when it runs
from lycosa.pages.errors import LycosaError
from lycosa.topics.topic import Topic
from lycosa.webs.live.settings import FetchSettings  # noqa: TC001 - the same

if TYPE_CHECKING:
    from pathlib import Path

FILE, TOPIC = "run.toml", "topic"
HEAD = "# What this collection was asked for, and all that is needed to do it again.\n"


class RunError(LycosaError):
    """A folder that is no collection, or one of another hunt."""


class Run(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One hunt of one topic."""

    topic: str
    began: str  # UTC
    code: str  # Lycosa's version
    judge: str
    strategy: str
    seeds: tuple[str, ...]
    examples: tuple[str, ...] = ()  # pages the judge was shown
    settings: Settings
    fetch: FetchSettings

    @property
    def id(self) -> str:
        """The run's name, in archives too."""
        return f"{self.began}-{self.settings.number}"


def made(folder: Path) -> None:
    """A folder for a run."""
    try:
        (folder / TOPIC).mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise unwritable(folder, wrong) from None


def write(folder: Path, run: Run, topic: Topic) -> None:
    """Into a folder made for it; the run comes last and at once, so that there is a whole one or none."""
    told = msgspec.json.format(msgspec.json.encode(topic), indent=2)
    part = folder / f"{FILE}.part"
    try:
        (folder / TOPIC / "topic.json").write_bytes(told + b"\n")
        part.write_text(HEAD + tomli_w.dumps(_plain(msgspec.to_builtins(run))), "utf-8")
        part.rename(folder / FILE)
    except OSError as wrong:
        raise unwritable(folder, wrong) from None


def read(folder: Path) -> tuple[Run, Topic]:
    """The run of a collection, and its topic."""
    path = folder / FILE
    try:
        run = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Run)
        topic = msgspec.json.decode((folder / TOPIC / "topic.json").read_bytes(), type=Topic)
    except (FileNotFoundError, NotADirectoryError) as wrong:
        raise RunError(f"{folder}: no collection there ({wrong.filename} is missing)") from None
    except OSError as wrong:
        raise RunError(f"{wrong.filename}: cannot be read ({wrong.strerror})") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise RunError(f"{path}: cannot be read ({' '.join(str(wrong).split())}); put it back as it was") from None
    return run, topic


def exists(folder: Path) -> bool:
    """Whether a collection is there."""
    return (folder / FILE).exists()


def _plain(value: Any) -> Any:
    """TOML knows no tuples."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value
