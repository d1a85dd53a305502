"""Why a fetch failed: what went wrong on the way has one of the names of `webs.reasons`."""

from __future__ import annotations

import errno
from asyncio import IncompleteReadError

import aiohttp
from aiohttp.client_exceptions import ClientConnectorDNSError
from aiohttp.http_exceptions import LineTooLong

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
