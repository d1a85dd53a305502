from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from lycosa.archive.records import ArchiveError, DiskFullError
from lycosa.archive.verify import verify
from lycosa.archive.writer import WarcWriter
from lycosa.pages.errors import LycosaError
from tests.archive.exchanges import RUN, contents, numbered, written

CHILD = """
import resource, sys
from pathlib import Path
from lycosa.archive.records import DiskFullError
from lycosa.archive.writer import WarcWriter
from tests.archive.exchanges import RUN, numbered

writer = WarcWriter(Path(sys.argv[1]), "w", **RUN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
count = 0
try:
    for count in range(20):
        writer.write(numbered(count))
except DiskFullError as full:
    print(count, writer.flush().get("w-00001.warc.gz", 0), full)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    if sys.argv[3] == "on":
        for count in range(count, 20):
            writer.write(numbered(count))
        writer.close()
"""


class Narrow:
    """A file on a disk that has room for so many bytes more, and no mercy with half a record."""

    def __init__(self, file, room, code=errno.ENOSPC):
        self.file = file
        self.room = room
        self.code = code

    def write(self, data):
        if self.room == 0:
            raise OSError(self.code, "No space left on device")
        done = self.file.write(data[: min(self.room, 7)])
        self.room -= done
        return done

    def __getattr__(self, name):
        return getattr(self.file, name)


def narrowed(writer, room, code=errno.ENOSPC):
    appended = writer._volumes._file
    appended._file = Narrow(appended._file, room, code)
    return appended._file


@pytest.mark.parametrize("limit", [0, 100, 3000, 5001])
def test_under_a_limit_the_file_ends_with_its_last_whole_record(tmp_path, limit):
    ended = child(tmp_path, limit, "off")
    count, length, line = ended.stdout.split(" ", 2)
    path = tmp_path / "w-00001.warc.gz.open"

    assert "no room left" in line
    assert line.count("\n") == 1
    assert path.stat().st_size == int(length) <= limit
    assert verify(path) == (int(count) * 2 + 1 if int(count) else 0, int(length), ())


def child(folder, limit, then):
    code = [sys.executable, "-c", CHILD, folder, str(limit), then]
    return subprocess.run(code, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2])


def test_when_there_is_room_again_writing_goes_on_as_if_nothing_had_been(tmp_path):
    child(tmp_path / "full", 3000, "on")
    with WarcWriter(tmp_path / "free", "w", **RUN) as writer:
        for number in range(20):
            writer.write(numbered(number))

    assert contents(tmp_path / "full") == contents(tmp_path / "free")


@pytest.mark.parametrize("room", [0, 1, 50, 333])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EFBIG, errno.EDQUOT])
def test_a_write_that_fails_half_way_leaves_nothing_of_itself(tmp_path, room, code):
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        writer.write(numbered(0))
        before, committed = contents(tmp_path), writer.flush()
        disk = narrowed(writer, room, code)
        with pytest.raises(DiskFullError, match="no room left"):
            writer.write(numbered(1))

        assert contents(tmp_path) == before
        assert writer.flush() == committed
        disk.room = 10**9
        place = writer.write(numbered(1))

    assert place.offset == committed[place.file]
    assert verify(tmp_path / place.file) == (5, (tmp_path / place.file).stat().st_size, ())


def test_short_writes_are_no_failure(tmp_path):
    straight = written(tmp_path / "straight", 3).read_bytes()
    with WarcWriter(tmp_path / "slow", "w", **RUN) as writer:
        for number in range(3):
            writer._volumes.turn()
            narrowed(writer, 10**9)
            writer.write(numbered(number), (("hopsFromSeed", number), ("score", 0.5)))

    assert (tmp_path / "slow/w-00001.warc.gz").read_bytes() == straight


def test_another_refusal_has_another_name(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        writer.write(numbered(0))
        narrowed(writer, 5, errno.EIO)
        with pytest.raises(ArchiveError, match="cannot be written") as raised:
            writer.write(numbered(1))

        assert not isinstance(raised.value, DiskFullError)
        assert isinstance(raised.value, LycosaError)
