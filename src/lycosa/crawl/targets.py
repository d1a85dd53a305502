"""The targets of a page, one row each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

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
    urls, rows = _distinct(urls)
    pairs = list(map(canon.pair, urls))
    if len(dict(pairs)) < len(pairs):
        firsts, places = _first_of_each([key for key, _ in pairs])
        pairs, urls, rows = [pairs[i] for i in firsts], [urls[i] for i in firsts], places[rows]
    keylist, hostlist = map(list, zip(*pairs, strict=True)) if pairs else ([], [])
    return Targets(
        keys=np.array(keylist, np.uint64),
        hosts=np.array(hostlist, np.uint64),
        urls=urls,
        times=np.bincount(rows, minlength=len(keylist)),
        rows=rows,
        links=followed,
        keylist=keylist,
        hostlist=hostlist,
        left=left,
    )


def _distinct(urls: list[str]) -> tuple[list[str], Positions]:
    """Each URL once, in document order, and which of them each is."""
    distinct = list(dict.fromkeys(urls))
    place_of = dict(zip(distinct, range(len(distinct)), strict=True))
    return distinct, np.fromiter(map(place_of.__getitem__, urls), np.int64, len(urls))


def _first_of_each(keys: list[int]) -> tuple[list[int], Positions]:
    """The place of the first of each key, and which of them each has."""
    row_of: dict[int, int] = {}
    places = np.array([row_of.setdefault(key, len(row_of)) for key in keys], np.int64)
    return np.unique(places, return_index=True)[1].tolist(), places


def anchors(page: Page, links: Positions) -> list[str]:
    """The words of these links' texts, one blank between."""
    words, ids = page.text.lexicon.words, page.text.tokens
    spans = zip(page.links.starts[links].tolist(), page.links.ends[links].tolist(), strict=True)
    return [" ".join(words[token] for token in ids[start:end].tolist()) for start, end in spans]
