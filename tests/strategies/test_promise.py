"""The promise of links without machine learning, on webs small enough to check on paper."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa import strategies
from lycosa.engines.hunts import check_needs
from lycosa.pages.errors import LycosaError
from lycosa.strategies.mentions import Mentions
from lycosa.topics.topic import Topic
from tests.strategies.small import fetched
from tests.strategies.test_features import words

TOPIC = Topic(name="wolves", query="wolf", synonyms=(("canis", 0.5), ("grey beast", 0.5)))


def found(name: str, web: dict[str, str], seeds: str) -> dict[str, float]:
    return dict(fetched(name, web, seeds, topic=TOPIC))


def test_the_promise_is_four_ratios_and_the_parents_mean():
    """Section 1.3.1: the ratios of query words in link and text, half those of synonyms, the mean of the parents.

    s is 2 wolves in 8 words. wolf/canis/a on its host w: the words w, wolf, canis, a, so 1/4 and half of 1/4; its
    anchor "wolf canis hare": 1/3 and half of 1/3.
    """
    web = {"h.test/s": "wolf hare*4 -> w.co.uk/wolf/canis/a[wolf,canis,hare]"}

    promise = found("promise", web, "h.test/s")["w.co.uk/wolf/canis/a"]

    assert promise == pytest.approx(2 / 8 + 1 / 4 + 1 / 3 + 0.5 * (1 / 4 + 1 / 3), abs=1e-6)


def test_as_printed_the_anchors_synonyms_are_divided_by_the_urls_length():
    """The seed's item 4 ends in "the total number of words in the hyperlink": 1 in 2 words of URL, not in 4 of text."""
    web = {"h.test/s": "hare -> w.co.uk/a[canis,hare,hare,hare]"}

    assert found("promise", web, "h.test/s")["w.co.uk/a"] == pytest.approx(0.5 / 4)
    assert found("promise(as_printed=True)", web, "h.test/s")["w.co.uk/a"] == pytest.approx(0.5 / 2)
    assert found("promise(synonyms=False)", web, "h.test/s")["w.co.uk/a"] == 0


def test_the_mean_of_the_parents_is_taken_anew_at_each_sighting():
    """The link to a stands on pages of 1, 1/2 and 0, the last two times as "hare"."""
    web = {
        "h.test/s": "wolf -> h.test/a[wolf]",
        "h.test/t": "wolf -> h.test/a[hare]",
        "h.test/u": "hare -> h.test/a[hare]",
    }

    assert found("promise", web, "h.test/s")["a"] == pytest.approx(2.0)
    assert found("promise", web, "h.test/s h.test/t")["a"] == pytest.approx(0.75)
    assert found("promise", web, "h.test/s h.test/t h.test/u")["a"] == pytest.approx(0.5)


def test_only_the_ten_best_links_of_a_page_enter():
    """Twelve links, the last two with the query's word: they come first, then eight of the others."""
    plain = " ".join(f"h.test/p{number}[hare]" for number in range(10))
    web = {"h.test/s": f"hare -> {plain} h.test/x[wolf] h.test/y[wolf]"}
    best = ["x", "y", *(f"p{number}" for number in range(8))]

    assert [name for name, _ in fetched("promise", web, "h.test/s", topic=TOPIC)] == ["s", *best]
    assert len(fetched("promise(best=0)", web, "h.test/s", topic=TOPIC)) == 13
    assert len(fetched("promise(best=1)", web, "h.test/s", topic=TOPIC)) == 2


def test_links_that_were_fetched_take_no_place_among_the_best():
    """Page t links to s with the best anchor; its one place goes to a."""
    web = {"h.test/s": "hare -> h.test/t[wolf]", "h.test/t": "hare -> h.test/s[wolf] h.test/a[hare]"}

    assert [name for name, _ in fetched("promise(best=1)", web, "h.test/s", topic=TOPIC)] == ["s", "t", "a"]


def test_stop_words_of_a_query_are_no_mentions():
    counts, others = Mentions(Topic(query="history of wolves")).counts(words("history of art", "of", "wolves wolves"))

    assert counts.tolist() == [1, 0, 2]
    assert others.tolist() == [0, 0, 0]


def test_a_query_of_stop_words_is_taken_as_it_is():
    assert Mentions(Topic(query="the who")).counts(words("who is the who"))[0].tolist() == [3]


def test_no_words_no_mentions():
    assert Mentions(TOPIC).counts(words())[0].shape == (0,)
    assert Mentions(TOPIC).counts(words("", ""))[0].tolist() == [0, 0]


def test_without_a_query_it_says_so_before_the_first_fetch():
    with pytest.raises(LycosaError, match="promise needs query, which the topic 'wolves' does not have"):
        check_needs(strategies.find("promise"), Topic(name="wolves", description="wolves"), [], {})


def test_parents_without_end_are_counted_to_the_end_of_their_field():
    promise = strategies.find("promise")
    trail = np.zeros(1, promise.trail_record())
    trail["cosines"], trail["parents"] = 1.0, 65535
    from lycosa.strategies.records import Rows

    rows = Rows(np.zeros(1), np.zeros(1, np.int64), np.ones(1, np.int64), trail)
    assert promise.merged(rows, rows).trail["parents"].tolist() == [65535]
