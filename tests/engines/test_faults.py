"""What is wrong with a collection's folder is said in one line, nothing is lost, and once mended the hunt goes on."""

from __future__ import annotations

import shutil
import sqlite3

import pytest
from msgspec.structs import replace

from lycosa.collection.lock import Lock
from tests.engines.harm import contents, cut, gone, went_on
from tests.engines.killing import refused


def key(folder):
    path = folder / "run.toml"
    path.write_text(path.read_text("utf-8").replace("[settings]", "[settings]\nhaste = 3"), "utf-8")


def version(folder):
    with sqlite3.connect(folder / "catalogue.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()


def flattened(folder):
    shutil.rmtree(folder / "warc")
    (folder / "warc").touch()


HARMS = {
    "a file of the archive is cut": (lambda folder: cut(folder, "warc/*", 9999), "put the whole file back"),
    "a file of the archive is gone": (lambda folder: gone(folder, "warc/*"), "put the whole file back"),
    "run.toml has a wrong key": (key, "unknown field `haste`"),
    "run.toml is cut": (lambda folder: cut(folder, "run.toml", 200), "put it back as it was"),
    "the topic is gone": (lambda folder: gone(folder, "topic/topic.json"), "topic.json is missing"),
    "another version wrote the catalogue": (version, "was written by another version (99)"),
    "the catalogue is gone": (lambda folder: gone(folder, "catalogue.sqlite*"), "put it back, or delete the folder"),
    "the catalogue is cut": (lambda folder: cut(folder, "catalogue.sqlite", 4096), "catalogue.sqlite: "),
    "the archive is a file": (flattened, "warc: "),
}


@pytest.mark.parametrize("harm", HARMS)
def test_what_is_wrong_is_said_in_a_line_and_no_file_is_touched(asked, begun, tmp_path, harm):
    folder = shutil.copytree(begun, tmp_path / "hunt")
    do, said = HARMS[harm]
    do(folder)
    before = contents(folder)

    assert said in refused(replace(asked, folder=str(folder)))
    assert contents(folder) == before
    shutil.rmtree(folder)
    shutil.copytree(begun, folder)
    went_on(asked, folder, begun)


def test_a_second_hunt_in_the_same_folder_is_refused(asked, begun, tmp_path):
    folder = shutil.copytree(begun, tmp_path / "hunt")
    with Lock(folder):
        assert "another crawl is at work on it" in refused(replace(asked, folder=str(folder)))
    went_on(asked, folder, begun)
