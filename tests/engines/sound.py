"""What must hold of a collection whatever happened to its hunt."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from fastwarc.warc import ArchiveIterator as Fastwarc
from fastwarc.warc import WarcRecordType

from lycosa.archive.reader import responses
from lycosa.collection.opened import WARC, Opened
from lycosa.engines.verify import verify
from tests.engines.killing import quick_tries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.archive.records import Archived
    from lycosa.engines.verify import Verdict

WARCIO = Path(sys.executable).parent / "warcio"


def files(folder: Path) -> list[Path]:
    """Its WARC files; all are closed."""
    found = sorted((folder / WARC).iterdir())
    assert all(path.name.endswith(".warc.gz") for path in found), found
    return found


def archived(folder: Path) -> Iterator[Archived]:
    """All answers."""
    for path in files(folder):
        yield from responses(path)


def sound(folder: Path) -> Verdict:
    """All of it, and what `verify` says."""
    with quick_tries():  # as it was hunted: on a busy machine an answer may have come too late
        verdict = verify(folder)
    assert verdict.faults == ()
    assert verdict.records == read_by_others(folder)
    each_once(folder)
    where_it_says(folder)
    return verdict


def read_by_others(folder: Path) -> int:
    """By warcio, digests and all, and by fastwarc; how many records it sees."""
    done = subprocess.run([WARCIO, "check", *files(folder)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    count = 0
    for path in files(folder):
        with path.open("rb") as file:
            for record in Fastwarc(file, record_types=WarcRecordType.any_type, verify_digests=True):
                record.reader.consume()
                count += 1
    return count


def each_once(folder: Path) -> None:
    """No URL has two answers that count, and no page two endings; a host that fails may be asked again."""
    told = Counter(found.exchange.url for found in archived(folder) if found.exchange.status < 429)
    assert told
    assert [url for url, times in told.items() if times > 1] == []
    with Opened(folder) as collection:
        ended = Counter(one.key for _, one in collection.catalogue.events() if one.kind == "page")
    assert [key for key, times in ended.items() if times > 1] == []


def where_it_says(folder: Path) -> None:
    """Every page of the catalogue stands in the archive, where the catalogue says."""
    with Opened(folder) as collection:
        lengths = collection.catalogue.warcs()
        for page in collection.catalogue.pages():
            name = f"hunt-{page['warc']:05d}.warc.gz"
            assert page["off"] + page["len"] <= lengths[name]
            assert collection.reader.read(name, page["off"]).exchange.status == page["status"]
