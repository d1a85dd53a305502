"""Recorded webs: what is in the files is answered as it came; what is wrong with them is said in one line."""

from __future__ import annotations

import gzip
import zlib

import brotli  # type: ignore[import-untyped]  # it ships no types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.webs.base import Exchange, Failure, WebError
from lycosa.webs.bodies import unchunked
from lycosa.webs.recorded import RecordedWeb, open_folder, read_descriptions, read_labels
from tests.webs.warcs import HTML, Said, write

A, B = Said("http://h.test/a", b"<p>wolf"), Said("http://h.test/b", b"<p>hare" * 300)
MOVED = Said("http://h.test/m", b"", "301 Moved Permanently", (("Location", "/a"),))
GONE = Said("http://h.test/g", b"<p>no", "410 Gone")


@pytest.fixture
def opened(request):
    """Opens a web, by a folder or its files, and closes it when the test is over."""

    def opening(*paths) -> RecordedWeb:
        web = open_folder(paths[0]) if paths[0].is_dir() else RecordedWeb(*paths)
        request.addfinalizer(web.close)
        return web

    return opening


def refused(call, *args) -> str:
    with pytest.raises(WebError) as wrong:
        call(*args)
    assert "\n" not in str(wrong.value)
    return str(wrong.value)


@pytest.mark.parametrize("packed", [True, False])
def test_a_record_is_answered_as_it_came(opened, tmp_path, packed):
    web = opened(write(tmp_path / "w", A, B, MOVED, GONE, gzip=packed))

    assert web.fetch("http://h.test/a") == Exchange("http://h.test/a", 200, HTML, b"<p>wolf")
    assert web.fetch("http://h.test/b") == Exchange("http://h.test/b", 200, HTML, B.body)
    assert web.fetch("http://h.test/m") == Exchange("http://h.test/m", 301, (("Location", "/a"),), b"")
    assert web.fetch("http://h.test/g") == Exchange("http://h.test/g", 410, HTML, b"<p>no")


PAGE = b"<title>Wolves</title><p>wolf " * 50
CODED = {
    "gzip": lambda body: gzip.compress(body, mtime=0),
    "deflate": zlib.compress,
    "br": brotli.compress,
    "": bytes,
}


def chunked(body: bytes) -> bytes:
    pieces = [body[start : start + 37] for start in range(0, len(body), 37)]
    return b"".join(b"%x;a=b\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


@pytest.mark.parametrize("coding", CODED)
@pytest.mark.parametrize("in_chunks", [True, False])
def test_a_body_kept_as_it_came_over_the_wire_is_read(opened, tmp_path, coding, in_chunks):
    body = CODED[coding](PAGE)
    headers = [("Content-Type", "text/html"), *([("Content-Encoding", coding)] if coding else [])]
    if in_chunks:
        body, headers = chunked(body), [*headers, ("Transfer-Encoding", "chunked")]
    answer = opened(write(tmp_path / "w", Said(A.url, body, headers=tuple(headers)))).fetch(A.url)

    assert isinstance(answer, Exchange)
    assert (answer.body, answer.payload, answer.truncated) == (PAGE, body, "")


@pytest.mark.parametrize(("name", "value"), [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")])
def test_a_body_decoded_by_its_recorder_is_left_as_it_is(opened, tmp_path, name, value):
    """Recorders that undo a coding often keep its header."""
    answer = opened(write(tmp_path / "w", Said(A.url, PAGE, headers=((name, value),)))).fetch(A.url)

    assert isinstance(answer, Exchange)
    assert answer.body == PAGE


def test_of_a_body_whose_coding_is_broken_there_is_what_came(opened, tmp_path):
    body = b"".join(b"%d wolves " % number for number in range(2000))
    coded = CODED["gzip"](body)
    broken = coded[: len(coded) // 2] + b"\xff" * 500
    answer = opened(write(tmp_path / "w", Said(A.url, broken, headers=(("Content-Encoding", "gzip"),)))).fetch(A.url)

    assert isinstance(answer, Exchange)
    assert answer.body.startswith(b"0 wolves 1 wolves ")
    assert answer.truncated == "coding"


@given(st.binary(max_size=60) | st.binary(max_size=60).map(chunked))
def test_any_bytes_are_joined_from_chunks_or_left(data):
    assert len(unchunked(data)) <= len(data)


def test_what_is_not_in_it_is_a_failure(opened, tmp_path):
    web = opened(write(tmp_path / "w", A))

    assert web.fetch("http://h.test/x") == Failure("http://h.test/x", "not_recorded", "the URL is not in this web")


def test_urls_are_told_apart_by_their_canonical_form(opened, tmp_path):
    """Case of the host, the default port, a fragment and dot segments make no other page."""
    web = opened(write(tmp_path / "w", A))
    answer = web.fetch("HTTP://H.Test:80/x/../a#top")

    assert isinstance(answer, Exchange)
    assert answer.body == A.body


def test_only_responses_count(opened, tmp_path):
    others = [Said("http://h.test/q", b"", kind=kind) for kind in ("request", "resource", "revisit", "metadata")]
    web = opened(write(tmp_path / "w", *others, A))

    assert list(web.urls) == ["http://h.test/a"]


def test_of_a_url_recorded_twice_the_first_is_answered(opened, tmp_path):
    """Also across files, in the order they are named."""
    one = write(tmp_path / "1", A, A._replace(body=b"<p>later"))
    two = write(tmp_path / "2", A._replace(body=b"<p>elsewhere"), B, gzip=False)

    assert getattr(opened(one, two).fetch(A.url), "body", None) == b"<p>wolf"
    assert getattr(opened(two, one).fetch(A.url), "body", None) == b"<p>elsewhere"
    assert list(opened(one, two).urls) == [A.url, B.url]


def test_a_folder_is_all_its_files_by_name_and_its_labels(opened, tmp_path):
    write(tmp_path / "b.warc.gz", B)
    write(tmp_path / "a.warc", A, gzip=False)
    (tmp_path / "notes.txt").write_text("no WARC")
    (tmp_path / "labels.tsv").write_text("url\ttopic\nhttp://h.test/b\tHares\n")
    web = opened(tmp_path)

    assert list(web.urls) == [A.url, B.url]
    assert web.topics() == {"Hares": [B.url]}


def test_a_folder_without_labels_has_no_topics(opened, tmp_path):
    write(tmp_path / "a.warc.gz", A)

    assert opened(tmp_path).topics() == {}


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("share", [0.2, 0.35, 0.5, 0.65, 0.8, 0.95])
def test_a_file_cut_short_answers_whole_pages_or_says_so(opened, tmp_path, packed, share):
    """Wherever the cut is: never half a page, never anything but an answer, a failure or a refusal."""
    path = write(tmp_path / "w", B, A, GONE, gzip=packed)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    try:
        web = opened(path)
    except WebError:  # nothing whole is left
        return
    bodies = {said.url: said.body for said in (A, B, GONE)}
    assert web.cut == [path]
    for url in web.urls:
        answer = web.fetch(url)
        whole = isinstance(answer, Exchange) and answer.body == bodies[url]
        assert whole or (isinstance(answer, Failure) and answer.reason == "broken_record"), url


def test_a_record_cut_short_is_broken(opened, tmp_path):
    path = write(tmp_path / "w", A, B, gzip=False)
    path.write_bytes(path.read_bytes()[:-1000])
    web = opened(path)

    assert web.fetch(B.url) == Failure(B.url, "broken_record", "the file ends before the record does")
    assert isinstance(web.fetch(A.url), Exchange)


@pytest.mark.parametrize("packed", [True, False])
def test_a_file_that_ends_within_a_record_is_noted_wherever_that_is(opened, tmp_path, packed):
    """Also where it is a record that answers nothing. Within its head the file is refused, as one that is damaged."""
    last = Said("http://h.test/i", b"<p>asked", kind="metadata")
    path = write(tmp_path / "w", A, B, last, gzip=packed)
    data = path.read_bytes()
    assert opened(path).cut == []
    before = write(tmp_path / "v", A, B, gzip=packed).stat().st_size

    for length in range(before + 1, len(data)):
        path.write_bytes(data[:length])
        try:
            web = opened(path)
        except WebError as refused:
            assert "is damaged (Invalid WARC header)" in str(refused)  # noqa: PT017 - it need not be refused
        else:
            assert web.cut == [path], f"{length} of {len(data)} bytes"


def test_a_file_compressed_as_a_whole_is_refused(tmp_path):
    """No record of it could be found again but the first."""
    path = write(tmp_path / "w", A, B, GONE, gzip=False)
    path.write_bytes(gzip.compress(path.read_bytes()))

    assert (
        refused(RecordedWeb, path)
        == f"{path}: is compressed as a whole, not record by record; unpack it first (gunzip)"
    )


def test_a_garbled_file_is_refused(tmp_path):
    path = write(tmp_path / "w.warc.gz", A, B, GONE)
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 60] = b"\xff" * 60
    path.write_bytes(data)

    assert f"{path}: is damaged" in refused(RecordedWeb, path)


@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_end_otherwise_than_in_a_web_or_one_line(tmp_path_factory, data, headed):
    path = tmp_path_factory.mktemp("any") / "w.warc"
    path.write_bytes(b"WARC/1.0\r\n" + data if headed else data)

    assert str(path) in refused(RecordedWeb, path)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is not a WARC file"),
        (b"<html>", "is not a WARC file"),
        (gzip.compress(b"some text" * 50, mtime=0), "is damaged"),
    ],
)
def test_what_is_no_warc_is_refused(tmp_path, data, said):
    path = tmp_path / "w.warc.gz"
    path.write_bytes(data)

    assert said in refused(RecordedWeb, path)


def test_what_is_not_there_is_named(tmp_path):
    assert "nope.warc: cannot be read (No such file or directory)" in refused(RecordedWeb, tmp_path / "nope.warc")
    assert "nope: cannot be read (No such file or directory)" in refused(open_folder, tmp_path / "nope")
    assert "name a WARC file" in refused(RecordedWeb, tmp_path)
    assert f"{tmp_path}: holds no WARC file" in refused(open_folder, tmp_path)


def test_a_warc_without_responses_is_no_web(tmp_path):
    path = write(tmp_path / "w", Said("http://h.test/q", b"", kind="request"))

    assert "no response record" in refused(RecordedWeb, path)


def labels(folder, data: bytes) -> dict[str, list[str]]:
    path = folder / "labels.tsv"
    path.write_bytes(data)
    return read_labels(path)


@pytest.mark.parametrize(
    ("data", "topics"),
    [
        (b"url\ttopic\nhttp://h.test/a\tX\n", {"X": ["http://h.test/a"]}),
        (b"http://h.test/a\tX\nhttp://h.test/b\tX", {"X": ["http://h.test/a", "http://h.test/b"]}),
        (b"http://h.test/b\tY\nhttp://h.test/b\tX.1", {"Y": ["http://h.test/b"], "X.1": ["http://h.test/b"]}),
        (b'http://h.test/"a\tX\nhttp://h.test/b"\t"X"\n', {"X": ['http://h.test/"a'], '"X"': ['http://h.test/b"']}),
        (b"\xef\xbb\xbfhttp://h.test/a\tX\r\n\r\n", {"X": ["http://h.test/a"]}),
        ("url\ttopic\nhttp://h.test/\u00e9\tWölfe\n".encode(), {"Wölfe": ["http://h.test/\u00e9"]}),
        (b"url\ttopic\nhttp://h.test/" + b"a" * 200_000 + b"\tX\n", {"X": ["http://h.test/" + "a" * 200_000]}),
        (b"", {}),
    ],
)
def test_labels_are_lines_of_url_and_topic(tmp_path, data, topics):
    """With or without a header, a byte-order mark, blank lines; a quote is a letter."""
    assert labels(tmp_path, data) == {topic.strip(): urls for topic, urls in topics.items()}
    assert list(labels(tmp_path, data)) == list(topics)


def test_a_third_column_says_what_a_page_is(tmp_path):
    """Where it is empty or not there, nothing is said."""
    data = b"url\ttopic\tdescription\nhttp://h.test/a\tX\tAbout a.\nhttp://h.test/b\tX\t\nhttp://h.test/c\tX\n"

    assert labels(tmp_path, data) == {"X": ["http://h.test/a", "http://h.test/b", "http://h.test/c"]}
    assert read_descriptions(tmp_path / "labels.tsv") == {"http://h.test/a": "About a."}


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"url,topic\nhttp://h.test/a,X\n", 1),
        (b"url\ttopic\nhttp://h.test/a\tX\tY\tZ\n", 2),
        (b"url\ttopic\nhttp://h.test/a\tX\nhttp://h.test/b\n", 3),
        (b"url\ttopic\nhttp://h.test/a\t\n", 2),
    ],
)
def test_a_line_that_is_no_label_is_named(tmp_path, data, line):
    assert f"labels.tsv, line {line}: a line of labels is" in refused(labels, tmp_path, data)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"url\ttopic\nhttp://h.test/\xe9\tX\n", 2),
        (b"http://h.test/a\tX\n" * 2000 + b"http://h.test/\xe9\tX\n", 2001),
        ("http://h.test/a\tX\n".encode("utf-16"), 1),
    ],
)
def test_labels_that_are_not_utf_8_are_refused_with_their_line(tmp_path, data, line):
    assert f"labels.tsv, line {line}: labels must be UTF-8" in refused(labels, tmp_path, data)


def test_labels_may_name_pages_that_were_not_recorded(opened, tmp_path):
    """They are targets that cannot be reached; a fetch of them fails."""
    write(tmp_path / "a.warc.gz", A)
    (tmp_path / "labels.tsv").write_text("http://h.test/a\tX\nhttp://h.test/missing\tX\n")
    web = opened(tmp_path)

    assert web.topics() == {"X": [A.url, "http://h.test/missing"]}
    assert isinstance(web.fetch("http://h.test/missing"), Failure)


def test_labels_that_cannot_be_read_are_named(tmp_path):
    assert "labels.tsv: cannot be read" in refused(read_labels, tmp_path / "labels.tsv")


@pytest.mark.needs_webs
def test_a_real_web_loads_with_its_labels(opened, needs_webs):
    """4,604 articles on 36 hosts; every label's page is there."""
    web = opened(needs_webs / "schools")
    labelled = [url for urls in web.topics().values() for url in urls]

    assert len(web) == 4604
    assert len({url.split("/")[2] for url in web.urls}) == 36
    assert all(web.canon.key(url) in web.places for url in labelled)
    first = web.fetch(next(iter(web.urls)))
    assert isinstance(first, Exchange)
    assert b"<html" in first.body.lower()
