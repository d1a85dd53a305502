"""What a host sees of a hunt: never two questions at once, never one too soon, and what it asked for is kept."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from lycosa.crawl.events import Barred
from tests.engines.hunting import GAP, hunted, page
from tests.webs.watched import Said

if TYPE_CHECKING:
    from tests.engines.hunting import Hunted
    from tests.webs.watched import Pages, Visit

CLOCK = 0.001  # what two readings of a clock may be apart
DELAY = 0.4
SLOW = 0.15
FACTOR = 2.0
REST = 6  # longer than a host is left alone without being asked for it
HUB = "http://hub.test/"
HOSTS = {  # pages of each, the hub's links to them aside
    "plain": 8,
    "delay": 5,
    "away": 3,
    "fenced": 3,
    "slow": 3,
    "busy": 3,
    "down": 3,
}


def web() -> Pages:
    urls = [f"http://{host}.test/{n}" for host, pages in HOSTS.items() for n in range(pages)]
    fences = [f"http://fenced.test/{path}" for path in ("no/1", "no/2", "no?x=1", "yes/a.cgi")]
    said: Pages = {url: page(words=url) for url in (*urls, *fences)}
    said[HUB] = page(*urls, *fences)
    said["http://delay.test/robots.txt"] = f"User-agent: *\nCrawl-delay: {DELAY}\n"
    said["http://away.test/robots.txt"] = Said(status=301, headers=("Location: http://rules.test/robots.txt",))
    said["http://rules.test/robots.txt"] = said["http://delay.test/robots.txt"]
    said["http://fenced.test/robots.txt"] = "User-agent: lycosa\nDisallow: /no\nDisallow: /*.cgi$\nAllow: /no/2"
    for url in urls:
        if url.startswith("http://slow"):
            said[url] = Said(page(words=url), seconds=SLOW)
    said["http://slow.test/robots.txt"] = Said(status=404, seconds=SLOW)
    said["http://busy.test/1"] = [Said(status=429, headers=(f"Retry-After: {REST}",)), Said(page(words="busy"))]
    dates = ("Date: Thu, 19 Nov 2026 10:00:00 GMT", f"Retry-After: Thu, 19 Nov 2026 10:00:0{REST} GMT")
    said["http://down.test/1"] = [Said(status=503, headers=dates), Said(page(words="down"))]
    return said


@pytest.fixture(scope="module")
def hunt(tmp_path_factory) -> Hunted:
    """Hosts of all kinds in one hunt, which ends when all is fetched."""
    return hunted(tmp_path_factory.mktemp("polite") / "hunt", web(), HUB, gap_factor=FACTOR)


def pauses(visits: list[Visit]) -> list[float]:
    """From the end of one answer to the next question."""
    return [after.began - before.ended for before, after in pairwise(visits)]


def test_a_host_is_never_asked_two_things_at_once(hunt):
    for host in ("hub", *HOSTS):
        assert min(pauses(hunt.web.of(f"{host}.test"))) > 0
    assert {visit.connections for visit in hunt.web.visits} == {1}


def test_no_question_comes_before_the_gap_is_over(hunt):
    for host in ("hub", *HOSTS):
        assert min(pauses(hunt.web.of(f"{host}.test"))) >= GAP - CLOCK


def test_a_host_that_takes_long_is_asked_less_often(hunt):
    assert min(pauses(hunt.web.of("slow.test"))) >= FACTOR * SLOW - CLOCK


@pytest.mark.parametrize("host", ["delay", "away"])
def test_crawl_delay_is_kept_from_the_first_page_on(hunt, host):
    """Also where another host says it, to which robots.txt has moved."""
    found = pauses(hunt.web.of(f"{host}.test"))

    assert len(found) == HOSTS[host]
    assert min(found) >= DELAY - CLOCK


@pytest.mark.parametrize("host", ["busy.test", "down.test"])
def test_a_host_that_asks_for_rest_gets_it_and_is_asked_less_often_then(hunt, host):
    visits = hunt.web.of(host)
    first, again = (place for place, visit in enumerate(visits) if visit.path == "/1")

    assert visits[first + 1].began - visits[first].ended >= REST - CLOCK
    assert min(pauses(visits[first + 1 :]), default=GAP) >= GAP
    assert again > first
    assert len(visits) == HOSTS[host.partition(".")[0]] + 2


def test_no_host_waits_for_another(hunt):
    """All there is elsewhere was fetched while two hosts rested, and most while one was asked slowly."""
    resting = min(hunt.web.of(host)[-1].began for host in ("busy.test", "down.test"))

    assert max(visit.ended for host in ("plain", "slow", "delay") for visit in hunt.web.of(f"{host}.test")) < resting
    assert hunt.web.of("plain.test")[-1].ended < hunt.web.of("delay.test")[-1].began


def test_nothing_that_robots_txt_forbids_is_ever_asked_for(hunt):
    barred = [event.url for event in hunt.heard(Barred) if event.rule == "robots"]

    assert sorted(hunt.web.paths("fenced.test")) == ["/0", "/1", "/2", "/no/2", "/robots.txt"]
    assert sorted(barred) == [f"http://fenced.test/{path}" for path in ("no/1", "no?x=1", "yes/a.cgi")]


def test_robots_txt_is_asked_for_first_and_once(hunt):
    for host in ("hub", *HOSTS):
        paths = hunt.web.paths(f"{host}.test")
        assert paths.index("/robots.txt") == 0
        assert paths.count("/robots.txt") == 1


def test_everything_else_was_fetched(hunt):
    tally = hunt.crawl.tally

    assert (tally.pages, tally.duplicates) == (1 + sum(HOSTS.values()) + 1, 0)
    assert (tally.reasons, tally.retries, tally.failures) == ({"robots": 3}, 2, 0)
    assert hunt.ended.stopped.reason == "dead_end"
