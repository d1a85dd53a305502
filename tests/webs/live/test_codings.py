"""What was coded comes back, under a cap, broken or not."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from functools import partial
from typing import TYPE_CHECKING

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from lycosa.webs.live.codings import decoded

if TYPE_CHECKING:
    from collections.abc import Callable

CAP = 1 << 20
CODERS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "gzip": ("gzip", gzip.compress),
    "x-gzip": ("x-gzip", gzip.compress),
    "deflate in zlib": ("deflate", zlib.compress),
    "deflate bare": ("deflate", partial(zlib.compress, wbits=-15)),
    "br": ("br", brotli.compress),
    "zstd": ("zstd", zstandard.compress),
}
kinds = pytest.mark.parametrize("kind", sorted(CODERS))


@kinds
@given(body=st.binary(max_size=5000))
def test_decoding_undoes_coding(kind: str, body: bytes):
    name, code = CODERS[kind]
    assert decoded(code(body), name, CAP) == (body, "")


@kinds
@given(body=st.binary(max_size=3000), cap=st.integers(1, 4000))
def test_a_cap_cuts_just_there(kind: str, body: bytes, cap: int):
    name, code = CODERS[kind]
    assert decoded(code(body), name, cap) == (body[:cap], "decoded" if len(body) > cap else "")


@kinds
@given(data=st.data())
def test_a_cut_stream_gives_a_beginning_and_no_fault(kind: str, data: st.DataObject):
    name, code = CODERS[kind]
    body = data.draw(st.binary(min_size=1, max_size=2000))
    coded = code(body)
    out, fault = decoded(coded[: data.draw(st.integers(0, len(coded) - 1))], name, CAP)
    assert body.startswith(out)
    assert fault == ""


@kinds
@given(coded=st.binary(max_size=500), cap=st.integers(1, 5000))
def test_nothing_is_raised_whatever_the_bytes(kind: str, coded: bytes, cap: int):
    out, fault = decoded(coded, CODERS[kind][0], cap)
    assert len(out) <= cap
    assert fault in {"", "coding", "decoded"}


@kinds
def test_a_bomb_takes_no_more_memory_than_its_cap(kind: str):
    name, code = CODERS[kind]
    bomb = code(bytes(50 << 20))
    tracemalloc.start()
    try:
        out, fault = decoded(bomb, name, CAP)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (len(out), fault) == (CAP, "decoded")
    assert peak < 6 * CAP


@pytest.mark.parametrize("layers", ["gzip, br", "deflate,gzip", "identity, zstd , gzip", "GZIP, BR"])
def test_layers_are_undone_from_the_outside(layers: str):
    body = coded = b"bees " * 100
    for name in layers.lower().split(","):
        if name.strip() != "identity":
            coded = CODERS["deflate in zlib" if "deflate" in name else name.strip()][1](coded)
    assert decoded(coded, layers, CAP) == (body, "")


def test_members_of_a_gzip_follow_one_another():
    assert decoded(gzip.compress(b"bees") + gzip.compress(b" and honey"), "gzip", CAP) == (b"bees and honey", "")


def test_what_follows_the_last_member_is_ignored():
    assert decoded(gzip.compress(b"bees") + b"\0\0\0rubbish", "gzip", CAP) == (b"bees", "")


def test_a_wrong_checksum_costs_no_text():
    coded = gzip.compress(b"bees " * 100)
    assert decoded(coded[:-8] + bytes(8), "gzip", CAP) == (b"bees " * 100, "coding")


@pytest.mark.parametrize("coding", ["compress", "gzip, bees", "gzip, gzip, gzip, gzip"])
def test_an_unknown_coding_and_too_many_layers_leave_the_body_as_it_is(coding: str):
    assert decoded(b"bees", coding, CAP) == (b"bees", "coding")


@pytest.mark.parametrize("coding", ["", "identity", " , "])
def test_no_coding_is_no_fault(coding: str):
    assert decoded(b"bees", coding, CAP) == (b"bees", "")


def test_a_window_larger_than_a_browser_bears_is_refused():
    level = zstandard.ZstdCompressionParameters(window_log=27)
    press = zstandard.ZstdCompressor(compression_params=level).compressobj()
    coded = press.compress(bytes(20 << 20)) + press.flush()
    assert decoded(coded, "zstd", CAP) == (b"", "coding")
