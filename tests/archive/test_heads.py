from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from lycosa.archive.heads import answer_of, framed, head_of
from tests.archive.exchanges import PLAIN, exchanges


@pytest.mark.parametrize(
    ("headers", "kept"),
    [
        ((), ()),
        ((("Content-Type", "a"),), (("Content-Type", "a"),)),
        ((("content-length", " 5 "),), (("content-length", " 5 "),)),
        ((("Content-Length", "7"),), (("X-Crawl-Content-Length", "7"), ("Content-Length", "5"))),
        ((("Content-Length", "x"),), (("X-Crawl-Content-Length", "x"), ("Content-Length", "5"))),
        (
            (("Transfer-Encoding", "chunked"), ("A", "b")),
            (("X-Crawl-Transfer-Encoding", "chunked"), ("A", "b"), ("Content-Length", "5")),
        ),
        (
            (("Content-Length", "7"), ("Content-Length", "5"), ("Content-Length", "5")),
            (("X-Crawl-Content-Length", "7"), ("Content-Length", "5"), ("X-Crawl-Content-Length", "5")),
        ),
        ((("Content-Encoding", "gzip"),), (("Content-Encoding", "gzip"),)),
    ],
)
def test_a_length_is_the_bodys_or_masked(headers, kept):
    assert framed(headers, 5) == kept


@given(exchanges)
def test_no_head_promises_what_the_body_does_not_keep(exchange):
    block = head_of(exchange) + exchange.body
    answer = answer_of(block)
    told = [(name.lower(), value) for name, value in answer.headers]

    assert answer.body == exchange.body
    assert "transfer-encoding" not in dict(told)
    assert [value for name, value in told if name == "content-length"] in ([], [str(len(exchange.body))])
    assert answer.status == min(max(exchange.status, 0), 999)
    assert answer.version in ("1.0", "1.1")
    assert len(answer.headers) - len(exchange.headers) in (0, 1)


def test_a_plain_head_is_written_as_it_came():
    assert head_of(PLAIN) == b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\n"


def test_a_reason_cannot_add_a_header():
    assert head_of(replace(PLAIN, reason="OK\r\nA: b", headers=())) == b"HTTP/1.1 200 OK  A: b\r\n\r\n"


@pytest.mark.parametrize(
    ("block", "answer"),
    [
        (b"HTTP/1.0 404 Not Found\r\nA: b\r\n\r\nbody", ("1.0", 404, "Not Found", (("A", "b"),), b"body")),
        (b"HTTP/1.1 200\nA: b\n\nbody\n\n", ("1.1", 200, "", (("A", "b"),), b"body\n\n")),
        (b"HTTP/1.1 200 OK\r\nA: b", ("1.1", 200, "OK", (("A", "b"),), b"")),
        (b"HTTP/1.1 204 \r\n\r\n", ("1.1", 204, "", (), b"")),
        (b"no head at all", ("1.1", 0, "", (), b"no head at all")),
        (b"", ("1.1", 0, "", (), b"")),
    ],
)
def test_answers_of_others_are_read_too(block, answer):
    assert answer_of(block) == answer
