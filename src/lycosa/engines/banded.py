"""The pages of a collection by what a topic's judge makes of them now, and draws of them for labelling."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.collection.journal import Spot
from lycosa.crawl.tally import BOUNDARY
from lycosa.engines.answers import read
from lycosa.engines.topic_judge import gated
from lycosa.pages.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lycosa.collection.opened import Opened
    from lycosa.judges.base import Judge
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

BANDS = ("best", "middle", "worst")


class Judged(NamedTuple):
    """A page of a collection."""

    url: str
    title: str
    language: str
    score: float
    label: str = ""


def pages_of(collection: Opened, lexicon: Lexicon) -> Iterator[Page]:
    """All that are kept, in the order they came."""
    limit = collection.run.settings.page_bytes or None
    for row in collection.catalogue.pages("seq"):
        page = read(collection.read(row["url"], Spot(row["warc"], row["off"], row["len"])), (), lexicon, limit)
        if page is not None:
            yield page


def judged(
    collection: Opened, judge: Judge, topic: Topic, labels: Mapping[str, str], told: Callable[[int], None] | None = None
) -> list[Judged]:
    """Every page by the judge, best first; a page in a language not asked for scores nothing, as in a hunt."""
    found = []
    for number, page in enumerate(pages_of(collection, Lexicon()), 1):
        score = 0.0 if gated(topic, page) else float(judge.scores(page.text, page.text.page)[0])
        found.append(Judged(page.url, page.title, page.language, score, labels.get(page.url, "")))
        if told:
            told(number)
    return sorted(found, key=lambda one: -one.score)


def hardest(pages: Sequence[Judged], most: int) -> list[Judged]:
    """The unlabelled pages nearest to 0.5, of equals the better."""
    return sorted((one for one in pages if not one.label), key=lambda one: abs(one.score - BOUNDARY))[:most]


def drawn(pages: Sequence[Judged], wanted: Mapping[str, int], number: int) -> list[tuple[str, Judged]]:
    """Lots drawn of the unlabelled pages of each band, best to worst: thirds of all pages by their order.

    In a band as large as what is wanted all are taken. Within a band they come in the order drawn.
    """
    edges = np.linspace(0, len(pages), len(BANDS) + 1).round().astype(int).tolist()
    dice = np.random.default_rng(number)
    found = []
    for band, (begin, end) in zip(BANDS, pairwise(edges), strict=True):
        held = [one for one in pages[begin:end] if not one.label]
        lots = dice.permutation(len(held))[: wanted.get(band, 0)].tolist()
        found += [(band, held[lot]) for lot in lots]
    return found
