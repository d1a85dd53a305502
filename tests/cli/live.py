"""Live hunts from the command line, against webs on loopback."""

from __future__ import annotations

import asyncio
import os
import queue
import subprocess
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lycosa.webs.find import practice
from tests.webs.watched import Watched

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.webs.watched import Said

WEB = "practice(pages=1000, number=9)"
TOPIC = "lighthouses"
CONTACT = ("--contact", "test@example.org")
QUICK = ("--gap", "0.01", "--gap-factor", "0")


def seeds(n: int = 5) -> list[str]:
    """Options: pages of the practice web that are on the topic."""
    return [word for url in practice(WEB).seeds(TOPIC, n) for word in ("--seed", url)]


def at(port: int) -> tuple[str, ...]:
    """Options: all hosts are there."""
    return ("--resolve", f"*=127.0.0.1:{port}")


def crawl(port: int, out: Path | str, *more: str) -> list[str]:
    """A hunt on the practice web."""
    return ["crawl", TOPIC, "--out", str(out), *CONTACT, *QUICK, *at(port), *seeds(), *more]


@contextmanager
def watched(pages: Mapping[str, str | Said | list[Said]], web: Watched | None = None) -> Iterator[tuple[int, Watched]]:
    """Pages served by a thread of this process: their port, and the note of all visits."""
    web = web or Watched(pages)
    said: queue.Queue[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = queue.Queue()

    async def serve() -> None:
        over = asyncio.Event()
        async with web.served() as port:
            said.put((port, asyncio.get_running_loop(), over))
            await over.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    port, loop, over = said.get()
    try:
        yield port, web
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()


def process(*args: str, **settings: str) -> subprocess.Popen[str]:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "lycosa", *args],
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def page(title: str, *links: str, words: str = "") -> str:
    """A page about lighthouses, unlike every other."""
    listed = "".join(f'<li><a href="{link}">more about {link}</a></li>' for link in links)
    return (
        f"<html lang=en><title>{title}</title><body><p>A lighthouse and its lamp. {words or title}</p><ul>{listed}</ul>"
    )
