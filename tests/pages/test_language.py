"""The language of a text: whatever happens to it, what is not English is not called English."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from lycosa.pages.language import language_of

TEXTS: dict[str, str] = tomllib.loads((Path(__file__).parent / "languages.toml").read_text("utf-8"))
FOREIGN = [code for code in TEXTS if code != "en"]
OTHER_SCRIPTS = ["ru", "uk", "bg", "el", "he", "ar", "fa", "hi", "th", "zh", "ja", "ko"]
ALIKE = [{"da", "no", "sv"}, {"pt", "gl", "es"}, {"ru", "uk", "bg"}, {"cs", "sk", "sl"}, {"ar", "fa"}]
MENU = """Home;About us;Products;News and events;Contact;Site map;Search;Terms of use and privacy policy;Shop
All rights reserved;Sign in to your account;Our team;Careers;Help centre;Download the app
Share this page;Press;Follow us;Subscribe to our newsletter;Accessibility;Gallery;Back to the top
Send to a friend;Comments;Read more;Most popular;Weather;Sports;Business;Travel and leisure
Photos from readers;Frequently asked questions;Cookies"""
ITEMS = MENU.replace("\n", ";").split(";")

# Charsets pages of these languages come in, the ones García Dorado 2008 names among them.
CHARSETS = {
    "zh": ["gb2312", "gbk", "big5"],
    "ja": ["shift_jis", "euc-jp", "iso-2022-jp"],
    "ko": ["euc-kr", "iso-2022-kr"],
    "ru": ["koi8-r", "windows-1251", "iso-8859-5", "ibm866"],
    "uk": ["koi8-u", "windows-1251"],
    "bg": ["windows-1251"],
    "el": ["iso-8859-7", "windows-1253"],
    "ar": ["windows-1256", "iso-8859-6"],
    "he": ["windows-1255", "iso-8859-8"],
    "th": ["tis-620"],
    "lt": ["windows-1257", "iso-8859-13", "iso-8859-4"],
    "lv": ["windows-1257", "iso-8859-13"],
    "et": ["windows-1257", "iso-8859-13"],
}
ENCODED = [(code, charset) for code, charsets in CHARSETS.items() for charset in [*charsets, "utf-8"]]


def menu(length: int, seed: int) -> str:
    """English navigation of about this length."""
    rng = random.Random(seed)
    items: list[str] = []
    while sum(map(len, items)) + 3 * len(items) < length:
        items.append(rng.choice(ITEMS))
    return " | ".join(items)


def pieces(text: str, length: int) -> list[str]:
    """Stretches of the text of this length, starting anywhere."""
    return [text[start : start + length] for start in range(0, max(1, len(text) - length + 1), 37)]


def verdicts(length: int) -> Counter[str]:
    """Right, alike, und or wrong, over all languages."""
    count: Counter[str] = Counter()
    for code, text in TEXTS.items():
        for piece in pieces(text, length):
            found = language_of(piece)
            alike = any({code, found} <= family for family in ALIKE)
            count["right" if found == code else "alike" if alike else "und" if found == "und" else "wrong"] += 1
    return count


@pytest.mark.parametrize("code", TEXTS)
def test_a_paragraph_is_told(code):
    assert language_of(TEXTS[code]) == code or any({code, language_of(TEXTS[code])} <= family for family in ALIKE)


@pytest.mark.parametrize("length", [20, 50, 100, 200, 400])
def test_no_piece_of_a_foreign_text_is_english(length):
    for code in FOREIGN:
        for piece in pieces(TEXTS[code], length):
            assert language_of(piece) != "en"
            assert language_of(piece, declared="en") != "en"


@pytest.mark.parametrize(("length", "right", "wrong"), [(400, 0.9, 0.0), (100, 0.75, 0.05), (20, 0.25, 0.01)])
def test_accuracy_by_length(length, right, wrong):
    """Shorter texts are "und" sooner than wrong."""
    count = verdicts(length)
    assert count["right"] >= right * count.total()
    assert count["wrong"] <= wrong * count.total()


def test_an_english_text_is_english_from_a_sentence_on():
    found = Counter(language_of(piece) for piece in pieces(TEXTS["en"], 200))
    assert set(found) == {"en"}


@pytest.mark.parametrize(("code", "charset"), ENCODED)
@pytest.mark.parametrize("wrong", ["latin-1", "cp1252", "utf-8", "ascii"])
def test_a_page_decoded_wrongly_is_not_english(code, charset, wrong):
    """García Dorado 2008, chapter 11: such pages passed, were scored, and led to more of them."""
    text = TEXTS[code].encode(charset, "ignore").decode(wrong, "replace")
    for content in (text, text * 5, f"{menu(300, 1)} {text}", f"{menu(300, 2)} {text} {menu(300, 3)}"):
        assert language_of(content) != "en"


@pytest.mark.parametrize("code", OTHER_SCRIPTS)
@pytest.mark.parametrize("wrong", ["latin-1", "cp1252", "utf-8"])
def test_what_a_wrong_charset_left_is_neither_english_nor_unknown(code, wrong):
    """For what is unknown passes as what a topic asks for."""
    for charset in CHARSETS.get(code, ["utf-8"]):
        text = TEXTS[code].encode(charset, "ignore").decode(wrong, "replace")
        if "�" not in text and wrong == "utf-8":
            continue
        for content in (text * 5, f"{menu(300, 1)} {text}", f"{menu(300, 2)} {text} {menu(300, 3)}"):
            assert language_of(content) not in ("en", "und")


def test_english_whose_quotation_marks_are_broken_is_still_unknown_only():
    assert language_of(re.sub("[,;.]", "�", TEXTS["en"])) == "und"


@pytest.mark.parametrize("code", FOREIGN)
def test_english_menus_do_not_make_a_page_english(code):
    """Up to as much menu as text, before it, after it, around it."""
    for seed, size in enumerate((1, 3, 8)):
        body = " ".join([TEXTS[code]] * size)
        bar = menu(len(body), seed)
        half = len(bar) // 2
        for content in (f"{bar} {body}", f"{body} {bar}", f"{bar[:half]} {body} {bar[half:]}"):
            assert language_of(content) != "en"


@pytest.mark.parametrize("code", OTHER_SCRIPTS)
def test_a_tenth_in_another_script_is_enough_not_to_be_english(code):
    body = TEXTS[code]
    for seed in range(3):
        bar = menu(7 * len(body), seed)
        half = len(bar) // 2
        assert language_of(f"{bar[:half]} {body} {bar[half:]}") != "en"


@pytest.mark.parametrize("code", OTHER_SCRIPTS)
def test_other_scripts_are_told_under_menus(code):
    found = language_of(f"{menu(200, 5)} {TEXTS[code]}")
    assert found == code or any({code, found} <= family for family in ALIKE)


def test_japanese_is_told_from_chinese_by_its_kana():
    assert language_of("市場が開きます") == "ja"
    assert language_of("集市开门") == "zh"


def test_a_foreign_charset_or_declaration_asks_english_for_more():
    lists = "Contact the editors, read more news, football, opera, theatre, cinema, weather, traffic, trams, "
    lists += "hotels, restaurants, swimming pools, museums, libraries, schools, kindergartens, elections. "
    assert language_of(lists * 9) == "en"
    for charset, declared in (("gb2312", ""), ("windows-1257", ""), ("utf-8", "lt")):
        assert language_of(TEXTS["en"], charset, declared) == "en"
        assert language_of(lists * 9, charset, declared) != "en"


def test_a_declaration_decides_where_the_text_says_little():
    assert language_of("Kontaktai", declared="lt-LT") == "lt"
    assert language_of("", declared="DE_at") == "de"
    assert language_of("Kontaktai", declared="en") == "und"
    assert language_of("Kontaktai", declared="english") == "und"
    assert language_of(TEXTS["de"], declared="fr") == "de"


def test_a_declaration_decides_between_languages_much_alike():
    assert language_of(TEXTS["uk"][:60], declared="uk") == "uk"
    assert language_of(TEXTS["ru"][:60], declared="ru") == "ru"


@settings(max_examples=200)
@given(st.text(max_size=400), st.text(max_size=10), st.text(max_size=6))
def test_any_text_has_an_answer(text, charset, declared):
    found = language_of(text, charset, declared)
    assert found in ("und", "zxx") or (len(found) == 2 and found.isascii())


@pytest.mark.parametrize("text", ["", " ", "x" * 5000, "." * 5000, "1234 56 789 " * 100, "|*=+ " * 300, "\ud800" * 50])
def test_noise_is_no_language(text):
    assert language_of(text) == "und"


def test_program_text_is_no_foreign_language():
    code = "def rank(self, page): return [page.score * self.decay for link in page.links if link not in seen] "
    assert language_of(code * 20) in {"en", "und"}


@pytest.mark.needs_webs
def test_encyclopedia_articles_are_english(needs_webs):
    """At least 99 in 100, tables, lists and foreign names notwithstanding."""
    found: Counter[str] = Counter()
    with (needs_webs / "schools/schools.warc.gz").open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            body = LexborHTMLParser(record.reader.read()).body
            assert body is not None
            found[language_of(re.sub(r"\s+", " ", body.text(separator=" ")))] += 1
            if found.total() == 400:
                break
    assert found["en"] >= 0.99 * found.total()
