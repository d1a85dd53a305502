"""URLs: one page, one key; links lead where browsers would go."""

from __future__ import annotations

import re
import time
from itertools import product
from typing import Any
from urllib.parse import urljoin, urlsplit

import can_ada
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lycosa.pages.urls import MEMORABLE, REMEMBERED, Canon, Joiner, _of_folder, _of_site, absolute, shipped, url_words

BASE = "http://example.com/a/b/page.html?q=1"
CANONS = [
    Canon(www=www, index=index, drop=drop)
    for www, index, drop in product((False, True), (False, True), (None, frozenset(), frozenset({"a*", "x"})))
]

ALONG = [
    "http://a.test/x/y.html",
    "http://a.test/x/v.html?w",
    "http://a.test/z?q",
    "http://a.test/",
    "https://a.test/x/",
    "http://a.test:81/x/",
]
LEADING = ["/m/n.html", "/m/n.html#top", "/", "o", "./o", "../o", "", "#p", "?q=1", "//b.test/o", "http:o", "/m?n"]
LEADING += [
    "http:",
    "http:?q",
    "HTTPS:#p",
    "ht\ntp:?q",
    "h\tttp:",
    " #p",
    "\n?q",
    ".",
    "./?q",
    "o:p",
    "%2e%2e/o",
    "mailto:o",
]
PIECES = """. .. %2e %2E%2e ... a B ~ - _ é ü 漢 ' " < > ` { } | \\ ^ [ ] * ! $ ( ) , : @ + = & &amp; ;x
;a=1 % %% %zz %2 %252e %25 %2525 %E4 %C3%BC %41 %7E %2F index.html Index.PHP default.asp ;jsessionid=1
;JSESSIONID=A!b ;phpsessid a;jsessionid=2;b=3 //"""
HOSTS = """example.com EXAMPLE.com www.example.com www.www.example.com WWW.com www.co.uk www.com. a.b. a..b
bücher.de xn--bcher-kva.de ΑΒΓ.gr faß.de 127.0.0.1 0x7f.1 192.168.010.1 017700000001 256.1.1.1 [::1] 999
[2001:DB8::1] [::ffff:1.2.3.4] localhost a_b.c %41.com a%2eb.c ex%00.com www..com .com www.0x1 1.2.3.4.5"""
NOWHERE = """javascript:void(0) JavaScript:x mailto:a@b.c data:text/html,x tel:+49 ftp://h/ about:blank
blob:http://h/1 file:///x http:// http://[::1 http://a:b/ http://h:99999/ http://ex%00.com/ http://a%20b/
ws://h/ //["""

octets = st.integers(0, 255).map(lambda octet: f"%{octet:02x}")
pieces = st.sampled_from(PIECES.split())
texts = st.one_of(pieces, octets, st.text(max_size=3))
segments = st.lists(texts, max_size=4).map("".join)
hosts = st.sampled_from(HOSTS.split())
names = st.sampled_from([*sorted(shipped()), "q", "id", "a", "ab", "x", "UTM_X", "utm%5Fsource", "PHPSESSID", ""])
parameters = st.tuples(names, st.sampled_from(["", "=", "=="]), segments).map("".join)
queries = st.lists(parameters, max_size=4).map("&".join)


@st.composite
def urls(draw: st.DrawFn) -> str:
    """URLs as bad as the web has them."""
    scheme = draw(
        st.sampled_from(["http://", "https://", "HTTP://", "hTTps:/", "http:", "http:\\\\", " http:// ", "ftp://"])
    )
    user = draw(st.sampled_from(["", "", "", "ann@", "ann:secret@", "a%40b@", ":@", "@", "a@b@"]))
    port = draw(st.sampled_from(["", "", ":80", ":443", ":8080", ":0", ":", ":00080", ":99999", ":x"]))
    path = draw(st.lists(segments, max_size=5).map(lambda parts: "".join(f"/{part}" for part in parts)))
    query = draw(st.one_of(st.just(""), queries.map("?{}".format)))
    return scheme + user + draw(hosts) + port + path + query + draw(st.sampled_from(["", "#", "#x", "#a#b?c"]))


def memory(of: Any) -> dict[str, Any]:
    """What a lookup remembers."""
    kept: dict[str, Any] = of.__self__
    return kept


class TestCanonical:
    @settings(max_examples=1000)
    @given(urls(), st.sampled_from(CANONS))
    @example("http://h/%%34%31", Canon())
    @example("http://h/?utm_x=%zz&a=%41", Canon())
    @example("http://h/%2e%2e;jsessionid=1/a/..;jsessionid=2/b", Canon())
    @example("http://www.www.com/", Canon(www=True))
    @example("http://h/index.html/index.html", Canon(index=True))
    @example("http://h/;phpsessid;phpsessid=1/..;jsessionid", Canon())
    @example("http://h/%2;jsessionid=1541", Canon())
    def test_it_is_idempotent(self, url, canon):
        once = canon.canonical(url)
        assert canon.canonical(once) == once

    @settings(max_examples=200)
    @given(st.text())
    def test_it_never_fails_and_is_idempotent_on_any_text(self, text):
        once = Canon().canonical(text)
        assert Canon().canonical(once) == once
        assert 0 <= Canon().key(text) < 1 << 64

    @settings(max_examples=300)
    @given(urls())
    def test_only_percent_encoding_differs_from_what_a_browser_would_ask_for(self, url):
        found = absolute("", url)
        if found is not None and "%" not in found:
            assert Canon(drop=frozenset()).canonical(url) == found.removesuffix("?")

    @settings(max_examples=200)
    @given(urls(), st.sampled_from(CANONS))
    def test_equal_keys_mean_equal_canonical_forms(self, url, canon):
        assert canon.key(url) == canon.key(canon.canonical(url))
        assert canon.key(url) == Canon(canon.www, canon.index, canon.drop).key(url)

    @pytest.mark.parametrize(
        ("url", "same"),
        [
            ("HTTP://www.BOUN.edu.tr", "http://www.boun.edu.tr/"),  # Uluhan 2006: case, and the empty path
            (
                "http://www.boun.edu.tr/calendar/index_tur.html#takvim2006",
                "http://www.boun.edu.tr/calendar/index_tur.html",
            ),
            ("http://h:80/", "http://h/"),
            ("https://h:443/", "https://h/"),
            ("http://h/a/./b/../c", "http://h/a/c"),
            ("http://h/%7euser/%e4", "http://h/~user/%E4"),
            ("http://h/a%2fb", "http://h/a%2Fb"),
            ("http://h?", "http://h/"),
            ("http://h/?#", "http://h/"),
            ("http://ann:secret@h/", "http://h/"),
            ("http://bücher.de/", "http://xn--bcher-kva.de/"),
            ("http://0300.0250.0.1/", "http://192.168.0.1/"),
            ("http://[0:0::1]/", "http://[::1]/"),
            ("http://h\\a\\b", "http://h/a/b"),
            ("http://h/a;jsessionid=1F?b=2", "http://h/a?b=2"),
            ("http://h/a;JSESSIONID=1F/b;v=1", "http://h/a/b;v=1"),
            ("http://h/?utm_source=x&utm_medium=y", "http://h/"),
            ("http://h/?a=1&fbclid=x&b=2&gclid=3", "http://h/?a=1&b=2"),
            ("http://h/?PHPSESSID=0a&id=7", "http://h/?id=7"),
            ("http://h/?utm%5Fsource=x&id=7", "http://h/?id=7"),
        ],
    )
    def test_what_makes_no_difference(self, url, same):
        assert Canon().canonical(url) == same

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("http://h/Path", "http://h/path"),
            ("http://h/dir", "http://h/dir/"),
            ("http://h/", "https://h/"),
            ("http://h/", "http://h:8080/"),
            ("http://h/?a=1&b=2", "http://h/?b=2&a=1"),
            ("http://h/a%2Fb", "http://h/a/b"),
            ("http://h/%2541", "http://h/%41"),
            ("http://h/a//b", "http://h/a/b"),
            ("http://h/?a=", "http://h/?a"),
            ("http://h/?a+b", "http://h/?a%2Bb"),
            ("http://www.h.com/", "http://h.com/"),
            ("http://h/index.html", "http://h/"),
        ],
    )
    def test_what_makes_a_difference(self, one, other):
        canon = Canon()
        assert canon.canonical(one) != canon.canonical(other)
        assert canon.key(one) != canon.key(other)

    def test_tilde_stays_though_seed_001_prints_percent_7e(self):
        assert Canon().canonical("http://www.boun.edu.tr/~mis") == "http://www.boun.edu.tr/~mis"

    def test_www_is_dropped_on_request_but_never_leaves_a_bare_suffix(self):
        canon = Canon(www=True)
        assert canon.key("http://www.xyz.com/") == canon.key("http://xyz.com/")
        assert canon.canonical("http://www.com:8080/") == "http://www.com:8080/"

    def test_index_files_are_dropped_on_request(self):
        canon = Canon(index=True)
        assert canon.canonical("http://h/a/Index.HTML?x=1") == "http://h/a/?x=1"
        assert canon.canonical("http://h/a/my-index.html") == "http://h/a/my-index.html"

    def test_the_names_to_drop_can_be_given(self):
        canon = Canon(drop=frozenset({"sid", "trk_*"}))
        assert (
            canon.canonical("http://h/a;sid=3?SID=1&trk_a&utm_source=x&sidney=1") == "http://h/a?utm_source=x&sidney=1"
        )

    def test_what_is_no_http_url_stays_as_it_is(self):
        for text in ("", "mailto:a@b.c", "http://", "http://a b/", "FTP://H/", "\ud800"):
            assert Canon().canonical(text) == text

    def test_equal_options_make_equal_canons(self):
        assert Canon(www=True) == Canon(www=True) != Canon()
        assert hash(Canon(drop=frozenset("a"))) == hash(Canon(drop=frozenset("a")))

    def test_keys_are_the_same_in_every_process(self):
        """They are saved; a change of this number makes every collection forget what it has seen."""
        assert Canon().key("HTTP://Example.com:80/a?utm_source=x") == Canon().key("http://example.com/a")
        assert Canon().key("http://example.com/a") == 12825879590649519735

    def test_the_memo_is_bounded(self):
        canon = Canon()
        for number in range(REMEMBERED + 1):
            canon.key(f"http://h/{number}")
        assert memory(canon.key) == {f"http://h/{REMEMBERED}": canon.key(f"http://h/{REMEMBERED}")}


class TestAbsolute:
    @pytest.mark.parametrize(
        ("href", "url"),
        [
            ("c.html", "http://example.com/a/b/c.html"),
            ("", "http://example.com/a/b/page.html?q=1"),
            ("?r=2", "http://example.com/a/b/page.html?r=2"),
            ("#top", "http://example.com/a/b/page.html?q=1"),
            ("/x#y", "http://example.com/x"),
            ("//other.org", "http://other.org/"),
            ("../../../x", "http://example.com/x"),
            (" \t c d.html\n ", "http://example.com/a/b/c%20d.html"),
            ("h\nttp://o\tther.org/", "http://other.org/"),
            ("\x00\x1fhttp://other.org/\x7f", "http://other.org/%7F"),
            ("\\\\other.org\\x", "http://other.org/x"),
            ("http:c.html", "http://example.com/a/b/c.html"),
            ("https:c.html", "https://c.html/"),
            ("http:///other.org/", "http://other.org/"),
            ("HTTPS://Bücher.DE:443/Ü", "https://xn--bcher-kva.de/%C3%9C"),
            ("http://192.168.010.1/", "http://192.168.8.1/"),
            ("http://ann:secret@other.org/a@b", "http://other.org/a@b"),
            ("http://good.org@evil.org/", "http://evil.org/"),
            ("\ud800", "http://example.com/a/b/%EF%BF%BD"),
            ("a&amp;b", "http://example.com/a/b/a&amp;b"),
        ],
    )
    def test_links_lead_where_browsers_go(self, href, url):
        assert absolute(BASE, href) == url

    @pytest.mark.parametrize(
        "href", [*NOWHERE.split(), "java\nscript:x", " javascript:x", "http://a b/", "http://\ud800[/"]
    )
    def test_what_is_no_web_page_is_none(self, href):
        assert absolute(BASE, href) is None

    def test_a_base_that_is_none_leaves_absolute_urls_alone(self):
        assert absolute("", "http://h/a") == "http://h/a"
        assert absolute("", "a") is None
        assert absolute("mailto:x", "a") is None
        assert absolute("http://\ud800/", "http://h/") == "http://h/"

    @settings(max_examples=300)
    @given(urls(), st.one_of(urls(), segments, st.text()))
    def test_a_url_is_found_plain_or_not_at_all(self, base, href):
        url = absolute(base, href)
        if url is not None:
            assert url.startswith(("http://", "https://"))
            assert "#" not in url
            assert url.isascii()
            assert urlsplit(url).username is None
            assert absolute("", url) == absolute(base, url) == url

    @given(
        st.lists(st.sampled_from(["a", "b", "..", "."]), max_size=6),
        st.lists(st.sampled_from("xy"), max_size=3),
    )
    def test_plain_relative_paths_join_as_in_the_standard_library(self, parts, folder):
        base = "http://h/" + "".join(f"{name}/" for name in folder)
        href = "/".join(parts)
        joined = absolute(base, href)
        assert joined is not None
        expected = urljoin(base, href or ".")
        assert joined.rstrip("/") == expected.rstrip("/")

    @given(st.lists(segments, max_size=20))
    def test_a_joiner_answers_the_same_when_asked_again(self, hrefs):
        joiner = Joiner(BASE)
        first = list(map(joiner.join, hrefs))
        assert list(map(joiner.join, hrefs)) == first == [absolute(BASE, href) for href in hrefs]

    @given(st.lists(st.sampled_from(ALONG), min_size=2, max_size=3), st.lists(st.sampled_from(LEADING), max_size=20))
    def test_what_one_page_links_to_changes_nothing_for_the_next(self, bases, hrefs):
        """Pages of a site, and of a folder, remember together where their links lead."""
        together = [[Joiner(base).join(href) for href in hrefs] for base in bases]
        alone = []
        for base in bases:
            _of_site.cache_clear()
            _of_folder.cache_clear()
            alone.append([Joiner(base).join(href) for href in hrefs])
        assert together == alone

    @pytest.mark.parametrize("start", ["/", "a", "http://b.test/"])
    def test_what_is_long_is_not_kept_in_memory(self, start):
        joiner, href = Joiner(BASE), start + "x" * MEMORABLE
        url = joiner.join(href) or ""
        known = Canon()
        known.key(url)
        known.pair(url)

        assert url.endswith(href)
        assert href not in (joiner.of_site | joiner.of_folder)
        assert memory(known.key) == memory(known.pair) == {}

    def test_no_host_has_a_name_longer_than_names_can_be(self):
        longest = "a." * 126 + "a."

        assert absolute("", f"https://{longest}:8443/x") == f"https://{longest}:8443/x"
        assert absolute("", f"http://ann:{'s' * 300}@{longest}/x") == f"http://{longest}/x"
        assert absolute("", f"http://{longest * 2}/x") is None

    def test_time_is_linear_in_the_length_of_a_link(self):
        def seconds(length: int) -> float:
            href = "a/../;b%" * (length // 8) + "?" + "&%41" * (length // 4)
            began = time.process_time()
            Canon().key(absolute(BASE, href) or "")
            return time.process_time() - began

        small, large = (min(seconds(length) for _ in range(5)) for length in (100_000, 200_000))
        assert large < 4 * small


class TestWords:
    @pytest.mark.parametrize(
        ("url", "words"),
        [
            (
                "http://www.formula1-news.co.uk/2006/MonacoGrandPrix_results.html?id=32&cat=f1",
                "formula 1 news 2006 monaco grand prix results id 32 cat f1",
            ),
            ("http://a.schools.test/Axe.htm", "a schools test axe"),
            ("http://bob.github.io/", "bob"),
            ("https://docs.python.org:8080/3/library/index.html", "docs python 3 library"),
            ("http://xn--bcher-kva.de/B%C3%BCcher%20und%20mehr", "bücher bücher und mehr"),
            ("http://192.168.0.1/x", "192 168 0 1 x"),
            ("http://h.org/NASALaunch/iPhone/eBay/McDonald", "h nasa launch iphone ebay mcdonald"),
            ("http://h.org/page12/mp3/html5/2nd/20060101a", "h page 12 mp3 html 5 2nd 20060101 a"),
            ("http://h.org/v1.2", "h v1 2"),
            ("http://h.org/archive.tar.gz", "h archive tar"),
            ("http://h.org/a.html/b?file=c.html", "h a html b file c html"),
            ("http://h.org/%ff%zz", "h zz"),
            ("http://www.org/", "www"),
            ("http://h", "h"),
            ("", ""),
        ],
    )
    def test_examples(self, url, words):
        assert url_words(url) == words.split()

    @settings(max_examples=200)
    @given(st.one_of(urls(), st.text()))
    def test_words_are_lower_case_letters_and_digits(self, url):
        for word in url_words(url):
            assert word
            assert word == word.lower()
            assert "_" not in word

    @given(st.sampled_from(["http", "https"]), st.lists(st.sampled_from(["red", "wolf", "spider"]), min_size=1))
    def test_words_of_a_path_come_back_in_order(self, scheme, words):
        for form in ("/".join(words), "-".join(words), "".join(word.title() for word in words)):
            assert url_words(f"{scheme}://site.org/{form}.html") == ["site", *words]


def test_the_shipped_list_names_no_parameter_that_commonly_carries_content():
    assert not shipped() & {"id", "s", "q", "p", "page", "ref", "source", "lang", "sid", "token", "v", "t"}
    assert all(name == name.lower() for name in shipped())
    assert all("*" not in name[:-1] for name in shipped())


EASY_PARTS = st.text(st.sampled_from("aZ09_-./#?%:~ é\t"), max_size=12)
EASY = st.builds(str.__add__, st.sampled_from(["", "#", "http://", "https://u@h.test/"]), EASY_PARTS)
BASES = (
    "http://h.test",
    "http://h.test/",
    "http://h.test/a/b.html",
    "https://h.test:8080/a/b/?q=/x/y#f",
    "http://u:p@h.test/a;b/c?d",
    "http://h.test/a/%2F/b",
)


@given(st.sampled_from(BASES), EASY)
def test_what_is_joined_without_the_parser_is_what_the_parser_makes(base, href):
    try:
        plain = re.sub("(?<=://)u(:p)?@", "", (can_ada.parse(base) + href).href.partition("#")[0])
    except ValueError:
        plain = ""

    assert Joiner(base).join(href) == (plain if plain.startswith("http") else None)
