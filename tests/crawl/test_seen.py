"""Pages caught before, exactly or nearly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.events import Duplicated
from lycosa.crawl.seen import Seen, Twin
from lycosa.crawl.state import pack, unpack
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from tests.crawl.small import A, B, C, Web, crawl_of, heard, one

LEXICON = Lexicon()
TEXT = " ".join(f"word{n} stands here" for n in range(60))


def page(text: str):
    return parse(A, (), f"<p>{text}</p>".encode(), [], LEXICON)


@given(st.lists(st.sampled_from(["", " ", "a b", "a  b", "b a", "c"]), max_size=12))
def test_the_first_of_a_text_is_its_original(texts):
    seen = Seen()
    firsts: dict[str, int] = {}
    for key, text in enumerate(texts, 1):
        words = " ".join(text.split())
        twin = seen.find(key, page(text))

        assert twin == (Twin("exact", firsts[words]) if words in firsts and words else None)
        firsts.setdefault(words, key)


@pytest.mark.parametrize("text", ["", " ", "&nbsp;"])
@pytest.mark.parametrize("which", ["exact", "near"])
def test_pages_without_text_double_nothing(which, text):
    seen = Seen(which)

    assert [seen.find(key, page(text)) for key in (1, 2, 3)] == [None, None, None]


def test_nearly_the_same_is_a_twin_only_where_asked_for():
    texts = (TEXT, TEXT + " today", "wolf " * 9 + TEXT[:90])

    assert [Seen("near").find(0, page(text)) for text in texts] == [None, None, None]
    for which, second in (("near", Twin("near", 1)), ("exact", None), ("off", None)):
        seen = Seen(which)
        assert [seen.find(key, page(text)) for key, text in enumerate(texts, 1)] == [None, second, None]


def test_off_finds_nothing():
    seen = Seen("off")
    assert [seen.find(key, page("same")) for key in (1, 2)] == [None, None]


def test_a_copy_of_a_near_duplicate_doubles_the_page_that_was_kept():
    seen = Seen("near")

    assert seen.find(1, page(TEXT)) is None
    assert seen.find(2, page(TEXT + " today")) == Twin("near", 1)
    assert seen.find(3, page(TEXT + " today")) == Twin("exact", 1)


@given(st.lists(st.sampled_from([TEXT, TEXT + " today", "a", "b", "", "c d e f g h i j k"]), max_size=10))
def test_what_was_seen_comes_back_with_the_state(texts):
    seen, twin = Seen("near"), Seen("near")
    for key, text in enumerate(texts, 1):
        twin.restore(unpack(pack(seen.state())))
        assert pack(twin.state()) == pack(seen.state())
        assert twin.find(key, page(text)) == seen.find(key, page(text))


def test_a_duplicate_is_an_event_that_names_the_original():
    web = Web({A: f"{B} {C}", B: f"<p>{TEXT}", C: f"<p>{TEXT} today"})
    crawl = crawl_of(A, duplicates="near")
    events = heard(crawl, Duplicated)
    while one(crawl, web):
        pass

    assert events == [Duplicated(C, crawl.reader.canon.key(B), near=True)]
    assert (crawl.tally.pages, crawl.tally.duplicates, crawl.tally.fetches) == (2, 1, 3)
