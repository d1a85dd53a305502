"""A web served on loopback by a process of its own, for as long as somebody needs it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lycosa.webs.base import WebError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def served(web: str, *options: str) -> Iterator[int]:
    """The port under which all hosts of the web are found."""
    args = [sys.executable, "-m", "lycosa.webs.serve", web, *options]
    with subprocess.Popen(args, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        try:
            said = process.stdout.readline() if process.stdout else ""
            if not said.strip().isdecimal():
                raise WebError(f"{web}: could not be served on loopback")
            yield int(said)
        finally:
            process.terminate()
