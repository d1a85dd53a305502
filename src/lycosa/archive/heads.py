"""The head of an HTTP answer, such that it tells the truth about the body that stands behind it."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from lycosa.archive.fields import HEAD_MOST, lines, octets, one_line, pairs_of

if TYPE_CHECKING:
    from lycosa.archive.records import Exchanged, Pairs

MASK = "X-Crawl-"  # as Nutch and Common Crawl mark a header that no longer holds
_MOST = HEAD_MOST - 1000  # beside the status line and what is added
_END = re.compile(rb"\r?\n\r?\n")
_STATUS = re.compile(rb"HTTP/([\d.]+) +(\d{1,3})(?: +([^\r\n]*))?")


class Answer(NamedTuple):
    """An HTTP answer taken apart."""

    version: str
    status: int
    reason: str
    headers: Pairs
    body: bytes


def head_of(exchange: Exchanged) -> bytes:
    """Status line and headers, up to the blank line and with it."""
    version = exchange.version if exchange.version in ("1.0", "1.1") else "1.1"
    status = f"HTTP/{version} {min(max(exchange.status, 0), 999):03d} {one_line(exchange.reason[:200])}\r\n"
    headers = framed(exchange.headers, len(exchange.body))
    told = lines(headers)
    return b"%b%b\r\n" % (octets(status), told if len(told) <= _MOST else lines(fewer(headers, _MOST)))


def framed(headers: Pairs, length: int) -> Pairs:
    """The headers with the transfer coding masked, and no length but the body's own."""
    told = [name.lower() for name, _ in headers]
    if "transfer-encoding" not in told and "content-length" not in told:
        return headers
    true = str(length)
    kept, said = [], False
    for lowered, (name, value) in zip(told, headers, strict=True):
        right = lowered == "content-length" and value.strip() == true and not said
        said = said or right
        masked = lowered in ("transfer-encoding", "content-length") and not right
        kept.append((MASK + name if masked else name, value))
    return tuple(kept) if said else (*kept, ("Content-Length", true))


def fewer(headers: Pairs, most: int) -> Pairs:
    """As many headers as fit so many bytes, the longest left out, and a line that says so."""
    sizes = [len(lines([pair])) for pair in headers]
    by_size = sorted(range(len(sizes)), key=sizes.__getitem__)
    many = bisect_right(list(accumulate(sizes[place] for place in by_size)), most)
    kept = tuple(headers[place] for place in sorted(by_size[:many]))
    left = sum(sizes[place] for place in by_size[many:])
    return (*kept, (f"{MASK}Left-Out", f"{len(headers) - many} headers of {left} bytes"))


def answer_of(block: bytes) -> Answer:
    """The answer a response record holds. What has no head is all body."""
    status = _STATUS.match(block)
    if status is None:
        return Answer("1.1", 0, "", (), block)
    end = _END.search(block)
    head, body = (block[: end.start()], block[end.end() :]) if end else (block, b"")
    rows = [row.rstrip(b"\r") for row in head.split(b"\n")[1:]]
    reason = (status[3] or b"").decode("utf-8", "surrogateescape")
    return Answer(status[1].decode(), int(status[2]), reason, pairs_of(rows), body)
