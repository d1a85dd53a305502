"""Why a fetch failed: a name for programs, a sentence for people, and whether trying again may help."""

from __future__ import annotations

import errno
from asyncio import IncompleteReadError
from typing import TYPE_CHECKING, NamedTuple

import aiohttp
from aiohttp.client_exceptions import ClientConnectorDNSError
from aiohttp.http_exceptions import LineTooLong

if TYPE_CHECKING:
    from collections.abc import Mapping


class Reason(NamedTuple):
    """A name's sentence. What may pass is worth a retry, later."""

    sentence: str
    may_pass: bool


REASONS: Mapping[str, Reason] = {
    "url": Reason("the URL cannot be asked for: it is malformed or not escaped", may_pass=False),
    "scheme": Reason("the URL is neither http nor https", may_pass=False),
    "address": Reason("the host's address is private or reserved; --allow-private permits it", may_pass=False),
    "dns": Reason("the host's name was not found", may_pass=True),
    "refused": Reason("the host refused the connection", may_pass=True),
    "unreachable": Reason("the host cannot be reached", may_pass=True),
    "proxy": Reason("the proxy did not let the request through", may_pass=True),
    "tls": Reason("the host's certificate or encryption was not accepted", may_pass=False),
    "timeout_connect": Reason("no connection in the time allowed", may_pass=True),
    "timeout_first_byte": Reason("connected, but no answer in the time allowed", may_pass=True),
    "timeout_total": Reason("an answer began, but none of its body came in the time allowed", may_pass=True),
    "disconnected": Reason("the host closed the connection before it answered", may_pass=True),
    "headers_too_large": Reason("the answer's headers are too long or too many", may_pass=False),
    "protocol": Reason("the answer is not HTTP/1", may_pass=False),
    "content_type": Reason("the answer is of a type that is not read; its body was not fetched", may_pass=False),
}

_DETAIL = 200
_BY_TYPE: tuple[tuple[tuple[type[BaseException], ...], str], ...] = (
    ((aiohttp.NonHttpUrlClientError,), "scheme"),
    ((aiohttp.InvalidURL,), "url"),
    ((aiohttp.ClientProxyConnectionError, aiohttp.ClientHttpProxyError), "proxy"),
    ((ClientConnectorDNSError,), "dns"),
    ((aiohttp.ClientSSLError, aiohttp.ServerFingerprintMismatch), "tls"),
    ((aiohttp.ServerTimeoutError,), "timeout_connect"),
    ((aiohttp.ServerDisconnectedError, ConnectionError, IncompleteReadError), "disconnected"),
)


def told(wrong: BaseException) -> tuple[str, str]:
    """The name of what went wrong, and what is known besides, in one line."""
    detail = wrong.message if isinstance(wrong, aiohttp.ClientResponseError) else str(wrong)
    if isinstance(wrong, aiohttp.ServerDisconnectedError):
        detail = ""
    return reason_of(wrong), " ".join(detail.split())[:_DETAIL]


def reason_of(wrong: BaseException) -> str:
    """The name of what went wrong before an answer's head was there."""
    for types, name in _BY_TYPE:
        if isinstance(wrong, types):
            return name
    if isinstance(wrong, aiohttp.ClientConnectorError):
        return _of_connecting(wrong.os_error)
    if isinstance(wrong, aiohttp.ClientResponseError):
        return "headers_too_large" if _too_long(wrong) else "protocol"
    return "disconnected" if isinstance(wrong, OSError) else "protocol"


def _of_connecting(wrong: OSError) -> str:
    if wrong.errno == errno.ECONNREFUSED:
        return "refused"
    if wrong.errno == errno.ETIMEDOUT:
        return "timeout_connect"
    return "disconnected" if wrong.errno == errno.ECONNRESET else "unreachable"


def _too_long(wrong: BaseException | None) -> bool:
    while wrong is not None:
        if isinstance(wrong, LineTooLong) or "Too many headers" in str(wrong):
            return True
        wrong = wrong.__cause__
    return False
