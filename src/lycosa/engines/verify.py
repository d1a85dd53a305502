"""Is a collection what it says? Every record is read, and the log is fed from its first event to a fresh crawl."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from lycosa.archive import verify as archive
from lycosa.archive.reader import located
from lycosa.collection.opened import WARC, Opened
from lycosa.crawl.snapshot import snapshot
from lycosa.crawl.state import fingerprint
from lycosa.engines.rebuild import Rebuilt

if TYPE_CHECKING:
    from collections.abc import Iterator


class Verdict(NamedTuple):
    """What was found."""

    records: int
    events: int
    states: int  # noted by the run, and compared
    state: str  # of the crawl at the end of its log
    faults: tuple[str, ...]


def verify(folder: Path) -> Verdict:
    """Look at all of it."""
    with Opened(folder) as collection, TemporaryDirectory() as scratch:
        records, faults = 0, list[str]()
        for one in _archives(collection):
            records += one.records
            faults += one.faults
        with closing(Rebuilt(collection, Path(scratch), checkpoints=False)) as rebuilt:
            states = rebuilt.catch_up()
            state = fingerprint(snapshot(rebuilt.crawl))
        noted = collection.catalogue.states()
        for seq, was in noted.items():
            if states.get(seq) != was:
                faults.append(f"{folder}: after event {seq:,} the log leads to another state than the run had")
        return Verdict(records, rebuilt.replayed, len(noted), state, tuple(faults))


def _archives(collection: Opened) -> Iterator[archive.Verdict]:
    for name, length in collection.catalogue.warcs().items():
        path = located(collection.folder / WARC, name)
        found = archive.verify(path)
        short = f"{path}: holds {found.length:,} whole bytes of the {length:,} the catalogue knows"
        yield found._replace(faults=(*found.faults, short)) if found.length < length else found
