"""Leaves: the text between tags, counted without changing a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.cues import cued
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse

PARTS = (
    *("one", "two words", " ", "<b>", "</b>", "<p>", "</p>", "<td>"),
    *("co\xad", "e\u0301", "x_y", "狼", '<a href="/x">', "</a>"),
)


def page(body, *cues):
    return parse("http://a.test/", (), f"<body>{body}".encode(), cues, Lexicon())


def words(text, start, end):
    return " ".join(text.lexicon.words[token] for token in text.tokens[start:end].tolist())


def told(body, cue):
    read = page(body, cue)
    text, (starts, ends) = cued(read, cue)
    return [words(text, *edges) for edges in zip(starts.tolist(), ends.tolist(), strict=True)]


@given(st.lists(st.sampled_from(PARTS), max_size=30))
def test_asking_for_leaves_changes_no_word_and_no_link(parts):
    body = "".join(parts)
    plain, asked = page(body), page(body, "leaves(2)")

    assert words(plain.text, 0, None) == words(asked.text, 0, None)
    assert plain.links.starts.tolist() == asked.links.starts.tolist()
    assert (plain.content, plain.digest, plain.simhash) == (asked.content, asked.digest, asked.simhash)
    leaf = asked.links.columns["leaf"]
    assert len(leaf) == len(asked.text.tokens)
    assert (leaf[1:] >= leaf[:-1]).all()


@pytest.mark.parametrize(
    ("most", "found"),
    [
        (0, "the link"),
        (1, "before the link after"),
        (2, "far before before the link after far after"),
        (9, "far before before the link after far after"),
    ],
)
def test_the_words_of_so_many_leaves_on_either_side(most, found):
    body = "<p>far before</p><p>before <a href='/x'>the link</a> after</p> <div>  </div> <p>far after</p>"

    assert told(body, f"leaves({most})") == [found]


def test_a_link_of_two_leaves_has_them_both():
    assert told("<i>a</i> <a href='/x'>b <i>c</i></a> <i>d</i>", "leaves(0)") == ["b c"]


def test_near_takes_words_from_both_sides_and_no_more():
    assert told("a b c <a href='/x'>d e</a> f g", "near(2)") == ["b c d e f g"]
    assert told("<a href='/x'>d</a> f g", "near(100)") == ["d f g"]


def test_pages_without_words_have_no_leaves():
    read = page("<a href='/x'><img></a>", "leaves(5)")

    assert read.links.columns["leaf"].tolist() == [0] * len(read.text.tokens)
