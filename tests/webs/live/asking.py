"""Fetches in one line."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from lycosa.webs.base import Exchange, Failure
from lycosa.webs.live.fetch import LiveWeb
from lycosa.webs.live.settings import FetchSettings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

HOST = "sins.test"


def settings(port: int, **changes: Any) -> FetchSettings:
    """All names lead to this port of loopback."""
    return FetchSettings(**{"resolve": {"*": ("127.0.0.1", port)}, **changes})


def asked(port: int, *paths: str, headers: dict[str, str] | None = None, **changes: Any) -> list[Exchange | Failure]:
    """The answers to some paths of the hostile server, one after the other."""
    how = {name: changes.pop(name) for name in ("limit", "any_type") if name in changes}

    async def run() -> list[Exchange | Failure]:
        async with LiveWeb(settings(port, **changes)) as live:
            return [await live.fetch(f"http://{HOST}/{path}", headers, **how) for path in paths]

    return asyncio.run(run())


def got(port: int, path: str, **changes: Any) -> Exchange:
    """The one answer."""
    answer = asked(port, path, **changes)[0]
    assert isinstance(answer, Exchange), answer
    return answer


def failed(port: int, path: str, **changes: Any) -> Failure:
    """The one failure."""
    answer = asked(port, path, **changes)[0]
    assert isinstance(answer, Failure), (answer.status, answer.headers)
    return answer


def fetched(url: str, told: FetchSettings) -> Exchange | Failure:
    """One URL, with settings of its own."""

    async def run() -> Exchange | Failure:
        async with LiveWeb(told) as live:
            return await live.fetch(url)

    return asyncio.run(run())


@asynccontextmanager
async def listening(answer: Callable[[bytes], bytes | list[bytes]], **how: Any) -> AsyncIterator[int]:
    """A server in this process: one request a connection, answered whole or in pieces; its port."""
    busy: set[asyncio.Task[None]] = set()

    async def connected(source: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        busy.add(asyncio.current_task())  # type: ignore[arg-type]
        with suppress(OSError, asyncio.IncompleteReadError):
            said = answer(await source.readuntil(b"\r\n\r\n"))
            for piece in [said] if isinstance(said, bytes) else said:
                out.write(piece)
                await out.drain()
                await asyncio.sleep(0.005 if isinstance(said, list) else 0)  # each in a packet of its own
        out.close()
        with suppress(OSError):
            await out.wait_closed()

    server = await asyncio.start_server(connected, how.pop("host", "127.0.0.1"), 0, **how)
    async with server:
        yield server.sockets[0].getsockname()[1]
        await asyncio.gather(*busy)
