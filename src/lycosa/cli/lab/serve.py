"""Serve a stored web over loopback HTTP, for live tests and other people's crawlers."""

from __future__ import annotations

import click

EXAMPLES = """\b
Examples:
  lycosa lab serve bees --port 8080
  curl --proxy http://127.0.0.1:8080 http://example.org/bees
"""


@click.command(epilog=EXAMPLES)
@click.argument("name")
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="0: any that is free.")
@click.option("--seconds", type=click.FloatRange(0), metavar="X", help="Stop after so long.  [default: at Ctrl-C]")
@click.option("--store", default="", metavar="DIR", help="Where stored webs lie.")
def command(name: str, port: int, seconds: float | None, store: str) -> None:
    """Serve the web NAME on 127.0.0.1: all its hosts on one port, by their own names.

    A client asks as it would ask a proxy, or sends the host's name in its Host header. The port is printed.
    """
    import asyncio
    from contextlib import suppress

    from lycosa.lab.serving import served
    from lycosa.lab.shelf import open_stored, shelf
    from lycosa.webs.serve import serve

    def started(number: int) -> None:
        print(f"http://127.0.0.1:{number}", flush=True)  # noqa: T201 - who reads it must not wait

    with served(open_stored(name, shelf(store))) as web, suppress(TimeoutError, KeyboardInterrupt):
        serving = serve(web, port=port, idle=float("inf"), started=started)
        asyncio.run(asyncio.wait_for(serving, seconds))
