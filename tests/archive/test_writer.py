from __future__ import annotations

import gzip
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.archive.fields import characters, octets, target, word
from lycosa.archive.reader import WarcReader, read, records
from lycosa.archive.records import ArchiveError
from lycosa.archive.verify import verify
from lycosa.archive.writer import WarcWriter
from tests.archive.exchanges import PLAIN, RUN, contents, exchanges, nasty, numbered, written

known = st.lists(st.tuples(nasty, st.one_of(nasty, st.floats(), st.integers())), max_size=3)


def kinds(path):
    return [record.kind for record in records(path)]


@given(st.lists(st.tuples(exchanges, known), max_size=4))
@settings(max_examples=60)
def test_any_exchange_comes_back_from_its_place(rows):
    with TemporaryDirectory() as name, WarcWriter(Path(name), "w", **RUN) as writer:
        places = [writer.write(exchange, fields) for exchange, fields in rows]
        with WarcReader(Path(name)) as reader:
            for (exchange, _), place in zip(rows, places, strict=True):
                found = reader.read(place.file, place.offset)

                assert found.place == place
                assert found.exchange.body == exchange.body
                assert octets(found.exchange.url) == octets(target(exchange.url))
                assert found.exchange.at == int(exchange.at)
                assert found.exchange.ip == word(exchange.ip)
                assert found.exchange.truncated == exchange.truncated
                assert found.exchange.protocols == tuple(map(word, exchange.protocols))


@given(st.lists(st.tuples(st.from_regex(r"[A-Za-z-]{3,12}", fullmatch=True), st.text("abc é;=\"'")), max_size=6))
def test_well_formed_headers_come_back_as_they_were(pairs):
    headers = tuple((name, value.strip()) for name, value in pairs)
    with TemporaryDirectory() as name, WarcWriter(Path(name), "w", **RUN) as writer:
        exchange = replace(PLAIN, headers=headers, request=b"")
        place = writer.write(exchange)

        assert read(Path(name) / (place.file + ".open"), place.offset).exchange == exchange


@given(st.lists(st.tuples(exchanges, known), min_size=1, max_size=4))
@settings(max_examples=40)
def test_whatever_is_written_passes_verification(rows):
    with TemporaryDirectory() as name:
        with WarcWriter(Path(name), "w", **RUN) as writer:
            for exchange, fields in rows:
                writer.write(exchange, fields)
        path = Path(name) / "w-00001.warc.gz"
        verdict = verify(path)

        assert verdict.faults == ()
        assert verdict.length == path.stat().st_size
        expected = 1 + sum(1 + bool(exchange.request) + bool(fields) for exchange, fields in rows)
        assert verdict.records == expected


def test_a_file_is_as_the_standard_shows_it(tmp_path):
    """Every header of the four records, by hand."""
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        writer.write(replace(PLAIN, protocols=("h2", "tls/1.3"), truncated="length"), (("via", "x"), ("score", 0.25)))
    path = tmp_path / "w-00001.warc.gz"
    found = list(records(path))
    urns = [record.header("warc-record-id") for record in found]
    digests = [record.header("warc-block-digest") for record in found]
    info, answer, asked, told = (
        part.split("\r\n") for part in gzip.decompress(path.read_bytes()).decode().split("\r\n\r\nWARC/1.1\r\n")
    )

    assert info == [
        "WARC/1.1",
        "WARC-Type: warcinfo",
        f"WARC-Record-ID: {urns[0]}",
        "WARC-Date: 2023-11-14T22:13:20Z",
        "WARC-Filename: w-00001.warc.gz",
        "Content-Type: application/warc-fields",
        f"WARC-Block-Digest: {digests[0]}",
        "Content-Length: 193",
        "",
        "software: lycosa/0",
        "robots: obey",
        "operator: a@b.test",
        "isPartOf: run-1",
        "format: WARC File Format 1.1",
        "conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        "",
    ]
    assert answer == [
        "WARC-Type: response",
        f"WARC-Record-ID: {urns[1]}",
        "WARC-Date: 2023-11-14T22:13:20Z",
        "WARC-Target-URI: http://a.test/a",
        "WARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N",
        f"WARC-Concurrent-To: {urns[2]}",
        "WARC-IP-Address: 192.0.2.7",
        "WARC-Protocol: h2",
        "WARC-Protocol: tls/1.3",
        "WARC-Truncated: length",
        "Content-Type: application/http;msgtype=response",
        f"WARC-Block-Digest: {digests[1]}",
        "Content-Length: 68",
        "",
        "HTTP/1.1 200 OK",
        "Content-Type: text/html",
        "Content-Length: 5",
        "",
        "hello",
    ]
    assert asked[0] == "WARC-Type: request"
    assert f"WARC-Concurrent-To: {urns[1]}" in asked
    assert asked[-5:] == ["", "GET /a HTTP/1.1", "Host: a.test", "", ""]
    assert told[0] == "WARC-Type: metadata"
    assert f"WARC-Concurrent-To: {urns[1]}" in told
    assert told[-6:] == ["", "via: x", "score: 0.25", "", "", ""]


def test_ids_are_uuids_of_their_own(tmp_path):
    written(tmp_path, 5, rotate=2000)
    urns = [record.header("warc-record-id") for path in sorted(tmp_path.iterdir()) for record in records(path)]

    assert len(set(urns)) == len(urns) > 15
    for urn in urns:
        assert urn[:10] == "<urn:uuid:"
        assert (len(urn), urn[24], urn[29] in "89ab") == (47, "8", True)


def test_the_same_calls_give_the_same_bytes_in_any_process(tmp_path):
    code = (
        "import sys; from pathlib import Path; from tests.archive.exchanges import written;"
        "written(Path(sys.argv[1]), 4, rotate=2000)"
    )
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run(
            [sys.executable, "-c", code, tmp_path / seed], env=env, check=True, cwd=Path(__file__).parents[2]
        )
    written(tmp_path / "3", 4, rotate=2000)

    assert len(contents(tmp_path / "1")) > 1
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(tmp_path / "3")


def test_another_run_has_other_ids(tmp_path):
    for run in ("a", "b"):
        with WarcWriter(tmp_path / run, "w", **(RUN | {"run": run})) as writer:
            writer.write(PLAIN)

    assert contents(tmp_path / "a") != contents(tmp_path / "b")


def test_a_full_file_is_closed_and_the_next_begins_with_its_own_warcinfo(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN, rotate=3000) as writer:
        places = [writer.write(numbered(number)) for number in range(12)]

        assert [path.name for path in sorted(tmp_path.iterdir())][-1].endswith(".open")
    files = sorted(tmp_path.iterdir())

    assert [path.name for path in files] == [f"w-{number:05d}.warc.gz" for number in range(1, len(files) + 1)]
    assert len(files) > 2
    assert all(kinds(path)[0] == "warcinfo" and kinds(path).count("warcinfo") == 1 for path in files)
    assert all(path.stat().st_size >= 3000 for path in files[:-1])
    assert [read(tmp_path / place.file, place.offset).exchange.url for place in places] == [
        f"http://a.test/{number}" for number in range(12)
    ]


def test_flush_counts_every_file_to_its_last_record(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN, rotate=3000) as writer:
        assert writer.flush() == {}
        for number in range(12):
            writer.write(numbered(number))
            sizes = {path.name.removesuffix(".open"): path.stat().st_size for path in tmp_path.iterdir()}

            assert writer.flush() == sizes


def test_a_writer_that_wrote_nothing_leaves_nothing(tmp_path):
    WarcWriter(tmp_path, "w", **RUN).close()

    assert contents(tmp_path) == {}


def test_a_payload_written_before_is_a_revisit_that_resolves(tmp_path):
    again = replace(PLAIN, url="http://b.test/", at=PLAIN.at + 60, headers=(("Set-Cookie", "new"),))
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        first, second = writer.write(PLAIN), writer.write(again)
    with WarcReader(tmp_path) as reader:
        found = reader.read(second.file, second.offset)
    revisit = next(records(tmp_path / second.file, second.offset))

    assert found.exchange == replace(again, request=b"", ip="192.0.2.7")
    assert found.original == (first.file, first.offset)
    assert revisit.header("warc-profile") == "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
    assert revisit.header("warc-refers-to-target-uri") == "http://a.test/a"
    assert revisit.header("warc-refers-to-date") == "2023-11-14T22:13:20Z"
    assert revisit.header("warc-refers-to") == read(tmp_path / first.file, first.offset).id
    assert revisit.block == b"HTTP/1.1 200 OK\r\nSet-Cookie: new\r\n\r\n"


def test_a_revisit_may_lie_in_a_later_file(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN, rotate=1) as writer:
        writer.write(PLAIN)
        place = writer.write(PLAIN)

    assert place.file == "w-00002.warc.gz"
    assert kinds(tmp_path / place.file) == ["warcinfo", "revisit", "request"]
    assert read(tmp_path / place.file, place.offset).exchange.body == b"hello"


def test_an_empty_or_truncated_body_is_no_revisit_and_no_original(tmp_path):
    empty, cut = replace(PLAIN, body=b"", request=b""), replace(PLAIN, truncated="length", request=b"")
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        for exchange in (empty, empty, cut, replace(PLAIN, request=b""), cut):
            writer.write(exchange)

    assert kinds(tmp_path / "w-00001.warc.gz") == ["warcinfo", *["response"] * 5]


def test_a_payload_whose_original_was_lost_is_written_again(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN, rotate=1) as writer:
        writer.write(PLAIN)
        writer.write(numbered(1))
        (tmp_path / "w-00001.warc.gz").unlink()
        place = writer.write(PLAIN)

        assert read(tmp_path / (place.file + ".open"), place.offset).exchange.body == b"hello"


def test_a_robots_file_is_an_exchange_as_any_other(tmp_path):
    robots = replace(PLAIN, url="http://a.test/robots.txt", body=b"User-agent: *\nDisallow: /x\n", headers=())
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        writer.write(robots, (("purpose", "robots.txt"),))
    _, answer, _, told = records(tmp_path / "w-00001.warc.gz")

    assert answer.block.endswith(robots.body)
    assert told.fields() == {"purpose": "robots.txt"}


def test_headers_longer_than_readers_bear_are_left_out_and_counted(tmp_path):
    headers = (("A", "x\r\n" * 33_000), ("B" * 100_000, "y"), ("Content-Type", "text/html"), ("C", "z" * 20_000))
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        place = writer.write(replace(PLAIN, headers=headers))

    assert read(tmp_path / place.file, place.offset).exchange.headers == (
        headers[2],
        headers[3],
        ("X-Crawl-Left-Out", "2 headers of 199010 bytes"),
    )
    assert verify(tmp_path / place.file).faults == ()


def test_a_url_longer_than_readers_bear_is_cut(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        place = writer.write(replace(PLAIN, url="http://a.test/" + "é <" * 50_000))
    url = read(tmp_path / place.file, place.offset).exchange.url

    assert url.startswith("http://a.test/é%20%3Cé%20%3C")
    assert 11_990 < len(url.encode()) <= 12_000


def test_bytes_that_are_no_text_are_kept_as_they_came(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN) as writer:
        place = writer.write(replace(PLAIN, headers=(("A", characters(b"caf\xe9 \xff")),)))

    assert b"\r\nA: caf\xe9 \xff\r\n" in next(records(tmp_path / place.file, place.offset)).block


def test_an_archive_that_is_there_is_not_written_over(tmp_path):
    path = written(tmp_path, 1)
    before = path.read_bytes()

    with pytest.raises(ArchiveError, match="holds an archive 'w' already"):
        WarcWriter(tmp_path, "w", **RUN)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(ArchiveError, match=r"^[^\n]*cannot be written[^\n]*$"):
        WarcWriter(tmp_path / "file" / "warc", "w", **RUN)


def test_a_next_file_that_cannot_be_opened_leaves_no_gap_in_the_numbers(tmp_path):
    with WarcWriter(tmp_path, "w", **RUN, rotate=1) as writer:
        writer.write(numbered(0))
        (tmp_path / "w-00002.warc.gz.open").mkdir()
        with pytest.raises(ArchiveError, match="cannot be written"):
            writer.write(numbered(1))
        (tmp_path / "w-00002.warc.gz.open").rmdir()

        assert writer.write(numbered(1)).file == "w-00002.warc.gz"
