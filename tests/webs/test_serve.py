"""A web served on loopback answers as it does when asked directly, logs what was asked, and stops by itself."""

from __future__ import annotations

import asyncio
import gzip
import io
import re
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from lycosa.webs.base import Exchange, Failure
from lycosa.webs.live.fetch import LiveWeb
from lycosa.webs.live.settings import FetchSettings
from lycosa.webs.practice import PracticeWeb
from lycosa.webs.recorded import open_folder
from lycosa.webs.serve import Answers, main, serve

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

WEB = "practice(pages=1600, number=5)"
HTML = (("content-type", "text/html"), ("Transfer-Encoding", "chunked"), ("X-Made", "by hand"))


class Few:
    """A web of a few answers."""

    answers: ClassVar[dict[str, Exchange | Failure]] = {
        "http://bees.test/": Exchange("http://bees.test/", 200, HTML, b"<p>honey"),
        "https://safe.test/x?y": Exchange("https://safe.test/x?y", 200, HTML, b"<p>safe"),
        "http://bees.test/old": Exchange("http://bees.test/old", 301, (("Location", "/"),), b""),
        "http://down.test/": Failure("http://down.test/", "host_down"),
        "http://late.test/": Failure("http://late.test/", "timeout"),
    }

    def fetch(self, url: str) -> Exchange | Failure:
        return self.answers.get(url) or Failure(url, "not_recorded")


def at(port: int, **changes: Any) -> FetchSettings:
    return FetchSettings(**{"resolve": {"*": ("127.0.0.1", port)}, "first_byte": 5.0, **changes})


@asynccontextmanager
async def serving(**how: Any) -> AsyncIterator[int]:
    """The few, in this process."""
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(Few(), started=started.set_result, **how))
    try:
        yield await started
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def asked(*urls: str, headers: dict[str, str] | None = None, live: Any = None, **how: Any) -> list[Exchange | Failure]:
    async def run() -> list[Exchange | Failure]:
        async with serving(**how) as port, LiveWeb(at(port, **(live or {}))) as web:
            return [await web.fetch(url, headers, any_type=True) for url in urls]

    return asyncio.run(run())


def got(url: str, **how: Any) -> Exchange:
    answer = asked(url, **how)[0]
    assert isinstance(answer, Exchange), answer
    return answer


def said(request: bytes, **how: Any) -> bytes:
    """What comes back on a bare connection, to its end."""

    async def run() -> bytes:
        async with serving(**how) as port:
            source, out = await asyncio.open_connection("127.0.0.1", port)
            out.write(request)
            out.write_eof()
            back = await source.read()
            out.close()
            await out.wait_closed()
            return back

    return asyncio.run(run())


@contextmanager
def child(*options: str, **how: Any) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "lycosa.webs.serve", WEB, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **how) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline()), process
        finally:
            process.kill()


def answers_of(web: PracticeWeb, url: str) -> bool:
    return isinstance(web.fetch(url), Exchange)


def test_every_answer_is_the_webs_own():
    """Sound pages, errors, redirects, robots files, from a process of its own, many at a time."""
    web = PracticeWeb(pages=1600, number=5)
    paths = ("", "robots.txt", "p/7", "gone/5", "go/1/20")
    urls = [url for host in web.hosts for path in paths if answers_of(web, url := f"http://{host}/{path}")]

    async def run(port: int) -> list[Exchange | Failure]:
        async with LiveWeb(at(port)) as live:
            return list(await asyncio.gather(*[live.fetch(url, any_type=True) for url in urls]))

    with child() as (port, _):
        answers = asyncio.run(run(port))
    assert len({answer.status for answer in answers if isinstance(answer, Exchange)}) > 3
    for answer in answers:
        own = web.fetch(answer.url)
        assert isinstance(answer, Exchange), answer
        assert isinstance(own, Exchange)
        assert (answer.status, answer.body) == (own.status, own.body)
        assert set(own.headers) <= set(answer.headers)


def test_headers_of_a_connection_are_the_servers_own():
    answer = got("http://bees.test/")
    assert answer.header("x-made") == "by hand"
    assert answer.header("transfer-encoding") == ""
    assert answer.header("content-length") == "8"


def test_a_recorded_page_of_https_is_served_too():
    assert got("http://safe.test/x?y").body == b"<p>safe"


def test_what_is_not_there_is_404():
    answer = got("http://bees.test/missing")
    assert (answer.status, answer.body) == (404, b"not_recorded\n")


def test_a_host_that_is_down_hangs_up_and_a_late_one_never_answers():
    down, late = asked("http://down.test/", "http://late.test/", live={"first_byte": 0.2})
    assert isinstance(down, Failure)
    assert isinstance(late, Failure)
    assert (down.reason, late.reason) == ("disconnected", "timeout_first_byte")


def test_an_unchanged_page_is_304():
    tag = got("http://bees.test/").header("etag")
    same = got("http://bees.test/", headers={"If-None-Match": tag})
    assert (same.status, same.body, same.header("etag")) == (304, b"", tag)
    assert got("http://bees.test/", headers={"If-None-Match": '"other"'}).status == 200


def test_pages_are_compressed_when_asked():
    answer = got("http://bees.test/", gzip=True)
    assert answer.body == b"<p>honey"
    assert gzip.decompress(answer.payload) == b"<p>honey"


def test_requests_in_one_go_are_answered_in_their_order():
    one = b"GET /%s HTTP/1.1\r\nHost: bees.test\r\n\r\n"
    back = said(one % b"" + one % b"old" + one % b"missing")
    assert re.findall(rb"HTTP/1.1 (\d+)", back) == [b"200", b"301", b"404"]


def test_head_has_no_body():
    back = said(b"HEAD / HTTP/1.1\r\nHost: bees.test\r\n\r\n")
    assert b"Content-Length: 8" in back
    assert back.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    "header", [b"Host: bees.test", b"host:bees.test", b"X-Host: wasps.test\r\nHOST: bees.test:8080"]
)
def test_the_host_is_found_however_it_is_written(header):
    assert said(b"GET / HTTP/1.1\r\nAccept: */*\r\n" + header + b"\r\n\r\n").endswith(b"<p>honey")


@pytest.mark.parametrize(
    "request_", [b"\r\n\r\n", b"POST / HTTP/1.1\r\nHost: b\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET bees\r\n\r\n"]
)
def test_what_is_no_request_is_400_and_the_end(request_):
    assert said(request_).startswith(b"HTTP/1.1 400 ")


def test_a_head_without_end_is_cut_off():
    with pytest.raises(ConnectionError):
        said(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 50_000)


def test_the_log_tells_when_what_was_asked_and_how_many_connections_were_open():
    notes = io.StringIO()

    async def run() -> None:
        async with serving(log=notes) as port, LiveWeb(at(port, first_byte=0.3)) as live:
            await live.fetch("http://bees.test/")
            await live.fetch("http://bees.test/old")
            await asyncio.gather(*[live.fetch("http://late.test/") for _ in range(3)])

    began = time.monotonic()
    asyncio.run(run())
    lines = [line.split("\t") for line in notes.getvalue().splitlines()]
    assert [line[1:] for line in lines] == [
        ["bees.test", "/", "1"],
        ["bees.test", "/old", "1"],
        ["late.test", "/", "1"],
        ["late.test", "/", "2"],
        ["late.test", "/", "3"],
    ]
    times = [float(line[0]) for line in lines]
    assert times == sorted(times)
    assert began <= times[0]
    assert times[-1] <= time.monotonic()


def test_the_log_of_a_process_can_be_read_while_it_runs(tmp_path: Path):
    log = tmp_path / "asked.tsv"

    async def run(port: int) -> None:
        async with LiveWeb(at(port)) as live:
            await live.fetch("http://bees.test/some?page")

    with child("--log", str(log)) as (port, _):
        asyncio.run(run(port))
        assert log.read_text().split("\t")[1:] == ["bees.test", "/some?page", "1\n"]


def test_it_stops_when_nobody_asks():
    with child("--idle", "0.2") as (_, process):
        assert process.wait(10) == 0


def test_it_stops_when_its_parent_is_gone():
    script = "import subprocess, sys; subprocess.Popen([sys.executable, '-m', 'lycosa.webs.serve', *sys.argv[1:]])"
    parent = subprocess.Popen([sys.executable, "-c", script + ".wait()", WEB], stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        assert int(parent.stdout.readline()) > 0
        parent.kill()
        assert parent.stdout.read() == ""  # ends when the last process that holds the pipe does


def test_an_interrupt_ends_it_quietly():
    with child(stderr=subprocess.PIPE) as (_, process):
        process.send_signal(signal.SIGINT)
        _, wrong = process.communicate(timeout=10)
    assert process.returncode == 130
    assert wrong == ""


@pytest.mark.parametrize("web", ["nowhere.warc.gz", "practice(bees=1)", "practice("])
def test_a_web_that_is_not_there_is_said_in_one_line(capsys, web):
    assert main([web]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_only_so_many_bytes_are_kept_ready():
    kept = Answers(Few(), cache=300)
    for _ in range(3):
        answers = [kept.get(b"bees.test", b"/%d" % number) for number in range(10)]
        assert all(answer and answer.body == b"not_recorded\n" for answer in answers)
    assert 0 < len(kept.kept) < 10
    assert kept.room >= 0


@pytest.mark.needs_webs
def test_real_pages_come_through_unchanged(needs_webs: Path):
    web = open_folder(needs_webs / "docs")
    urls = list(web.urls)[::100]

    async def run(port: int) -> list[Exchange | Failure]:
        async with LiveWeb(at(port)) as live:
            return list(await asyncio.gather(*[live.fetch(url) for url in urls]))

    command = [sys.executable, "-m", "lycosa.webs.serve", str(needs_webs / "docs"), "--gzip"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        answers = asyncio.run(run(int(process.stdout.readline())))
        process.terminate()
    for url, answer in zip(urls, answers, strict=True):
        own = web.fetch(url)
        assert isinstance(answer, Exchange)
        assert isinstance(own, Exchange)
        assert answer.body == own.body
        assert len(answer.payload) < len(answer.body)
    for file in web._files:
        file.close()
