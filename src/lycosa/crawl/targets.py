"""The targets of a page, one row each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lycosa.pages.hosts import host_key, host_of

if TYPE_CHECKING:
    from lycosa.pages.records import Page, Positions
    from lycosa.pages.urls import Canon
    from lycosa.strategies.records import Keys


@dataclass(slots=True, eq=False)
class Targets:
    """The distinct targets of a page in document order."""

    keys: Keys
    hosts: Keys
    urls: list[str]
    times: Positions
    rows: Positions  # which target each link has
    links: Positions  # which links count
    keylist: list[int] = field(default_factory=list)
    hostlist: list[int] = field(default_factory=list)
    left: list[str] = field(default_factory=list)  # URLs whose link text says they are not to be followed


def targets(page: Page, canon: Canon, *, nofollow: bool = True, texts: frozenset[str] = frozenset()) -> Targets:
    """One row per distinct target; links the page asks not to follow, or with one of these texts, are left out."""
    links = page.links
    urls, followed, left = links.urls, np.arange(len(links)), list[str]()
    if nofollow and ("nofollow" in page.robots or links.nofollow.any()):
        followed = followed[:0] if "nofollow" in page.robots else np.flatnonzero(~links.nofollow)
    if texts:
        named = np.array([text in texts for text in anchors(page, followed)], np.bool_)
        left = [urls[i] for i in followed[named].tolist()]
        followed = followed[~named]
    if len(followed) < len(links):
        urls = [urls[i] for i in followed.tolist()]
    keys = list(map(canon.key, urls))
    url_of = dict(zip(reversed(keys), reversed(urls), strict=True))  # the first of each, in document order
    keylist = list(dict.fromkeys(keys))
    row_of = dict(zip(keylist, range(len(keylist)), strict=True))
    rows = np.fromiter(map(row_of.__getitem__, keys), np.int64, len(keys))
    distinct = [url_of[key] for key in keylist]
    hostlist = list(map(host_key_in, distinct))
    return Targets(
        keys=np.array(keylist, np.uint64),
        hosts=np.array(hostlist, np.uint64),
        urls=distinct,
        times=np.bincount(rows, minlength=len(keylist)),
        rows=rows,
        links=followed,
        keylist=keylist,
        hostlist=hostlist,
        left=left,
    )


def anchors(page: Page, links: Positions) -> list[str]:
    """The words of these links' texts, one blank between."""
    words, ids = page.text.lexicon.words, page.text.tokens
    spans = zip(page.links.starts[links].tolist(), page.links.ends[links].tolist(), strict=True)
    return [" ".join(words[token] for token in ids[start:end].tolist()) for start, end in spans]


@lru_cache(1 << 16)
def host_key_in(url: str) -> int:
    """The key of a URL's host."""
    return _origin_key(url[: url.find("/", len("https://"))])


@lru_cache(1 << 14)
def _origin_key(origin: str) -> int:
    return host_key(host_of(origin))
