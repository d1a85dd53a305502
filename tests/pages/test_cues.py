"""Cues: names, windows as the papers have them, ranges that also work on a page after the fact."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.cues import CUES, cue_of, cued, windows
from lycosa.pages.errors import LycosaError
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.records import Ranges
from lycosa.pages.urls import url_words


def slow_window(words, start, end, size):
    """Half of the words before the anchor and half after; what one side lacks comes from the other."""
    before, after = words[:start], words[end:]
    half, rest = size // 2, size - size // 2
    left, right = min(half, len(before)), min(rest, len(after))
    left, right = min(len(before), left + rest - right), min(len(after), right + half - left)
    return before[len(before) - left :] + words[start:end] + after[:right]


def slow_inside(words, start, end, size):
    """The same when the anchor's own words count; an anchor of more words than that is cut."""
    end = min(end, start + size)
    return slow_window(words, start, end, size - (end - start))


@st.composite
def anchored(draw):
    count = draw(st.integers(0, 60))
    cuts = draw(st.lists(st.integers(0, count), min_size=2, max_size=12).filter(lambda cuts: len(cuts) % 2 == 0))
    cuts.sort()
    return list(range(count)), cuts[::2], cuts[1::2]


@given(anchored(), st.integers(0, 80), st.integers(0, 30))
def test_windows_are_those_of_the_paper(page, size, offset):
    words, starts, ends = page
    anchors = Ranges(np.array(starts) + offset, np.array(ends) + offset)
    body = (offset, offset + len(words))
    outside = windows(anchors, body, size)
    inside = windows(anchors, body, size, inside=True)
    tokens = [-1] * offset + words + [-2] * 9

    for i, (start, end) in enumerate(zip(starts, ends, strict=True)):
        assert slow_window(words, start, end, size) == tokens[outside.starts[i] : outside.ends[i]]
        assert slow_inside(words, start, end, size) == tokens[inside.starts[i] : inside.ends[i]]


def test_a_window_of_four_by_hand():
    """Words a b c d [e f] g h: two before, two after; what lacks at an edge comes from the other side."""
    anchors = Ranges(np.array([4, 0, 7]), np.array([6, 1, 8]))
    starts, ends = windows(anchors, (0, 8), 4)

    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == [(2, 8), (0, 5), (3, 8)]


PAGE = b"""<title>Spiders</title><body><p>one two <a href=/wolf.html>wolf spiders</a> three four</p>
<p>five <a href=/Hunting?prey=flies><img alt="a hunt"></a> six seven eight</p>"""


def said(page, name):
    text, ranges = cued(page, name)
    words = [text.lexicon.words[token] for token in text.tokens]
    return [" ".join(words[start:end]) for start, end in zip(*ranges, strict=True)]


@pytest.mark.parametrize("asked", [(), ("page", "anchor", "url", "window(2)", "window(4, anchor='inside')")])
def test_cues_of_the_text_can_be_asked_for_at_any_time(asked):
    page = parse("http://a.test/", {}, PAGE, asked)

    assert said(page, "anchor") == ["wolf spiders", "a hunt"]
    assert said(page, "window(2)") == ["two wolf spiders three", "five a hunt six"]
    assert said(page, "window(4, anchor='inside')") == ["two wolf spiders three", "five a hunt six"]
    assert said(page, "page") == ["spiders one two wolf spiders three four five a hunt six seven eight"] * 2
    assert said(page, "url") == [" ".join(url_words(url)) for url in page.links.urls]


def test_windows_reach_over_the_body_alone():
    """Keywords, headings and title stand before it in the tokens, and no window touches them."""
    page = parse("http://a.test/", {}, b"<title>no</title><meta name=keywords content=no><a href=x>in</a> out")

    assert said(page, "window(40)") == ["in out"]


def test_cues_of_the_tree_must_be_asked_for_in_time():
    page = parse("http://a.test/", {}, PAGE)

    with pytest.raises(LycosaError, match="ask for it when the page is parsed"):
        cued(page, "block(2, 40)")


def test_cues_without_links_are_empty():
    page = parse("http://a.test/", {}, b"no links")

    assert [said(page, name) for name in ("page", "anchor", "url", "window(40)")] == [[]] * 4


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("windw(40)", "there is no cue 'windw'; the cues are: page, anchor"),
        ("window(40, 'inside', 3)", "window takes: words, anchor"),
        ("window(size=40)", "window takes: words, anchor"),
        ("anchor(3)", "anchor takes: none"),
        ("window('x')", "words cannot be 'x'"),
        ("window(-1)", "words cannot be -1"),
        ("window(True)", "words cannot be True"),
        ("window(40, anchor='both')", "anchor cannot be 'both'"),
        ("window(40, words=20)", "window takes: words, anchor"),
        ("window(words=40, words=20)", "each option has a name, and stands once"),
        ("window(40, anchor=both)", "anchor cannot be both"),
        ("window(", "cannot read the name"),
    ],
)
def test_a_wrong_name_is_refused_in_one_line(name, line):
    with pytest.raises(LycosaError) as refused:
        parse("http://a.test/", {}, PAGE, [name])

    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


def test_options_have_defaults():
    assert cue_of("window").options == cue_of("window(40)").options == CUES["window"]
    assert cue_of("block(3)").options == {"least": 3, "most": 40, "near": False, "reduced": False}


def test_pages_share_a_lexicon():
    lexicon = Lexicon()
    first, second = (parse("http://a.test/", {}, PAGE, ["anchor"], lexicon) for _ in range(2))

    assert first.text.lexicon is second.text.lexicon
    assert first.text.tokens.tolist() == second.text.tokens.tolist()
