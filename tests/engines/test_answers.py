"""What a web's answer means for its ticket, and that a page is parsed once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lycosa.crawl.endings import Came, Failed, Moved, Ruled, Trip
from lycosa.engines.answers import Answers, ending, readable
from lycosa.pages.lexicon import Lexicon
from lycosa.strategies.records import ROBOTS, Ticket, trail_dtype
from lycosa.webs.base import Exchange, Failure

URL = "http://h.test/dir/p"
NONE = np.zeros(1, trail_dtype(()))
TICKET = Ticket(1, 2, URL, 3, 0.0, 0, NONE[0], NONE[:0], 0, 0)


class Recorded:
    """A web of one answer, which notes how often it is asked."""

    def __init__(self, answer: Exchange | Failure) -> None:
        self.answer = answer
        self.asked = 0

    def fetch(self, url: str) -> Exchange | Failure:
        self.asked += 1
        return self.answer


def exchange(status: int = 200, body: bytes = b"<p>wolf", **headers: str) -> Exchange:
    return Exchange(URL, status, tuple((name.replace("_", "-"), value) for name, value in headers.items()), body)


def ended(answer: Exchange | Failure):
    answers = Answers(Recorded(answer), [], Lexicon())
    return ending(TICKET, *answers.get(URL))


@pytest.mark.parametrize(
    "kind", ["text/html", "TEXT/HTML; charset=utf-8", "application/xhtml+xml", "text/plain", "text/html;", ""]
)
def test_html_and_text_are_read_and_what_has_no_type(kind):
    found = ended(exchange(Content_Type=kind))

    assert isinstance(found, Came)
    assert found.page.content.strip()
    assert found.size == len(b"<p>wolf")


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/json", "text/css", "nonsense"])
def test_other_types_are_fetches_that_fail_and_cost_their_bytes(kind):
    found = ended(exchange(body=b"%PDF", Content_Type=kind))

    assert found == Failed(TICKET, "content_type", 4)


@pytest.mark.parametrize("status", [100, 204, 300, 304, 305, 400, 401, 404, 410, 429, 500, 503, 999])
def test_every_status_that_brings_no_page_says_which_it_was(status):
    """204 has no body and no type: an empty page, as browsers see one."""
    found = ended(exchange(status, b"", Content_Type="text/html"))

    if status == 204:
        assert isinstance(found, Came)
    else:
        passing, busy = status in (429, 500, 503), status in (429, 503)
        assert found == Failed(TICKET, f"http_{status}", 0, may_pass=passing, busy=busy)


def test_an_error_page_is_not_read():
    assert not readable(exchange(404, b"<p>not here", Content_Type="text/html"))
    assert ended(exchange(404, b"<p>not here")) == Failed(TICKET, "http_404", 11)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    ("location", "to"),
    [
        ("http://i.test/q", "http://i.test/q"),
        ("//i.test/q#top", "http://i.test/q"),
        ("q", "http://h.test/dir/q"),
        ("/q r", "http://h.test/q%20r"),
        (" ?page=2 ", "http://h.test/dir/p?page=2"),
    ],
)
def test_a_redirect_names_an_absolute_url(status, location, to):
    assert ended(exchange(status, Location=location)) == Moved(TICKET, to)


@pytest.mark.parametrize("location", [None, "", "  ", "http://[1", "mailto:a@h.test", "javascript:void(0)", "http://"])
def test_a_redirect_to_no_web_page_is_a_failure(location):
    headers = {} if location is None else {"Location": location}

    assert ended(exchange(302, b"moved", **headers)) == Failed(TICKET, "http_302", 5)


def test_no_answer_is_a_failure_with_its_reason():
    assert ended(Failure(URL, "timeout", "after 30 s")) == Failed(TICKET, "timeout", may_pass=True)
    assert ended(Failure(URL, "not_recorded")) == Failed(TICKET, "not_recorded")


@pytest.mark.parametrize(
    ("told", "wait"),
    [
        ("120", 120.0),
        ("0", 0.0),
        ("99999999999999", 86_400.0),
        ("Thu, 19 Nov 2026 10:02:00 GMT", 120.0),
        ("Thu, 19 Nov 2026 09:00:00 GMT", 0.0),
        ("soon", 0.0),
        ("-5", 0.0),
        ("", 0.0),
    ],
)
def test_a_busy_host_says_how_long_to_stay_away(told, wait):
    """A date counts from the answer's own, so that no clock is asked."""
    found = ended(exchange(503, b"", Retry_After=told, Date="Thu, 19 Nov 2026 10:00:00 GMT"))

    assert found.trip == Trip(wait=wait)


@pytest.mark.parametrize(
    ("status", "rules"),
    [(200, "User-agent: *\nDisallow: /"), (404, ""), (401, ""), (403, ""), (410, ""), (304, ""), (301, "")],
)
def test_a_robots_txt_is_there_or_there_is_none(status, rules):
    asked = Ticket(-1, 2, URL, 3, 0.0, 0, NONE[0], NONE[:0], 0, 0, kind=ROBOTS)
    body = b"\xef\xbb\xbfUser-agent: *\nDisallow: /"

    assert ending(asked, exchange(status, body), None) == Ruled(asked, rules)


@pytest.mark.parametrize("status", [429, 500, 503, 599])
def test_a_robots_txt_that_cannot_be_had_now_is_a_failure_that_may_pass(status):
    asked = Ticket(-1, 2, URL, 3, 0.0, 0, NONE[0], NONE[:0], 0, 0, kind=ROBOTS)
    found = ending(asked, exchange(status, b"", Retry_After="7"), None)

    assert isinstance(found, Failed)
    assert found.may_pass


@pytest.mark.parametrize(("truncated", "counts"), [("length", True), ("decoded", True), ("", True), ("time", False)])
def test_rules_that_broke_off_are_none(truncated, counts):
    """What is lacking may forbid; but beyond the cap nothing counts."""
    asked = Ticket(-1, 2, URL, 3, 0.0, 0, NONE[0], NONE[:0], 0, 0, kind=ROBOTS)
    found = ending(asked, replace(exchange(body=b"Allow: /"), truncated=truncated), None)

    assert found == (Ruled(asked, "Allow: /") if counts else Failed(asked, "cut", 8, may_pass=True))


def test_an_answer_is_asked_for_and_parsed_once():
    web = Recorded(exchange(body=b"<a href=q>wolf</a>"))
    answers = Answers(web, ["anchor"], Lexicon())

    first = answers.get(URL)
    assert answers.get(URL) is first
    assert answers.page(URL) is first[1]
    assert web.asked == 1


def test_pages_come_with_the_cues_asked_for():
    answers = Answers(Recorded(exchange(body=b"<a href=/q>wolf</a>")), ["url"], Lexicon())
    page = answers.page(URL)

    assert page
    assert set(page.links.cues) == {"url"}
    assert page.links.urls == ["http://h.test/q"]


def test_no_more_of_a_page_is_read_than_asked_for():
    web = Recorded(exchange(body=b"<p>wolf <a href=/q>spider</a> <a href=/r>silk</a>"))
    page = Answers(web, [], Lexicon(), page_bytes=30).page(URL)

    assert page
    assert page.content.split() == ["wolf", "spider"]
