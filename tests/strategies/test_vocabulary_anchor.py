"""Vocabulary anchor: 80 per cent page, 20 per cent the vocabulary's sum over the anchor."""

from __future__ import annotations

import pytest

from lycosa.crawl.settings import Settings
from lycosa.engines.hunts import reader_for
from lycosa.judges.base import JudgeError
from lycosa.judges.vocabulary import Vocabulary
from lycosa.strategies import find
from lycosa.topics.topic import Term, Topic
from tests.strategies.small import fetched

TOPIC = Topic(name="wolves", query="wolf", vocabulary=(Term(5.0, ("hare",)), Term(10.0, ("den",))))
WEB = {"h.test/s": "wolf*2 hare -> h.test/a[hare] h.test/b[den] h.test/c h.test/d[elk]"}


def test_the_page_counts_four_fifths_and_the_anchors_terms_the_rest():
    """García Dorado 2008 section 9.4.2: SVM.80+SMa.20.

    s is 2 wolves in 6 words, 1/3. The boundary of the vocabulary is three times the median weight, 22.5, so that the
    anchors of a, b and d score 5/27.5, 10/32.5 and nothing. c has no anchor: it gets nothing and waits with d.
    """
    judge = Vocabulary()
    judge.begin(TOPIC)
    found = fetched("vocabulary_anchor", WEB, "h.test/s", judges={"vocabulary": judge})

    assert [name for name, _ in found] == ["s", "b", "a", "c", "d"]
    scores = [0.8 / 3 + 0.2 * part for part in (10 / 32.5, 5 / 27.5, 0, 0)]
    assert [priority for _, priority in found[1:]] == pytest.approx(scores, abs=1e-12)


def test_the_share_is_an_option():
    judge = Vocabulary()
    judge.begin(TOPIC)
    found = fetched("vocabulary_anchor(share=1)", WEB, "h.test/s", judges={"vocabulary": judge})

    assert found[1][0] == "b"
    assert found[1][1] == pytest.approx(10 / 32.5, abs=1e-12)


def test_a_topic_without_vocabulary_is_refused():
    with pytest.raises(JudgeError, match="give it a vocabulary"):
        reader_for(Topic(name="x", query="x"), find("vocabulary_anchor"), "cosine", [], Settings())
