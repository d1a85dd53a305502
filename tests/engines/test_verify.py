"""`verify` is silent where all is well, and says a line for all that is not."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import pytest

from lycosa.engines.verify import verify
from tests.engines.harm import cut, gone


def told(folder, change):
    with sqlite3.connect(folder / "catalogue.sqlite") as db:
        db.execute(change)
    db.close()


def changed(folder):
    """One byte in the middle of a page's record; its gzip header has bytes that say nothing."""
    (path,) = folder.glob("warc/*")
    with closing(sqlite3.connect(folder / "catalogue.sqlite")) as db:
        off, length = db.execute("SELECT off, len FROM page ORDER BY off LIMIT 1 OFFSET 3").fetchone()
    data = bytearray(path.read_bytes())
    data[off + length // 2] ^= 1
    path.write_bytes(data)


def test_what_a_killed_hunt_was_writing_is_no_fault(begun):
    verdict = verify(begun)

    assert verdict.faults == ()
    assert verdict.records
    assert verdict.events
    assert verdict.states


HARMS = {
    "a byte": (changed, "hunt-00001.warc.gz.open: the record at byte"),
    "a cut": (lambda folder: cut(folder, "warc/*", 9999), "whole bytes of the"),
    "a loss": (lambda folder: gone(folder, "warc/*"), "cannot be read (No such file or directory)"),
    "an event": (lambda folder: told(folder, "DELETE FROM event WHERE kind = 'take'"), "the log tells of ticket"),
    "the time": (lambda folder: told(folder, "UPDATE event SET at = at + 1"), "the log leads to another state"),
    "a state": (lambda folder: told(folder, "UPDATE checkpoint SET state = 'x'"), "the log leads to another state"),
}


@pytest.mark.parametrize("harm", HARMS)
def test_what_is_not_as_it_was_is_named(begun, tmp_path, harm):
    folder = shutil.copytree(begun, tmp_path / "hunt")
    do, said = HARMS[harm]
    do(folder)
    faults = verify(folder).faults

    assert any(said in fault for fault in faults), faults
    assert all("\n" not in fault for fault in faults)
