"""A page as the crawl reads it: its targets, and what the judges say of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.reading import GUIDE, Reader, best_of_rows, split_use
from lycosa.crawl.targets import targets
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.urls import Canon
from tests.crawl.small import A, B, C, Wolves

CANON = Canon()


def page(body: str, cues: Any = (), headers: Any = ()):
    return parse(A, headers, body.encode(), list(cues), Lexicon())


def link(url: str, text: str = "on", more: str = "") -> str:
    return f'<a href="{url}" {more}>{text}</a> '


@given(st.lists(st.integers(0, 6), max_size=20))
def test_a_target_has_one_row_in_document_order(numbers):
    urls = [f"{B}{number}" for number in numbers]
    found = targets(page("x " + "".join(map(link, urls))), CANON)
    distinct = list(dict.fromkeys(urls))

    assert found.urls == distinct
    assert found.keylist == found.keys.tolist() == [CANON.key(url) for url in distinct]
    assert found.times.tolist() == [urls.count(url) for url in distinct]
    assert [distinct[row] for row in found.rows.tolist()] == urls
    assert len(found.hosts) == len(distinct)


def test_ways_to_write_a_url_are_one_target_and_the_first_is_fetched():
    found = targets(page(link("http://B.test/%7Ex?utm_source=y") + link("http://b.test/~x")), CANON)

    assert len(found.urls) == 1
    assert found.urls[0].endswith("utm_source=y")
    assert found.times.tolist() == [2]


@pytest.mark.parametrize(
    ("body", "headers", "followed"),
    [
        (link(B, more='rel="nofollow"') + link(C), (), [C]),
        (link(B, more='rel="nofollow"') + link(B), (), [B]),
        ('<meta name="robots" content="nofollow">' + link(B), (), []),
        ('<meta name="robots" content="none">' + link(B), (), []),
        ('<meta name="robots" content="noindex">' + link(B), (), [B]),
        (link(B), (("x-robots-tag", "nofollow"),), []),
    ],
)
def test_nofollow_is_obeyed_unless_the_user_says_no(body, headers, followed):
    one = page(body, headers=headers)

    assert targets(one, CANON).urls == followed
    assert len(targets(one, CANON, nofollow=False).urls) >= 1
    assert set(targets(one, CANON, nofollow=False).urls) >= set(followed)


def test_links_with_a_text_not_to_follow_are_named():
    body = link(B, "Contact <b>US</b>") + link(C, "contact us now") + link(A + "1", "Privacy   Policy")
    reader = Reader({GUIDE: Wolves()}, ("page",), CANON, link_texts=["contact us", "Privacy policy"])
    found = reader.read(page(body)).targets

    assert found.urls == [C]
    assert found.left == [B, A + "1"]


def test_of_two_links_to_one_target_the_better_counts():
    body = "x " * 30 + link(B, "tax") + link(C, "wolf") + link(B, "wolf wolf wolf")
    reader = Reader({GUIDE: Wolves()}, ("page", "anchor"), CANON)
    reading = reader.read(page(body, reader.cues))

    assert reader.cues == ["anchor"]
    assert reading.scores["anchor"].tolist() == [0.75, 0.5]
    assert (reading.scores["page"], reading.score, reading.margin) == (0.8, 0.8, 4.0)


def test_a_link_that_is_left_out_lends_its_cue_to_nobody():
    body = link(B, "wolf wolf wolf", 'rel="nofollow"') + link(B, "wolf") + link(C, "tax")
    reader = Reader({GUIDE: Wolves()}, ("anchor",), CANON)

    assert reader.read(page(body, reader.cues)).scores["anchor"].tolist() == [0.5, 0.0]


def test_judges_are_told_apart_by_their_names():
    class Double(Wolves):
        def margins(self, text, ranges):
            return 2.0 * super().margins(text, ranges)

    reader = Reader({GUIDE: Wolves(), "double": Double()}, ("anchor", "double:anchor", "double:page"), CANON)
    scores = reader.read(page(link(B, "wolf"), reader.cues)).scores

    assert scores["anchor"].tolist() == [0.5]
    assert scores["double:anchor"].tolist() == pytest.approx([2 / 3])
    assert scores["double:page"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("use", "parts"),
    [
        ("page", (GUIDE, "page", None, False, "")),
        ("window(40)", (GUIDE, "window(40)", None, False, "")),
        ("cosine:anchor", ("cosine", "anchor", None, False, "")),
        ("nyu_cosine:page!", ("nyu_cosine", "page", None, True, "")),
        ("anchor!", (GUIDE, "anchor", None, True, "")),
        ("anchor#", (GUIDE, "anchor", "", False, "")),
        ("anchor+synonyms(3)", (GUIDE, "anchor", None, False, "synonyms(3)")),
        ("svm+vocabulary:window(9)+concepts(20)!", ("svm+vocabulary", "window(9)", None, True, "concepts(20)")),
        ("leaves(5)#stems", (GUIDE, "leaves(5)", "stems", False, "")),
    ],
)
def test_a_use_names_a_judge_and_a_cue(use, parts):
    assert split_use(use) == parts


def test_a_strategy_may_ask_for_margins_as_they_are():
    """Three wolves on the page, two of them in the anchor; a margin of 2 scores 2/3."""
    reader = Reader({GUIDE: Wolves(), "wolves": Wolves()}, ("page!", "anchor!", "anchor", "wolves:page!"), CANON)
    scores = reader.read(page("wolf " + link(B, "wolf wolf"), reader.cues)).scores

    assert scores["page!"] == scores["wolves:page!"] == 3.0
    assert scores["anchor!"].tolist() == [2.0]
    assert scores["anchor"].tolist() == pytest.approx([2 / 3])


def test_a_page_in_a_language_not_wanted_scores_nothing():
    german = "<html lang=de><p>Der Wolf und die sieben Geisslein gehen heute nicht in die Schule, wolf!"
    wanted = Reader({GUIDE: Wolves()}, (), CANON, languages=["en"])
    margin, score = wanted.judge(page(german))

    assert page(german).language == "de"
    assert (margin > 0, score) == (True, 0.0)
    assert Reader({GUIDE: Wolves()}, (), CANON, languages=["de"]).judge(page(german))[1] > 0
    assert wanted.judge(page("wolf"))[1] == 0.5  # too short to tell


@pytest.mark.parametrize(("language", "scored"), [("en", False), ("de", True)])
def test_no_judge_that_a_strategy_names_gets_past_the_language_gate(language, scored):
    german = "<html lang=de><p>Der Wolf und die sieben Geisslein gehen heute nicht in die Schule, wolf!"
    reader = Reader({GUIDE: Wolves(), "wolves": Wolves()}, ("wolves:page",), CANON, languages=[language])
    reading = reader.read(page(german, reader.cues))

    assert (reading.scores["wolves:page"] > 0, reading.score > 0) == (scored, scored)


@pytest.mark.parametrize("label", ["utf-8", "iso-8859-1"])
def test_a_chinese_page_with_a_wrong_label_does_not_pass_as_english(label):
    chinese = "wolf 集市开门的时候，人们从各个村庄来到这里，买卖粮食和牲畜。" * 20
    garbled = parse(A, [("content-type", f"text/html; charset={label}")], chinese.encode("gbk"), [], Lexicon())

    assert Reader({GUIDE: Wolves()}, (), CANON, languages=["en"]).judge(garbled) == (20.0, 0.0)


def test_a_page_without_links_has_no_rows():
    found = targets(page("wolf"), CANON)

    assert (found.urls, found.keys.tolist(), found.times.tolist()) == ([], [], [])
    assert best_of_rows(np.zeros(0), found).tolist() == []


@pytest.mark.parametrize(("limit", "score"), [(0, 2 / 3), (9, 0.5), (4, 0.0)])
def test_only_the_first_characters_of_a_text_are_judged_where_that_is_asked_for(limit, score):
    text = page("den wolf den wolf")
    reader = Reader({GUIDE: Wolves()}, [], CANON, text_limit=limit)

    assert reader.read(text).score == pytest.approx(score)
    assert reader.judge(text)[1] == pytest.approx(score)
