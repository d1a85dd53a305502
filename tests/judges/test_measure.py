"""A page that was kept beside the topic measures a judge as the same page does that was fetched."""

from __future__ import annotations

import pytest

from lycosa import judges
from lycosa.pages.parse import parse
from lycosa.topics.topic import Example, Examples, Term, Topic

PAGES = ["wolf spider " * 9 + "hunts in the meadow. " * 20, "A spider. " * 5 + "The burrow of a wolf. " * 30]
PLAIN = Topic(query="wolf spider", vocabulary=(Term(1.0, ("spider",)), Term(2.0, ("wolf spider",))))


@pytest.mark.parametrize("name", ["bm25", "nyu_cosine", "vocabulary"])
def test_the_boundary_is_the_same_by_pages_fetched_and_by_pages_kept(name):
    start = [parse(f"http://h{n}.test/", {"content-type": "text/plain"}, text.encode()) for n, text in enumerate(PAGES)]
    kept = tuple(Example(url=page.url, text=page.content) for page in start)
    fetched, read, without, quoted = (judges.find(name) for _ in range(4))
    fetched.begin(PLAIN, start)
    read.begin(Topic(query=PLAIN.query, vocabulary=PLAIN.vocabulary, examples=Examples(relevant=kept)))
    without.begin(PLAIN)
    few = (Example(text="a wolf spider in a few words"),)
    quoted.begin(Topic(query=PLAIN.query, vocabulary=PLAIN.vocabulary, examples=Examples(relevant=few)))

    assert read.boundary == pytest.approx(fetched.boundary, rel=0.02)  # the words of an address count for its length
    assert read.boundary != without.boundary
    assert quoted.boundary == without.boundary
