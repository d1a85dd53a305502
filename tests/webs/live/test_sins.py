"""Each sin of the hostile server ends in its right name, in bounded time and memory."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

import pytest

from lycosa.pages.parse import parse
from lycosa.webs.base import Exchange, Failure
from lycosa.webs.reasons import REASONS
from tests.webs.hostile import PAGE, SINS, text
from tests.webs.live.asking import asked, failed, got

SHORT = {"first_byte": 0.8, "total": 1.2}
FAILURES = {
    "endless_continue": "timeout_first_byte",
    "endless_headers": "headers_too_large",
    "endless_image": "content_type",
    "endless_status": "headers_too_large",
    "early_close": "disconnected",
    "garbage": "protocol",
    "head_cut": "disconnected",
    "head_just_long": "headers_too_large",
    "http_09": "protocol",
    "length_two": "protocol",
    "length_word": "protocol",
    "long_header": "headers_too_large",
    "many_headers": "headers_too_large",
    "other_protocol": "protocol",
    "reset": "disconnected",
    "silent": "timeout_first_byte",
    "silent_body": "timeout_total",
    "slow_headers": "timeout_first_byte",
    "type_image": "content_type",
    "upgrade": "protocol",
}
TRUNCATED = {
    "bomb_br": "decoded",
    "bomb_deflate": "decoded",
    "bomb_gzip": "decoded",
    "bomb_gzip_members": "coding",
    "bomb_gzip_twice": "decoded",
    "bomb_zstd": "decoded",
    "chunks_broken": "framing",
    "chunks_cut": "disconnect",
    "chunks_huge": "framing",
    "coding_unknown": "coding",
    "endless_body": "length",
    "gzip_broken": "coding",
    "gzip_lie": "coding",
    "length_long": "disconnect",
    "rules_10_mb": "length",
    "line_50_mb": "length",
    "links_100000": "length",
    "slow_body": "time",
}
STATUSES = {
    "redirect_back": 307,
    "redirect_chain": 302,
    "redirect_file": 301,
    "redirect_inside": 303,
    "redirect_loop": 302,
    "redirect_round": 302,
    "redirect_private": 301,
    "redirect_utf8": 301,
    "status_401": 401,
    "status_403": 403,
    "status_404": 404,
    "status_429": 429,
    "status_500": 500,
    "status_503": 503,
    "status_999": 999,
}
TIMED = {"silent", "silent_body", "slow_headers", "slow_body", "endless_continue"}
CAP = 2 << 20


@pytest.mark.parametrize("sin", sorted(FAILURES))
def test_what_is_no_answer_is_a_failure_of_the_right_name(port, sin):
    began = time.monotonic()
    failure = failed(port, sin, **(SHORT if sin in TIMED else {}))
    assert failure.reason == FAILURES[sin]
    assert failure.address == "127.0.0.1"
    assert time.monotonic() - began < 5
    assert 0 < failure.seconds < 5


@pytest.mark.parametrize("sin", sorted(TRUNCATED))
def test_what_is_cut_or_broken_is_kept_and_marked(port, sin):
    answer = got(port, sin, **(SHORT if sin in TIMED else {}))
    assert answer.truncated == TRUNCATED[sin]
    assert len(answer.body) <= CAP
    assert len(answer.payload) <= CAP


@pytest.mark.parametrize("sin", sorted(set(SINS) - set(FAILURES) - set(TRUNCATED)))
def test_what_can_be_read_whole_comes_unmarked(port, sin):
    answer = got(port, sin)
    assert answer.truncated == ""
    assert answer.status == STATUSES.get(sin, 200)


def test_names_of_failures_are_in_the_table():
    assert set(FAILURES.values()) <= set(REASONS)


def test_a_coded_page_comes_decoded_and_as_it_came(port):
    for sin in sorted(name for name in SINS if name.startswith("packed")):
        answer = got(port, sin)
        assert answer.body == PAGE
        assert answer.coded is not None
        assert answer.payload == answer.coded != PAGE


def test_an_uncoded_body_is_not_kept_twice(port):
    answer = got(port, "fine")
    assert answer.body == answer.payload == PAGE
    assert answer.coded is None


def test_what_came_before_a_break_is_there(port):
    assert got(port, "chunks_broken").body == b"abc"
    assert got(port, "chunks_cut").body == b"abcde"
    assert got(port, "length_long").body == PAGE
    assert got(port, "gzip_broken").body[:1000] == text()[:1000]
    assert text().startswith(got(port, "gzip_cut").body)
    slow = got(port, "slow_body", **SHORT).body
    assert set(slow) == set(b"x")
    assert len(slow) < 2000


def test_a_body_of_the_wrong_length_does_not_reach_the_next_answer(port):
    first, second = asked(port, "length_short_forged", "fine")
    assert isinstance(first, Exchange)
    assert isinstance(second, Exchange)
    assert first.body == PAGE[:20]
    assert second.body == PAGE


def test_an_unread_type_is_not_downloaded(port):
    began = time.monotonic()
    assert failed(port, "endless_image").detail == "image/png"
    assert time.monotonic() - began < 2
    answer = got(port, "endless_image", any_type=True)
    assert (len(answer.body), answer.truncated) == (CAP, "length")


def test_limit_stands_for_both_caps(port):
    assert len(got(port, "line_50_mb", limit=10_000).body) == 10_000
    bomb = got(port, "bomb_gzip", limit=10_000)
    assert (len(bomb.body), len(bomb.payload)) == (10_000, 10_000)
    assert len(got(port, "line_50_mb", limit=3 << 20).body) == 3 << 20


def test_a_body_just_at_the_cap_is_whole(port):
    exact = got(port, "fine", limit=len(PAGE))
    assert (exact.body, exact.truncated) == (PAGE, "")
    short = got(port, "fine", limit=len(PAGE) - 1)
    assert (short.body, short.truncated) == (PAGE[:-1], "length")


def test_a_redirect_is_an_answer_and_is_not_followed(port):
    assert got(port, "redirect_loop").location == "/redirect_loop"
    assert got(port, "redirect_private").location == "http://169.254.169.254/"
    assert got(port, "redirect_utf8").location == "/Grüße"


def test_the_bytes_of_headers_can_be_had_back(port):
    answer = got(port, "redirect_utf8")
    assert answer.header("location").encode("latin-1") == "/Grüße".encode()
    assert [name for name, _ in answer.headers] == ["Location", "Content-Length"]


def test_retry_after_comes_as_it_is(port):
    assert got(port, "status_429").header("retry-after") == "7"
    assert got(port, "status_503").header("Retry-After").startswith("Wed,")


def test_all_cookies_are_seen_and_none_is_sent(port):
    answer = got(port, "cookies")
    assert sum(name == "Set-Cookie" for name, _ in answer.headers) == 150
    seen = [answer.body for answer in asked(port, "echo", "echo") if isinstance(answer, Exchange)]
    assert len(seen) == 2
    assert b"Cookie" not in b"".join(seen)


def test_cookies_are_sent_when_asked_for(port):
    _, second = asked(port, "echo", "echo", cookies=True)
    assert isinstance(second, Exchange)
    assert b"Cookie: seen=1" in second.body


def test_a_page_from_a_bad_server_parses(port):
    for sin in ("binary", "charset_lying", "bomb_gzip", "links_100000", "gzip_broken"):
        answer = got(port, sin)
        assert parse(answer.url, answer.headers, answer.body).url == answer.url


def test_a_kept_connection_that_the_host_closed_is_no_failure(port):
    first, second = asked(port, "once", "once")
    assert isinstance(first, Exchange)
    assert isinstance(second, Exchange)
    assert second.body == PAGE


def test_robots_of_a_host_named_for_a_sin_commits_it(port):
    from tests.webs.live.asking import fetched, settings

    answer = fetched("http://status-500.test/robots.txt", settings(port))
    assert isinstance(answer, Exchange)
    assert answer.status == 500


def test_many_sins_at_once_disturb_no_page(port):
    from lycosa.webs.live.fetch import LiveWeb
    from tests.webs.live.asking import settings

    sins = ["chunks_broken", "reset", "length_short_forged", "early_close", "once", "gzip_broken", "garbage"]

    async def run() -> list[Exchange | Failure]:
        async with LiveWeb(settings(port)) as live:
            urls = [f"http://sins.test/{path}" for sin in sins for path in (sin, "fine", "fine", "packed_br")]
            return list(await asyncio.gather(*[live.fetch(url) for url in urls * 5]))

    answers = [answer for answer in asyncio.run(run()) if answer.url.endswith(("fine", "packed_br"))]
    assert len(answers) == 5 * 3 * len(sins)
    assert all(isinstance(answer, Exchange) and answer.body == PAGE for answer in answers)


MEMORY = """
import asyncio, resource, sys
from lycosa.webs.live.fetch import LiveWeb
from tests.webs.live.asking import settings
def peak():
    try:  # ru_maxrss counts what the process was before it became this program
        status = open("/proc/self/status").read()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(status.partition("VmHWM:")[2].split()[0])
async def run(port, sins):
    async with LiveWeb(settings(port)) as live:
        await live.fetch("http://sins.test/fine")
        before = peak()
        for sin in sins:
            await live.fetch(f"http://sins.test/{sin}", any_type=True)
        print(peak() - before)
asyncio.run(run(int(sys.argv[1]), sys.argv[2:]))
"""


def test_nothing_endless_takes_memory(port, root):
    """Bombs of 100 MB, endless heads and bodies, a line of 50 MB: the peak grows by some bodies, no more."""
    sins = [sin for sin in sorted({**FAILURES, **TRUNCATED}) if sin not in TIMED]
    command = [sys.executable, "-c", MEMORY, str(port), *sins]
    grown = int(subprocess.run(command, cwd=root, capture_output=True, check=True, text=True).stdout)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10  # ru_maxrss is in bytes there
    assert grown / unit < 40
