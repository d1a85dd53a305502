"""Where the hunt may go: every refusal has the name of its rule."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lycosa.crawl.unread import unread
from lycosa.pages.hosts import host_of, site_of
from lycosa.pages.urls import absolute

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lycosa.crawl.settings import Settings

RULES = {
    "stay_in": "outside the domains to stay in",
    "seed_sites": "not on a site of the seeds",
    "leave_out": "on the list of what to leave out",
    "link_text": "the link's text is on the list of those not to follow",
    "depth": "too many links from a seed",
    "unread": "a file of a type that is not read",
    "robots": "forbidden by the host's robots.txt",
    "host_failures": "its host failed too often in a row",
    "url_length": "the URL is too long, as traps make them",
    "repeats": "its path repeats itself, as traps do",
    "host_pages": "the host's budget is spent",
    "site_pages": "the site's budget is spent",
}


class Scope:
    """Answers for a new URL with the name of the rule that forbids it, or with nothing."""

    def __init__(
        self,
        settings: Settings,
        stay_in: Sequence[str] = (),
        leave_out: Sequence[str] = (),
        sites: Iterable[str] | None = None,
    ) -> None:
        self.settings = settings
        self.stay_in = tuple(map(_host, stay_in))
        self.sites = None if sites is None else frozenset(sites)
        self.left_hosts = frozenset(_host(name) for name in leave_out if "/" not in name)
        self.canon = settings.canon
        self.left_urls = frozenset(self._bare(_address(name)) for name in leave_out if "/" in name)
        self.left_below = tuple(start for url in sorted(self.left_urls) for start in _below(url))
        self.left_sites = frozenset(url.partition("/")[0] for url in self.left_urls)
        self.by_host = bool(self.stay_in or self.left_hosts or self.sites is not None)

    def concerns(self, urls: Sequence[str]) -> bool:
        """Whether a rule might forbid one of these URLs: one look at all of them where length is the only rule."""
        if self.by_host or self.left_urls or self.settings.repeats or not self.settings.unread:
            return True
        longest = self.settings.url_length
        return bool(longest) and max(map(len, urls), default=0) > longest

    def refusal(self, url: str) -> str:
        """The rule that forbids this URL, from the URL alone."""
        if self.settings.url_length and len(url) > self.settings.url_length:
            return "url_length"
        if self.by_host and (rule := self._host_rule(host_of(url))):
            return rule
        if self.left_urls and self._left(url):
            return "leave_out"
        if self.settings.repeats and self._repeats(url):
            return "repeats"
        return "" if self.settings.unread or not unread(url) else "unread"

    def _host_rule(self, host: str) -> str:
        if self.stay_in and not any(host == name or host.endswith("." + name) for name in self.stay_in):
            return "stay_in"
        if self.sites is not None and site_of(host) not in self.sites:
            return "seed_sites"
        left = any(host == name or host.endswith("." + name) for name in self.left_hosts)
        return "leave_out" if left else ""

    def _left(self, url: str) -> bool:
        """Only where the site is that of an entry is the URL made canonical, which costs more than all else here."""
        site = url.partition("://")[2].partition("/")[0]
        if site not in self.left_sites and not (self.settings.www and site.startswith("www.")):
            return False
        bare = self._bare(url)
        return bare in self.left_urls or bare.startswith(self.left_below)

    def _bare(self, url: str) -> str:
        """The canonical form without its scheme: who leaves out http means https too."""
        return self.canon.canonical(url).partition("://")[2]

    def _repeats(self, url: str) -> bool:
        segments = Counter(part for part in urlsplit(url).path.split("/") if part)
        return max(segments.values(), default=0) > self.settings.repeats


def _host(name: str) -> str:
    """A host or suffix as users write it, the way hosts stand in URLs."""
    bare = (name.partition("://")[2] or name).removeprefix("*.")
    return host_of(f"http://{bare.strip('.')}") or bare.lower()


def _address(name: str) -> str:
    """A URL as users write it, with or without its scheme, the way links are written."""
    whole = name if name.partition("/")[0].endswith(":") else f"http://{name}"
    return absolute(whole, "") or whole


def _below(bare: str) -> tuple[str, ...]:
    """How URLs begin that lie below one: /a/b and /a?b below /a, but not /ab."""
    if bare.endswith("/"):
        return (bare,)
    return (bare + "&",) if "?" in bare else (bare + "/", bare + "?")
