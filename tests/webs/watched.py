"""A few pages on loopback, in this process, and a note of every request: when it came and when it was answered."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping


class Said(NamedTuple):
    """What stands at a URL, and how long it takes to say so."""

    body: str = ""
    status: int = 200
    headers: tuple[str, ...] = ()
    seconds: float = 0.0


MISSING = Said("nothing here", 404)
Pages = dict[str, str | Said | list[Said]]  # one after the other, the last for ever


class Visit(NamedTuple):
    """A request. `ended` is taken before the answer goes out, so that nobody can have had it earlier."""

    host: str
    path: str
    began: float
    ended: float
    connections: int  # to that host that were open, this one counted


class Watched:
    """Pages, and the visits to them, noted as they end."""

    def __init__(self, pages: Mapping[str, str | Said | list[Said]]) -> None:
        self.pages = pages
        self.open: Counter[str] = Counter()
        self.visits: list[Visit] = []

    def of(self, host: str) -> list[Visit]:
        """The visits of one host, by arrival."""
        return sorted((visit for visit in self.visits if visit.host == host), key=lambda visit: visit.began)

    def paths(self, host: str) -> list[str]:
        return [visit.path for visit in self.of(host)]

    def said(self, url: str) -> Said:
        said = self.pages.get(url, MISSING)
        if isinstance(said, list):
            return said.pop(0) if len(said) > 1 else said[0]
        return Said(said) if isinstance(said, str) else said

    @asynccontextmanager
    async def served(self) -> AsyncIterator[int]:
        """On a port of loopback."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Serving(self), "127.0.0.1", 0)
        async with server:
            yield server.sockets[0].getsockname()[1]


class Serving(asyncio.Protocol):
    """One connection; whoever asks has one question at a time."""

    transport: asyncio.Transport

    def __init__(self, web: Watched) -> None:
        self.web = web
        self.host = ""
        self.asked: tuple[str, float] | None = None
        self.timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        began = time.monotonic()
        if data.startswith(b"\x16"):  # the hello of TLS
            self.transport.close()
            return
        first, *lines = data.decode().split("\r\n")
        path = first.split(" ")[1]
        host = next(line.partition(": ")[2] for line in lines if line.lower().startswith("host:"))
        if not self.host:
            self.host = host
            self.web.open[host] += 1
        assert (host, self.asked) == (self.host, None)
        self.asked = (path, began)
        said = self.web.said(f"http://{host}{path}")
        self.timer = asyncio.get_running_loop().call_later(said.seconds, self._answer, said)

    def _answer(self, said: Said) -> None:
        body = said.body.encode()
        typed = any(line.lower().startswith("content-type") for line in said.headers)
        lines = [f"HTTP/1.1 {said.status} So", f"Content-Length: {len(body)}", *said.headers]
        lines += [] if typed else ["Content-Type: text/html"]
        self._note()
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)

    def _note(self) -> None:
        if self.asked:
            self.web.visits.append(Visit(self.host, *self.asked, time.monotonic(), self.web.open[self.host]))
            self.asked = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.timer:
            self.timer.cancel()
        self._note()
        self.web.open[self.host] -= bool(self.host)
