"""Offers as the frontier takes them: columns, one row a URL."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.crawl.standing import Standing
    from lycosa.crawl.table import Places
    from lycosa.strategies.records import Keys, Lanes, Trails, Values


class Batch(NamedTuple):
    """Offers of one page; keys are distinct. `standing` is what was known of them."""

    keys: Keys
    standing: Standing
    urls: Sequence[str]
    hosts: Places
    priority: Values
    lane: Lanes
    times: Places
    trail: Trails
    depth: int
    via: int
    hops: int = 0
    sightings: Trails | None = None  # of all of them, where not just the trail
