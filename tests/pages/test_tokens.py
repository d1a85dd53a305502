"""Words: what counts as one, and where marks stand among them."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.tokens import NUMBERED, SINGLE, marked, tokens


def slow_tokens(text: str) -> list[str]:
    """The same, one character after the other."""
    words = [""]
    for character in text:
        if character in "\xad\u200c\u200d\u2060\ufeff":
            continue
        single = any(first <= ord(character) < end for first, end in SINGLE)
        category = unicodedata.category(character)
        if not (character.isalnum() or category in ("Mn", "Mc")) or ord(character) >= 0x323B0:
            words.append("")
        elif single:
            words += [character.lower(), ""]
        else:
            words[-1] += {"İ": "i", "ς": "σ"}.get(character) or character.lower()
    return [word for word in words if word]


@given(st.text() | st.text(st.characters(max_codepoint=0x17F) | st.sampled_from("’—…\u200b\u200c")))
def test_the_table_knows_every_character(text):
    assert slow_tokens(text) == tokens(text)


@given(st.text(st.characters(codec="ascii")))
def test_words_of_plain_text_are_its_runs_of_letters_and_digits(text):
    assert re.findall("[a-z0-9]+", text.lower()) == tokens(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't stop", ["don", "t", "stop"]),
        ("snake_case 3.14", ["snake", "case", "3", "14"]),
        ("狼蛛 Lycosa 蜘蛛", ["狼", "蛛", "lycosa", "蜘", "蛛"]),
        ("abc漢字def", ["abc", "漢", "字", "def"]),
        ("ひらカタ", ["ひ", "ら", "カ", "タ"]),
        ("ไทย", ["ไ", "ท", "ย"]),
        ("हिन्दी", ["हिन्दी"]),
        ("co\xadoperate", ["cooperate"]),
        ("ΟΔΟΣ οδος", ["οδοσ", "οδοσ"]),
        ("İstanbul", ["istanbul"]),
        ("한국어 말", ["한국어", "말"]),
        ("\ud800 lone", ["lone"]),
        ("It’s Ærø – ÿ µ…", ["it", "s", "ærø", "ÿ", "µ"]),
        ("Ÿ’s 😀 naïve", ["ÿ", "s", "naïve"]),
        ("", []),
    ],
)
def test_words_in_many_scripts(text, words):
    assert words == tokens(text)


PIECES = st.sampled_from(
    ["a", "B", "wolf", " ", ".", "漢", "é", "’", "\xad", "\x01", "\x02", "\x05", chr(NUMBERED + 7)]
)


@given(st.lists(PIECES).map("".join))
def test_a_mark_stands_after_the_words_before_it(text):
    """Cut the text at its marks: the words before a mark are those of the pieces before it."""
    found = marked(text)
    signs = re.findall("[\x01-\x06\U000f0000-\U0010ffff]", text)
    pieces = re.split("[\x01-\x06\U000f0000-\U0010ffff]", text)
    words = [tokens(piece) for piece in pieces]
    places = [sum(map(len, words[: number + 1])) for number in range(len(signs))]

    assert [word for piece in words for word in piece] == found.words
    assert [ord(sign) for sign in signs] == found.marks.tolist()
    assert places == found.places.tolist()


@given(st.text())
def test_marks_aside_both_ways_find_the_same_words(text):
    assert tokens(text) == marked(re.sub("[\x01-\x06\U000f0000-\U0010ffff]", " ", text)).words
