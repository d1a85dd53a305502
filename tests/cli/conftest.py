"""A small recorded web with labels, written with another library than the one that reads it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from lycosa.cli.main import DONE, run
from lycosa.webs.served import served
from tests.cli.live import WEB, crawl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SPIDERS, STONES = range(12), range(12, 24)


def address(page: int) -> str:
    """Pages stand on three hosts."""
    return f"http://h{page % 3}.test/{page}"


def body(page: int) -> bytes:
    """Spiders link to spiders and to one stone, stones to stones; each links to a page that is missing."""
    subject = "wolf spider hunts prey from a silk burrow" if page in SPIDERS else "granite quarry block of stone"
    first = 0 if page in SPIDERS else 12
    targets = [first + (page * 5 + step) % 12 for step in (1, 2, 3)] + [12 + page % 12, 90 + page]
    links = "".join(f'<li><a href="{address(target)}">number {target}</a></li>' for target in targets)
    text = f"{subject} {page} " * 20
    title = f"Page {page} \x1b]0;owned\x07"
    return f"<html lang=en><title>{title}</title><body><p>{text}</p><ul>{links}</ul></body></html>".encode()


def write_warc(file: Path) -> None:
    """All pages as response records."""
    with file.open("wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        for page in range(24):
            head = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1")
            payload = io.BytesIO(body(page))
            record = writer.create_warc_record(address(page), "response", payload, http_headers=head)
            writer.write_record(record)
            record.raw_stream.close()  # a temporary file that nobody else closes


@pytest.fixture(scope="session")
def small_web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one WARC file and the labels spiders and stones."""
    folder = tmp_path_factory.mktemp("small")
    write_warc(folder / "small.warc.gz")
    rows = [f"{address(page)}\t{'spiders' if page in SPIDERS else 'stones'}" for page in range(24)]
    (folder / "labels.tsv").write_text("\n".join(["url\ttopic", *rows, ""]), "utf-8")
    return folder


@pytest.fixture(scope="session")
def lycosa() -> Callable[..., subprocess.CompletedProcess[str]]:
    """The command line in a process of its own."""

    def call(*args: str, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "lycosa", *args],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=False,
        )

    return call


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    """Where the practice web of the live hunts is served."""
    with served(WEB) as found:
        yield found


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No contact is set or remembered; where one would be."""
    monkeypatch.delenv("LYCOSA_CONTACT", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "lycosa" / "contact"


@pytest.fixture(scope="session")
def caught(port: int, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hunt of 120 pages, to be looked at only."""
    folder = tmp_path_factory.mktemp("caught") / "lights.hunt"
    with redirect_stdout(io.StringIO()):
        assert run(crawl(port, folder, "--pages", "120")) == DONE
    return folder
