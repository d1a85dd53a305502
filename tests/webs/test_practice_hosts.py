"""The hosts of the practice web: errors, indexes, robots.txt, sitemaps, traps, and how they fail."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import pytest
from selectolax.lexbor import LexborHTMLParser

from lycosa.webs.base import Exchange, Failure
from lycosa.webs.practice import PracticeError, PracticeWeb
from lycosa.webs.practice.hosts import TRAPS, UNWELL

WEB = PracticeWeb(pages=1600, number=5)
BIG = PracticeWeb(pages=10**9, number=5)


def got(web: PracticeWeb, url: str) -> Exchange:
    answer = web.fetch(url)
    assert isinstance(answer, Exchange), (url, answer)
    return answer


def main_text(answer: Exchange) -> str:
    main = LexborHTMLParser(answer.body).css_first("main")
    return main.text() if main else ""


def links(answer: Exchange, scope: str = "") -> list[str]:
    nodes = LexborHTMLParser(answer.body).css(f"{scope} a[href]")
    return [urljoin(answer.url, node.attributes["href"] or "") for node in nodes]


def host_with(web: PracticeWeb, **manners: object) -> str:
    """The first host that has these manners."""
    hosts = map(web.host, web.hosts)
    return next(
        host.name for host in hosts if manners.items() <= {name: getattr(host, name) for name in manners}.items()
    )


def test_the_loop_of_redirects_goes_round() -> None:
    url = f"http://{WEB.hosts[0]}/round/1"
    assert url in links(got(WEB, f"http://{WEB.hosts[0]}/"))
    seen = []
    for _ in range(4):
        seen.append(url)
        answer = got(WEB, url)
        assert answer.status in {301, 302, 307, 308}
        url = urljoin(url, answer.header("location"))

    assert seen[3] == seen[0]
    assert len(set(seen)) == 3


def test_what_is_not_there_is_a_404_and_on_some_hosts_looks_like_a_page() -> None:
    honest, soft = host_with(WEB, soft_404=False, health="well"), host_with(WEB, soft_404=True, health="well")
    paths = (
        "/nothing",
        "/owls-1/talons-3.html",
        "/p/99999",
        "/p/01",
        "/?print=2",
        "/go/1/99999",
        "/sitemap-900.xml",
    )
    for path in paths:
        assert got(WEB, f"http://{honest}{path}").status == 404, path
        assert got(WEB, f"http://{soft}/very{path}").status == 200
        assert "could not find" in main_text(got(WEB, f"http://{soft}/very{path}"))
        assert not WEB.truth(f"http://{soft}/very{path}")
    assert got(WEB, f"http://{honest}/gone/5").status == 410


def test_soft_404s_and_traps_are_on_the_share_of_hosts_asked_for() -> None:
    web = PracticeWeb(pages=200_000, host_count=1000, soft_404=0.3, traps=0.2)
    hosts = [web.host(name) for name in web.hosts]
    well = [host for host in hosts if host.health == "well"]

    assert len(well) == 1000
    assert sum(host.soft_404 for host in well) / 1000 == pytest.approx(0.3, abs=0.05)
    assert sum(bool(host.trap) for host in well) / 1000 == pytest.approx(0.2, abs=0.04)
    assert {host.trap for host in well} == {"", *TRAPS}
    assert {host.health for host in hosts} == {"well", *UNWELL}
    assert len(hosts) - 1000 == 60
    assert {host.crawl_delay for host in well} == {0, 1, 2, 5}
    assert min(host.delay for host in well) == 0.04
    assert max(host.delay for host in well) == 8.0


def test_unwell_hosts_fail_each_in_its_way() -> None:
    down, late, closed, busy = (host_with(WEB, health=health) for health in UNWELL)

    assert WEB.fetch(f"http://{down}/") == Failure(f"http://{down}/", "host_down")
    assert WEB.fetch(f"http://{late}/x") == Failure(f"http://{late}/x", "timeout")
    assert got(WEB, f"http://{closed}/robots.txt").body == b"User-agent: *\nDisallow: /\n"
    assert got(WEB, f"http://{closed}/any").status == 200
    assert [got(WEB, f"http://{busy}{path}").status for path in ("/robots.txt", "/")] == [503, 503]
    assert got(WEB, f"http://{busy}/").header("retry-after") == "120"
    unknown = WEB.fetch("http://no-such.test/")
    assert isinstance(unknown, Failure)
    assert unknown.reason == "unknown_host"


def test_servers_fail_on_some_urls() -> None:
    assert {got(WEB, f"http://{WEB.hosts[0]}/server/{number}").status for number in range(10)} == {500, 503}


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_never_ends(trap: str) -> None:
    """Two hundred steps through the trap, each to a URL never seen before."""
    web = PracticeWeb(pages=4000, traps=0.9, soft_404=0)
    url = f"http://{host_with(web, trap=trap)}/"
    sign = {"calendar": r"/calendar/\d+/\d+$", "depth": r"/browse/", "session": r"\?sid="}[trap]
    seen: set[str] = set()
    for _ in range(200):
        answer = got(web, url)
        assert answer.status == 200
        fresh = [link for link in links(answer) if re.search(sign, link) and link not in seen]
        assert fresh
        url = fresh[-1] if trap == "depth" else fresh[0]
        seen.add(url)
        assert trap == "session" or not web.truth(url)

    assert len(seen) == 200


def test_session_ids_give_one_page_many_urls_of_the_same_truth() -> None:
    web = PracticeWeb(pages=4000, traps=0.9)
    host = host_with(web, trap="session")
    section = web.hosts.sections_of(web.host(host).number)[0]
    url = web.url(16 * section)
    one, other = f"{url}?sid=0123456789abcdef", f"{url}?sid=fedcba9876543210"

    assert main_text(got(web, one)) == main_text(got(web, other))
    assert got(web, one).body != got(web, other).body
    assert web.truth(one) == web.truth(other) == web.truth(url)
    assert web.fetch(f"{url}?sid=1") != web.fetch(url)


def test_robots_txt_is_on_most_hosts_and_names_a_sitemap() -> None:
    answers = [got(WEB, f"http://{name}/robots.txt") for name in WEB.hosts[: WEB.hosts.well]]
    there = [answer.body.decode() for answer in answers if answer.status == 200]

    assert 0.5 < len(there) / len(answers) < 0.95
    assert all("Disallow: /server/" in text and "\nSitemap: http://" in text for text in there)
    assert any("Crawl-delay: 2" in text for text in there)
    assert any("Disallow: /calendar/" in text for text in there)


def located(web: PracticeWeb, url: str) -> list[str]:
    return re.findall("<loc>(.*?)</loc>", got(web, url).body.decode())


def test_sitemaps_list_every_article_of_a_host() -> None:
    listed = []
    for name in WEB.hosts[: WEB.hosts.well]:
        found = located(WEB, f"http://{name}/sitemap.xml")
        parts = [url for url in found if re.search(r"/sitemap-\d+\.xml$", url)]
        listed += [url for part in parts for url in located(WEB, part)] or found

    assert sorted(listed) == sorted(WEB.url(page) for page in range(WEB.plan.size))


def test_home_pages_lead_to_every_article_over_indexes() -> None:
    web = PracticeWeb(pages=1600, unwell=0, traps=0)
    todo = [f"http://{name}/" for name in web.hosts]
    seen = set(todo)
    while todo:
        url = todo.pop()
        fresh = [link for link in links(got(web, url), "main") if link not in seen]
        lists = [link for link in fresh if link.endswith("/") or "/sections/" in link]
        articles = [link for link in fresh if web.article(link) is not None]
        seen.update(lists, articles)
        todo += lists

    assert {web.url(page) for page in range(web.plan.size)} <= seen


def test_a_host_of_millions_of_pages_has_pages_of_ordinary_size() -> None:
    name = BIG.hosts[0]

    assert len(BIG.hosts.sections_of(0)) > 10**6
    for path in ("/", "/sitemap.xml", "/sitemap-77.xml", "/sections/4000"):
        assert 1_000 < len(got(BIG, f"http://{name}{path}").body) < 80_000


def test_delays_belong_to_hosts() -> None:
    for name in WEB.hosts[:5]:
        assert WEB.delay(f"http://{name}/a") == WEB.delay(f"http://{name}/b?c") == WEB.host(name).delay > 0
    with pytest.raises(PracticeError, match=r"no host 'x\.test'"):
        WEB.host("x.test")
