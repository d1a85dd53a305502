"""No address but a public one is connected to, in whatever form it is written or found."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.webs.base import Exchange, Failure
from lycosa.webs.live import connector
from lycosa.webs.live.fetch import LiveWeb
from lycosa.webs.live.guard import forbidden
from lycosa.webs.live.settings import FetchSettings
from tests.webs.live.asking import fetched, settings

OPEN = FetchSettings(connect=5)


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("10.1.2.3", "private"),
        ("100.64.0.1", "shared by a provider"),
        ("100.127.255.255", "shared by a provider"),
        ("127.0.0.1", "loopback"),
        ("127.255.0.9", "loopback"),
        ("0.0.0.0", "unspecified"),  # noqa: S104 - an address to be refused
        ("168.63.129.16", "metadata"),
        ("169.254.169.254", "metadata"),
        ("169.254.1.1", "link-local"),
        ("172.31.255.255", "private"),
        ("192.168.0.1", "private"),
        ("224.0.0.251", "multicast"),
        ("255.255.255.255", "reserved"),
        ("::", "unspecified"),
        ("::1", "loopback"),
        ("::127.0.0.1", "reserved"),
        ("fe80::1%eth0", "link-local"),
        ("fd00:ec2::254", "metadata"),
        ("fd12::1", "private"),
        ("fec0::1", "private"),
        ("ff02::1", "multicast"),
        ("::ffff:169.254.169.254", "metadata"),
        ("::ffff:0:10.0.0.1", "private"),
        ("64:ff9b::7f00:1", "loopback"),
        ("64:ff9b:1::a00:1", "reserved"),
        ("2002:7f00:1::1", "loopback"),
        ("2002:a9fe:a9fe::", "metadata"),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "reserved"),
        ("2001:db8::1", "reserved"),
        ("4000::1", "reserved"),
        ("bees", "malformed"),
        ("127.1", "malformed"),
    ],
)
def test_an_address_within_is_told_by_its_kind(address, kind):
    assert forbidden(address) == kind


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "::ffff:1.1.1.1",
        "64:ff9b::101:101",
        "2002:101:101::1",
    ],
)
def test_a_public_address_is_free(address):
    assert forbidden(address) == ""


@given(st.ip_addresses(v=4))
def test_what_the_standard_registry_calls_not_global_is_forbidden(address: IPv4Address):
    assert address.is_global or forbidden(str(address))


@given(st.ip_addresses(v=6))
def test_the_same_of_ipv6_but_for_forms_that_hold_ipv4(address: IPv6Address):
    holding = address.ipv4_mapped or address.sixtofour or str(address).startswith("64:ff9b::")
    assert address.is_global or holding or forbidden(str(address))


@given(st.ip_addresses(v=4))
def test_an_address_is_judged_alike_in_every_form_that_holds_it(address: IPv4Address):
    kind = forbidden(str(address))
    number = int(address)
    for form in (0xFFFF << 32 | number, 0xFFFF << 48 | number, 0x64FF9B << 96 | number, 0x2002 << 112 | number << 80):
        assert forbidden(str(IPv6Address(form))) == kind


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "169.254.169.254",
        "10.0.0.1",
        "0.0.0.0",  # noqa: S104 - the same
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "localhost.",
    ],
)
def test_no_spelling_of_an_address_within_is_connected_to(port, host):
    """Names too, and literals, which no resolver ever sees."""
    answer = fetched(f"http://{host}:{port}/fine", OPEN)
    assert isinstance(answer, Failure)
    assert answer.reason in {"address", "url", "dns"}
    assert answer.address == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "169.254.169.254", "[::1]"])
def test_the_reason_names_address_and_kind(port, host):
    answer = fetched(f"http://{host}:{port}/fine", OPEN)
    assert isinstance(answer, Failure)
    assert answer.reason == "address"
    assert " is " in answer.detail


def test_a_pin_for_all_hosts_frees_names_and_no_literal(port):
    assert isinstance(fetched("http://bees.test/fine", settings(port)), Exchange)
    literal = fetched(f"http://127.0.0.1:{port}/fine", settings(port))
    assert isinstance(literal, Failure)
    assert literal.reason == "address"


def test_it_may_be_allowed(port):
    answer = fetched(f"http://127.0.0.1:{port}/fine", FetchSettings(allow_private=True))
    assert isinstance(answer, Exchange)
    assert answer.address == "127.0.0.1"


@pytest.fixture
def second_loopback_is_public(monkeypatch):
    """Tests stay on loopback, so one of its addresses stands for the world outside. Nobody listens there."""
    monkeypatch.setattr(connector, "forbidden", lambda place: "" if place == "127.0.0.2" else forbidden(place))


def at(place: str, port: int) -> tuple[object, ...]:
    return (socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, port))


@pytest.mark.usefixtures("second_loopback_is_public")
def test_a_name_that_changes_its_address_gains_nothing(port, monkeypatch):
    """DNS says public at one time and loopback at another; what counts is the address that is connected to."""
    answers = cycle([[at("127.0.0.2", port)], [at("127.0.0.1", port)]])
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: next(answers))

    async def run() -> list[Exchange | Failure]:
        async with LiveWeb(FetchSettings(dns_ttl=0, connect=0.5)) as live:
            return [await live.fetch(f"http://rebinding.test:{port}/fine") for _ in range(4)]

    reasons = [answer.reason for answer in asyncio.run(run()) if isinstance(answer, Failure)]
    assert len(reasons) == 4
    assert reasons[1] == reasons[3] == "address"
    assert "address" not in {reasons[0], reasons[2]}


@pytest.mark.usefixtures("second_loopback_is_public")
def test_a_host_with_a_public_address_besides_is_reached_only_there(port, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [at("127.0.0.1", port), at("127.0.0.2", port)])
    answer = fetched(f"http://mixed.test:{port}/fine", FetchSettings(connect=0.5))
    assert isinstance(answer, Failure)


def test_through_a_proxy_literals_are_still_refused(port):
    told = FetchSettings(proxy=f"http://127.0.0.1:{port}")
    answer = fetched("http://169.254.169.254/latest", told)
    assert isinstance(answer, Failure)
    assert (answer.reason, answer.detail) == ("address", "169.254.169.254 is metadata")
