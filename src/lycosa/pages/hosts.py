"""Hosts and the sites they belong to."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

import can_ada
from tldextract import TLDExtract

REMEMBERED = 1 << 16

# No list is ever fetched, no cache written: the snapshot that comes with the package decides.
_suffixes = TLDExtract(cache_dir=None, suffix_list_urls=(), fallback_to_snapshot=True, include_psl_private_domains=True)


def host_of(url: str) -> str:
    """The host as the URL parser writes it: lower case, punycode, [IPv6]; empty if there is none."""
    try:
        host: str = can_ada.parse(url).hostname
    except (ValueError, TypeError):  # a lone surrogate is a TypeError
        return ""
    return host


@lru_cache(REMEMBERED)
def host_key(host: str) -> int:
    """The host's lasting number, 64 bits, the same in every process."""
    return int.from_bytes(blake2b(host.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def host_key_in(url: str) -> int:
    """The key of the host of a URL that the parser wrote."""
    return _host_key_of(url[: url.find("/", len("https://"))])


@lru_cache(REMEMBERED // 4)
def _host_key_of(origin: str) -> int:
    return host_key(host_of(origin))


@lru_cache(REMEMBERED)
def site_of(host: str) -> str:
    """The registrable domain: whoever owns it answers for all its hosts.

    Shared domains are suffixes too (`ann.github.io` is not `bob.github.io`). An IP address, a single label, a
    bare suffix and a host under no listed suffix (`a.schools.test`) are sites of their own.
    """
    return _suffixes.extract_str(host).top_domain_under_public_suffix or host


@lru_cache(REMEMBERED)
def names_of(host: str) -> str:
    """The labels that are somebody's choice: no public suffix, no leading www, punycode decoded."""
    parts = _suffixes.extract_str(host)
    names = f"{parts.subdomain}.{parts.domain}".removeprefix(".").removeprefix("www.")
    try:
        return names.encode("ascii").decode("idna") if "xn--" in names else names
    except UnicodeError:
        return names
