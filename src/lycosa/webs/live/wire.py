"""The client's side of a connection, where it must be more patient with servers than aiohttp is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aiohttp.client_proto import ResponseHandler
from aiohttp.http_exceptions import LineTooLong
from aiohttp.streams import EMPTY_PAYLOAD

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

_END = b"\r\n\r\n"


class Wire(ResponseHandler):
    """Keeps what came before a break, and bounds the head of an answer as a whole.

    A parser that meets a fault throws away all it read from the same segment, an answer's head too. So the head
    goes in by itself, and a fault after it reaches the body that is waiting.
    """

    def __init__(self, loop: AbstractEventLoop, cap: int) -> None:
        super().__init__(loop)
        self.cap = cap
        self.head = 0  # bytes so far of a head that is not whole, or -1 after it

    def set_response_params(self, **params: Any) -> None:
        """A request goes out; next comes a head."""
        self.head = 0
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        """Bytes of the server."""
        if self.head < 0:
            super().data_received(data)
            return
        end = data.find(_END) + len(_END)
        if end < len(_END):
            self._head(data, len(data))
        else:
            self._head(data[:end], end)
            if end < len(data) and not self._lost():
                super().data_received(data[end:])

    def _head(self, data: bytes, size: int) -> None:
        if self.head + size > self.cap:
            self.set_exception(LineTooLong(b"headers", self.cap))
            if self.transport is not None:
                self.transport.abort()
            return
        super().data_received(data)
        self.head = -1 if self._buffer else self.head + size

    def _lost(self) -> bool:
        return self._exception is not None

    def set_exception(self, exc: BaseException, *cause: Any) -> None:
        """A fault: whoever reads the body hears of it too."""
        super().set_exception(exc, *cause)
        body = self._payload
        if body is not None and body is not EMPTY_PAYLOAD and not body.is_eof() and body.exception() is None:
            body.set_exception(exc, *cause)
