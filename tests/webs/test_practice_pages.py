"""What the practice web answers: the same always and everywhere, and every oddity at the share asked for."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from lycosa.webs.base import Exchange, Failure
from lycosa.webs.practice import PracticeError, PracticeWeb
from lycosa.webs.practice.charsets import MISLABELLED
from lycosa.webs.practice.prose import languages

WEB = PracticeWeb(pages=1600, number=5)
BIG = PracticeWeb(pages=10**9, number=5)
ODDITIES = (
    *("lies", "vague", "dead", "broken", "redirects", "mirrors", "reposts", "hard", "foreign", "mislabelled"),
    *("opaque", "traps", "soft_404", "unwell", "tunnels", "orphans"),
)


class Read(NamedTuple):
    """A page as a reader has it."""

    url: str
    title: str
    main: str
    links: list[str]


def plain(**changes: float) -> PracticeWeb:
    """A web without any oddity but those asked for."""
    asked: dict[str, Any] = {"pages": 1600, "number": 5, **dict.fromkeys(ODDITIES, 0), **changes}
    return PracticeWeb(**asked)


def got(web: PracticeWeb, url: str) -> Exchange:
    answer = web.fetch(url)
    assert isinstance(answer, Exchange), (url, answer)
    return answer


def read(answer: Exchange, scope: str = "") -> Read:
    label = re.search(r"charset=(.+)", answer.header("content-type"))
    tree = LexborHTMLParser(answer.body.decode(label[1] if label else "utf-8", "replace"))
    main, title = tree.css_first("main"), tree.css_first("title")
    links = [urljoin(answer.url, node.attributes["href"] or "") for node in tree.css(f"{scope} a[href]")]
    return Read(answer.url, title.text() if title else "", main.text(separator=" ") if main else "", links)


def links(web: PracticeWeb, pages: range) -> list[str]:
    """The links in the articles of some pages."""
    return [link for page in pages for link in read(got(web, web.url(page)), "main").links]


def signature(web: PracticeWeb, urls: list[str]) -> dict[str, str]:
    return {url: sha256(repr(web.fetch(url)).encode()).hexdigest() for url in urls}


@pytest.fixture(scope="module")
def every() -> list[Read]:
    """All articles of a small web."""
    return [read(got(WEB, WEB.url(page)), "main") for page in range(WEB.plan.size)]


def test_the_order_of_fetches_does_not_matter() -> None:
    urls = [WEB.url(page) for page in range(0, 1600, 16)]
    urls += [link for url in urls[:9] for link in read(got(WEB, url)).links]
    there = signature(WEB, urls)
    back = signature(PracticeWeb(pages=1600, number=5), urls[::-1])

    assert there == back


@pytest.mark.parametrize("hashseed", ["1", "77"])
def test_another_process_with_another_hash_seed_answers_the_same(hashseed: str) -> None:
    script = (
        "from hashlib import sha256; from lycosa.webs.practice import PracticeWeb\n"
        "web = PracticeWeb(pages=1600, number=5); digest = sha256()\n"
        "for page in range(0, 1600, 10): digest.update(repr(web.fetch(web.url(page))).encode())\n"
        "for name in web.hosts:\n"
        "    digest.update(repr((web.fetch(f'http://{name}/'), web.host(name))).encode())\n"
        "print(digest.hexdigest())"
    )
    outside = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONHASHSEED": hashseed},
        capture_output=True,
        text=True,
        check=True,
    )
    digest = sha256()
    for page in range(0, 1600, 10):
        digest.update(repr(WEB.fetch(WEB.url(page))).encode())
    for name in WEB.hosts:
        digest.update(repr((WEB.fetch(f"http://{name}/"), WEB.host(name))).encode())

    assert outside.stdout.strip() == digest.hexdigest()


def test_another_number_is_another_web() -> None:
    other = PracticeWeb(pages=1600, number=6)

    assert set(other.hosts[:20]) != set(WEB.hosts[:20])
    assert other.seeds("chess", 5) != WEB.seeds("chess", 5)


@given(st.text(), st.text(), st.integers(0, 90))
def test_any_url_has_an_answer_and_never_an_exception(path: str, query: str, host: int) -> None:
    name = WEB.hosts[host % len(WEB.hosts)]
    for url in (
        path,
        f"http://{name}/{path}",
        f"http://{name}/{path}?{query}",
        f"https://{name}/",
        f"http://{path}/",
    ):
        assert isinstance(WEB.fetch(url), Exchange | Failure)
        assert isinstance(WEB.truth(url), frozenset)


@given(st.integers(0, 10**9 - 2))
def test_every_article_is_where_its_url_says(page: int) -> None:
    url = BIG.url(page)

    other = url.replace(str(page), str(page + 1))

    assert BIG.article(url) == page
    assert (BIG.article(other) is None) == (BIG.url(page + 1) != other)


def test_no_article_is_beyond_the_last() -> None:
    with pytest.raises(PracticeError, match="from 0 to 1599"):
        WEB.url(1600)


def test_all_articles_answer_with_a_page_and_have_urls_of_their_own(every: list[Read]) -> None:
    assert len({page.url for page in every}) == WEB.plan.size == 1600
    assert all(page.title and page.main and page.links for page in every)


def test_all_links_are_well_formed_and_lead_somewhere(every: list[Read]) -> None:
    for link in {link for page in every[::10] for link in page.links}:
        parts = urlsplit(link)
        assert (parts.scheme, parts.fragment) == ("http", "")
        assert re.fullmatch(r"[a-z0-9.-]+\.test", parts.netloc)
        assert re.fullmatch(r"/[a-z0-9/.?=-]*", link.removeprefix(f"http://{parts.netloc}"))
        answer = WEB.fetch(link)
        assert isinstance(answer, Exchange) or answer.reason in {"host_down", "timeout"}, link


def test_a_page_looks_like_a_page() -> None:
    web = plain()
    answers = [got(web, web.url(page)) for page in range(0, 1600, 8)]
    trees = [LexborHTMLParser(answer.body) for answer in answers]

    for selector in (
        "html[lang=en]",
        "title",
        "header a",
        "nav li a",
        "main h1",
        "main p",
        "main li a",
        "footer li a",
    ):
        assert all(tree.css_first(selector) for tree in trees), selector
    for selector in ("meta[name=description]", "meta[name=keywords]", "link[rel=canonical]", "main h2 ~ p"):
        assert 0.3 < sum(bool(tree.css_first(selector)) for tree in trees) / len(trees) < 1, selector
    assert all(not tree.css_first("p p, a a, main main") for tree in trees)
    assert all(answer.header("content-type") == "text/html; charset=utf-8" for answer in answers)


def test_pages_can_weigh_what_real_pages_weigh() -> None:
    heavy = PracticeWeb(pages=1600, weight=20, words=900)
    sizes = sorted(len(got(heavy, heavy.url(page)).body) for page in range(0, 1600, 8))

    assert 20_000 < sizes[len(sizes) // 2] < 40_000
    assert sizes[-10] > 2 * sizes[len(sizes) // 2]


@pytest.mark.parametrize("words", [0, 100, 1000])
def test_articles_are_as_long_as_asked(words: int) -> None:
    web = PracticeWeb(pages=1600, words=words, links=0, foreign=0)
    lengths = [len(read(got(web, web.url(page))).main.split()) for page in range(0, 1600, 5)]

    assert sum(lengths) / len(lengths) == pytest.approx(words + 25, rel=0.25)


@pytest.mark.parametrize("asked", [0, 10, 60])
def test_articles_have_as_many_links_as_asked(asked: int) -> None:
    web = PracticeWeb(pages=1600, links=asked, hubs=0, tunnels=0)

    assert len(links(web, range(1600))) / 1600 == pytest.approx(asked, rel=0.1, abs=0.1)


def test_hubs_are_long_lists_that_keep_to_their_topic() -> None:
    web = plain(hubs=0.1, links=20)
    topical = [page for page in range(1600) if web.truth(web.url(page))]
    counts: dict[bool, list[int]] = {True: [], False: []}
    kept: dict[bool, list[bool]] = {True: [], False: []}
    for page in topical:
        hub = web._articles.links.is_hub(page)
        targets = links(web, range(page, page + 1))
        counts[hub].append(len(targets))
        kept[hub] += [web.truth(target) == web.truth(web.url(page)) for target in targets]

    assert len(counts[True]) / len(topical) == pytest.approx(0.1, abs=0.04)
    assert sum(counts[True]) / len(counts[True]) > 2 * sum(counts[False]) / len(counts[False])
    assert sum(kept[True]) / len(kept[True]) > 0.65
    assert sum(kept[False]) / len(kept[False]) < 0.35


def shares(found: list[str]) -> dict[str, float]:
    """What became of the links of an article."""
    fate = {
        "dead": r"/(gone/\d+|lost-\d+\.html)$",
        "broken": r"/server/",
        "redirects": r"/go/",
        "mirrors": r"\.mirrors\.test/",
    }
    return {name: sum(bool(re.search(sign, link)) for link in found) / len(found) for name, sign in fate.items()}


@pytest.mark.parametrize("name", ["dead", "broken", "redirects", "mirrors"])
def test_links_go_astray_at_the_share_asked_for(name: str) -> None:
    web = plain(**{name: 0.2})
    found = shares(links(web, range(0, 1600, 4)))

    assert found.pop(name) == pytest.approx(0.2, abs=0.02)
    assert set(found.values()) == {0.0}


def test_without_any_oddity_every_link_is_an_article() -> None:
    web = plain()
    found = links(web, range(0, 1600, 8))

    assert all(web.article(link) is not None for link in found)
    assert all(got(web, link).status == 200 for link in found[::10])


@pytest.mark.parametrize(("name", "least"), [("lies", 0.17), ("vague", 0.2)])
def test_anchors_mislead_at_the_share_asked_for(name: str, least: float) -> None:
    """A lie may by chance tell the truth: its thing is drawn from all subjects."""
    web = plain(**{name: 0.2})
    wrong = total = 0
    for page in range(0, 1600, 8):
        answer = got(web, web.url(page))
        for node in LexborHTMLParser(answer.body).css("main a"):
            target = web.article(urljoin(answer.url, node.attributes["href"] or ""))
            assert target is not None
            title = web._addresses.name(target, web.plan.place(target)[0]).title
            wrong += node.text().lower() not in title.lower()
            total += 1

    assert least - 0.02 <= wrong / total <= 0.22


@pytest.mark.parametrize("share", [0.0, 0.15, 0.6])
def test_urls_say_nothing_at_the_share_asked_for(share: float) -> None:
    web = PracticeWeb(pages=1600, opaque=share, foreign=0)
    opaque = sum("/p/" in web.url(page) for page in range(1600)) / 1600

    assert opaque == pytest.approx(share, abs=0.03)


def test_redirects_of_every_kind_end_at_their_page_in_at_most_three_steps() -> None:
    aliases = sorted({link for link in links(WEB, range(1600)) if "/go/" in link})
    statuses, lengths = set(), set()
    for alias in aliases:
        url, steps = alias, 0
        while (answer := got(WEB, url)).status != 200:
            statuses.add(answer.status)
            url, steps = urljoin(url, answer.header("location")), steps + 1
        lengths.add(steps)
        assert WEB.article(url) == int(alias.rpartition("/")[2])
        assert not WEB.truth(alias)

    assert statuses == {301, 302, 307, 308}
    assert lengths == {1, 2, 3}


def test_a_mirror_has_the_same_bytes_and_the_same_truth() -> None:
    mirrored = [link for link in links(WEB, range(400)) if ".mirrors." in link]
    assert mirrored
    for mirror in mirrored:
        own = mirror.replace(".mirrors.", ".")
        assert WEB.truth(mirror) == WEB.truth(own)
        if WEB.host(urlsplit(own).netloc).trap != "session":
            assert got(WEB, mirror).body == got(WEB, own).body
            assert got(WEB, mirror).url == mirror


def bigrams(page: Read) -> set[tuple[str, str]]:
    said = page.main.split()
    return set(pairwise(said))


def alike(one: Read, other: Read) -> float:
    """Word pairs in common, of all."""
    both = bigrams(one) | bigrams(other)
    return len(bigrams(one) & bigrams(other)) / len(both)


def test_a_printed_page_is_its_article_without_the_site_around_it() -> None:
    web = PracticeWeb(pages=1600, mislabelled=0, foreign=0)
    for url in map(web.url, range(40)):
        printed, whole = got(web, f"{url}?print=1"), got(web, url)
        assert read(printed).main == read(whole).main
        assert read(printed).title in read(whole).title
        assert web.truth(printed.url) == web.truth(url)
        assert len(printed.body) < len(whole.body)
        assert not LexborHTMLParser(printed.body).css("nav a")


def test_reposts_repeat_another_article_at_the_share_asked_for() -> None:
    web = plain(reposts=0.1)
    reposts = [page for page in range(1600) if web._articles.traits(page).source != page]
    assert len(reposts) / 1600 == pytest.approx(0.1, abs=0.02)
    for page in reposts[:25]:
        source = web._articles.traits(page).source
        shown, other = (read(got(web, web.url(number))) for number in (page, source))
        if web._articles.traits(source).source == source:
            assert alike(shown, other) > 0.8
        assert web.truth(shown.url) == web.truth(other.url)


def test_other_articles_of_a_topic_are_no_duplicates(every: list[Read]) -> None:
    topical = [page for page in every if WEB.truth(page.url) == {"owls"}]
    pairs = [(one, other) for one, other in pairwise(topical)]
    copies = sum(alike(one, other) > 0.7 for one, other in pairs)

    assert copies <= 0.1 * len(pairs)


def test_charsets_are_labelled_wrongly_in_every_way_at_the_share_asked_for() -> None:
    web = plain(mislabelled=0.3)
    charsets = [web._articles.traits(page).charset for page in range(1600)]
    odd = [page for page in range(1600) if charsets[page] in MISLABELLED]

    assert len(odd) / 1600 == pytest.approx(0.3, abs=0.04)
    assert {charsets[page] for page in odd} == set(MISLABELLED)
    misread = 0
    for page in odd:
        answer, charset = got(web, web.url(page)), charsets[page]
        text = answer.body.decode(charset.real)
        labels = (charset.header or "none", charset.meta or "none")
        assert f"charset={labels[0]}" in answer.header("content-type") or labels[0] == "none"
        assert f'<meta charset="{labels[1]}">' in text or labels[1] == "none"
        misread += labels[0] != "none" and answer.body.decode(labels[0], "replace") != text
    assert misread > 50


def test_foreign_pages_are_in_their_script_at_the_share_asked_for() -> None:
    web = PracticeWeb(pages=1600, number=5, foreign=0.2)
    scripts = {
        "zh": "[\u4e00-\u9fff]", "ja": "[\u3040-\u30ff]", "ru": "[а-я]", "ar": "[\u0600-\u06ff]",
        "el": "[α-ω]", "lv": "[āčēģīķļņšūž]", "de": "[äöüß]", "fi": "[äö]",
    }  # fmt: skip
    found = {}
    off_topic = [page for page in range(1600) if not web.truth(web.url(page))]
    for page in off_topic:
        article = web._articles.article(page)
        if article.language != "en":
            found[page] = article
            text = got(web, web.url(page)).body.decode(article.charset.real)
            assert f'<html lang="{article.language}">' in text
            assert len(re.findall(scripts[article.language], text)) > 10

    assert len(found) / len(off_topic) == pytest.approx(0.2, abs=0.04)
    assert {article.language for article in found.values()} == {code for code, _ in languages()} == scripts.keys()
    assert len({article.charset for article in found.values()}) > 20


def test_a_walk_through_a_thousand_million_pages() -> None:
    """Three hundred steps; each page costs what a page of a small web costs, as nothing is stored."""
    url, seen = BIG.seeds("glaciers", 1)[0], set()
    for step in range(300):
        page = read(got(BIG, url), "main")
        seen.add(url)
        onward = [link for link in page.links if BIG.article(link) is not None and link not in seen]
        assert onward, url
        url = onward[step * 7 % len(onward)]

    assert len(seen) == 300
    assert len({urlsplit(url).netloc for url in seen}) > 50
    with pytest.raises(PracticeError, match="cannot be listed"):
        BIG.topics()
