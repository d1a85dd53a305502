"""Others open what we write: warcio, its `check`, and fastwarc."""

from __future__ import annotations

import gzip
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fastwarc.warc import ArchiveIterator as Fastwarc
from fastwarc.warc import WarcRecordType
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator as Warcio
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from lycosa.archive.reader import WarcReader, read, records, responses
from lycosa.archive.records import Exchanged
from lycosa.archive.verify import verify
from lycosa.archive.writer import WarcWriter
from lycosa.webs.base import Exchange
from lycosa.webs.recorded import RecordedWeb
from tests.archive.exchanges import PLAIN, RUN, exchanges, nasty, numbered

NAME = "w-00001.warc.gz"


def write(folder, rows):
    with WarcWriter(folder, "w", **RUN) as writer:
        return [writer.write(exchange, fields) for exchange, fields in rows]


def by_warcio(path):
    """Type, URL, offset, status, headers and body (of HTTP) of each record."""
    found = []
    with path.open("rb") as file:
        reading = Warcio(file)
        for record in reading:
            http = record.http_headers if record.rec_type in ("response", "revisit") else None
            status = http.get_statuscode() if http is not None else None
            headers = http.headers if http is not None else None
            url = record.rec_headers.get_header("WARC-Target-URI")
            body = record.raw_stream.read()
            found.append((record.rec_type, url, reading.get_record_offset(), status, headers, body))
    return found


def by_fastwarc(path):
    """The same."""
    found = []
    with path.open("rb") as file:
        for record in Fastwarc(file, parse_http=False):
            kind = str(record.headers["WARC-Type"])
            told = record.record_type in (WarcRecordType.response, WarcRecordType.revisit)
            if told:
                record.parse_http()
            http = record.http_headers if told else None
            headers = list(http.to_tuples()) if http is not None else None
            status = http.status_code if http is not None else None
            url = record.headers.get("WARC-Target-URI")
            found.append((kind, url, record.stream_pos, status, headers, record.reader.read()))
    return found


def checked(path):
    # Without brotli: its later releases and warcio's way to use them do not go together.
    code = "import sys; sys.modules['brotli'] = None; from warcio.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run([sys.executable, "-c", code, "check", path], check=False, capture_output=True, text=True)


plain = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=":"), min_size=1, max_size=9)
known = st.lists(st.tuples(nasty, nasty), max_size=2)
readable = st.builds(
    replace,
    exchanges,
    url=st.from_regex(r"http://a\.test/[a-z0-9%]{0,9}", fullmatch=True),
    status=st.integers(100, 999),
    headers=st.lists(st.tuples(plain, plain), max_size=5).map(tuple),
)


@given(st.lists(st.tuples(readable, known), max_size=4))
@settings(max_examples=60)
def test_others_read_what_we_read(rows):
    with TemporaryDirectory() as name:
        write(Path(name), rows)
        if not rows:
            return
        path = Path(name) / NAME
        ours = [(record.kind, record.header("warc-target-uri") or None, record.offset) for record in records(path)]
        answers = [
            (str(found.exchange.status), list(found.exchange.headers), found.exchange.body) for found in responses(path)
        ]
        for found in (by_warcio(path), by_fastwarc(path)):
            told = [row for row in found if row[0] in ("response", "revisit")]

            assert [row[:3] for row in found] == ours
            assert [(str(status), headers, body) for *_, status, headers, body in told] == answers


@given(st.lists(st.tuples(exchanges, known), min_size=1, max_size=4))
@settings(max_examples=60)
def test_no_header_value_hides_a_record_from_others(rows):
    with TemporaryDirectory() as name:
        write(Path(name), rows)
        path = Path(name) / NAME
        ours = [(record.kind, record.offset) for record in records(path)]
        bodies = [found.exchange.body for found in responses(path)]
        for found in (by_warcio(path), by_fastwarc(path)):
            assert [(kind, offset) for kind, _, offset, *_ in found] == ours
            if all(exchange.url.startswith("http://") for exchange, _ in rows):
                assert [row[-1] for row in found if row[0] in ("response", "revisit")] == bodies


HOSTILE = [
    replace(PLAIN, headers=(("A", "b\r\n\r\nWARC/1.1\r\nWARC-Type: response\r\n\r\n"), ("C", "d\n\n"))),
    replace(PLAIN, headers=(("A", "\0" * 5), ("\r\nB", "c"), (" leading", "blank"), (":", ":"))),
    replace(PLAIN, headers=(("A", "x" * 100_000), ("B" * 100_000, "y"))),
    replace(PLAIN, headers=(("A", "caf\udce9 \udcff"), ("é", "ü"))),
    replace(PLAIN, headers=(("Transfer-Encoding", "chunked"), ("Content-Length", "99999999"))),
    replace(PLAIN, headers=(("Transfer-Encoding", "chunked"),), body=b"5\r\nhello\r\n0\r\n\r\n"),
    replace(PLAIN, headers=(("Content-Encoding", "gzip"),), body=gzip.compress(b"hello" * 99, mtime=0)),
    replace(PLAIN, headers=(("Content-Encoding", "gzip"),), body=b"not gzip at all"),
    replace(PLAIN, headers=(("Content-Encoding", "br"), ("Content-Length", "-1")), truncated="length"),
    replace(PLAIN, status=304, headers=(("Content-Length", "12"),), body=b""),
    replace(PLAIN, reason="OK\r\nInjected: yes"),
    replace(PLAIN, url="http://a.test/\r\nWARC-Type: x\r\n\r\n"),
    replace(PLAIN, url="http://a.test/" + "u" * 100_000),
    replace(PLAIN, ip="x" * 100_000, truncated="y" * 100_000, protocols=("z" * 100_000,), reason="r" * 100_000),
    replace(PLAIN, request=b"\r\n\r\n"),
    replace(PLAIN, request=b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 1000 + b"\r\n"),
    replace(PLAIN, headers=tuple((f"H{number}", "v") for number in range(2000))),
]


def test_warcio_check_passes_on_all_we_write(tmp_path):
    rows = [(exchange, (("via", "x\r\ny"), ("score", 0.5))) for exchange in HOSTILE]
    write(tmp_path, [*rows, (PLAIN, ()), (numbered(1), ())])
    ended = checked(tmp_path / NAME)

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_warcio_check_would_find_a_changed_byte(tmp_path):
    """So that its silence above says something."""
    write(tmp_path, [(PLAIN, ())])
    path = tmp_path / NAME
    path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()).replace(b"hello", b"hallo")))

    assert checked(path).returncode == 1


@pytest.mark.parametrize("exchange", HOSTILE)
def test_others_find_the_record_after_a_hostile_one(tmp_path, exchange):
    _, place = write(tmp_path, [(exchange, (("a", "b\r\n\r\n"),)), (numbered(1), ())])
    for found in (by_warcio(tmp_path / NAME), by_fastwarc(tmp_path / NAME)):
        *_, answer, _ = found

        assert answer[:4] in (
            ("response", "http://a.test/1", place.offset, "200"),
            ("response", "http://a.test/1", place.offset, 200),
        )
        assert answer[-1] == numbered(1).body


def test_warcio_decodes_a_body_whose_transfer_coding_was_undone(tmp_path):
    packed = gzip.compress(b"hello" * 99)
    headers = (("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip"))
    write(tmp_path, [(replace(PLAIN, headers=headers, body=packed), ())])
    with (tmp_path / NAME).open("rb") as file:
        bodies = [record.content_stream().read() for record in Warcio(file) if record.rec_type == "response"]

    assert bodies == [b"hello" * 99]


def test_our_own_recorded_web_answers_from_an_archive(tmp_path):
    write(tmp_path, [(numbered(number), ()) for number in range(3)])
    web = RecordedWeb(tmp_path / NAME)
    answer = web.fetch("http://a.test/1")
    for file in web._files:
        file.close()

    assert isinstance(answer, Exchange)
    assert answer.body == numbered(1).body


def test_archives_of_others_are_read_too(tmp_path):
    """By warcio: one member a record, headers in another order, no digests of ours."""
    with (tmp_path / NAME).open("wb") as file:
        writer = WARCWriter(file, gzip=True, warc_version="1.0")
        head = StatusAndHeaders("404 Not Found", [("Content-Type", "text/plain")], protocol="HTTP/1.0")
        record = writer.create_warc_record("http://b.test/", "response", payload=BytesIO(b"gone"), http_headers=head)
        buffered = record.raw_stream
        writer.write_record(record)
        buffered.close()
    found = next(iter(responses(tmp_path / NAME))).exchange

    assert (found.url, found.status, found.reason, found.version) == ("http://b.test/", 404, "Not Found", "1.0")
    assert (found.headers, found.body) == ((("Content-Type", "text/plain"),), b"gone")
    assert verify(tmp_path / NAME).faults == ()


def test_a_recorded_web_written_again_is_the_same_to_everybody(tmp_path, needs_webs):
    """Real pages, end to end: read by fastwarc, written, checked by warcio, read by place."""
    pages = []
    with (needs_webs / "docs/docs.warc.gz").open("rb") as file:
        for record in Fastwarc(file, record_types=WarcRecordType.response, parse_http=True):
            http = record.http_headers
            headers = tuple((str(name), str(value)) for name, value in http)
            url, body = record.headers["WARC-Target-URI"], record.reader.read()
            pages.append(Exchanged(url, 1_700_000_000, http.status_code or 0, headers, body))
            if len(pages) == 150:
                break
    places = write(tmp_path, [(page, (("score", 0.5),)) for page in pages])
    ended = checked(tmp_path / NAME)
    with WarcReader(tmp_path) as reader:
        again = [reader.read(place.file, place.offset).exchange for place in places]

    assert (ended.returncode, ended.stdout) == (0, "")
    assert [(page.url, page.status, page.body) for page in again] == [
        (page.url, page.status, page.body) for page in pages
    ]
    assert read(tmp_path / NAME, places[-1].offset).exchange == again[-1]
