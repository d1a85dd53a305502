"""The truth about the practice web, and whether its figures are those of a real web."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from functools import cache
from math import log
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from lycosa.webs.base import Exchange
from lycosa.webs.practice import PracticeError, PracticeWeb
from lycosa.webs.practice.prose import everything_else, planted

# bench/measure_locality.py on the recorded web `schools`.
SCHOOLS: dict[str, float] = {
    "inner_links_median": 26.0,
    "inner_links_mean": 37.42,
    "inner_links_tenth": 8.0,
    "inner_links_ninetieth": 74.0,
    "links_into_top_percent": 0.216,
    "links_into_top_tenth": 0.598,
    "never_linked_to": 0.0967,
    "anchors_apart": 0.1438,
    "anchors_misleading": 0.0429,
    "locality": 0.2147,
    "cut_off_on_topic": 0.3325,
}
BEYOND_HOPS = {"1": 0.7652, "2": 0.3703, "3": 0.1686, "4": 0.1303}  # the same
TOLERANCE = 0.12  # of each figure; shares below a tenth may differ by a hundredth


@cache
def bench() -> Any:
    """The script that measures."""
    path = Path(__file__).parents[2] / "bench/measure_locality.py"
    spec = importlib.util.spec_from_file_location("measure_locality", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def measured() -> dict[str, Any]:
    """The figures of the practice web as it comes."""
    figures: dict[str, Any] = bench().figures(*bench().practised("practice"))
    return figures


@pytest.mark.parametrize("name", SCHOOLS)
def test_the_default_web_has_the_figures_of_a_real_one(measured: dict[str, Any], name: str) -> None:
    assert measured[name] == pytest.approx(SCHOOLS[name], rel=TOLERANCE, abs=0.01)


@pytest.mark.parametrize("hops", BEYOND_HOPS)
def test_pages_are_as_far_from_seeds_as_on_a_real_web(measured: dict[str, Any], hops: str) -> None:
    assert measured["beyond_hops"][hops] == pytest.approx(BEYOND_HOPS[hops], abs=0.08)


def test_a_link_from_a_topic_finds_it_ten_times_as_often_as_chance(measured: dict[str, Any]) -> None:
    """As on the real web: 0.21 against 0.022 of pages and 0.026 of links."""
    assert 8 < measured["locality"] / measured["base_rate_pages"] < 13
    assert 8 < measured["locality"] / measured["base_rate_links"] < 13


@pytest.mark.usefixtures("needs_webs")
def test_the_figures_of_the_real_web_are_those_measured(needs_webs: Path) -> None:
    warc, tsv = needs_webs / "schools/schools.warc.gz", needs_webs / "schools/labels.tsv"
    found = bench().figures(*bench().recorded(str(warc), str(tsv)))

    assert {name: found[name] for name in SCHOOLS} == SCHOOLS
    assert found["beyond_hops"] == BEYOND_HOPS
    assert (found["pages"], found["topics"], found["base_rate_pages"]) == (4604, 19, 0.022)


def test_locality_is_measured_as_defined() -> None:
    """Two pages of a topic among four: three of their four links stay; four of all six lead to them."""
    sheet = bench().Sheet
    sheets = {
        "a": sheet("Apple tart", [("b", "pears"), ("c", "apple")]),
        "b": sheet("Pears", [("a", "tart"), ("a", "Apple")]),
        "c": sheet("Chess", [("d", "here"), ("a", "chess")]),
        "d": sheet("Go", []),
    }
    kept, into, pages, cut, *far = bench().topic_row(
        {url: [target for target, _ in page.links] for url, page in sheets.items()},
        Counter(target for page in sheets.values() for target, _ in page.links),
        {"a", "b"},
    )

    assert (kept, into, pages) == (0.75, 4 / 6, 0.5)
    assert [cut, *far] == [0] * 5
    # Apart are "apple" on Chess, "here" on Go, "chess" on Apple tart; two of them are titles of other pages.
    assert bench().anchor_figures(sheets) == {"anchors_apart": 0.5, "anchors_misleading": round(2 / 6, 4)}
    assert bench().distances({"a": ["b"], "b": ["c"], "c": ["d"]}, ["a"], 2) == {"a": 0, "b": 1, "c": 2}


@pytest.mark.parametrize("locality", [0.0, 0.4, 0.9])
def test_locality_is_a_parameter(locality: float) -> None:
    """What is drawn by chance from all pages adds the base rate."""
    web = PracticeWeb(pages=3200, locality=locality, tunnels=0, hubs=0, kinship=0, dead=0, broken=0, mirrors=0)
    kept = total = 0
    for url in web.topics()["beekeeping"] + web.topics()["bats"]:
        answer = web.fetch(url)
        assert isinstance(answer, Exchange)
        for target, _ in bench().sheet(url, answer.body, "main").links:
            if web.article(target) is not None:
                kept += web.truth(target) == web.truth(url)
                total += 1

    assert kept / total == pytest.approx(locality + (1 - locality) * 0.02, abs=0.03)


@pytest.mark.parametrize("kinship", [0.0, 0.3])
def test_topics_link_to_the_related_topic_as_often_as_asked(kinship: float) -> None:
    web = PracticeWeb(pages=3200, kinship=kinship, locality=0, hubs=0, reposts=0)
    answers = [web.fetch(url) for url in web.topics()["chess"]]
    targets = [
        target
        for answer in answers
        if isinstance(answer, Exchange)
        for target, _ in bench().sheet(answer.url, answer.body, "main").links
    ]

    assert sum("go_game" in web.truth(t) for t in targets) / len(targets) == pytest.approx(kinship + 0.01, abs=0.04)


def test_truth_and_topics_agree() -> None:
    web = PracticeWeb(pages=3000, number=9)
    topics = web.topics()
    listed = {url: name for name, urls in topics.items() for url in urls}

    assert sum(map(len, topics.values())) == len(listed)
    for url in map(web.url, range(web.plan.size)):
        assert web.truth(url) == ({listed[url]} if url in listed else frozenset())


def test_topics_have_their_names_words_and_most_linked_pages_first() -> None:
    web = PracticeWeb(pages=3000)

    assert list(web.topics()) == [subject.name for subject in planted()]
    assert "hives" in web.description("beekeeping")
    assert web.seeds("chess", 3) == web.topics()["chess"][:3]
    assert len(web.seeds("chess", 10**6)) == len(web.topics()["chess"])
    assert list(PracticeWeb(pages=1000, planted=3).topics()) == ["beekeeping", "orchards", "glaciers"]
    for wrong in (web.description, lambda name: web.seeds(name, 1)):
        with pytest.raises(PracticeError, match=r"no topic 'curling'.*chess"):
            wrong("curling")


def test_every_topic_has_kin_that_has_it_and_words_of_its_own() -> None:
    by_name = {subject.name: subject for subject in planted()}
    for subject in planted():
        assert by_name[subject.kin].kin == subject.name
        assert len(subject.sentences) > 300
        assert all(re.fullmatch(r"[A-Z“].*[.?!:;”’]", sentence) for sentence in subject.sentences)
        assert not any(set("{}<>&") & set(text) for text in (*subject.sentences, *subject.titles, subject.about))
        assert len(set(subject.things)) == len(subject.things)


def counted(text: str) -> Counter[str]:
    return Counter(re.findall(r"[a-z]{4,}", text.lower()))


@cache
def weights() -> dict[str, dict[str, float]]:
    """A naive Bayes classifier from the word lists alone; it has seen no page."""
    counts = {
        subject.name: counted(" ".join((*subject.sentences, *subject.things * 9)))
        for subject in (*planted(), everything_else())
    }
    words = {word for count in counts.values() for word in count}
    return {
        name: {word: log((count[word] + 0.5) / (count.total() + 0.5 * len(words))) for word in words}
        for name, count in counts.items()
    }


def guessed(text: str) -> str:
    count = [(word, times) for word, times in counted(text).items() if word in weights()[""]]
    return max(weights(), key=lambda name: sum(times * weights()[name][word] for word, times in count))


def test_pages_speak_of_their_topic_and_hard_ones_less() -> None:
    """A word count finds the topic of nearly all plain pages, of clearly fewer that are meant to be hard."""
    web = PracticeWeb(pages=3000, links=10, mislabelled=0, reposts=0, hard=0.4)
    right: dict[bool, list[bool]] = {True: [], False: []}
    for name, urls in web.topics().items():
        for url in urls[::3]:
            answer = web.fetch(url)
            assert isinstance(answer, Exchange)
            main = LexborHTMLParser(answer.body).css_first("main")
            hard = web._articles.traits(web.article(url) or 0).hard
            right[hard].append(guessed(main.text() if main else "") == name)

    easy, hardly = (sum(right[kind]) / len(right[kind]) for kind in (False, True))
    assert easy > 0.9
    assert 0.2 < hardly < easy - 0.1
    assert len(right[True]) / (len(right[True]) + len(right[False])) == pytest.approx(0.4, abs=0.08)


def test_far_pages_are_reached_over_off_topic_pages_only() -> None:
    """From all other pages of its topic no link leads to a far page; over a page off the topic one does."""
    web = PracticeWeb(pages=2000, tunnels=0.2, tunnel_length=1, kinship=0, reposts=0, orphans=0, locality=0.9, links=60)
    plan, topic = web.plan, 0
    far = {plan.page(topic, rank) for rank in range(plan.near(topic), plan.members(topic))}
    near = {plan.page(topic, rank) for rank in range(plan.near(topic))}
    mouths = {plan.page(plan.topics, plan.mouth(topic, plan.place(page)[1])) for page in far}

    def targets(pages: set[int]) -> set[int]:
        answers = [web.fetch(web.url(page)) for page in sorted(pages)]
        sheets = [bench().sheet(a.url, a.body, "main") for a in answers if isinstance(a, Exchange)]
        found = {web.article(target) for sheet in sheets for target, _ in sheet.links}
        return {page for page in found if page is not None}

    assert far
    assert not targets(near) & far
    assert targets(near) & mouths
    assert len(targets(mouths) & far) > 0.9 * len(far)
    assert not any(web.truth(web.url(page)) for page in mouths)


def test_nobody_links_to_orphans() -> None:
    web = PracticeWeb(pages=1600, orphans=0.2)
    orphans = {
        web.url(web.plan.page(subject, rank))
        for subject in range(25)
        for rank in range(web.plan.linked[subject], web.plan.members(subject))
    }
    answers = [web.fetch(web.url(page)) for page in range(1600)]
    linked = {t for a in answers if isinstance(a, Exchange) for t, _ in bench().sheet(a.url, a.body, "main").links}

    assert len(orphans) == pytest.approx(320, abs=25)
    assert not orphans & linked
