"""Connections: guarded at the moment they are made, and told to the fetch that uses them."""

from __future__ import annotations

import errno
import socket
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from aiohttp import TCPConnector

from lycosa.webs.live.guard import forbidden
from lycosa.webs.live.resolver import Resolver
from lycosa.webs.live.wire import Wire

if TYPE_CHECKING:
    from asyncio import Timeout
    from ssl import SSLContext

    from aiohttp import ClientRequest, ClientTimeout
    from aiohttp.client_proto import ResponseHandler
    from aiohttp.connector import AddrInfoType, Connection
    from aiohttp.tracing import Trace

    from lycosa.webs.live.settings import FetchSettings


@dataclass(slots=True)
class Trip:
    """One request on its way: what the connection tells its fetch, and the timer that it winds on."""

    timer: Timeout
    end: float
    pin: tuple[str, int] | None
    phase: str = "timeout_connect"
    address: str = ""
    fresh: bool = False
    barred: str = ""


TRIP: ContextVar[Trip] = ContextVar("TRIP")


class Connector(TCPConnector):
    """A keep-alive pool without limits of its own: how many connections a host bears is the core's matter."""

    def __init__(self, settings: FetchSettings, tls: SSLContext) -> None:
        self.settings = settings
        self.resolver = Resolver(settings)
        super().__init__(
            limit=0,
            ssl=tls,
            resolver=self.resolver,
            ttl_dns_cache=settings.dns_ttl,
            dns_cache_max_size=settings.dns_size,
            keepalive_timeout=settings.keep_alive,
            socket_factory=self._socket,
        )
        self._factory = partial(Wire, self._loop, settings.headers)  # type: ignore[assignment]  # a kind of it

    async def connect(
        self,
        req: ClientRequest,
        traces: list[Trace],
        timeout: ClientTimeout,  # noqa: ASYNC109 - the signature is aiohttp's
    ) -> Connection:
        """A connection; from here on the wait is for the first byte."""
        connection = await super().connect(req, traces, timeout)
        trip = TRIP.get()
        if (transport := connection.transport) is not None and (peer := transport.get_extra_info("peername")):
            trip.address = peer[0]
        limit = min(self._loop.time() + self.settings.first_byte, trip.end)
        if trip.phase == "timeout_connect":
            trip.phase = "timeout_first_byte"
            trip.timer.reschedule(limit)
        return connection

    async def _create_connection(
        self,
        req: ClientRequest,
        traces: list[Trace],
        timeout: ClientTimeout,  # noqa: ASYNC109 - the same
    ) -> ResponseHandler:
        TRIP.get().fresh = True
        return await super()._create_connection(req, traces, timeout)

    def _socket(self, info: AddrInfoType) -> socket.socket:
        """A socket for exactly this address, whatever name led to it; the last place to say no."""
        family, kind, protocol, _, place = info
        trip = TRIP.get()
        free = self.settings.allow_private or self.settings.proxy or trip.pin == place[:2]
        if not free and (why := forbidden(str(place[0]))):
            trip.barred = f"{place[0]} is {why}"
            raise OSError(errno.EACCES, trip.barred)
        return socket.socket(family, kind, protocol)

    def close(self, **how: Any) -> Any:
        """Close idle connections, and let go of the resolver's threads."""
        self.resolver.threads.shutdown(wait=False, cancel_futures=True)
        return super().close(**how)
