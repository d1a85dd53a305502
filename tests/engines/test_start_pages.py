"""The pages a judge is shown before a hunt are fetched as politely as all others, and none of them twice."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tests.engines.hunting import GAP, hunted, page
from tests.webs.watched import Said

if TYPE_CHECKING:
    from tests.webs.watched import Pages

CLOCK = 0.001
A, B, C = (f"http://{name}.test/" for name in "abc")


def moved(to: str) -> Said:
    return Said(status=301, headers=(f"Location: {to}",))


def test_start_pages_that_lead_to_one_host_do_not_meet_there(tmp_path):
    """Three hosts at once lead to a fourth, which has start pages of its own."""
    slow = [Said(page(words=f"slow {n}"), seconds=0.1) for n in range(5)]
    pages: Pages = {f"{host}": moved(f"http://d.test/{n}") for n, host in enumerate((A, B, C))}
    pages |= {f"http://d.test/{n}": said for n, said in enumerate(slow)}
    hunt = hunted(tmp_path / "hunt", pages, f"{A} {B} {C} http://d.test/3 http://d.test/4")
    visits = hunt.web.of("d.test")

    assert sorted(hunt.web.paths("d.test")) == ["/0", "/1", "/2", "/3", "/4", "/robots.txt"]
    assert min(after.began - before.ended for before, after in pairwise(visits)) >= GAP - CLOCK
    assert {visit.connections for visit in visits} == {1}


def test_hosts_are_asked_side_by_side(tmp_path):
    """Each pair of questions takes longer than a gap, and no host waits until another is done."""
    pages: Pages = {f"{host}{path}": Said(page(words=host), seconds=0.3) for host in (A, B) for path in ("1", "2")}
    hunt = hunted(tmp_path / "hunt", pages, f"{A}1 {A}2 {B}1 {B}2")

    assert hunt.web.of("b.test")[0].began < hunt.web.of("a.test")[-1].began
    assert hunt.web.of("a.test")[0].began < hunt.web.of("b.test")[-1].began


def test_crawl_delay_is_kept_among_them_and_from_them_to_the_hunt(tmp_path):
    pages: Pages = {f"{A}{n}": page(words=f"{n}") for n in range(4)}
    pages[f"{A}robots.txt"] = "User-agent: *\nCrawl-delay: 0.3"
    hunt = hunted(tmp_path / "hunt", pages, f"{A}0 {A}1 {A}2 {A}3", examples=f"{A}0 {A}1")

    assert sorted(hunt.web.paths("a.test")) == ["/0", "/1", "/2", "/3", "/robots.txt"]
    assert min(after.began - before.ended for before, after in pairwise(hunt.web.of("a.test"))) >= 0.3 - CLOCK


def test_a_host_that_takes_long_is_asked_less_often(tmp_path):
    pages: Pages = {f"{A}{n}": Said(page(words=f"{n}"), seconds=0.15) for n in range(2)}
    hunt = hunted(tmp_path / "hunt", pages, f"{A}0 {A}1", gap_factor=2.0)
    robots, *others = hunt.web.of("a.test")

    assert others[0].began - robots.ended >= GAP - CLOCK
    assert others[1].began - others[0].ended >= 0.3 - CLOCK


def test_what_robots_txt_forbids_is_no_start_page(tmp_path):
    pages: Pages = {f"{A}no": page(words="no"), f"{A}yes": page(words="yes"), f"{B}x": moved(f"{A}no")}
    hunt = hunted(tmp_path / "hunt", {**pages, f"{A}robots.txt": "User-agent: *\nDisallow: /no"}, f"{A}no {A}yes {B}x")

    assert sorted(hunt.web.paths("a.test")) == ["/robots.txt", "/yes"]
    assert hunt.ended.faults == {f"{A}no": "robots", f"{B}x": "robots"}


def test_a_robots_txt_that_has_moved_is_followed(tmp_path):
    """As that of a host does whose pages have moved to www or to https."""
    pages: Pages = {f"{A}{n}": page(words=f"{n}") for n in ("1", "no")}
    pages |= {f"{A}robots.txt": moved(f"{B}robots.txt")}
    pages[f"{B}robots.txt"] = "User-agent: *\nDisallow: /no\nCrawl-delay: 0.3"
    hunt = hunted(tmp_path / "hunt", pages, f"{A}1 {A}no")

    assert hunt.web.paths("a.test") == ["/robots.txt", "/1"]
    assert hunt.web.paths("b.test") == ["/robots.txt"]
    assert hunt.web.of("a.test")[1].began - hunt.web.of("a.test")[0].ended >= 0.3 - CLOCK
    assert hunt.ended.faults == {f"{A}no": "robots"}
    assert hunt.crawl.tally.pages == 1


def test_a_host_that_asks_for_rest_is_not_asked_for_more_start_pages(tmp_path):
    busy = Said(status=429, headers=("Retry-After: 30",))
    pages: Pages = {f"{A}0": busy, f"{A}1": page(words="1"), f"{B}0": page(words="2")}
    hunt = hunted(tmp_path / "hunt", pages, f"{A}0 {A}1 {B}0", patience=20.0)

    assert hunt.web.paths("a.test") == ["/robots.txt", "/0"]
    assert hunt.ended.faults == dict.fromkeys((f"{A}0", f"{A}1"), "http_429")
    assert hunt.ended.stopped.reason == "asleep"


def test_a_start_page_that_is_none_says_why(tmp_path):
    pdf = Said("%PDF", headers=("Content-Type: application/pdf",))
    pages: Pages = {f"{A}pdf": pdf, f"{A}loop": moved(f"{A}loop"), f"{A}1": page(words="1")}
    hunt = hunted(tmp_path / "hunt", pages, f"{A}gone {A}pdf {A}loop {A}1")

    assert hunt.ended.faults == {f"{A}gone": "http_404", f"{A}pdf": "content_type", f"{A}loop": "redirects"}
