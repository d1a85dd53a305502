"""Bodies of recorded answers: many recorders keep them as they came over the wire, some say so and do not."""

from __future__ import annotations

import re

from lycosa.webs.live.codings import decoded

MOST = 8 << 20  # bytes of a decoded body; parsing reads no more than 2 MB
_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n")


def undone(body: bytes, transfer: str, coding: str) -> tuple[bytes, str]:
    """The body without its transfer and content codings, and what kept it from being whole."""
    came = unchunked(body) if "chunked" in transfer.lower() else body
    if not coding.strip():
        return came, ""
    plain, fault = decoded(came, coding, MOST)
    return (came, "") if fault == "coding" and not plain else (plain, fault)


def unchunked(body: bytes) -> bytes:
    """The chunks joined, as far as they go; what is not in chunks is as it is."""
    parts: list[bytes] = []
    place = 0
    while (found := _SIZE.match(body, place)) and (size := int(found[1], 16)):
        parts.append(body[found.end() : found.end() + size])
        place = found.end() + size
        place += 2 if body.startswith(b"\r\n", place) else 1
    return b"".join(parts) if parts or body.startswith(b"0\r\n") else body
