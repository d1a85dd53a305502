"""Exchanges of every kind, and archives of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from lycosa.archive.records import Exchanged
from lycosa.archive.writer import WarcWriter

if TYPE_CHECKING:
    from pathlib import Path

RUN: dict[str, Any] = {"run": "run-1", "info": {"software": "lycosa/0", "robots": "obey", "operator": "a@b.test"}}
REQUEST = b"GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n"
PLAIN = Exchanged(
    "http://a.test/a",
    1_700_000_000.0,
    200,
    (("Content-Type", "text/html"), ("Content-Length", "5")),
    b"hello",
    "OK",
    request=REQUEST,
    ip="192.0.2.7",
)

# Any text at all, surrogates too, and often the very signs that end lines.
nasty = st.text(st.one_of(st.sampled_from("\r\n\0:\t \x0b\x85\xa0é\udc80\ud800"), st.characters()), max_size=40)
names = st.one_of(nasty, st.sampled_from(["Content-Length", "Transfer-Encoding", "content-encoding", "Set-Cookie"]))
bodies = st.one_of(
    st.binary(max_size=300),
    st.sampled_from([b"", b"\r\n\r\n", b"WARC/1.1\r\n\r\n", b"\x1f\x8b\x08" * 30, b"x" * 100_000]),
)
exchanges = st.builds(
    Exchanged,
    url=st.one_of(st.just("http://a.test/x"), nasty),
    at=st.floats(0, 4e9),
    status=st.integers(-5, 1200),
    headers=st.lists(st.tuples(names, nasty), max_size=6).map(tuple),
    body=bodies,
    reason=nasty,
    version=st.sampled_from(["1.0", "1.1", "2", "", "\n"]),
    request=st.one_of(st.just(b""), st.just(REQUEST), st.binary(max_size=50)),
    ip=st.one_of(st.sampled_from(["", "192.0.2.1", "2001:db8::1"]), nasty),
    truncated=st.sampled_from(["", "length", "time", "disconnect"]),
    protocols=st.lists(st.sampled_from(["h2", "tls/1.3", "a\r\nb"]), max_size=2).map(tuple),
)


def numbered(number: int, size: int = 400) -> Exchanged:
    """One of a row of exchanges, each unlike the others."""
    body = b"".join(b"%d %d\n" % (number, place) for place in range(size // 6))
    headers = (("Content-Type", "text/plain"), ("Content-Length", str(len(body))))
    return replace(PLAIN, url=f"http://a.test/{number}", at=PLAIN.at + number, headers=headers, body=body)


def written(folder: Path, count: int, **settings: Any) -> Path:
    """A closed archive of that many; its only or first file."""
    with WarcWriter(folder, "w", **RUN, **settings) as writer:
        for number in range(count):
            writer.write(numbered(number), (("hopsFromSeed", number), ("score", 0.5)))
    return folder / "w-00001.warc.gz"


def contents(folder: Path) -> dict[str, bytes]:
    """Every file and what is in it."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
