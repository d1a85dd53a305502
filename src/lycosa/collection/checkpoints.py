"""The crawl's state on disk, so that a start need not go through the whole log. The last two are kept."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from lycosa.archive.appending import unwritable
from lycosa.crawl.state import fingerprint, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lycosa.collection.catalogue import Catalogue
    from lycosa.strategies.records import State

KEPT = 2
CHECKPOINTS = "checkpoint"  # the folder of them in a collection


class Checkpoint(NamedTuple):
    """A state that holds right after the event `seq`."""

    seq: int
    now: float
    crawl: State
    out: Sequence[Sequence[int]]  # number and key of each ticket that was out, errands aside


def save(folder: Path, catalogue: Catalogue, now: float, crawl: State, out: Sequence[tuple[int, int]]) -> str:
    """Write it beside the others and list it; the hash of the crawl's state."""
    data = pack({"now": now, "crawl": crawl, "out": [list(one) for one in out]})
    name, path = f"{catalogue.seq:012d}.state", folder / f"{catalogue.seq:012d}.state"
    try:
        folder.mkdir(exist_ok=True)
        _written(path, data)
    except OSError as wrong:
        path.with_suffix(".part").unlink(missing_ok=True)
        raise unwritable(path, wrong) from None
    state = fingerprint(crawl)
    catalogue.checkpoint(name, sha256(data).hexdigest(), state)
    for old in sorted(folder.glob("*.state"))[:-KEPT]:
        old.unlink(missing_ok=True)
    return state


def _written(path: Path, data: bytes) -> None:
    """Under its name only when it is whole."""
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)


def load(folder: Path, catalogue: Catalogue) -> tuple[Checkpoint | None, list[str]]:
    """The newest that is as it was written, and the names of those that are not."""
    broken: list[str] = []
    for seq, name, sha in catalogue.checkpoints():
        path = folder / name
        data = path.read_bytes() if path.exists() else b""
        if sha256(data).hexdigest() == sha:
            held = unpack(data)
            return Checkpoint(seq, held["now"], held["crawl"], held["out"]), broken
        if data:
            broken.append(str(path))
    return None, broken
