"""How the live web is asked: who we say we are, and how much of an answer we bear."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from lycosa import __version__
from lycosa.webs.base import WebError

if TYPE_CHECKING:
    from collections.abc import Mapping

READ = ("text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml")


class FetchError(WebError):
    """Settings with which nothing can be fetched."""


class FetchSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sizes in bytes, times in seconds."""

    about: str = ""  # a URL that says what this crawl is for
    contact: str = ""  # where its owner can be reached
    accept: str = "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.1"
    accept_language: str = ""
    types: tuple[str, ...] = READ  # other content types fail before the body is read; a missing type does not
    body: int = 2 << 20  # of the body as it comes
    decoded: int = 2 << 20
    header: int = 16 << 10  # of one header
    headers: int = 64 << 10  # of all
    header_count: int = 200
    connect: float = 15.0  # DNS and TLS included
    first_byte: float = 20.0  # from the request to the last header
    total: float = 60.0
    keep_alive: float = 30.0
    dns_ttl: int = 600
    dns_size: int = 10_000
    resolve: dict[str, tuple[str, int]] = {}  # host to address and port; the host "*" stands for all others
    allow_private: bool = False
    proxy: str = ""
    ca: str = ""  # a file of certificates trusted besides the system's
    verify: bool = True
    cookies: bool = False

    @property
    def agent(self) -> str:
        """The User-Agent: what we are, where to read about it, whom to ask."""
        parts = [part for part in (f"+{self.about}" if self.about else "", self.contact) if part]
        return f"lycosa/{__version__}" + (f" ({'; '.join(parts)})" if parts else "")

    def pin(self, host: str) -> tuple[str, int] | None:
        """Address and port that the user gave a host. A host that is itself an address has none."""
        if not self.resolve or ":" in host or host.rpartition(".")[2].isdigit():
            return None
        return self.resolve.get(host) or self.resolve.get("*")

    def check(self) -> None:
        """Refuse what cannot work, in one line."""
        for name in ("body", "decoded", "header", "headers", "header_count", "connect", "first_byte", "total"):
            if not getattr(self, name) > 0:
                raise FetchError(f"{name} = {getattr(self, name)}: must be above 0")
        for name, value in self._texts().items():
            if not (value.isascii() and (value.isprintable() or not value)):
                raise FetchError(f"{name} = {value!r}: must be plain ASCII, as it is sent in a header")
        if self.proxy and (urlsplit(self.proxy).scheme not in {"http", "https"} or not urlsplit(self.proxy).hostname):
            raise FetchError(f"proxy = {self.proxy!r}: write it like http://127.0.0.1:3128")
        if self.ca and not Path(self.ca).is_file():
            raise FetchError(f"ca = {self.ca!r}: no such file; name a file of certificates in PEM form")

    def _texts(self) -> Mapping[str, str]:
        names = ("about", "contact", "accept", "accept_language")
        return {name: getattr(self, name) for name in names}
