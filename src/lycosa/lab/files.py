"""Where the results of an experiment lie, and how they are read: all that a report is made from.

    DIR/manifest.json                              what was asked for, and all that is needed to do it again
    DIR/runs/WEB/TOPIC/STRATEGY.BUDGET.NUMBER.npy  a run's fetches, a row each (`records.FETCH`)
    DIR/runs/WEB/TOPIC/STRATEGY.BUDGET.NUMBER.json its names, why it ended, its facts; written first
    DIR/grounds/WEB/TOPIC.npz and .json            the web's pages as the topic sees them (`records.Ground`)
    DIR/webs/WEB.jsonl                             url, title and beginning of each page, by place

Names of webs, topics and strategies stand escaped in paths; the right ones are inside. A file that is there is whole.
"""

from __future__ import annotations

import hashlib
import json
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote
from zipfile import BadZipFile

import msgspec
import numpy as np

from lycosa.lab.records import FETCH, NO_KEYS, Ground, LabError, Run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MANIFEST = "manifest.json"
LONGEST = 150  # characters of a name in a path; longer ones end in their hash
SEEDS, TARGET, BY_URL = "seeds", "target", "by_url"  # of a ground, beside its columns


class Seen(NamedTuple):
    """What a page of a web is to somebody who looks at it."""

    url: str
    title: str
    lead: str


def escaped(name: str) -> str:
    """A name as a part of a path.

    >>> escaped("Science.Biology"), escaped("shark(decay=0.5)"), escaped("a/b c")
    ('Science.Biology', 'shark(decay=0.5)', 'a%2Fb%20c')
    """
    safe = quote(name, safe="(),='")
    if safe.startswith("."):
        safe = "%2E" + safe[1:]
    if len(safe) <= LONGEST:
        return safe
    return f"{safe[: LONGEST - 17]}-{hashlib.blake2b(name.encode(), digest_size=8).hexdigest()}"


def run_path(folder: Path, run: Run) -> Path:
    """Where a run's fetches lie."""
    name = f"{escaped(run.strategy)}.{run.budget}.{run.repetition}.npy"
    return folder / "runs" / escaped(run.web) / escaped(run.topic) / name


def ground_path(folder: Path, web: str, topic: str) -> Path:
    """Where a ground's columns lie."""
    return folder / "grounds" / escaped(web) / f"{escaped(topic)}.npz"


def save_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    """What was asked for."""
    _put(folder / MANIFEST, _told(manifest))


def manifest(folder: Path) -> dict[str, Any]:
    """What was asked for."""
    path = folder / MANIFEST
    try:
        found: dict[str, Any] = json.loads(path.read_bytes())
    except OSError as wrong:
        raise LabError(f"{folder}: no experiment there ({wrong.strerror}: {MANIFEST}); name what --out named") from None
    except ValueError as wrong:
        raise LabError(f"{path}: cannot be read ({wrong}); run the experiment again") from None
    return found


def save_run(folder: Path, run: Run) -> Path:
    """A run; its fetches come last and at once, so that a run is there whole or not at all."""
    path = run_path(folder, run)
    names = ("web", "topic", "strategy", "repetition", "budget", "stopped", "facts")
    _put(path.with_suffix(".json"), _told({name: getattr(run, name) for name in names}))
    _put(path, _array(run.fetches.astype(FETCH)))
    return path


def load_run(path: Path) -> Run:
    """The run whose fetches lie there."""
    try:
        told = json.loads(path.with_suffix(".json").read_bytes())
        return Run(fetches=np.load(path, allow_pickle=False), **told)
    except (OSError, ValueError, TypeError) as wrong:
        raise LabError(f"{path}: cannot be read ({wrong}); delete it and run the experiment again") from None


def runs(folder: Path) -> Iterator[Run]:
    """All runs there are, one after the other, in order of web, topic, strategy, budget and repetition."""
    manifest(folder)
    for path in sorted((folder / "runs").glob("*/*/*.npy")):
        yield load_run(path)


def save_ground(folder: Path, ground: Ground) -> Path:
    """A web's pages as a topic sees them."""
    path = ground_path(folder, ground.web, ground.topic)
    _put(path.with_suffix(".json"), _told({"web": ground.web, "topic": ground.topic, "facts": dict(ground.facts)}))
    part = path.with_suffix(".part.npz")
    columns: dict[str, Any] = {SEEDS: ground.seeds, TARGET: ground.target, BY_URL: ground.by_url, **ground.columns}
    with part.open("wb") as file:
        np.savez_compressed(file, **columns)
    part.replace(path)
    return path


def load_ground(path: Path) -> Ground:
    """The ground whose columns lie there."""
    try:
        told = json.loads(path.with_suffix(".json").read_bytes())
        with path.open("rb") as file, np.load(file, allow_pickle=False) as held:
            columns = {name: held[name] for name in held.files}
        seeds, target = columns.pop(SEEDS), columns.pop(TARGET)
        by_url = columns.pop(BY_URL, NO_KEYS)
        return Ground(seeds=seeds, target=target, by_url=by_url, columns=columns, **told)
    except (OSError, ValueError, TypeError, KeyError, BadZipFile) as wrong:
        raise LabError(f"{path}: cannot be read ({wrong}); delete it and run the experiment again") from None


def grounds(folder: Path) -> dict[tuple[str, str], Ground]:
    """The ground of each web and topic."""
    manifest(folder)
    found = [load_ground(path) for path in sorted((folder / "grounds").glob("*/*.npz")) if ".part" not in path.name]
    return {(ground.web, ground.topic): ground for ground in found}


def save_pages(folder: Path, web: str, pages: Iterator[Seen]) -> None:
    """What the pages of a web are, by place."""
    lines = (msgspec.json.encode(list(page)) for page in pages)
    _put(folder / "webs" / f"{escaped(web)}.jsonl", b"".join(line + b"\n" for line in lines))


def pages(folder: Path, web: str) -> list[Seen]:
    """What the pages of a web are, by place."""
    path = folder / "webs" / f"{escaped(web)}.jsonl"
    try:
        return [Seen(*msgspec.json.decode(line)) for line in path.read_bytes().splitlines()]
    except (OSError, msgspec.DecodeError, TypeError) as wrong:
        raise LabError(f"{path}: cannot be read ({wrong}); run the experiment again") from None


def _put(path: Path, data: bytes) -> None:
    """A whole file, or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(data)
    part.replace(path)


def _told(facts: Mapping[str, Any]) -> bytes:
    return (json.dumps(facts, indent=1, sort_keys=True, default=_plain) + "\n").encode()


def _plain(value: Any) -> Any:
    """Numbers of numpy's kinds as numbers."""
    return value.item() if isinstance(value, np.generic) else dict(value)


def _array(rows: np.ndarray[Any, Any]) -> bytes:
    file = BytesIO()
    np.save(file, rows, allow_pickle=False)
    return file.getvalue()
