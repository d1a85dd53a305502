"""On real pages a judge made from five of them tells their like from the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType

from lycosa import judges
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.topics.topic import Topic

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.pages.records import Page

TOPICS = {
    "Science.Biology.Birds": ("bird feathers nest", 0.6),
    "Science.Chemistry.Chemical_elements": ("chemical element atom", 0.8),
    "Design_and_Technology.Railway_transport": ("railway train station", 0.6),
}
EVERY = 9  # of the other pages one in nine is judged


@pytest.fixture(scope="module")
def schools(needs_webs: Path) -> tuple[dict[str, Page], dict[str, list[str]]]:
    """The pages of three topics and a sample of the rest, and who belongs to which topic."""
    members: dict[str, list[str]] = {topic: [] for topic in TOPICS}
    for line in (needs_webs / "schools" / "labels.tsv").read_text("utf-8").splitlines():
        url, topic = line.split("\t")
        if topic in members:
            members[topic].append(url)
    wanted = {url for urls in members.values() for url in urls}
    lexicon = Lexicon()
    pages: dict[str, Page] = {}
    with (needs_webs / "schools" / "schools.warc.gz").open("rb") as stream:
        for number, record in enumerate(ArchiveIterator(stream, record_types=WarcRecordType.response)):
            url = str(record.headers["WARC-Target-URI"])
            if url in wanted or number % EVERY == 0:
                pages[url] = parse(url, {"content-type": "text/html"}, record.reader.read(), lexicon=lexicon)
    return pages, {topic: [url for url in urls if url in pages] for topic, urls in members.items()}


def average_precision(scores: np.ndarray, relevant: np.ndarray) -> float:
    """The mean precision at each relevant page, best score first."""
    hits = relevant[np.argsort(-scores, kind="stable")]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean())


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("name", ["cosine", "nyu_cosine"])
def test_five_pages_are_enough_to_know_their_like(schools, topic, name):
    pages, members = schools
    seeds = members[topic][:: len(members[topic]) // 5][:5]
    query, floor = TOPICS[topic]
    judge = judges.find(name)
    judge.begin(Topic(name=topic, query=query if name == "nyu_cosine" else ""), [pages[url] for url in seeds])
    others = [url for url in pages if url not in seeds]
    relevant = np.isin(others, members[topic])

    scores = np.array([judge.scores(pages[url].text, pages[url].text.page)[0] for url in others])

    assert average_precision(scores, relevant) > floor > 2 * relevant.mean()
    if name == "cosine":
        above = scores >= 0.5
        assert relevant[above].mean() > 5 * relevant.mean()
        assert above[relevant].mean() > 0.4
