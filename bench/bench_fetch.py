"""What fetching a real-size page costs over loopback, next to a bare get and read of the same client."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp

from lycosa.webs.base import Failure
from lycosa.webs.live.fetch import LiveWeb
from lycosa.webs.live.settings import FetchSettings
from lycosa.webs.recorded import open_folder

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    Get = Callable[[str], Awaitable[int]]

WEBS = Path(__file__).parents[1] / os.environ.get("LYCOSA_WEBS", "../shared/webs")
WEB = WEBS / "docs"
IN_FLIGHT = 64
ROUNDS = 3
BASELINE = "bare aiohttp get and read"


@contextmanager
def served(*options: str) -> Iterator[int]:
    """The web in a process of its own; its port."""
    command = [sys.executable, "-m", "lycosa.webs.serve", str(WEB), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()


async def all_of(urls: list[str], get: Get) -> tuple[float, float, int]:
    """Wall and processor seconds for all URLs, so many at a time, and the bytes of their bodies."""
    left = iter(urls)
    size = 0

    async def one() -> None:
        nonlocal size
        for url in left:
            got = await get(url)
            size += got

    began, busy = time.perf_counter(), time.process_time()
    await asyncio.gather(*[one() for _ in range(IN_FLIGHT)])
    return time.perf_counter() - began, time.process_time() - busy, size


async def measured(port: int, urls: list[str]) -> dict[str, tuple[float, float, int]]:
    """The best of interleaved rounds; the first warms the server."""
    settings = FetchSettings(resolve={"*": ("127.0.0.1", port)}, contact="bench")
    connector = aiohttp.TCPConnector(limit=0)
    best: dict[str, tuple[float, float, int]] = {}
    async with LiveWeb(settings) as live, aiohttp.ClientSession(connector=connector) as session:

        async def ours(url: str) -> int:
            got = await live.fetch(url)
            assert not isinstance(got, Failure), got
            return len(got.body)

        async def bare(url: str) -> int:
            local = url.replace("http://docs.test", f"http://127.0.0.1:{port}")
            async with session.get(local, headers={"Host": "docs.test"}) as answer:
                return len(await answer.read())

        for turn in range(ROUNDS + 1):
            for name, get in (("ours", ours), (BASELINE, bare)):
                got = await all_of(urls, get)
                if turn and (name not in best or got[1] < best[name][1]):
                    best[name] = got
    assert len({size for _, _, size in best.values()}) == 1
    return best


def main() -> None:
    """Plain, and compressed."""
    if not WEB.exists():
        print(f"no recorded web at {WEB}: set LYCOSA_WEBS to the folder of webs", file=sys.stderr)
        return
    urls = list(open_folder(WEB).urls)
    for name, options in (("plain", ()), ("gzip", ("--gzip",))):
        with served(*options) as port:
            best = asyncio.run(measured(port, urls))
        wall, busy, _ = best["ours"]
        bare_wall, bare_busy, _ = best[BASELINE]
        each = busy / len(urls) * 1e6
        figures = (
            (f"fetch_{name}", each, "us", busy / bare_busy),
            (f"fetch_{name}_rate", len(urls) / wall, "pages/s", bare_wall / wall),
        )
        for figure, value, unit, ratio in figures:
            line = {"name": figure, "value": round(value, 1), "unit": unit, "baseline": BASELINE}
            print(json.dumps({**line, "ratio": round(ratio, 2)}))


if __name__ == "__main__":
    main()
