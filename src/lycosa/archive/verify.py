"""Is a file whole, and is every record what it says it is?"""

from __future__ import annotations

from itertools import takewhile
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from lycosa.archive.forms import digest_of
from lycosa.archive.heads import answer_of
from lycosa.archive.reader import records

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lycosa.archive.reader import Record


class Verdict(NamedTuple):
    """What a look at all of a file found."""

    records: int  # whole ones
    length: int  # of the file, up to the last whole record
    faults: tuple[str, ...]  # a line each


def verify(path: Path, until: float = inf) -> Verdict:
    """Read all records that begin before the byte `until`, and compare lengths, digests and ids."""
    count = length = 0
    faults: list[str] = []
    ids: set[str] = set()
    for record in takewhile(lambda record: record.offset < until, records(path)):
        faults += [f"{path}: the record at byte {record.offset} {fault}" for fault in _faults(record, ids)]
        if record.fault:
            break
        count, length = count + 1, record.offset + record.length
    return Verdict(count, length, tuple(faults))


def _faults(record: Record, ids: set[str]) -> Iterator[str]:
    if record.fault:
        yield record.fault
        return
    own = record.header("warc-record-id")
    if not own or own in ids:
        yield f"has the id of another ({own})" if own else "has no id"
    ids.add(own)
    yield from _changed(record)


def _changed(record: Record) -> Iterator[str]:
    block, payload = record.header("warc-block-digest"), record.header("warc-payload-digest")
    if block.startswith("sha1:") and digest_of(record.block) != block:
        yield "is not what was written: its block has another digest"
    if payload.startswith("sha1:") and record.kind == "response" and digest_of(answer_of(record.block).body) != payload:
        yield "is not what was written: its payload has another digest"
