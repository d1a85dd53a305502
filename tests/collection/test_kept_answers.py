"""An answer out of the archive is the answer that came: the same status, headers and body, so the same page."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.archive.heads import MASK
from lycosa.archive.reader import WarcReader
from lycosa.archive.writer import WarcWriter
from lycosa.collection.opened import HEADERS, answered, borne, exchanged
from lycosa.engines.answers import read
from lycosa.pages.lexicon import Lexicon
from lycosa.webs.base import Exchange
from lycosa.webs.live.codings import decoded
from lycosa.webs.live.fetch import LiveWeb
from tests.archive.exchanges import RUN
from tests.webs.hostile import SINS, hostile
from tests.webs.live.asking import settings as fetching

CAP = 5000
HTML = b"<!DOCTYPE html><title>Wolves</title><p>Wolves run. <a href='/den'>The den</a></p>" + b"<p>caf\xe9 wolf</p>" * 9
PACKED = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.ZstdCompressor().compress,
    "gzip, br": lambda body: brotli.compress(gzip.compress(body)),
    "what": bytes,
    "": bytes,
}


def of(body: bytes, coding: str = "", headers: tuple[tuple[str, str], ...] = (), **more: str) -> Exchange:
    """As the live web makes it of what came."""
    told = (*headers, ("Content-Encoding", coding)) if coding else headers
    whole, fault = decoded(body, coding, CAP) if coding else (body, "")
    truncated = more.pop("truncated", "") or fault
    return Exchange("http://a.test/", 200, told, whole, body if coding else None, truncated, **more)  # type: ignore[arg-type]


def kept(*answers: Exchange, cap: int = CAP) -> list[Exchange]:
    """Written to an archive, and read from it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        with WarcWriter(folder, "w", **RUN) as writer:
            places = [writer.write(exchanged(answer, 1_700_000_000.0)) for answer in answers]
        with WarcReader(folder) as reader:
            return [answered(reader.read(place.file, place.offset).exchange, cap) for place in places]


def told(answer: Exchange) -> list[tuple[str, str]]:
    """Its headers, but for those that say how long the body was on its way."""
    framing = ("content-length", "transfer-encoding")
    return [one for one in answer.headers if one[0].lower().removeprefix(MASK.lower()) not in framing]


def same(again: Exchange, answer: Exchange) -> bool:
    """All of it that a crawl looks at."""
    parts = ("status", "body", "coded", "truncated", "location", "version")
    return all(getattr(again, part) == getattr(answer, part) for part in parts) and told(again) == told(answer)


tokens = st.text("abcdefghijklmnopqrstuvwxyzABC-_!#0123456789", min_size=1, max_size=12)
values = st.text(st.characters(max_codepoint=255, exclude_characters="\r\n\0"), max_size=60).map(
    lambda v: v.strip(" \t")
)
headers = st.lists(st.tuples(tokens, values), max_size=6).map(tuple)
bodies = st.one_of(st.binary(max_size=300), st.just(HTML), st.just(b"wolf " * 2000))


@settings(max_examples=150)
@given(bodies, st.sampled_from(list(PACKED)), headers, st.integers(0, 12), st.sampled_from(["", "length", "time"]))
def test_what_came_comes_back(body, coding, listed, missing, truncated):
    """Whatever it was packed with, whole, cut, or longer than is read; with headers of any bytes."""
    listed = tuple(pair for pair in listed if pair[0].lower() not in ("content-encoding", "transfer-encoding"))
    packed = PACKED[coding](body)
    answer = of(packed[: max(len(packed) - missing, 0)], coding, listed, truncated=truncated)
    (again,) = kept(answer)

    assert same(again, answer)


def test_what_came_twice_comes_back_twice():
    """The second is a revisit, under headers of its own."""
    first = of(gzip.compress(HTML), "gzip", (("Content-Type", "text/html; charset=latin-1"), ("X", "1")))
    second = replace(first, headers=(*first.headers, ("X", "2")))

    assert [same(*pair) for pair in zip(kept(first, second), (first, second), strict=True)] == [True, True]


@pytest.mark.parametrize(
    "listed",
    [
        (("Link", "<http://a.test/caf\xe9>; rel=canonical"), ("Content-Type", "text/html; charset=latin-1")),
        (("X", "v" * 15_000), ("Y", "v" * 14_000), ("Content-Type", "text/html; charset=latin-1")),
        tuple((f"X-{place}", "v" * 140) for place in range(198)),
        (("Content-Type", "text/html"), ("Transfer-Encoding", "chunked"), ("X-Robots-Tag", "nofollow")),
        (("Content-Length", "999999"), ("Content-Type", "text/html")),
        (("Location", "/caf\xc3\xa9"),),
    ],
)
def test_headers_that_are_huge_or_foreign_come_back_and_so_does_the_page(listed):
    answer = of(HTML, "", listed)
    (again,) = kept(answer)

    assert same(again, answer)
    assert facts(again) == facts(answer)


@settings(max_examples=40)
@given(st.lists(st.tuples(tokens, st.integers(0, 9000), values), max_size=30).map(tuple))
def test_of_more_headers_than_an_archive_keeps_the_longest_are_left_out_before_they_can_mean_anything(sizes):
    listed = tuple((name, "é" * size + value) for name, size, value in sizes if "en" not in name)
    answer = borne(of(HTML, "", (*listed, ("Content-Type", "text/html"))))
    assert isinstance(answer, Exchange)
    (again,) = kept(answer)

    assert same(again, answer)
    assert answer.header("Content-Type") == "text/html"
    assert sum(len(name) + len(value) + 4 for name, value in answer.headers) < HEADERS + 100


def facts(answer: Exchange):
    lexicon = Lexicon()
    page = read(answer, ("anchor",), lexicon)
    return page and (page.title, page.digest, page.canonical, page.robots, page.language, page.text.tokens.tolist())


def test_whatever_a_hostile_server_says_comes_back():
    """Every sin, over a real connection, as far as it is borne."""

    async def fetched(port: int) -> list[Exchange]:
        told = fetching(port, body=50_000, decoded=50_000, first_byte=3.0, total=4.0)  # a busy machine is no sin
        async with LiveWeb(told) as web:
            found = await asyncio.gather(*(web.fetch(f"http://sins.test/{name}") for name in SINS))
        return [answer for one in found if isinstance(answer := borne(one), Exchange)]

    with hostile() as port:
        answers = asyncio.run(fetched(port))
    again = kept(*answers, cap=50_000)

    assert len(answers) >= 25
    assert [a.headers for a, b in zip(answers, again, strict=True) if not same(b, a)] == []
    assert [a.headers for a, b in zip(answers, again, strict=True) if facts(b) != facts(a)] == []
