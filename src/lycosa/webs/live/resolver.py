"""Host names to addresses: those the user gave first, then the system's, in threads of its own."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from aiohttp.abc import AbstractResolver, ResolveResult

if TYPE_CHECKING:
    from lycosa.webs.live.settings import FetchSettings

THREADS = 32  # asyncio's few would let some slow name servers stop all


class Resolver(AbstractResolver):
    """The connector keeps what this finds, so that a host is looked up once in a while."""

    def __init__(self, settings: FetchSettings) -> None:
        self.settings = settings
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="dns")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Addresses of both families, in the order of the system's preference."""
        address, port = self.settings.pin(host) or (host, port)
        try:
            found = await asyncio.get_running_loop().run_in_executor(
                self.threads, lambda: socket.getaddrinfo(address, port, family, socket.SOCK_STREAM)
            )
        except UnicodeError as wrong:  # an empty or overlong label
            raise OSError(str(wrong)) from wrong
        return [
            ResolveResult(
                hostname=host,
                host=str(place[0]),
                port=port,
                family=kind,
                proto=protocol,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for kind, _, protocol, _, place in found
        ]

    async def close(self) -> None:
        """Let lookups under way end by themselves."""
        self.threads.shutdown(wait=False, cancel_futures=True)
