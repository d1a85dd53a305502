"""What relevant pages have in common and no example has makes a judge doubtful (García Dorado 2008, chapter 11)."""

from __future__ import annotations

from typing import Any

import pytest

from lycosa.engines.doubts import COMMON, FEW, LATIN, LEAST, Sign, abundance, doubts, sign_of
from lycosa.pages.parse import parse

EXAMPLE = Sign(relevant=True, host="a.test", script=LATIN, charset="utf-8")


def sharing(name: str, what: str, times: int, others: int) -> list[Sign]:
    """So many that share it, and others each on a host of its own."""
    signs = [EXAMPLE._replace(host=f"h{number}.test") for number in range(times + others)]
    shared: dict[str, Any] = {name: what}
    return [sign._replace(**shared) if number < times else sign for number, sign in enumerate(signs)]


@pytest.mark.parametrize(("name", "what"), [("script", "cyrillic"), ("charset", "koi8-r"), ("host", "spam.test")])
def test_what_most_share_and_no_example_has_is_named(name, what):
    found = doubts("cosine", [EXAMPLE], sharing(name, what, 18, 2))

    assert len(found) == 1
    assert f"of 20 relevant pages looked at, 18 have the {name} {what}, which none of the examples has" in found[0]
    known = EXAMPLE._replace(**{name: what})
    assert doubts("cosine", [EXAMPLE, known], sharing(name, what, 18, 2)) == []


@pytest.mark.parametrize(
    ("name", "times", "others", "doubted"),
    [("script", 11, 9, 1), ("script", 10, 10, 0), ("charset", 10, 10, 0), ("host", 16, 4, 0), ("host", 17, 3, 1)],
)
def test_half_may_share_script_or_charset_and_four_fifths_a_host(name, times, others, doubted):
    assert len(doubts("cosine", [EXAMPLE], sharing(name, "odd", times, others))) == doubted


def test_a_few_pages_say_nothing_and_neither_does_a_charset_that_all_the_web_has():
    assert doubts("cosine", [EXAMPLE], sharing("script", "cyrillic", FEW - 1, 0)) == []
    assert doubts("cosine", [], sharing("script", "cyrillic", 20, 0)) == []
    for charset in COMMON:
        assert doubts("cosine", [EXAMPLE._replace(charset="gbk")], sharing("charset", charset, 20, 0)) == []


def test_more_than_four_fifths_relevant_is_too_much_to_be_true():
    assert abundance("cosine", 80, 100) == []
    (doubt,) = abundance("cosine", 81, 100)
    assert "it finds 81 of 100 pages relevant, more than 80%" in doubt
    assert abundance("cosine", LEAST - 1, LEAST - 1) == []


def test_a_page_shows_its_host_script_and_charset():
    text = "<p>" + "маяк и море " * 40
    page = parse("http://x.test/1", {"Content-Type": "text/html; charset=koi8-r"}, text.encode("koi8-r"))

    assert sign_of(page, 0.7) == Sign(relevant=True, host="x.test", script="cyrillic", charset="koi8-r")
    assert sign_of(page, 0.4).relevant is False
