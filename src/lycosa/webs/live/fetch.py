"""One URL asked for over HTTP, once. Redirects, robots, retries and politeness are the core's."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING, Self

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from lycosa.webs.base import Exchange, Failure
from lycosa.webs.live.codings import ACCEPTED, decoded
from lycosa.webs.live.connector import TRIP, Connector, Trip
from lycosa.webs.live.failures import told
from lycosa.webs.live.guard import forbidden
from lycosa.webs.live.settings import FetchError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from lycosa.webs.live.settings import FetchSettings

_BUFFER = 1 << 18  # of a body before its sender must wait; most pages come in one piece
_NO_TIMES = aiohttp.ClientTimeout(total=None, connect=None, sock_connect=None, sock_read=None)
_GONE = (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError)


class LiveWeb:
    """Fetches pages under the caps of its settings, over connections kept alive. Use it in `async with`."""

    def __init__(self, settings: FetchSettings) -> None:
        settings.check()
        self.settings = settings
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        say = self.settings
        languages = {"Accept-Language": say.accept_language} if say.accept_language else {}
        self._session = aiohttp.ClientSession(
            connector=Connector(say, _tls(say)),
            cookie_jar=aiohttp.CookieJar() if say.cookies else aiohttp.DummyCookieJar(),
            headers={
                "User-Agent": say.agent,
                "Accept": say.accept,
                **languages,
                "Accept-Encoding": ACCEPTED,
            },
            timeout=_NO_TIMES,
            auto_decompress=False,
            read_bufsize=_BUFFER,
            max_line_size=say.header,
            max_field_size=say.header,
            max_headers=say.header_count,
            proxy=say.proxy or None,
        )
        self._session._retry_connection = False  # noqa: SLF001 - it would ask twice of a host that hangs up
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    async def fetch(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,
        limit: int | None = None,
        *,
        any_type: bool = False,
    ) -> Exchange | Failure:
        """The answer to a GET, of any status: 304 and redirects too. `limit` stands for both caps on the body."""
        if self._session is None:
            raise FetchError("the live web is not open; use it in `async with`")
        target = _target(url)
        if isinstance(target, Failure):
            return target
        host = target.raw_host or ""
        if self.settings.proxy and not self.settings.allow_private and _is_literal(host) and forbidden(host):
            return Failure(url, "address", f"{host} is {forbidden(host)}")
        fetch = _Fetch(self.settings, self._session, url, limit, any_type=any_type)
        return await fetch.run(target, headers)


class _Fetch:
    """The state of one fetch: what came, up to the moment when it ends."""

    def __init__(
        self,
        settings: FetchSettings,
        session: aiohttp.ClientSession,
        url: str,
        limit: int | None,
        *,
        any_type: bool,
    ) -> None:
        self.settings = settings
        self.session = session
        self.url = url
        self.cap = limit or settings.body
        self.decoded = limit or settings.decoded
        self.types = () if any_type else settings.types
        self.answer: aiohttp.ClientResponse | None = None
        self.parts: list[bytes] = []

    async def run(self, target: URL, headers: Mapping[str, str] | None) -> Exchange | Failure:
        """To the end, whichever it is; always in bounded time."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        end = began + self.settings.total
        timer = asyncio.timeout_at(min(began + self.settings.connect, end))
        self.trip = Trip(timer, end, self.settings.pin(target.raw_host or ""))
        TRIP.set(self.trip)
        reason = detail = truncated = ""
        try:
            async with self.trip.timer:
                self.answer = await self._asked(target, headers)
                self.trip.phase = "timeout_total"
                self.trip.timer.reschedule(end)
                reason, detail = self._unread()
                truncated = "" if reason else await self._read()
        except TimeoutError:
            reason, truncated = ("", "time") if self.parts else (self.trip.phase, "")
        except (aiohttp.ClientError, HttpProcessingError, OSError, ValueError) as wrong:
            barred = self.trip.barred if not self.trip.address else ""
            reason, detail = ("address", barred) if barred else told(wrong)
        finally:
            if self.answer is not None and (reason or truncated or not self.answer.content.at_eof()):
                self.answer.close()
        seconds = loop.time() - began
        if reason or self.answer is None:
            return Failure(self.url, reason, detail, self.trip.address, seconds)
        return self._exchange(self.answer, truncated, seconds)

    async def _asked(self, target: URL, headers: Mapping[str, str] | None) -> aiohttp.ClientResponse:
        """The head of the answer. A kept connection that the host has meanwhile closed is no failure."""
        while True:
            self.trip.fresh = False
            try:
                return await self.session.get(target, headers=headers, allow_redirects=False)
            except _GONE:
                if self.trip.fresh:
                    raise

    def _unread(self) -> tuple[str, str]:
        """Whether the type is one that is not read; only a page that is there is refused for it."""
        answer = self.answer
        if answer is not None and answer.status == 101:
            return "protocol", "the host switched to another protocol"
        if answer is None or not self.types or not 200 <= answer.status < 300:
            return "", ""
        kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        return ("content_type", kind) if kind and kind not in self.types else ("", "")

    async def _read(self) -> str:
        """Read the body into `parts`; why it is not whole."""
        if self.answer is None:
            return ""
        content = self.answer.content
        size = 0
        try:
            while part := await content.readany():
                self.parts.append(part)
                size += len(part)
                if size > self.cap:
                    return "length"
        except (aiohttp.ClientError, HttpProcessingError, OSError) as wrong:
            with suppress(Exception):
                self.parts.append(content._read_nowait(-1))  # noqa: SLF001 - what came before the break
            return "framing" if isinstance(wrong, HttpProcessingError) else "disconnect"
        return ""

    def _exchange(self, answer: aiohttp.ClientResponse, truncated: str, seconds: float) -> Exchange:
        parts = self.parts
        body = parts[0] if len(parts) == 1 else b"".join(parts)
        if len(body) > self.cap:
            body = body[: self.cap]
        coded = None
        if coding := ",".join(answer.headers.getall("Content-Encoding", ())):
            coded = body
            body, fault = decoded(coded, coding, self.decoded)
            truncated = truncated or fault
        version = answer.version
        return Exchange(
            self.url,
            answer.status,
            tuple([(name.decode("latin-1"), value.decode("latin-1")) for name, value in answer.raw_headers]),
            body,
            coded,
            truncated,
            answer.reason or "",
            f"{version.major}.{version.minor}" if version else "1.1",
            _head(answer, proxied=bool(self.settings.proxy)),
            self.trip.address,
            seconds,
        )


def _head(answer: aiohttp.ClientResponse, *, proxied: bool) -> bytes:
    """The request as it was sent."""
    asked = answer.request_info
    target = str(asked.url) if proxied and asked.url.scheme == "http" else asked.url.raw_path_qs
    lines = [f"GET {target} HTTP/1.1", *[f"{name}: {value}" for name, value in asked.headers.items()], "\r\n"]
    return "\r\n".join(lines).encode()


def _target(url: str) -> URL | Failure:
    """The URL, sent as it is; what would have to be changed first is refused."""
    if not url.startswith(("http://", "https://")):
        return Failure(url, "scheme", url.partition(":")[0][:20])
    if not (url.isascii() and url.isprintable()) or " " in url:
        return Failure(url, "url", "blanks and characters beyond ASCII must be escaped")
    try:
        target = URL(url, encoded=True)
        fit = target.raw_host and (target.port or 0) < 1 << 16
    except ValueError as wrong:
        return Failure(url, "url", str(wrong))
    return target if fit else Failure(url, "url", "no host")


def _is_literal(host: str) -> bool:
    return ":" in host or host.rpartition(".")[2].isdigit()


def _tls(settings: FetchSettings) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if settings.ca:
        try:
            context.load_verify_locations(settings.ca)
        except (OSError, ssl.SSLError):
            raise FetchError(f"ca = {settings.ca!r}: holds no certificates in PEM form") from None
    if not settings.verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
