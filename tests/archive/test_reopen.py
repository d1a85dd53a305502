from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.archive.reader import responses
from lycosa.archive.records import ShortFileError
from lycosa.archive.verify import verify
from lycosa.archive.writer import WarcWriter
from tests.archive.exchanges import PLAIN, RUN, contents, numbered, written

ROW = [PLAIN, *map(numbered, range(4)), PLAIN, *map(numbered, range(2, 7)), PLAIN]


def write(writer, exchanges):
    for exchange in exchanges:
        writer.write(exchange, (("score", 0.5),))


@given(st.integers(0, len(ROW)), st.integers(0, len(ROW)), st.sampled_from([1, 1500, 4000, 10**9]), st.data())
@settings(max_examples=60)
def test_a_run_killed_and_continued_leaves_the_bytes_of_one_never_killed(first, more, rotate, draw):
    """Whatever was written after the commit, whole records, half ones, whole files, goes."""
    with TemporaryDirectory() as name:
        straight, killed = Path(name) / "straight", Path(name) / "killed"
        with WarcWriter(straight, "w", **RUN, rotate=rotate) as writer:
            write(writer, ROW)
        writer = WarcWriter(killed, "w", **RUN, rotate=rotate)
        write(writer, ROW[:first])
        committed = writer.flush()
        write(writer, ROW[first : first + more])
        _die(writer)
        if open_file := next(killed.glob("*.open"), None):
            with open_file.open("ab") as torn:
                torn.write(draw.draw(st.binary(max_size=50)))
        with WarcWriter(killed, "w", **RUN, rotate=rotate, committed=committed) as writer:
            write(writer, ROW[first:])

        assert contents(killed) == contents(straight)


def _die(writer):
    """What a kill leaves: nothing is closed, nothing renamed."""
    writer._volumes._file and writer._volumes._file._file.close()
    writer._reader.close()


CHILD = """
import json, sys
from pathlib import Path
from lycosa.archive.writer import WarcWriter
from tests.archive.exchanges import RUN, numbered

writer = WarcWriter(Path(sys.argv[1]), "w", **RUN, rotate=50_000)
for number in range(10**6):
    writer.write(numbered(number % 700, 2000))
    if number % 7 == 0:
        print(json.dumps([number + 1, writer.flush()]), flush=True)
"""


@pytest.mark.parametrize("commits", [1, 2, 30, 150])
def test_a_process_killed_at_any_moment_loses_nothing_committed(tmp_path, commits):
    code = [sys.executable, "-c", CHILD, tmp_path / "killed"]
    with subprocess.Popen(code, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as child:
        assert child.stdout
        lines = [child.stdout.readline() for _ in range(commits)]
        child.kill()
    count, committed = json.loads(lines[-1])
    with WarcWriter(tmp_path / "killed", "w", **RUN, rotate=50_000, committed=committed) as writer:
        for number in range(count, count + 20):
            writer.write(numbered(number % 700, 2000))
    with WarcWriter(tmp_path / "straight", "w", **RUN, rotate=50_000) as writer:
        for number in range(count + 20):
            writer.write(numbered(number % 700, 2000))

    assert contents(tmp_path / "killed") == contents(tmp_path / "straight")


def test_what_was_committed_stays_as_it_is(tmp_path):
    writer = WarcWriter(tmp_path, "w", **RUN)
    write(writer, ROW[:3])
    committed = writer.flush()
    before = (tmp_path / "w-00001.warc.gz.open").read_bytes()
    write(writer, ROW[3:])
    _die(writer)
    WarcWriter(tmp_path, "w", **RUN, committed=committed).close()

    assert contents(tmp_path) == {"w-00001.warc.gz": before}


def test_after_a_clean_end_a_new_file_begins(tmp_path):
    before = written(tmp_path, 2).read_bytes()
    committed = {"w-00001.warc.gz": len(before)}
    with WarcWriter(tmp_path, "w", **RUN, committed=committed) as writer:
        place = writer.write(numbered(2))

    assert place.file == "w-00002.warc.gz"
    assert contents(tmp_path)["w-00001.warc.gz"] == before
    assert verify(tmp_path / place.file).faults == ()


def test_payloads_of_the_run_before_are_known(tmp_path):
    path = written(tmp_path, 3)
    with WarcWriter(tmp_path, "w", **RUN, committed={path.name: path.stat().st_size}) as writer:
        place = writer.write(numbered(1))

    assert next(iter(responses(tmp_path / place.file))).original is not None


def test_payloads_may_be_kept_elsewhere(tmp_path):
    class Elsewhere:
        def find(self, digest):
            return None

        def add(self, digest, file, offset):
            added.append((digest, file, offset))

    added: list[tuple[str, str, int]] = []
    with WarcWriter(tmp_path, "w", **RUN, payloads=Elsewhere()) as writer:
        places = [writer.write(PLAIN), writer.write(PLAIN)]

    assert added == [("sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N", *place[:2]) for place in places]


@pytest.mark.parametrize("change", ["shorter", "gone"])
def test_a_file_that_lacks_committed_bytes_is_named_and_nothing_is_touched(tmp_path, change):
    written(tmp_path, 8, rotate=1500)
    committed = {name: len(data) for name, data in contents(tmp_path).items()}
    victim = tmp_path / "w-00002.warc.gz"
    victim.write_bytes(victim.read_bytes()[:-1]) if change == "shorter" else victim.unlink()
    (tmp_path / "w-00099.warc.gz.open").write_bytes(b"begun since")
    before = contents(tmp_path)

    with pytest.raises(ShortFileError, match=r"^[^\n]*w-00002\.warc\.gz: holds [\d,]+ bytes of the [\d,]+[^\n]*$"):
        WarcWriter(tmp_path, "w", **RUN, committed=committed)
    assert contents(tmp_path) == before


def test_files_of_others_are_left_alone(tmp_path):
    others = ["x-00001.warc.gz", "w-1.warc.gz", "w-00001.warc.gz.bak", "w-00001.warc", "notes.txt"]
    for name in others:
        (tmp_path / name).write_text(name)
    (tmp_path / "w-00001.warc.gz.open").write_text("never committed")
    WarcWriter(tmp_path, "w", **RUN, committed={}).close()

    assert contents(tmp_path) == {name: name.encode() for name in sorted(others)}


def test_a_run_that_committed_nothing_begins_anew(tmp_path):
    with WarcWriter(tmp_path / "a", "w", **RUN, committed={}) as writer:
        writer.write(PLAIN)
    with WarcWriter(tmp_path / "b", "w", **RUN) as writer:
        writer.write(PLAIN)

    assert contents(tmp_path / "a") == contents(tmp_path / "b")
