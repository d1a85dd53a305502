"""Which addresses a crawler must not connect to: whoever writes a link or a DNS record must not steer it inside."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv4Network, IPv6Address, IPv6Network

_V4 = tuple(
    (IPv4Network(network), kind)
    for network, kind in (
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by a provider"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "metadata"),
        ("169.254.169.254/32", "metadata"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "reserved"),
        ("192.88.99.0/24", "reserved"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "reserved"),
        ("198.51.100.0/24", "reserved"),
        ("203.0.113.0/24", "reserved"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
_V6 = tuple(
    (IPv6Network(network), kind)
    for network, kind in (
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "private"),
        ("fd00:ec2::254/128", "metadata"),
        ("fc00::/7", "private"),
        ("ff00::/8", "multicast"),
        ("2001::/23", "reserved"),  # Teredo too, which can hide any IPv4 address
        ("2001:db8::/32", "reserved"),
        ("3fff::/20", "reserved"),
    )
)
_PUBLIC_V6 = IPv6Network("2000::/3")
_HOLDING_V4 = tuple(  # and how far from the right the IPv4 address stands
    (IPv6Network(network), shift)
    for network, shift in (
        ("::ffff:0:0/96", 0),
        ("::ffff:0:0:0/96", 0),
        ("64:ff9b::/96", 0),
        ("2002::/16", 80),
    )
)


@lru_cache(maxsize=4096)
def forbidden(address: str) -> str:
    """What kind of address it is when a crawler must leave it alone; nothing when it is a public one."""
    try:
        return _v6(IPv6Address(address.partition("%")[0])) if ":" in address else _v4(IPv4Address(address))
    except AddressValueError:
        return "malformed"


def _v4(address: IPv4Address) -> str:
    return next((kind for network, kind in _V4 if address in network), "")


def _v6(address: IPv6Address) -> str:
    for network, shift in _HOLDING_V4:
        if address in network:
            return _v4(IPv4Address(int(address) >> shift & 0xFFFFFFFF))
    kind = next((kind for network, kind in _V6 if address in network), "")
    return kind or ("" if address in _PUBLIC_V6 else "reserved")
