"""What was committed is there; the rest is not."""

from __future__ import annotations

import sqlite3
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.collection.catalogue import Catalogue, CatalogueError, Caught, Told, signed, unsigned

KEY = (1 << 63) + 5


def page(key: int = KEY, score: float = 0.5) -> Caught:
    return Caught(key, f"http://h.test/{key}", 7, 2, 200, 1, 100, 50, b"d" * 32, KEY, "en", "Title", 0.1, score)


@given(st.integers(0, (1 << 64) - 1))
def test_a_key_comes_back_from_sqlite_as_it_went_in(key):
    assert unsigned(signed(key)) == key
    assert -(1 << 63) <= signed(key) < 1 << 63


def test_events_come_back_in_their_order(tmp_path):
    catalogue = Catalogue(tmp_path / "catalogue.sqlite")
    told = [Told(0.0, "take", 3), Told(0.5, "page", 1, KEY, b"\x00\xff"), Told(0.5, "failed", 2, 9, b"timeout")]

    assert catalogue.commit(told[:2], [], []) == 2
    assert catalogue.commit(told[2:], [], []) == 3
    assert [one for _, one in catalogue.events()] == told
    assert [seq for seq, _ in catalogue.events(after=1)] == [2, 3]


def test_pages_come_by_time_or_best_first(tmp_path):
    catalogue = Catalogue(tmp_path / "catalogue.sqlite")
    told = [Told(0.0, "page", 1, 1), Told(0.0, "page", 2, 2), Told(0.0, "page", 3, KEY)]
    catalogue.commit(told, [(1, page(1, 0.2)), (2, page(2, 0.9)), (3, page(KEY, 0.4))], [])

    assert [row["key"] for row in catalogue.pages()] == [1, 2, KEY]
    assert [row["key"] for row in catalogue.pages("score", 2)] == [2, KEY]
    assert next(catalogue.pages())["simhash"] == KEY


def test_lengths_of_warc_files_are_the_newest(tmp_path):
    catalogue = Catalogue(tmp_path / "catalogue.sqlite")
    catalogue.commit([], [], [("a.warc.gz", 10)])
    catalogue.commit([], [], [("a.warc.gz", 30), ("b.warc.gz", 5)])

    assert catalogue.warcs() == {"a.warc.gz": 30, "b.warc.gz": 5}


def test_a_commit_that_fails_leaves_nothing(tmp_path):
    catalogue = Catalogue(tmp_path / "catalogue.sqlite")
    with pytest.raises(CatalogueError, match="cannot be written"):
        catalogue.commit([Told(0.0, "take")], [], [("a", 1), ("b", {})])  # type: ignore[list-item]

    assert list(catalogue.events()) == []
    assert catalogue.commit([Told(1.0, "take")], [], []) == 1


def test_a_killed_writer_keeps_what_it_committed(tmp_path):
    path = tmp_path / "catalogue.sqlite"
    code = (
        "import os, pathlib, sys\n"
        "from lycosa.collection.catalogue import Catalogue, Told\n"
        "c = Catalogue(pathlib.Path(sys.argv[1]))\n"
        "c.commit([Told(0.0, 'take', 1)] * 5, [], [])\n"
        "c.db.execute('BEGIN'); c.db.execute(\"INSERT INTO event VALUES (6, 0, 'take', 0, 0, '')\")\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)

    assert done.returncode == -9
    assert len(list(Catalogue(path).events())) == 5


def test_what_is_no_catalogue_is_refused_in_a_line(tmp_path):
    path = tmp_path / "catalogue.sqlite"
    path.write_bytes(b"not a database, but long enough to look like a file of one" * 20)
    with pytest.raises(CatalogueError, match="cannot be opened as a catalogue"):
        Catalogue(path)


def test_a_catalogue_of_another_version_is_refused(tmp_path):
    path = tmp_path / "catalogue.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(CatalogueError, match="another version"):
        Catalogue(path)
    assert path.exists()
