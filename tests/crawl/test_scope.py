"""Where the hunt may go; each refusal has its rule's name, as an event too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.events import Barred
from lycosa.crawl.scope import RULES, Scope
from lycosa.crawl.settings import Settings
from tests.crawl.small import A, B, C, Web, crawl_of, heard, hunted, one

A_QUERY = "https://a.test/in?q=1&p=2"


@pytest.mark.parametrize(
    ("rules", "allowed", "refused"),
    [
        ({"stay_in": ["a.test"]}, ["http://a.test/", "http://x.a.test/"], ["http://aa.test/", "http://test/"]),
        ({"stay_in": [".EDU."]}, ["http://mit.edu/"], ["http://edu.com/", "http://medu/"]),
        ({"stay_in": ["bücher.test"]}, ["http://xn--bcher-kva.test/x"], ["http://bucher.test/"]),
        ({"stay_in": ["http://a.test/"]}, ["http://a.test/1"], ["http://b.test/"]),
        ({"sites": ["example.com"]}, ["http://x.y.example.com/"], ["http://example.org/"]),
        ({"sites": []}, [], ["http://example.org/"]),
        ({"leave_out": ["a.test"]}, ["http://ba.test/"], ["http://a.test/", "http://x.a.test/1"]),
        ({"stay_in": ["*.edu"]}, ["http://mit.edu/"], ["http://edu.com/"]),
        ({"leave_out": ["*.a.test"]}, ["http://ba.test/"], ["http://a.test/", "http://x.a.test/1"]),
        ({"leave_out": ["http://a.test/in"]}, ["http://a.test/", "http://a.test/on"], ["http://a.test/in/1"]),
        ({"leave_out": ["http://a.test/in"]}, ["http://a.test/inn"], ["http://a.test/in", "http://a.test/in?q=1"]),
        ({"leave_out": ["http://a.test"]}, ["http://a.test.b.test/x"], ["http://a.test/", "http://a.test/x"]),
        ({"leave_out": ["http://a.test/in/"]}, ["http://a.test/in"], ["http://a.test/in/", "http://a.test/in/1"]),
        ({"leave_out": ["a.test/in?q=1"]}, ["http://a.test/in?q=12"], ["http://a.test/in?q=1", A_QUERY]),
        ({"leave_out": ["HTTP://A.test:80/in"]}, ["http://a.test/IN"], ["http://a.test/in", "https://a.test/in"]),
        ({"leave_out": ["a.test/in it"]}, ["http://a.test/in"], ["http://a.test/in%20it", "http://a.test/in%20it/1"]),
        ({"leave_out": ["a.test/%7eann"]}, ["http://a.test/ann"], ["http://a.test/~ann/", "http://a.test/%7Eann"]),
        ({"leave_out": ["a.test/in"]}, ["http://a.test/out"], ["http://a.test/in", "https://a.test/in/2"]),
    ],
)
def test_hosts_and_urls_by_rule(rules, allowed, refused):
    scope = Scope(Settings(), **rules)
    (rule,) = ("seed_sites" if name == "sites" else name for name in rules)

    assert [scope.refusal(url) for url in allowed] == [""] * len(allowed)
    assert [scope.refusal(url) for url in refused] == [rule] * len(refused)


def test_what_makes_no_other_url_makes_no_other_entry():
    scope = Scope(Settings(www=True, index=True), leave_out=["www.a.test/in/index.html", "b.test/in"])

    assert {scope.refusal(url) for url in ("http://a.test/in/1", "http://www.b.test/in")} == {"leave_out"}
    assert scope.refusal("http://www.a.test/on") == ""


@given(st.text("ab/", max_size=12), st.integers(1, 3))
def test_a_path_may_hold_a_segment_so_often_and_no_more(path, repeats):
    parts = [part for part in path.split("/") if part]
    most = max(map(parts.count, parts), default=0)

    assert Scope(Settings(repeats=repeats)).refusal(A + path) == ("repeats" if most > repeats else "")


@given(st.integers(1, 40), st.integers(20, 30))
def test_a_url_may_be_so_long_and_no_longer(more, limit):
    url = A + "x" * more
    scope = Scope(Settings(url_length=limit))

    assert scope.refusal(url) == ("url_length" if len(url) > limit else "")
    assert scope.concerns([A, url]) == (len(url) > limit)


def test_without_rules_nothing_is_refused():
    scope = Scope(Settings(url_length=0))

    assert scope.refusal(A + "x/" * 9000) == ""


@pytest.mark.parametrize(
    ("rule", "options", "forbidden"),
    [
        ("stay_in", {"scope": {"stay_in": ["a.test"]}}, B),
        ("seed_sites", {"scope": {"sites": ["a.test"]}}, B),
        ("leave_out", {"scope": {"leave_out": ["b.test"]}}, B),
        ("link_text", {"reader": {"link_texts": ["Privacy  policy"]}}, B),
        ("depth", {"depth": 1}, C),
        ("url_length", {"url_length": 30}, A + "x" * 30),
        ("repeats", {"repeats": 2}, A + "y/y/y/"),
        ("host_pages", {"host_pages": 2}, A + "late"),
        ("site_pages", {"site_pages": 2}, A + "late"),
    ],
)
def test_each_rule_bars_its_own_and_says_so(rule, options, forbidden):
    start = f'<a href="{B}">privacy policy</a> <a href="{A}1">two</a> <a href="{A}{"x" * 30}">l</a>'
    web = Web({A: start + f'<a href="{A}y/y/y/">r</a>', B: "b", A + "1": f"{C} c", C: f"{A}late"})
    crawl = crawl_of(A, **options)
    events = heard(crawl, Barred)
    while one(crawl, web):
        pass

    assert forbidden not in web.fetched
    assert Barred(forbidden, rule) in events
    assert {event.rule for event in events} == {rule}
    assert crawl.tally.reasons[rule] == len(events)
    assert rule in RULES


def test_what_is_too_deep_on_one_way_is_taken_on_a_shorter():
    web = Web({A: f"wolf {B} {C}", B: f"{A}end", C: f"{B}2", B + "2": f"{A}far", A + "end": "e", A + "far": "f"})
    hunted(web, A, depth=2)
    assert A + "end" in web.fetched
    assert A + "far" not in web.fetched

    web.pages[C] += f" {A}far"
    web.fetched.clear()
    hunted(web, A, depth=2)
    assert A + "far" in web.fetched


def test_depth_is_counted_in_links_from_a_seed():
    web = Web({f"{A}{n}": f"{A}{n + 1}" for n in range(9)})
    for depth in (1, 2, 3):
        assert hunted(web, A + "0", depth=depth).tally.pages == depth + 1


def test_seeds_are_the_user_s_own_and_not_refused():
    web = Web({B: f"{C} {A}", A: "a"})
    hunted(web, B, scope={"stay_in": ["a.test"]})

    assert web.fetched == [B, A]


def test_a_barred_url_is_said_once():
    web = Web({A: f"wolf {B} {C}", B: f"{A}no {C}", C: f"{A}no"})
    crawl = crawl_of(A, scope={"leave_out": [A + "no"]})
    events = heard(crawl, Barred)
    while one(crawl, web):
        pass

    assert events == [Barred(A + "no", "leave_out")]
    assert crawl.tally.refusals == 1
