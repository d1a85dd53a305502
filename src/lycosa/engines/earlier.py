"""What a strategy learned in an earlier crawl: its state, as named arrays, numbers and strings."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from lycosa import strategies
from lycosa.collection.checkpoints import CHECKPOINTS, load
from lycosa.collection.opened import EARLIER, Opened
from lycosa.crawl.state import pack, unpack

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import State


def keep(path: Path, strategy: Strategy) -> None:
    """Write what it has learned to a file, for later crawls by the same strategy."""
    path.write_bytes(packed(repr(strategy), strategy.state()))


def packed(name: str, state: State) -> bytes:
    """As it lies in a file."""
    return pack({"strategy": name, "state": state})


def given(path: Path | None, strategy: str) -> dict[str, Any]:
    """What a strategy that needs an earlier crawl's is given: nothing where none is named, or where it needs none."""
    wanted = strategies.find(strategy)
    if path is None or "earlier" not in wanted.needs:
        return {}
    name, state = _learned(path)
    if strategies.find(name).word != wanted.word:
        raise strategies.StrategyError(f"{path}: was learned by {name}, of which {wanted.word} can make nothing")
    return {"earlier": state}


def _learned(path: Path) -> tuple[str, State]:
    """The name of the strategy, and what it knew when the collection was left or the file was written."""
    if not path.is_dir():
        try:
            held = unpack(path.read_bytes())
            return held["strategy"], held["state"]
        except OSError as wrong:
            raise strategies.StrategyError(f"{path}: cannot be read ({wrong.strerror})") from None
        except (ValueError, KeyError, TypeError):
            raise strategies.StrategyError(f"{path}: is no file of what a strategy learned") from None
    with closing(Opened(path)) as collection:
        found, _ = load(path / CHECKPOINTS, collection.catalogue)
        if found is None:
            raise strategies.StrategyError(f"{path}: has no checkpoint yet; let that crawl come to an end first")
        return collection.run.strategy, found.crawl["strategy"]


def kept_in(folder: Path, strategy: str) -> dict[str, Any]:
    """What a hunt of a collection was given when it was begun."""
    path = folder / EARLIER
    return given(path, strategy) if path.exists() else {}
