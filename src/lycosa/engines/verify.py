"""Is a collection what it says? Every record is read, and the log is fed from its first event to a fresh crawl."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from lycosa.archive import verify as archive
from lycosa.archive.reader import located
from lycosa.archive.records import ArchiveError
from lycosa.collection.opened import WARC, Opened
from lycosa.crawl.snapshot import snapshot
from lycosa.crawl.state import fingerprint
from lycosa.engines.rebuild import Rebuilt
from lycosa.pages.errors import LycosaError

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
        noted = collection.catalogue.states()
        with closing(Rebuilt(collection, Path(scratch), checkpoints=False)) as rebuilt:
            faults += _fed(rebuilt, noted)
            return Verdict(records, rebuilt.replayed, len(noted), fingerprint(snapshot(rebuilt.crawl)), tuple(faults))


def _fed(rebuilt: Rebuilt, noted: dict[int, str]) -> Iterator[str]:
    """Feed the log; a line wherever it leads to another state than the run had, or no further."""
    try:
        states = rebuilt.catch_up()
    except LycosaError as wrong:
        yield str(wrong)
        return
    for seq, state in noted.items():
        if states.get(seq) != state:
            yield f"{rebuilt.collection.folder}: after event {seq:,} the log leads to another state than the run had"


def _archives(collection: Opened) -> Iterator[archive.Verdict]:
    for name, length in collection.catalogue.warcs().items():
        path = located(collection.folder / WARC, name)
        try:  # what was being written when a run was killed is cut off by the next
            found = archive.verify(path, length)
        except ArchiveError as wrong:
            yield archive.Verdict(0, 0, (str(wrong),))
            continue
        short = f"{path}: holds {found.length:,} whole bytes of the {length:,} the catalogue knows"
        yield found._replace(faults=(*found.faults, short)) if found.length < length else found
