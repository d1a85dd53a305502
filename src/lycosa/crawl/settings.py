"""What a user may set about a crawl, apart from topic, judge and strategy."""

from __future__ import annotations

import math
from functools import cache

import msgspec

from lycosa.pages.errors import LycosaError
from lycosa.pages.urls import Canon

LARGEST = 2**63 - 1  # that a catalogue can keep


class SettingsError(LycosaError):
    """A setting that cannot be."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Budgets, rules and caps; 0 means no limit."""

    pages: int = 0  # pages fed
    fetches: int = 0  # tickets that went out, failed ones included
    seconds: float = 0.0  # crawl time
    size: int = 0  # bytes of bodies
    depth: int = 0  # links from a seed
    host_pages: int = 0
    site_pages: int = 0  # by registrable domain
    url_length: int = 2000
    repeats: int = 0  # how often a path may hold the same segment
    gap: float = 0.0  # seconds between two fetches of a host
    gap_factor: float = 0.0  # or so many times its time to answer, where that is longer
    connections: int = 0  # tickets of a host at once
    address_connections: int = 0  # tickets at once of all hosts of an address
    robots: bool = False  # ask for robots.txt and obey it
    retries: int = 0  # further tries where a failure may pass
    host_failures: int = 0  # in a row, after which a host is given up
    patience: float = 0.0  # stop when every host that is left sleeps longer than so many seconds
    www: bool = False  # a leading www. makes no other URL
    index: bool = False  # nor does the name of an index file
    aliases: bool = False  # a page that names another URL of its site as its own is known by that
    soft_404: bool = False  # find out error pages that come as if all were well
    unread: bool = True  # follow URLs of files that are not read, too
    memory: int = 2_000_000  # URLs that wait in memory; the worst beyond them lie on shelves
    cap: int = 0  # how many URLs may wait; the best stay
    spacing: int = 1  # among so many tickets in a row a host comes once
    duplicates: str = "exact"  # pages already caught: off exact near
    nofollow: bool = True  # obey rel=nofollow and robots meta
    page_bytes: int = 0  # of a page that are read; never more than 2 MB
    text_limit: int = 0  # characters of a page that are judged
    dry_window: int = 0  # harvest dried up: over the last so many pages
    dry_floor: float = 0.0  # fewer than this share were relevant
    number: int = 1  # seeds the generator of everything that draws lots

    @property
    def canon(self) -> Canon:
        """What counts as the same URL."""
        return _canon(self.www, self.index)

    def check(self) -> None:
        """Refuse what makes no sense."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, int | float) and not 0 <= value < math.inf:  # NaN too
                raise SettingsError(f"{name} cannot be {value}: give 0 for no limit, or a positive number")
            if isinstance(value, int) and value > LARGEST:
                raise SettingsError(f"{name} cannot be so large: give 0 for no limit, or {LARGEST} at most")
        if self.dry_floor > 1:
            raise SettingsError(f"dry_floor cannot be {self.dry_floor}: it is a share, between 0 and 1")
        if self.duplicates not in ("off", "exact", "near"):
            raise SettingsError(f"duplicates cannot be {self.duplicates!r}: it is off, exact or near")


@cache  # for a canon remembers keys
def _canon(www: bool, index: bool) -> Canon:
    return Canon(www=www, index=index)


LIVE = Settings(
    gap=1.0,
    gap_factor=2.0,
    connections=1,
    address_connections=4,
    robots=True,
    retries=2,
    host_failures=8,
    patience=120.0,
    aliases=True,
    soft_404=True,
    unread=False,
    duplicates="near",
)
PRESETS = {
    "seed_001": Settings(cap=512, site_pages=100, page_bytes=400 * 1024, url_length=200, spacing=100),
}
