"""A server on loopback with one resource per sin; `/slow_body` commits the sin of that name.

Hosts do not matter, but for robots.txt: that of `slow-body.test` commits the sin of its host, and for the traps of
`tests.webs.traps`. All that is endless ends some time, and the server stops when nobody asks any more or the process
that started it is gone.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import socket
import struct
import subprocess
import sys
import zlib
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import brotli  # type: ignore[import-untyped]
import zstandard

from tests.webs.traps import trapped

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

IDLE = 60.0
PATIENCE = 20.0  # seconds that a sin may last
MOST = 400 << 20  # bytes that it may send
BOMB = 100 << 20
PAGE = b"<!DOCTYPE html><title>A page</title><p>Bees keep honey. <a href='/fine'>More</a></p>"

_HTML = b"Content-Type: text/html\r\n"


class Asked(NamedTuple):
    """A request: what stands after the sin's name in the path, and headers by lower-case name."""

    rest: str
    headers: dict[str, str]
    before: int  # requests on the same connection


SINS: dict[str, Callable[[Asked, asyncio.StreamWriter], Awaitable[None]]] = {}


def sin(function: Callable[[Asked, asyncio.StreamWriter], Awaitable[None]]) -> None:
    SINS[function.__name__] = function


def head(*headers: bytes, status: bytes = b"200 OK") -> bytes:
    return b"HTTP/1.1 " + status + b"\r\n" + b"".join(header + b"\r\n" for header in headers) + b"\r\n"


def whole(body: bytes, *headers: bytes, status: bytes = b"200 OK", kind: bytes = b"text/html") -> bytes:
    length = b"Content-Length: %d" % len(body)
    return head(b"Content-Type: " + kind, length, *headers, status=status) + body


async def send(out: asyncio.StreamWriter, data: bytes) -> None:
    out.write(data)
    await out.drain()


async def drip(out: asyncio.StreamWriter, data: bytes) -> None:
    """Byte by byte."""
    for byte in data:
        await send(out, bytes([byte]))
        await asyncio.sleep(0.01)


async def flood(out: asyncio.StreamWriter, data: bytes) -> None:
    for _ in range(MOST // len(data)):
        await send(out, data)


def fixed(name: str, data: Callable[[], bytes], *, close: bool = False) -> None:
    """A sin that sends always the same."""

    async def commit(_asked: Asked, out: asyncio.StreamWriter) -> None:
        await send(out, data())
        if close:
            out.close()

    SINS[name] = commit


def packed(coding: bytes, body: bytes) -> bytes:
    return whole(body, b"Content-Encoding: " + coding)


@cache
def bomb(coding: str) -> bytes:
    zeros = bytes(1 << 20)
    if coding == "zstd":
        packer = zstandard.ZstdCompressor().compressobj()
        return b"".join([packer.compress(zeros) for _ in range(BOMB >> 20)]) + packer.flush()
    if coding == "br":
        press = brotli.Compressor(quality=4)
        return bytes(b"".join([press.process(zeros) for _ in range(BOMB >> 20)]) + press.finish())
    stream = zlib.compressobj(9, wbits={"gzip": 31, "deflate": 15, "bare": -15}[coding])
    return b"".join([stream.compress(zeros) for _ in range(BOMB >> 20)]) + stream.flush()


def text(n: int = 200) -> bytes:
    """Text that hardly compresses, so that a break lies in its middle."""
    draws = random.Random(7)
    return b" ".join(b"%x" % draws.getrandbits(60) for _ in range(n))


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def broken(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes(64) + data[middle + 64 :]


fixed("fine", lambda: whole(PAGE))
fixed("packed_gzip", lambda: packed(b"gzip", gzip.compress(PAGE)))
fixed("packed_twice", lambda: packed(b"gzip, br", brotli.compress(gzip.compress(PAGE))))
fixed("packed_deflate", lambda: packed(b"deflate", zlib.compress(PAGE)))
fixed("packed_bare", lambda: packed(b"deflate", zlib.compress(PAGE, wbits=-15)))
fixed("packed_br", lambda: packed(b"br", brotli.compress(PAGE)))
fixed("packed_zstd", lambda: packed(b"zstd", zstandard.compress(PAGE)))
fixed("bomb_gzip", lambda: packed(b"gzip", bomb("gzip")))
fixed("bomb_gzip_twice", lambda: packed(b"gzip, gzip", gzip.compress(bomb("gzip"))))
fixed("bomb_gzip_members", lambda: packed(b"gzip", gzip.compress(b"") * 100_000))
fixed("bomb_deflate", lambda: packed(b"deflate", bomb("bare")))
fixed("bomb_br", lambda: packed(b"br", bomb("br")))
fixed("bomb_zstd", lambda: packed(b"zstd", bomb("zstd")))
fixed("gzip_broken", lambda: packed(b"gzip", broken(gzip.compress(text()))))
fixed("gzip_cut", lambda: packed(b"gzip", cut(gzip.compress(text()))))
fixed("gzip_lie", lambda: packed(b"gzip", PAGE))
fixed("coding_unknown", lambda: packed(b"compress", PAGE))
fixed("length_long", lambda: head(_HTML.strip(), b"Content-Length: 5000") + PAGE, close=True)
fixed("length_short", lambda: head(_HTML.strip(), b"Content-Length: 20") + PAGE)
fixed("length_short_forged", lambda: head(_HTML.strip(), b"Content-Length: 20") + PAGE[:20] + whole(b"forged"))
fixed("length_two", lambda: head(b"Content-Length: 20", b"Content-Length: 30") + PAGE)
fixed("length_word", lambda: head(b"Content-Length: many") + PAGE)
fixed("length_missing", lambda: head(_HTML.strip()) + PAGE, close=True)
fixed("chunks", lambda: head(_HTML.strip(), b"Transfer-Encoding: chunked") + b"3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
fixed("chunks_broken", lambda: head(_HTML.strip(), b"Transfer-Encoding: chunked") + b"3\r\nabc\r\nzz\r\ndefg\r\n")
fixed("chunks_cut", lambda: head(_HTML.strip(), b"Transfer-Encoding: chunked") + b"3\r\nabc\r\n40\r\nde", close=True)
fixed("chunks_huge", lambda: head(_HTML.strip(), b"Transfer-Encoding: chunked") + b"f" * 17 + b"\r\nabc")
fixed("type_image", lambda: whole(PAGE, kind=b"image/png"))
fixed("type_missing", lambda: head(b"Content-Length: %d" % len(PAGE)) + PAGE)
fixed("type_nonsense", lambda: whole(PAGE, kind=b";;;"))
fixed("type_odd_case", lambda: whole(PAGE, kind=b"TEXT/HTML ; Charset=UTF-8"))
fixed("charset_lying", lambda: whole("Grüße".encode("cp1252"), kind=b"text/html; charset=utf-8"))
fixed("redirect_loop", lambda: head(b"Location: /redirect_loop", b"Content-Length: 0", status=b"302 Found"))
fixed("redirect_round", lambda: head(b"Location: /redirect_back", b"Content-Length: 0", status=b"302 Found"))
fixed("redirect_back", lambda: head(b"Location: /redirect_round", b"Content-Length: 0", status=b"307 Back"))
fixed("redirect_inside", lambda: head(b"Location: http://[::ffff:10.0.0.1]/", b"Content-Length: 0", status=b"303 In"))
fixed("redirect_private", lambda: head(b"Location: http://169.254.169.254/", b"Content-Length: 0", status=b"301 Moved"))
fixed("redirect_file", lambda: head(b"Location: file:///etc/passwd", b"Content-Length: 0", status=b"301 Moved"))
fixed("redirect_utf8", lambda: head("Location: /Grüße".encode(), b"Content-Length: 0", status=b"301 Moved"))
fixed("cookies", lambda: whole(PAGE, *[b"Set-Cookie: c%d=%s" % (n, b"x" * 300) for n in range(150)]))
fixed("many_headers", lambda: whole(PAGE, *[b"X-%d: 1" % n for n in range(5000)]))
fixed("long_header", lambda: whole(PAGE, b"X-Long: " + b"x" * (1 << 20)))
fixed("head_just_long", lambda: whole(PAGE, *[b"X-%d: %s" % (n, b"x" * 7000) for n in range(20)]))
fixed("http_09", lambda: PAGE, close=True)
fixed("garbage", lambda: random.Random(1).randbytes(5000), close=True)
fixed("other_protocol", lambda: b"SSH-2.0-OpenSSH_9.2\r\n")
fixed("head_cut", lambda: b"HTTP/1.1 200 OK\r\nContent-Type: te", close=True)
fixed("binary", lambda: whole(random.Random(2).randbytes(50_000)))
fixed("status_401", lambda: whole(PAGE, status=b"401 Unauthorized"))
fixed("status_403", lambda: whole(PAGE, status=b"403 Forbidden"))
fixed("status_404", lambda: whole(PAGE, status=b"404 Not Found"))
fixed("status_500", lambda: whole(PAGE, status=b"500 Internal Server Error"))
fixed("status_503", lambda: whole(b"", b"Retry-After: Wed, 21 Oct 2015 07:28:00 GMT", status=b"503 Busy"))
fixed("status_429", lambda: whole(b"", b"Retry-After: 7", status=b"429 Too Many Requests"))
fixed("status_999", lambda: whole(PAGE, status=b"999 Denied"))
fixed("upgrade", lambda: head(b"Upgrade: h2c", b"Connection: Upgrade", status=b"101 Switching Protocols"))
fixed("early_close", lambda: b"", close=True)
fixed("links_100000", lambda: whole(b"".join(b"<a href=/fine?%d>%d</a>\n" % (n, n) for n in range(100_000))))
fixed("nesting", lambda: whole(b"<div><b>" * 200_000 + PAGE))
fixed("rules_10_mb", lambda: whole(b"User-agent: *\n" + b"Disallow: /no/*.x\n" * 600_000, kind=b"text/plain"))
fixed("line_50_mb", lambda: whole(b"<p>" + b"word " * (10 << 20)))


@sin
async def silent(_asked: Asked, _out: asyncio.StreamWriter) -> None:
    await asyncio.sleep(PATIENCE)


@sin
async def slow_headers(_asked: Asked, out: asyncio.StreamWriter) -> None:
    await drip(out, b"HTTP/1.1 200 OK\r\n" + b"X-Slow: yes\r\n" * 200)


@sin
async def slow_body(_asked: Asked, out: asyncio.StreamWriter) -> None:
    await send(out, head(_HTML.strip(), b"Content-Length: 2000"))
    await drip(out, b"x" * 2000)


@sin
async def silent_body(_asked: Asked, out: asyncio.StreamWriter) -> None:
    await send(out, head(_HTML.strip(), b"Content-Length: 2000"))
    await asyncio.sleep(PATIENCE)


@sin
async def endless_body(_asked: Asked, out: asyncio.StreamWriter) -> None:
    await send(out, head(_HTML.strip(), b"Transfer-Encoding: chunked"))
    await flood(out, b"10000\r\n" + b"x" * 0x10000 + b"\r\n")


@sin
async def endless_image(_asked: Asked, out: asyncio.StreamWriter) -> None:
    await send(out, head(b"Content-Type: image/png"))
    await flood(out, bytes(1 << 16))


@sin
async def endless_headers(_asked: Asked, out: asyncio.StreamWriter) -> None:
    await send(out, b"HTTP/1.1 200 OK\r\n")
    await flood(out, b"X-More: " + b"x" * 2000 + b"\r\n")


@sin
async def endless_status(_asked: Asked, out: asyncio.StreamWriter) -> None:
    await send(out, b"HTTP/1.1 200 ")
    await flood(out, b"O" * 4096)


@sin
async def endless_continue(_asked: Asked, out: asyncio.StreamWriter) -> None:
    await flood(out, b"HTTP/1.1 100 Continue\r\n\r\n" * 100)


@sin
async def redirect_chain(asked: Asked, out: asyncio.StreamWriter) -> None:
    """`/redirect_chain/20` leads to /fine after twenty steps."""
    left = int(asked.rest or 20) - 1
    to = f"Location: /redirect_chain/{left}" if left else "Location: /fine"
    await send(out, head(to.encode(), b"Content-Length: 0", status=b"302 Found"))


@sin
async def tagged(asked: Asked, out: asyncio.StreamWriter) -> None:
    """A virtue: it knows what is unchanged."""
    same = asked.headers.get("if-none-match") == '"v1"'
    await send(out, head(b'ETag: "v1"', status=b"304 Not Modified") if same else whole(PAGE, b'ETag: "v1"'))


@sin
async def echo(asked: Asked, out: asyncio.StreamWriter) -> None:
    """Another: the request as it came."""
    await send(out, whole(asked.headers[""].encode("latin-1"), b"Set-Cookie: seen=1; Path=/", kind=b"text/plain"))


def abort(out: asyncio.StreamWriter) -> None:
    """Close with a reset."""
    peer: socket.socket = out.get_extra_info("socket")
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    out.transport.abort()


@sin
async def reset(_asked: Asked, out: asyncio.StreamWriter) -> None:
    abort(out)


@sin
async def once(asked: Asked, out: asyncio.StreamWriter) -> None:
    """It keeps the connection, and hangs up without a word when it is used again."""
    if asked.before:
        out.close()
    else:
        await send(out, whole(PAGE))


class Server:
    """Answers each request by the sin that its path names."""

    def __init__(self) -> None:
        self.last = 0.0

    async def connected(self, source: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            for before in range(1_000_000):
                start = await source.readexactly(1)
                if start == b"\x16":  # the hello of TLS
                    await send(out, whole(b"", status=b"400 Bad Request"))
                    break
                asked = (start + await source.readuntil(b"\r\n\r\n")).decode("latin-1")
                self.last = asyncio.get_running_loop().time()
                async with asyncio.timeout(PATIENCE):
                    await answer(asked, before, out)
                if out.is_closing():
                    break
        out.close()

    async def run(self) -> None:
        loop, parent = asyncio.get_running_loop(), os.getppid()
        self.last = loop.time()
        server = await asyncio.start_server(self.connected, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)  # noqa: T201 - whoever started it reads this
        while loop.time() - self.last < IDLE and os.getppid() == parent:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.5)


async def answer(asked: str, before: int, out: asyncio.StreamWriter) -> None:
    first, *lines = asked.split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines) if name}
    path = first.split(" ")[1]
    if trap := trapped(headers.get("host", ""), path):
        to = (b"Location: " + trap.to.encode(),) if trap.to else ()
        await send(out, whole(trap.body.encode(), *to, status=b"302 Found" if to else b"200 OK"))
        return
    name, _, rest = path.lstrip("/").partition("?")[0].partition("/")
    if name == "robots.txt":
        name = headers.get("host", "").partition(".")[0].replace("-", "_")
    commit = SINS.get(name)
    if commit is None:
        await send(out, whole(b"no such sin", status=b"404 Not Found"))
    else:
        await commit(Asked(rest, {**headers, "": asked}, before), out)


@contextmanager
def hostile() -> Iterator[int]:
    """The server in a process of its own; its port."""
    command = [sys.executable, "-m", "tests.webs.hostile"]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


if __name__ == "__main__":
    asyncio.run(Server().run())
