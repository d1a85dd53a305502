"""The records of a WARC file, each as one gzip member."""

from __future__ import annotations

from base64 import b32encode
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha1, sha512
from typing import TYPE_CHECKING, NamedTuple

from lycosa.archive.fields import lines, target, word
from lycosa.archive.heads import head_of
from lycosa.archive.members import packed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.archive.records import Archived, Exchanged, Pairs

IDENTICAL = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
FORMAT = "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"


class Ids(NamedTuple):
    """The ids of the records written together."""

    warcinfo: str
    response: str
    request: str
    metadata: str


def ids_at(run: str, file: str, offset: int) -> Ids:
    """They follow from the run and the place, so that a run cut back and done again has the same."""
    hashed = sha512(f"{run}\n{file}\n{offset}".encode("utf-8", "surrogatepass")).hexdigest()
    return Ids(*(_urn(hashed[start : start + 32]) for start in range(0, 128, 32)))


def _urn(digits: str) -> str:
    # Version 8: a UUID whose bits are ours to choose.
    variant = "89ab"[int(digits[16], 16) & 3]
    parts = (digits[:8], digits[8:12], f"8{digits[13:16]}", f"{variant}{digits[17:20]}", digits[20:])
    return f"<urn:uuid:{'-'.join(parts)}>"


@lru_cache(maxsize=16)
def date_of(second: int) -> str:
    """A second as WARC writes it."""
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def digest_of(*parts: bytes) -> str:
    """SHA-1 in base 32, as indexes of archives want it."""
    hashed = sha1(usedforsecurity=False)
    for part in parts:
        hashed.update(part)
    return f"sha1:{b32encode(hashed.digest()).decode()}"


def record(kind: str, headers: Pairs, head: bytes, body: bytes = b"", level: int = 1) -> bytes:
    """Any record, its block in two parts."""
    told = (
        ("WARC-Type", kind),
        *headers,
        ("WARC-Block-Digest", digest_of(head, body)),
        ("Content-Length", str(len(head) + len(body))),
    )
    return packed(b"WARC/1.1\r\n%b\r\n%b" % (lines(told), head), body + b"\r\n\r\n", level)


def warcinfo(ids: Ids, at: float, file: str, info: Pairs, level: int) -> bytes:
    """What made the file, and how."""
    headers = (
        ("WARC-Record-ID", ids.warcinfo),
        ("WARC-Date", date_of(int(at))),
        ("WARC-Filename", file),
        ("Content-Type", "application/warc-fields"),
    )
    told = (*info, ("format", "WARC File Format 1.1"), ("conformsTo", FORMAT))
    return record("warcinfo", headers, lines(told), level=level)


def response(ids: Ids, exchange: Exchanged, digest: str, level: int) -> bytes:
    """The answer, with its body."""
    headers = (*_answer(ids, exchange, digest), ("Content-Type", "application/http;msgtype=response"))
    return record("response", headers, head_of(exchange), exchange.body, level)


def revisit(ids: Ids, exchange: Exchanged, digest: str, original: Archived, level: int) -> bytes:
    """The answer without its body, which lies where the original lies."""
    headers = (
        *_answer(ids, exchange, digest),
        ("WARC-Profile", IDENTICAL),
        ("WARC-Refers-To", original.id),
        ("WARC-Refers-To-Target-URI", target(original.exchange.url)),
        ("WARC-Refers-To-Date", date_of(int(original.exchange.at))),
        ("WARC-Refers-To-Filename", original.place.file),
        ("WARC-Refers-To-File-Offset", str(original.place.offset)),
        ("Content-Type", "application/http;msgtype=response"),
    )
    return record("revisit", headers, head_of(exchange), level=level)


def _answer(ids: Ids, exchange: Exchanged, digest: str) -> Pairs:
    headers = [
        ("WARC-Record-ID", ids.response),
        ("WARC-Date", date_of(int(exchange.at))),
        ("WARC-Target-URI", target(exchange.url)),
        ("WARC-Payload-Digest", digest),
    ]
    headers += [("WARC-Concurrent-To", ids.request)] if exchange.request else []
    headers += [("WARC-IP-Address", word(exchange.ip))] if exchange.ip else []
    headers += [("WARC-Protocol", word(protocol)) for protocol in exchange.protocols]
    headers += [("WARC-Truncated", word(exchange.truncated))] if exchange.truncated else []
    return tuple(headers)


def request(ids: Ids, exchange: Exchanged, level: int) -> bytes:
    """The question as it was sent."""
    headers = _beside(ids.request, ids, exchange, "application/http;msgtype=request")
    return record("request", headers, exchange.request, level=level)


def metadata(ids: Ids, exchange: Exchanged, fields: Sequence[tuple[str, object]], level: int) -> bytes:
    """What the crawl knows of it."""
    headers = _beside(ids.metadata, ids, exchange, "application/warc-fields")
    return record("metadata", headers, lines([(name, str(value)) for name, value in fields]), level=level)


def _beside(own: str, ids: Ids, exchange: Exchanged, content: str) -> Pairs:
    return (
        ("WARC-Record-ID", own),
        ("WARC-Date", date_of(int(exchange.at))),
        ("WARC-Target-URI", target(exchange.url)),
        ("WARC-Concurrent-To", ids.response),
        ("Content-Type", content),
    )
