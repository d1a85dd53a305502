"""The words of cues for strategies that learn from them: lasting numbers, a stretch a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.judges.stems import stemmer_of
from lycosa.pages.cues import cue_of, cued
from lycosa.pages.leaves import ends_of
from lycosa.pages.records import Ranges
from lycosa.strategies.records import Tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.crawl.targets import Targets
    from lycosa.pages.records import Page, Positions, Text

STEMS = "stems"


def page_tokens(text: Text, seen: Ranges, form: str, language: str) -> Tokens:
    """The words of the part of a page that is judged."""
    return _numbered(text, seen, form, language)


def row_tokens(page: Page, found: Targets, cue: str, form: str, language: str) -> Tokens:
    """The words of each target's cue: of its first link that has any."""
    text, (starts, ends) = cued(page, cue)
    links = found.links[first_told(found, (ends > starts)[found.links])]
    ranges = Ranges(starts[links], ends[links])
    offsets = None
    if cue_of(cue).word in ("near", "leaves"):
        offsets = _offsets(page, Ranges(page.links.starts[links], page.links.ends[links]), ranges, cue)
    return _numbered(text, ranges, form, language, offsets)


def first_told(found: Targets, told: NDArray[np.bool_]) -> Positions:
    """For each target the place of its first link that tells something, or else of its first."""
    picked = np.zeros(len(found.keys), np.int64)
    for places in (np.arange(len(told))[::-1], np.flatnonzero(told)[::-1]):
        picked[found.rows[places]] = places
    return picked


def _numbered(text: Text, ranges: Ranges, form: str, language: str, offsets: NDArray[np.int16] | None = None) -> Tokens:
    """The ranges laid end to end, as lasting numbers of words, or of their stems without stop-words."""
    flat, bounds = laid_out(ranges)
    ids = text.tokens[flat]
    if form == STEMS:
        kept, ids = stemmer_of(text.lexicon, language)(ids, bounds[:-1])
        bounds = np.concatenate([[0], np.cumsum(kept)])[bounds]
        offsets = None if offsets is None else offsets[kept]
    return Tokens(text.lexicon.hashes[ids].astype(np.uint32), bounds, offsets)


def laid_out(ranges: Ranges) -> tuple[Positions, Positions]:
    """The places of ranges one after the other, and where each begins and ends among them."""
    lengths = np.maximum(ranges.ends - ranges.starts, 0)
    bounds = np.concatenate([[0], np.cumsum(lengths)])
    flat = np.repeat(ranges.starts - bounds[:-1], lengths)
    flat += np.arange(int(bounds[-1]))
    return flat, bounds


def _offsets(page: Page, anchors: Ranges, ranges: Ranges, cue: str) -> NDArray[np.int16]:
    """How far each word lies from its anchor, in words or (of leaves) in leaves: less than 0 before it, 0 within."""
    flat, bounds = laid_out(ranges)
    times = np.diff(bounds)
    first, last = anchors.starts, anchors.ends - 1
    if cue_of(cue).word == "leaves":
        leaf = page.links.columns["leaf"]
        (first, last), flat = ends_of(leaf, anchors), leaf[flat]
    before, after = flat - np.repeat(first, times), flat - np.repeat(np.maximum(last, first - 1), times)
    apart: NDArray[np.int16] = (np.minimum(before, 0) + np.maximum(after, 0)).astype(np.int16)
    return apart
