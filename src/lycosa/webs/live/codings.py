"""Content codings undone, each under a cap: gzip, deflate of both kinds, br, zstd."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, cast

import brotli  # type: ignore[import-untyped]  # it ships no types
import zstandard
from isal import isal_zlib

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ACCEPTED = "gzip, deflate, br, zstd"

_LAYERS = 3
_MEMBERS = 256  # of a gzip; each costs a copy of all that follow it
_CRUMB = 256
_PIECE = 1 << 16
_ZSTD_WINDOW = 8 << 20  # what a browser bears
_GZIP, _ZLIB, _BARE = 31, 15, -15  # window bits, as zlib has them
_MAGIC = b"\x1f\x8b"
_BROKEN = cast("type[Exception]", isal_zlib.error)
_ERRORS = (_BROKEN, brotli.error, zstandard.ZstdError, EOFError)


def decoded(coded: bytes, coding: str, cap: int) -> tuple[bytes, str]:
    """The body under a Content-Encoding, at most `cap` bytes of it, and what kept it from being whole.

    "decoded": the cap; "coding": it is broken, and comes as far as it goes, or the coding is unknown.
    """
    names = [name for part in coding.lower().split(",") if (name := part.strip()) not in {"", "identity"}]
    if len(names) > _LAYERS or not all(name in _DECODERS for name in names):
        return coded, "coding"
    body, fault = coded, ""
    for name in reversed(names):
        body, new = _collected(_DECODERS[name](body, cap + 1), cap)
        fault = fault or new
    return body, fault


def _collected(pieces: Iterator[bytes], cap: int) -> tuple[bytes, str]:
    parts: list[bytes] = []
    size = 0
    try:
        for piece in pieces:
            parts.append(piece)
            size += len(piece)
            if size > cap:
                return b"".join(parts)[:cap], "decoded"
    except _ERRORS:
        return b"".join(parts), "coding"
    return parts[0] if len(parts) == 1 else b"".join(parts), ""


def _gzip(coded: bytes, room: int) -> Iterator[bytes]:
    """All members; what follows the last is no error, as browsers see it."""
    for _ in range(_MEMBERS):
        stream = isal_zlib.decompressobj(_GZIP)
        try:
            piece = stream.decompress(coded, room)
        except _BROKEN:
            yield from _mended(_GZIP, coded, room)
            raise
        yield piece
        coded = stream.unused_data
        if not coded.startswith(_MAGIC):
            return
    raise EOFError


def _deflate(coded: bytes, room: int) -> Iterator[bytes]:
    """With zlib's wrapping, as the standard has it, or without, as many servers do."""
    wrapped = coded[:1] and coded[0] & 15 == 8 and int.from_bytes(coded[:2], "big") % 31 == 0
    bits = _ZLIB if wrapped else _BARE
    try:
        piece = isal_zlib.decompressobj(bits).decompress(coded, room)
    except _BROKEN:
        yield from _mended(bits, coded, room)
        raise
    yield piece


def _mended(bits: int, coded: bytes, room: int) -> Iterator[bytes]:
    """A broken stream again: all that comes before the break, found in small pieces and then by single bytes."""
    probe, sound, size = isal_zlib.decompressobj(bits), 0, 0
    with suppress(_BROKEN):
        while sound < len(coded) and size < room:
            size += len(probe.decompress(coded[sound : sound + _CRUMB], room))
            sound += _CRUMB
    stream = isal_zlib.decompressobj(bits)
    yield stream.decompress(coded[:sound], room)
    for byte in range(sound, len(coded)):
        yield stream.decompress(coded[byte : byte + 1], room)


def _brotli(coded: bytes, room: int) -> Iterator[bytes]:
    stream = brotli.Decompressor()
    for start in range(0, len(coded), _PIECE):
        yield stream.process(coded[start : start + _PIECE], output_buffer_limit=room)
        while not stream.can_accept_more_data():
            yield stream.process(b"", output_buffer_limit=room)


def _zstd(coded: bytes, _room: int) -> Iterator[bytes]:
    reader = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).stream_reader(
        BytesIO(coded), read_across_frames=True
    )
    while piece := reader.read(_PIECE):
        yield piece


_DECODERS: dict[str, Callable[[bytes, int], Iterator[bytes]]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
