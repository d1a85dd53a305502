from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.archive.fields import characters, lines, octets, pairs_of, target, word
from tests.archive.exchanges import nasty


@given(st.lists(st.tuples(nasty, nasty), max_size=8))
def test_each_pair_is_one_line_whatever_is_in_it(pairs):
    rows = lines(pairs).split(b"\r\n")

    assert rows.pop() == b""
    assert len(rows) == len(pairs)
    assert b"\0" not in b"".join(rows)
    assert not any(b"\r" in row or b"\n" in row for row in rows)
    assert all(row.partition(b":")[0].strip() and row[:1] not in b" \t" for row in rows)
    assert len(pairs_of(rows)) == len(pairs)


@given(st.lists(st.tuples(st.from_regex(r"[!-9;-~]+", fullmatch=True), st.text(st.characters(min_codepoint=33)))))
def test_what_is_well_formed_comes_back_as_it_was(pairs):
    assert pairs_of(lines(pairs).split(b"\r\n")) == tuple(pairs)


@pytest.mark.parametrize(
    ("pair", "line"),
    [
        (("A", "b"), b"A: b\r\n"),
        (("A", ""), b"A: \r\n"),
        (("A", "b\r\nSet-Cookie: c"), b"A: b  Set-Cookie: c\r\n"),
        (("A: b\r\nC", "d"), b"A__b__C: d\r\n"),
        (("", "b"), b"_: b\r\n"),
        ((" A", "b\0c"), b"_A: b c\r\n"),
        (("A", "caf\udce9"), b"A: caf\xe9\r\n"),
        (("A", "é"), b"A: \xc3\xa9\r\n"),
        (("A", "\ud800"), b"A: \xed\xa0\x80\r\n"),
    ],
)
def test_a_line_keeps_what_can_be_kept(pair, line):
    assert lines([pair]) == line


@given(st.binary())
def test_any_bytes_survive_as_text(data):
    assert octets(characters(data)) == data


def test_a_line_that_begins_with_a_blank_goes_on():
    assert pairs_of([b"A: one", b"  two", b"no colon", b"B:three"]) == (("A", "one two"), ("B", "three"))


@given(nasty)
def test_a_target_has_nothing_readers_strip(url):
    assert not set(target(url)) & set("\r\n\0\t <>")
    assert target(target(url)) == target(url)


@given(nasty)
def test_a_word_is_one_word_of_ascii(text):
    assert len(word(text)) == min(len(text), 64)
    assert all("!" <= sign <= "~" for sign in word(text))
