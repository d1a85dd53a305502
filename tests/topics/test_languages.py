"""The gate in front of the judge: a page in a language not asked for is not relevant, and it is said how many were."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lycosa.topics.languages import gate_words, gated, is_gated

CODES = st.sampled_from(["en", "de", "fr", "zh", "und", "zxx"])


@given(st.dictionaries(CODES, st.integers(1, 99)), st.lists(CODES, max_size=3, unique=True))
def test_what_is_gated_is_what_is_neither_asked_for_nor_unknown(pages, asked):
    out = gated(pages, asked)

    assert out == {code: times for code, times in pages.items() if asked and code not in {*asked, "und"}}
    assert list(out.values()) == sorted(out.values(), reverse=True)
    assert all(is_gated(code, asked) == (code in out) for code in pages)
    assert bool(gate_words(pages, asked)) == bool(out)


def test_garbled_pages_are_in_no_language_that_can_be_asked_for():
    assert gate_words({"en": 1, "zxx": 2, "de": 9, "und": 3}, ["en", "nl"]) == (
        "11 of 15 pages are not relevant for their language alone (de 9, zxx 2; asked for: en or nl)"
    )
