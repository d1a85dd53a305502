from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.cli.show import complain, safe

STEERS = {"Cc", "Cs", "Zl", "Zp"}
TURNS = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}


@given(st.text(st.characters()))
def test_nothing_safe_steers_a_terminal(text: str) -> None:
    shown = safe(text)

    assert not [c for c in shown if unicodedata.category(c) in STEERS or unicodedata.bidirectional(c) in TURNS]
    shown.encode()


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])))
def test_letters_of_all_scripts_stay_as_they_are(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b]0;owned\x07b", "a\\x1b]0;owned\\x07b"),
        ("two\nlines", "two\\nlines"),
        ("\x9b2J", "\\x9b2J"),
        ("moc.live\u202e", "moc.live\\u202e"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_steers_is_spelled_out(text: str, shown: str) -> None:
    assert safe(text) == shown


@given(st.text(st.characters()))
def test_a_complaint_is_one_line(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        said: list[str] = []
        patch.setattr("sys.stderr.write", said.append)
        complain(text)

    assert len(said) == 1
    assert said[0].startswith("lycosa: ")
    assert said[0].endswith("\n")
    assert len(said[0].splitlines()) == 1
