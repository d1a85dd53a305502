"""Gzip members, one a record, written and read. ISA-L at level 1 costs a quarter of zlib's and packs as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from isal import isal_zlib

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_CHUNK = 1 << 16
_DAMAGED: type[Exception] = isal_zlib.error  # type: ignore[assignment]  # the stub says an instance


class Member(NamedTuple):
    """A member read: its bytes in the file, what was in it, and what is wrong with it."""

    offset: int
    length: int
    data: bytes
    fault: str = ""


def packed(head: bytes, body: bytes = b"", level: int = 1) -> bytes:
    """One member of head and body, without name and time: the same record, the same bytes."""
    packing = isal_zlib.compressobj(level, isal_zlib.DEFLATED, 31)
    return packing.compress(head) + packing.compress(body) + packing.flush()


def members(file: BinaryIO, offset: int = 0) -> Iterator[Member]:
    """The members from that offset on. After one with a fault there is no more: where the next begins is unknown."""
    file.seek(offset)
    rest = file.read(_CHUNK)
    while rest:
        member, rest = _member(file, offset, rest)
        yield member
        if member.fault:
            return
        offset += member.length
        rest = rest or file.read(_CHUNK)


def _member(file: BinaryIO, offset: int, rest: bytes) -> tuple[Member, bytes]:
    unpacking, parts, length = isal_zlib.decompressobj(31), [], 0
    while True:
        try:
            parts.append(unpacking.decompress(rest))
        except _DAMAGED:
            return Member(offset, length, b"".join(parts), "is damaged"), b""
        length += len(rest)
        if unpacking.eof:
            rest = unpacking.unused_data
            return Member(offset, length - len(rest), b"".join(parts)), rest
        rest = file.read(_CHUNK)
        if not rest:
            return Member(offset, length, b"".join(parts), "is cut short"), b""
