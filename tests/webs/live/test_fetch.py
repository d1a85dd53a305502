"""What is asked and how, and what is told of the answer."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
import trustme

from lycosa import __version__
from lycosa.webs.base import Exchange, Failure
from lycosa.webs.live.fetch import LiveWeb
from lycosa.webs.live.settings import FetchError, FetchSettings
from lycosa.webs.reasons import REASONS
from tests.webs.hostile import PAGE, whole
from tests.webs.live.asking import fetched, got, listening, settings

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.webs.live.connector import Connector


def reason(answer: Exchange | Failure) -> str:
    assert isinstance(answer, Failure), answer
    return answer.reason


def test_the_request_is_told_byte_by_byte(port):
    answer = got(port, "echo?bees=1&bees=%20x", contact="a@b.example", accept_language="en")
    assert answer.request == answer.body


def test_we_say_who_we_are_and_what_we_read(port):
    told = got(port, "echo", about="https://bees.example/", contact="a@b.example").body.decode()
    assert f"\r\nUser-Agent: lycosa/{__version__} (+https://bees.example/; a@b.example)\r\n" in told
    assert "\r\nAccept: text/html,application/xhtml+xml," in told
    assert "\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n" in told
    assert "\r\nHost: sins.test\r\n" in told
    assert re.match(r"GET /echo HTTP/1\.1\r\n", told)


def test_what_is_told_of_an_answer(port):
    answer = got(port, "fine")
    assert (answer.status, answer.reason, answer.version, answer.address) == (200, "OK", "1.1", "127.0.0.1")
    assert answer.url == "http://sins.test/fine"
    assert 0 < answer.seconds < 5
    assert answer.header("CONTENT-TYPE") == "text/html"


def test_an_unchanged_page_is_an_answer_without_a_body(port):
    first = got(port, "tagged")
    again = got(port, "tagged", headers={"If-None-Match": first.header("etag")})
    assert (again.status, again.body, again.truncated) == (304, b"", "")
    assert got(port, "tagged", headers={"If-None-Match": '"v0"'}).body == PAGE


def test_connections_are_kept(port):
    async def run() -> int:
        made = 0
        async with LiveWeb(settings(port)) as live:
            connector: Connector = live._session.connector  # type: ignore[union-attr, assignment]
            real = connector._socket_factory

            def counting(info: Any) -> socket.socket:
                nonlocal made
                made += 1
                return real(info)  # type: ignore[misc]

            connector._socket_factory = counting
            for _ in range(20):
                await live.fetch("http://sins.test/fine")
        return made

    assert asyncio.run(run()) == 1


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("ftp://bees.test/", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("bees", "scheme"),
        ("http://", "url"),
        ("http:///path", "url"),
        ("http://bees.test:99999/", "url"),
        ("http://bees.test:x/", "url"),
        ("http://[::1/", "url"),
        ("http://bees.test/a b", "url"),
        ("http://bees.test/\r\nX: y", "url"),
        ("http://bees.test/Grüße", "url"),
    ],
)
def test_what_is_no_url_to_ask_for_is_refused_before_anything_is_sent(port, url, name):
    assert reason(fetched(url, settings(port))) == name


def test_a_path_is_sent_as_it_is(port):
    for path in ("echo/%7Ebees/../x", "echo?q=%C3%BC&r=a+b%2B", "echo/a%2Fb;c=1,2"):
        assert got(port, path).body.startswith(b"GET /" + path.encode() + b" HTTP/1.1\r\n")


def test_a_host_that_does_not_exist_fails_by_name():
    assert reason(fetched("http://no-such-host.invalid/", FetchSettings(connect=5))) == "dns"
    assert reason(fetched(f"http://{'x' * 70}.test/", FetchSettings(connect=5))) == "dns"


def test_a_port_where_nobody_listens_refuses():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    assert reason(fetched("http://bees.test/", settings(number))) == "refused"


def test_a_full_backlog_is_a_timeout_of_connecting():
    """Linux leaves connections unanswered once the backlog is full."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        waiting = []
        for _ in range(8):
            one = socket.socket()
            one.setblocking(False)  # noqa: FBT003 - the socket's own signature
            one.connect_ex(deaf.getsockname())
            waiting.append(one)
        try:
            answer = fetched("http://bees.test/", settings(deaf.getsockname()[1], connect=0.3, first_byte=0.5))
        finally:
            for one in waiting:
                one.close()
    assert reason(answer) in {"timeout_connect", "timeout_first_byte"}  # other systems do answer


def test_https_on_a_plain_port_is_a_failure_of_tls(port):
    assert reason(fetched("https://sins.test/fine", settings(port))) == "tls"


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def over_tls(authority: trustme.CA, url: str, name: str = "bees.test", **changes: Any) -> Exchange | Failure:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)

    async def run() -> Exchange | Failure:
        async with (
            listening(lambda _: whole(PAGE), ssl=context) as number,
            LiveWeb(settings(number, **changes)) as live,
        ):
            return await live.fetch(url)

    return asyncio.run(run())


def test_a_certificate_nobody_vouches_for_is_refused(authority):
    assert reason(over_tls(authority, "https://bees.test/")) == "tls"


def test_a_certificate_for_another_name_is_refused(authority, tmp_path: Path):
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    assert reason(over_tls(authority, "https://bees.test/", "wasps.test", ca=str(tmp_path / "ca.pem"))) == "tls"


def test_an_authority_of_ones_own_can_be_trusted(authority, tmp_path: Path):
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    answer = over_tls(authority, "https://bees.test/", ca=str(tmp_path / "ca.pem"))
    assert isinstance(answer, Exchange)
    assert answer.body == PAGE


def test_certificates_go_unchecked_only_when_asked(authority):
    assert isinstance(over_tls(authority, "https://bees.test/", "wasps.test", verify=False), Exchange)


def test_http_on_a_tls_port_is_no_page(authority):
    assert reason(over_tls(authority, "http://bees.test/")) in {"protocol", "disconnected"}


def through(number: int, **changes: Any) -> FetchSettings:
    return FetchSettings(proxy=f"http://127.0.0.1:{number}", **changes)


def test_a_proxy_gets_the_whole_url_and_is_the_peer():
    heads = []

    def answer(head: bytes) -> bytes:
        heads.append(head)
        return whole(PAGE)

    async def run() -> Exchange | Failure:
        async with listening(answer) as number, LiveWeb(through(number)) as live:
            return await live.fetch("http://bees.test/honey?x=1")

    got = asyncio.run(run())
    assert isinstance(got, Exchange)
    assert heads == [got.request]
    assert got.request.startswith(b"GET http://bees.test/honey?x=1 HTTP/1.1\r\n")
    assert got.address == "127.0.0.1"


def test_a_proxy_that_is_not_there_is_named():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    assert reason(fetched("http://bees.test/", through(number))) == "proxy"


async def pump(source: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65536):
            out.write(data)
            await out.drain()
    out.close()
    with suppress(OSError):
        await out.wait_closed()


def test_https_goes_through_a_proxy_in_a_tunnel(authority, tmp_path: Path):
    """The proxy sees the host's name and nothing else; what is sent within is no proxy's form."""
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("bees.test").configure_cert(context)
    heads: list[bytes] = []
    busy: list[asyncio.Task[None]] = []

    async def run() -> Exchange | Failure:
        async def tunnel(source: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
            heads.append(await source.readuntil(b"\r\n\r\n"))
            there, on = await asyncio.open_connection("127.0.0.1", number)
            out.write(b"HTTP/1.1 200 Go on\r\n\r\n")
            busy.extend([asyncio.create_task(pump(source, on)), asyncio.create_task(pump(there, out))])

        async with listening(lambda _: whole(PAGE), ssl=context) as number:
            proxy = await asyncio.start_server(tunnel, "127.0.0.1", 0)
            told = through(proxy.sockets[0].getsockname()[1], ca=str(tmp_path / "ca.pem"))
            async with proxy, LiveWeb(told) as live:
                answer = await live.fetch("https://bees.test/honey")
            await asyncio.gather(*busy)
            return answer

    answer = asyncio.run(run())
    assert isinstance(answer, Exchange), answer
    assert answer.body == PAGE
    assert heads[0].startswith(b"CONNECT bees.test:443 HTTP/1.1\r\n")
    assert answer.request.startswith(b"GET /honey HTTP/1.1\r\nHost: bees.test\r\n")


def test_a_proxy_that_forbids_is_named():
    async def run() -> Exchange | Failure:
        refusal = whole(b"", status=b"403 Forbidden")
        async with listening(lambda _: refusal) as number, LiveWeb(through(number)) as live:
            return await live.fetch("https://bees.test/")

    assert reason(asyncio.run(run())) == "proxy"


def test_a_name_is_looked_up_once_for_many_connections(port, monkeypatch):
    looked_up = []
    real = socket.getaddrinfo

    def counting(host: str, *rest: Any, **more: Any) -> Any:
        looked_up.append(host)
        return real("127.0.0.1", *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", counting)

    async def run() -> list[Exchange | Failure]:
        async with LiveWeb(FetchSettings(allow_private=True)) as live:
            return list(await asyncio.gather(*[live.fetch(f"http://bees.test:{port}/fine") for _ in range(20)]))

    assert all(isinstance(answer, Exchange) for answer in asyncio.run(run()))
    assert looked_up == ["bees.test"]


def test_ipv6_is_spoken():
    async def run() -> Exchange | Failure:
        async with (
            listening(lambda _: whole(PAGE), host="::1") as number,
            LiveWeb(FetchSettings(resolve={"bees.test": ("::1", number)})) as live,
        ):
            return await live.fetch("http://bees.test/")

    try:
        answer = asyncio.run(run())
    except OSError:
        pytest.skip("this machine has no IPv6 loopback")
    assert isinstance(answer, Exchange)
    assert answer.address == "::1"


def test_http_10_is_read_to_its_end():
    async def run() -> Exchange | Failure:
        old = b"HTTP/1.0 200 Fine\r\nContent-Type: text/html\r\n\r\n" + PAGE
        async with listening(lambda _: old) as number, LiveWeb(settings(number)) as live:
            return await live.fetch("http://bees.test/")

    answer = asyncio.run(run())
    assert isinstance(answer, Exchange)
    assert (answer.version, answer.reason, answer.body, answer.truncated) == ("1.0", "Fine", PAGE, "")


def test_a_head_in_many_small_pieces_is_read_as_one_in_one_piece():
    """Even where a piece ends within the empty line."""
    answer = whole(PAGE)
    end = answer.index(b"\r\n\r\n")

    async def run(cut: int) -> Exchange | Failure:
        pieces = [answer[:cut], answer[cut:]]
        async with listening(lambda _: pieces) as number, LiveWeb(settings(number)) as live:
            return await live.fetch("http://bees.test/")

    for cut in (1, 20, end, end + 1, end + 2, end + 3, end + 4, end + 5):
        got = asyncio.run(run(cut))
        assert isinstance(got, Exchange)
        assert got.body == PAGE


def test_a_fetch_that_is_called_off_leaves_nothing_behind(port):
    async def run() -> int:
        async with LiveWeb(settings(port)) as live:
            fetches = [asyncio.ensure_future(live.fetch(f"http://sins.test/{sin}")) for sin in ("silent", "slow_body")]
            await live.fetch("http://sins.test/fine")
            for fetch in fetches:
                fetch.cancel()
            ends = await asyncio.gather(*fetches, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ends)
            return len(live._session.connector._acquired)  # type: ignore[union-attr]

    assert asyncio.run(run()) == 0


def test_a_host_pinned_by_name_goes_before_all_others(port):
    pins = {"sins.test": ("127.0.0.1", port), "*": ("127.0.0.1", 9)}
    assert isinstance(fetched("http://sins.test/fine", FetchSettings(resolve=pins)), Exchange)


def test_each_failure_has_a_sentence_and_no_two_share_one():
    sentences = [why.sentence for why in REASONS.values()]
    assert len(set(sentences)) == len(sentences)
    assert all(sentence and not sentence.endswith(".") for sentence in sentences)
    assert not REASONS["address"].may_pass
    assert REASONS["timeout_first_byte"].may_pass


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"body": 0}, "body = 0: must be above 0"),
        ({"total": -1.0}, "total = -1.0"),
        ({"contact": "a\r\nX: b"}, "must be plain ASCII"),
        ({"about": "https://büro.example"}, "must be plain ASCII"),
        ({"proxy": "localhost:3128"}, "write it like http://"),
        ({"ca": "/no/such/file"}, "no such file"),
    ],
)
def test_settings_that_cannot_work_are_refused_in_one_line(wrong, said):
    with pytest.raises(FetchError, match=re.escape(said)) as caught:
        LiveWeb(FetchSettings(**wrong))
    assert "\n" not in str(caught.value)


def test_a_file_without_certificates_is_refused(tmp_path: Path):
    (tmp_path / "ca.pem").write_text("bees")
    with pytest.raises(FetchError, match="holds no certificates"):
        fetched("https://bees.test/", FetchSettings(ca=str(tmp_path / "ca.pem")))


def test_a_web_that_is_not_open_says_so():
    with pytest.raises(FetchError, match="not open"):
        asyncio.run(LiveWeb(FetchSettings()).fetch("http://bees.test/"))


def test_the_agent_says_only_what_is_known():
    assert FetchSettings().agent == f"lycosa/{__version__}"
    assert FetchSettings(contact="a@b.example").agent == f"lycosa/{__version__} (a@b.example)"
