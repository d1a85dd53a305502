"""A recorded or practice web over HTTP on loopback, all its hosts on one port: `python -m lycosa.webs.serve WEB`.

It prints its port and stops by itself: when nobody asks any more, and when the process that started it is gone.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
import zlib
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from lycosa.pages.errors import LycosaError
from lycosa.webs.base import Exchange, Failure
from lycosa.webs.find import find_web

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycosa.webs.base import Web

IDLE = 600.0
CACHE = 1 << 30  # bytes of answers kept ready

_LONGEST = 1 << 16
_END = b"\r\n\r\n"
_NOT_OURS = {"connection", "content-length", "keep-alive", "transfer-encoding", "etag"}
_REASONS = {200: "OK", 301: "Moved Permanently", 302: "Found", 304: "Not Modified", 404: "Not Found"}
_SILENT = {"timeout"}
_DOWN = {"host_down", "broken_record"}


class Answer(NamedTuple):
    """An answer ready to be sent. Without a head the host is down; without anything it never answers."""

    head: bytes = b""
    body: bytes = b""
    tag: bytes = b""


class Answers:
    """The answers of a web, made once and kept ready as long as there is room."""

    def __init__(self, web: Web, *, gzip: bool = False, cache: int = CACHE) -> None:
        self.web = web
        self.gzip = gzip
        self.room = cache
        self.kept: dict[tuple[bytes, bytes], Answer | None] = {}

    def get(self, host: bytes, path: bytes) -> Answer | None:
        """The answer, or None where there is never one."""
        key = (host, path)
        if key in self.kept:
            return self.kept[key]
        answer = self._made(host.decode("latin-1"), path.decode("latin-1"))
        size = len(answer.body) + len(answer.head) if answer else 0
        if size <= self.room:
            self.room -= size
            self.kept[key] = answer
        return answer

    def _made(self, host: str, path: str) -> Answer | None:
        got = self.web.fetch(f"http://{host}{path}")
        if isinstance(got, Failure) and got.reason == "not_recorded":
            got = self.web.fetch(f"https://{host}{path}")
        if isinstance(got, Exchange):
            return _ready(got, gzip=self.gzip)
        if got.reason in _SILENT:
            return None
        missing = Exchange(got.url, 404, (("Content-Type", "text/plain"),), f"{got.reason}\n".encode())
        return Answer() if got.reason in _DOWN else _ready(missing, gzip=False)


def _ready(got: Exchange, *, gzip: bool) -> Answer:
    headers = [(name, value) for name, value in got.headers if name.lower() not in _NOT_OURS]
    body = got.payload
    if gzip and not got.header("content-encoding"):
        packer = zlib.compressobj(6, wbits=31)
        body = packer.compress(body) + packer.flush()
        headers.append(("Content-Encoding", "gzip"))
    tag = f'"{blake2b(body, digest_size=8).hexdigest()}"'
    headers += [("ETag", tag), ("Content-Length", str(len(body)))]
    reason = got.reason or _REASONS.get(got.status, "Answer")
    lines = [f"HTTP/1.1 {got.status} {reason}", *[f"{name}: {value}" for name, value in headers], "\r\n"]
    return Answer("\r\n".join(lines).encode("latin-1", "replace"), body, tag.encode())


class Log:
    """A line per request: monotonic seconds, host, path, connections open to that host, this one counted."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.open: Counter[bytes] = Counter()

    def write(self, host: bytes, path: bytes) -> None:
        """Note a request."""
        where = f"{host.decode('latin-1')}\t{path.decode('latin-1')}"
        self.file.write(f"{time.monotonic():.6f}\t{where}\t{self.open[host]}\n")


class Serving(asyncio.Protocol):
    """One connection."""

    transport: asyncio.Transport

    def __init__(self, answers: Answers, touch: Callable[[], None], log: Log | None) -> None:
        self.answers = answers
        self.touch = touch
        self.log = log
        self.waiting = b""
        self.host = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        if isinstance(transport, asyncio.Transport):
            self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if self.log and self.host:
            self.log.open[self.host] -= 1

    def data_received(self, data: bytes) -> None:
        """Answer all requests that are whole."""
        self.waiting += data
        while (end := self.waiting.find(_END)) >= 0:
            head, self.waiting = self.waiting[:end], self.waiting[end + len(_END) :]
            self._answer(head)
        if len(self.waiting) > _LONGEST:
            self.transport.abort()

    def _answer(self, head: bytes) -> None:
        self.touch()
        line, _, rest = head.partition(b"\r\n")
        method, _, target = line.partition(b" ")
        path = target.rpartition(b" ")[0]
        host = _value(rest, b"host").partition(b":")[0]
        if path.startswith(b"http://"):  # asked as a proxy
            host, _, path = path[len(b"http://") :].partition(b"/")
            path = b"/" + path
        if method not in {b"GET", b"HEAD"} or not host or not path.startswith(b"/"):
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.transport.close()
            return
        self._note(host, path)
        answer = self.answers.get(host, path)
        if answer is None:
            return
        if not answer.head:
            self.transport.abort()
        elif answer.tag in _value(rest, b"if-none-match"):
            self.transport.write(b"HTTP/1.1 304 Not Modified\r\nETag: %b\r\n\r\n" % answer.tag)
        else:
            self.transport.writelines((answer.head, answer.body if method == b"GET" else b""))

    def _note(self, host: bytes, path: bytes) -> None:
        if self.log is None:
            return
        if host != self.host:
            self.log.open.subtract([self.host] if self.host else [])
            self.log.open[host] += 1
            self.host = host
        self.log.write(host, path)


def _value(head: bytes, name: bytes) -> bytes:
    """The first header of that name; its usual spelling is looked for first."""
    start = head.find(name.title() + b":")
    if start < 0 or (start and head[start - 1] != 10):
        lines = (line.partition(b":") for line in head.split(b"\r\n"))
        return next((value.strip() for key, _, value in lines if key.lower() == name), b"")
    end = head.find(b"\r\n", start)
    return head[start + len(name) + 1 : end if end >= 0 else len(head)].strip()


async def serve(
    web: Web,
    *,
    port: int = 0,
    gzip: bool = False,
    idle: float = IDLE,
    log: TextIO | None = None,
    started: Callable[[int], None] = print,
) -> None:
    """Serve a web on loopback until nobody has asked for `idle` seconds or the starting process is gone."""
    loop = asyncio.get_running_loop()
    last = loop.time()
    parent = os.getppid()

    def touch() -> None:
        nonlocal last
        last = loop.time()

    answers, notes = Answers(web, gzip=gzip), Log(log) if log else None
    server = await loop.create_server(lambda: Serving(answers, touch, notes), "127.0.0.1", port, backlog=1024)
    async with server:
        started(server.sockets[0].getsockname()[1])
        while loop.time() - last < idle and os.getppid() == parent:  # noqa: ASYNC110 - no event tells of either
            await asyncio.sleep(min(0.5, idle))


def main(args: Sequence[str] | None = None) -> int:
    """Serve the web that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m lycosa.webs.serve", description=__doc__)
    parser.add_argument("web", help="a WARC file, a folder of them, or practice(pages=5000)")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument("--gzip", action="store_true", help="compress what is not")
    parser.add_argument("--idle", type=float, default=IDLE, metavar="SECONDS", help="stop when nobody asks for so long")
    parser.add_argument("--log", type=Path, metavar="FILE", help="when which URL was asked for")
    given = parser.parse_args(args)
    try:
        web = find_web(given.web)
        log = given.log.open("w", buffering=1) if given.log else None
        asyncio.run(
            serve(
                web,
                port=given.port,
                gzip=given.gzip,
                idle=given.idle,
                log=log,
                started=lambda port: print(port, flush=True),  # noqa: T201 - the port is its result
            )
        )
    except (LycosaError, OSError) as wrong:
        print(wrong, file=sys.stderr)  # noqa: T201 - a command of its own
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
