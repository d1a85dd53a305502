"""Why a fetch failed: a name for programs, a sentence for people, and whether trying again may help."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
    "cut": Reason("the answer broke off, or could not be decoded, before it was whole", may_pass=True),
    "headers_too_large": Reason("the answer's headers are too long or too many", may_pass=False),
    "protocol": Reason("the answer is not HTTP/1", may_pass=False),
    "host_down": Reason("the host is down", may_pass=True),
    "timeout": Reason("no answer in time", may_pass=True),
    "unknown_host": Reason("there is no such host", may_pass=False),
    "not_recorded": Reason("not in this web", may_pass=False),
    "broken_record": Reason("the record is broken", may_pass=False),
    "redirects": Reason("too many redirects in a row", may_pass=False),
    "fault": Reason("a fault of Lycosa's own; please report it", may_pass=False),
    "soft_404": Reason("an error page that comes as if all were well", may_pass=False),
    "content_type": Reason("the answer is of a type that is not read; its body was not fetched", may_pass=False),
}


def may_pass(reason: str) -> bool:
    """Whether another try, later, may bring what this one did not."""
    if reason.startswith("http_"):
        return reason == "http_429" or reason.startswith("http_5")
    known = REASONS.get(reason)
    return known is not None and known.may_pass


def sentence(reason: str) -> str:
    """The reason for people."""
    if reason.startswith("http_"):
        return f"answered {reason.removeprefix('http_')}"
    known = REASONS.get(reason)
    return known.sentence if known else reason.replace("_", " ")
