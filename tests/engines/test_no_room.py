"""Where nothing can be written the hunt ends in one line, and goes on when it can."""

from __future__ import annotations

import os
import shutil
import sys

import pytest
from msgspec.structs import replace

from tests.engines.harm import went_on
from tests.engines.hunter import FULL
from tests.engines.killing import lasting, refused, to_the_end
from tests.engines.sound import sound


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here: a disk without room cannot be had")
@pytest.mark.parametrize("place", [("write", 50), ("commit", 12), ("checkpoint", 2), ("texts", 3)])
def test_where_there_is_no_room_the_hunt_ends_and_goes_on_when_there_is(asked, tmp_path, place):
    folder = tmp_path / "hunt"
    said = refused(replace(asked, folder=str(folder), full=place))

    assert "room" in said
    kept = lasting(folder)
    assert kept.pages
    assert to_the_end(replace(asked, folder=str(folder))).pages == 120
    assert kept.begins(lasting(folder))
    assert sound(folder).states


@pytest.mark.parametrize("room", [50_000, 150_000])
def test_a_file_that_may_not_grow_ends_the_hunt_too(asked, tmp_path, room):
    """First the catalogue's, then the archive's."""
    folder = tmp_path / "hunt"

    assert "room" in refused(replace(asked, folder=str(folder), room=room))
    kept = lasting(folder)
    assert to_the_end(replace(asked, folder=str(folder))).pages == 120
    assert kept.begins(lasting(folder))
    assert sound(folder).states


@pytest.mark.skipif(os.geteuid() == 0 and sys.platform != "linux", reason="here root may write anywhere")
def test_a_folder_that_may_not_be_written_to_is_refused(asked, begun, tmp_path):
    folder = shutil.copytree(begun, tmp_path / "hunt")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o500 if path.is_dir() else 0o400)
    said = refused(replace(asked, folder=str(folder), bare=True))
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700)

    assert said == f"{folder / 'lock'}: cannot be written (Permission denied); check the folder and its permissions"
    went_on(asked, folder, begun)


@pytest.mark.parametrize("place", ["a_file/hunt", "closed/hunt"])
def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_asked(asked, tmp_path, place):
    (tmp_path / "a_file").touch()
    (tmp_path / "closed").mkdir(0o500)

    assert "cannot be written" in refused(replace(asked, folder=str(tmp_path / place), bare=True))
