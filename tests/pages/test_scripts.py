"""Scripts: what a text is written with."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.scripts import scripts, writing_of

ENGLISH = "The market in our village opens early on Saturday. "


def name_of(text: str) -> str | None:
    """The script found."""
    script = writing_of(text).script
    return script.name if script else None


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Рынок", "cyrillic"),
        ("Αγορά", "greek"),
        ("שוק", "hebrew"),
        ("سوق", "arabic"),
        ("市场", "han"),
        ("市場が開く", "kana"),
        ("시장 市場", "hangul"),
        ("ตลาด", "thai"),
        ("बाज़ार", "devanagari"),
        ("marché", None),
        ("market", None),
        ("", None),
    ],
)
def test_the_commonest_script_is_told(text, script):
    assert name_of(text) == script


@given(st.text(max_size=60))
def test_shares_are_shares(text):
    writing = writing_of(text)
    parts = (writing.accented, writing.extended, writing.broken, writing.marks, writing.foreign)
    assert all(0 <= part <= 1 for part in parts)
    assert sum(parts) <= 1 + 1e-9


def test_a_han_sign_stands_for_three_latin_letters():
    assert writing_of("ab cd ef 市場").foreign == pytest.approx(0.5)


def test_a_rare_sign_is_not_looked_for():
    assert writing_of(ENGLISH * 4 + "é").accented == 0
    assert writing_of(ENGLISH + "é").accented > 0


def test_a_foreign_part_is_found_wherever_it_stands():
    for before, after in ((0, 2000), (1000, 1000), (2000, 0)):
        text = ENGLISH * before + "Рынок в нашей деревне открывается в субботу. " * 600 + ENGLISH * after
        assert 0.15 < writing_of(text).foreign < 0.3


def test_english_with_quotation_marks_and_a_name_is_not_odd():
    assert not writing_of(f"{ENGLISH}“So”, said José – and left. " * 9).odd


def test_mojibake_is_garbled():
    for charset in ("koi8-r", "windows-1251", "utf-8"):
        text = "Рынок в нашей деревне открывается в субботу".encode(charset).decode("latin-1")
        assert writing_of(text).garbled


def test_correct_accents_are_not_garbled():
    for text in (
        "Bühne öffnet für Gäste",
        "un été à l'école près de la forêt",
        "Þetta er íslenska, góðan dag öll",
        "chợ ở làng",
    ):
        assert not writing_of(text).garbled


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.name)
def test_blocks_hold_letters_of_their_script(script):
    """By the names the Unicode standard gives them."""
    called = {
        "han": ("CJK", "KANGXI"),
        "kana": ("HIRAGANA", "KATAKANA", "HALFWIDTH"),
        "bengali": ("BENGALI",),
    }
    wanted = called.get(script.name, (script.name.upper(), f"COMBINING {script.name.upper()}", "COPTIC"))
    names = [unicodedata.name(chr(code), "") for block in script.blocks for code in block]
    letters = [name for name in names if any(kind in name for kind in ("LETTER", "IDEOGRAPH", "SYLLABLE", "THAI"))]
    assert letters
    assert sum(name.startswith(wanted) for name in letters) > 0.9 * len(letters)
    assert script.languages
