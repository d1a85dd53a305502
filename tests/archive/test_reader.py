from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.archive.members import packed
from lycosa.archive.reader import WarcReader, read, records, responses
from lycosa.archive.records import ArchiveError
from lycosa.archive.verify import verify
from lycosa.archive.writer import WarcWriter
from tests.archive.exchanges import PLAIN, RUN, numbered, written


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of an archive of five exchanges."""
    return written(tmp_path_factory.mktemp("whole"), 5).read_bytes()


def ends(data):
    """Where each record of an archive ends."""
    with TemporaryDirectory() as name:
        path = Path(name) / "a.warc.gz"
        path.write_bytes(data)
        return [record.offset + record.length for record in records(path)]


@given(st.data())
@settings(max_examples=150)
def test_of_a_file_cut_anywhere_all_whole_records_are_read_and_the_cut_is_told(whole, draw):
    cut = draw.draw(st.integers(0, len(whole)))
    kept = [end for end in ends(whole) if end <= cut]
    with TemporaryDirectory() as name:
        path = Path(name) / "a.warc.gz"
        path.write_bytes(whole[:cut])
        verdict, answers = verify(path), responses(path)
        found = [archived.exchange.url for archived in answers]

    assert verdict.records == len(kept)
    assert verdict.length == (kept[-1] if kept else 0)
    assert found == [f"http://a.test/{number}" for number in range(5)][: len(found)]
    assert len(found) == (len(kept) + 1) // 3
    assert bool(answers.fault) == bool(verdict.faults) == (cut not in (0, *kept))
    assert "is cut short" in answers.fault or not answers.fault


@given(st.data())
@settings(max_examples=100)
def test_a_changed_byte_never_passes_verification_unless_it_changed_nothing(whole, draw):
    """Gzip's own header has bytes no reader looks at."""
    place = draw.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[place] ^= 1 << draw.draw(st.integers(0, 7))
    with TemporaryDirectory() as name:
        before, after = Path(name) / "a.warc.gz", Path(name) / "b.warc.gz"
        before.write_bytes(whole)
        after.write_bytes(changed)
        same = [record.block for record in records(before)] == [record.block for record in records(after)]

        assert verify(after).faults or same


def test_a_digest_that_does_not_hold_is_told(tmp_path):
    path = written(tmp_path, 1)
    answer = next(iter(responses(path))).place
    data = path.read_bytes()
    record = next(records(path, answer.offset))
    head = b"WARC/1.1\r\n" + b"".join(f"{name}: {value}\r\n".encode() for name, value in record.headers) + b"\r\n"
    forged = packed(head, record.block[:-1] + b"!" + b"\r\n\r\n")
    path.write_bytes(data[: answer.offset] + forged + data[answer.offset + answer.length :])
    said = f"{path}: the record at byte {answer.offset} is not what was written"

    assert verify(path).faults == (f"{said}: its block has another digest", f"{said}: its payload has another digest")


def test_a_record_written_twice_is_told(tmp_path):
    path = written(tmp_path, 1)
    data = path.read_bytes()
    path.write_bytes(data + data)

    assert len(verify(path).faults) == 4
    assert all("has the id of another" in fault for fault in verify(path).faults)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx\r\n\r\n", "is no WARC record"),
        (b"WARC/1.1\r\nWARC-Type: response\r\n\r\nx\r\n\r\n", "is no WARC record"),
        (b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: -1\r\n\r\nx\r\n\r\n", "is no WARC record"),
        (b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 9\r\n\r\nx\r\n\r\n", "has a wrong length"),
        (b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 1\r\n\r\nx\r\n\r\nmore", "has a wrong length"),
    ],
)
def test_what_is_no_record_is_told(tmp_path, text, fault):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(packed(text))

    assert verify(path).faults == (f"{path}: the record at byte 0 {fault}",)
    with pytest.raises(ArchiveError, match=fault):
        read(path, 0)


def test_an_archive_is_read_in_its_order_with_revisits(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        places = [writer.write(exchange) for exchange in (PLAIN, numbered(1), PLAIN)]
    found = list(responses(tmp_path / "w-00001.warc.gz"))

    assert [archived.place for archived in found] == places
    assert [archived.original for archived in found] == [None, None, places[0][:2]]
    assert [archived.exchange.body for archived in found] == [b"hello", numbered(1).body, b""]


def test_a_file_is_read_while_it_is_written_and_after(tmp_path):
    with WarcReader(tmp_path) as reader, WarcWriter(tmp_path, "w", **RUN, rotate=1) as writer:
        places = []
        for number in range(4):
            places.append(writer.write(numbered(number)))

            assert [reader.read(place.file, place.offset).exchange.body for place in places] == [
                numbered(number).body for number in range(number + 1)
            ]


@pytest.mark.parametrize("offset", [0, 5, 10**9])
def test_a_place_without_an_answer_is_refused_in_one_line(tmp_path, offset):
    path = written(tmp_path, 1)

    with pytest.raises(ArchiveError, match=rf"^[^\n]*no answer to read at byte {offset}[^\n]*$"):
        read(path, offset)


def test_a_file_that_is_not_there_is_refused_in_one_line(tmp_path):
    with pytest.raises(ArchiveError, match=r"^[^\n]*cannot be read[^\n]*$"):
        read(tmp_path / "none.warc.gz", 0)


def test_a_revisit_whose_original_is_another_record_is_refused(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN, rotate=1) as writer:
        writer.write(PLAIN)
        place = writer.write(PLAIN)
    other = written(tmp_path / "other", 1)
    (tmp_path / "w-00001.warc.gz").write_bytes(other.read_bytes())

    with pytest.raises(ArchiveError):
        read(tmp_path / place.file, place.offset)
