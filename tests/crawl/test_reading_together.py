"""What a judge is asked of one text is asked in one call, and answered as if each were asked alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from lycosa import judges
from lycosa.checks.topic import TOPIC
from lycosa.checks.world import World
from lycosa.crawl.reading import GUIDE, Reader, best_of_rows
from lycosa.crawl.targets import targets
from lycosa.pages.cues import cued
from lycosa.pages.urls import Canon
from lycosa.topics.topic import Term, Topic

if TYPE_CHECKING:
    from lycosa.pages.records import Ranges

USES = ("page", "window(8)", "anchor", "url", "cosine:page", "cosine:window(4)", "cosine:url")
TERMS = (Term(2.0, ("wolf",)), Term(1.0, ("silk",)))
WITH_TERMS = Topic(name="wolves", query=TOPIC.query, description=TOPIC.description, vocabulary=TERMS)


def reader(guide: str, world: World) -> Reader:
    found = {GUIDE: judges.find(guide), "cosine": judges.find("cosine")}
    for judge in found.values():
        judge.begin(WITH_TERMS, [world.page(0), world.page(3)])
    return Reader(found, USES, Canon())


@pytest.mark.parametrize("guide", ["cosine", "nyu_cosine", "vocabulary", "predicate"])
@given(st.integers(0, 1000), st.integers(0, 150))
@examples(max_examples=20)
def test_each_score_is_what_it_would_be_alone_to_the_last_bit(guide, number, place):
    world = World(number)
    both = reader(guide, world)
    page = world.page(place)
    reading = both.read(page)
    rows = targets(page, both.canon)

    for use in USES:
        name, _, cue = use.rpartition(":")
        judge = both.judges[name]
        text, ranges = (page.text, page.text.page) if cue == "page" else cued(page, cue)
        alone = judge.scores(text, ranges)
        expected = alone[0] if cue == "page" else best_of_rows(alone[rows.links], rows)
        assert np.array_equal(reading.scores[use], expected), use
    assert (reading.margin, reading.score) == both.judge(page)


class Counting(judges.Judge):
    """Notes how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def margins(self, text, ranges: Ranges):
        self.asked.append(len(ranges.starts))
        return np.zeros(len(ranges.starts))


def test_page_anchors_and_windows_are_one_call_and_urls_another():
    """Twelve links: 1 + 12 + 12 ranges of the page's text, then 12 of the text that their URLs are."""
    judge = Counting()
    Reader({GUIDE: judge}, ("anchor", "url", "window(8)"), Canon()).read(World(links=12).page(0))

    assert judge.asked == [25, 12]
