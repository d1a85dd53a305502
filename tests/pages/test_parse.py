"""Parsing: from any bytes to a page, its text as a reader sees it, its links where they stand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from turbohtml import Element, Text

from lycosa.pages.lexicon import Lexicon
from lycosa.pages.markup import BREAKING, ready
from lycosa.pages.parse import CAP, paired, parse
from lycosa.pages.records import Page
from lycosa.pages.tokens import Marked, tokens
from lycosa.pages.tree import HIDDEN, tree_of
from lycosa.pages.urls import absolute, url_words

URL = "http://a.test/dir/page.html"
ALL = (
    "page",
    "anchor",
    "url",
    "window(40)",
    "window(4, anchor='inside')",
    "block(2, 40)",
    "tag_path",
    "place",
)


def page_of(html, cues=(), **headers):
    body = html if isinstance(html, bytes) else html.encode()
    return parse(URL, {name.replace("_", "-"): value for name, value in headers.items()}, body, cues)


def words_of(page, place=None):
    start, end = page.text.places[place] if place else (page.text.places["meta"][0], None)
    return [page.text.lexicon.words[token] for token in page.text.tokens[start:end]]


def anchors_of(page):
    words = words_of(page, "url") + words_of(page)
    return [words[start:end] for start, end in zip(page.links.starts, page.links.ends, strict=True)]


def slow_walk(node, out, links):
    """Text in reading order, a line break around blocks, and where in it each link begins and ends."""
    if isinstance(node, Text):
        out.append(node.data)
    if not isinstance(node, Element) or node.tag in HIDDEN:
        return
    breaks = "\n" if node.tag in BREAKING.split() else ""
    out.append(breaks)
    url = absolute(URL, node.attr("href") or "") if node.tag == "a" and "href" in node.attrs else None
    row = len(links)
    if url is not None:
        links.append((url, sum(map(len, out)), 0))
    if node.tag == "img" and node.attr("alt") and any(parent == "a" for parent in parents(node)):
        out.append(f" {node.attr('alt')} ")
    for child in node.children:
        slow_walk(child, out, links)
    if url is not None:
        links[row] = (url, links[row][1], sum(map(len, out)))
    out.append(breaks)


def parents(node):
    for above in node.ancestors:
        tag = getattr(above, "tag", "")
        yield tag if tag != "a" or "href" in above.attrs else ""


def slow_links(html):
    """Each link's URL, the words before it and its own, by a walk over the tree."""
    out: list[str] = []
    links: list[tuple[str, int, int]] = []
    slow_walk(tree_of(html.encode()).select_one("body"), out, links)
    text = "".join(out)
    cuts = sorted({place for _, start, end in links for place in (start, end)})
    whole = "".join(
        f" {piece}" for piece in np.array([text[i:j] for i, j in zip([0, *cuts], [*cuts, None], strict=True)])
    )
    found = []
    for url, start, end in links:
        before = [text[i:j] for i, j in zip([0, *cuts], [*cuts, None], strict=True) if j is not None and j <= start]
        own = [
            text[i:j]
            for i, j in zip([0, *cuts], [*cuts, None], strict=True)
            if i >= start and j is not None and j <= end
        ]
        found.append((url, len(tokens(" ".join(before))), tokens(" ".join(own))))
    return tokens(whole), found


WORDS = st.sampled_from(["wolf", "Spiders", " ", "\n", "x&amp;y", "é", "狼蛛", "&lt;", "-", "3", "<!-- no -->"])
INLINE = st.sampled_from(["b", "i", "span", "em", "sub", "code"])
BLOCKS = st.sampled_from(["p", "div", "ul", "li", "section", "h1", "h2", "blockquote", "pre", "figure", "nav"])
HREFS = st.sampled_from(
    ["x.html", "/y?a=1&amp;b=2", "#here", "javascript:x", "mailto:a@b", "http://b.test/", "", "//c.test/é"]
)


def wrapped(tags, inner):
    return st.tuples(tags, st.lists(inner, max_size=4)).map(lambda made: f"<{made[0]}>{''.join(made[1])}</{made[0]}>")


LEAVES = st.one_of(
    WORDS,
    st.sampled_from(
        [
            "<br>",
            "<img alt='a picture'>",
            "<script>var x = '<a href=no>no</a>'</script>",
            "<style>p{}</style>",
        ]
    ),
    st.tuples(
        HREFS, st.lists(st.one_of(WORDS, wrapped(INLINE, WORDS), st.just("<img alt='big cat'>")), max_size=3)
    ).map(lambda made: f'<a href="{made[0]}">{"".join(made[1])}</a>'),
    wrapped(INLINE, WORDS),
)
CELLS = st.lists(LEAVES, max_size=3).map(
    lambda cells: f"<table><tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr></table>"
)
PAGES = st.lists(
    st.recursive(
        st.one_of(LEAVES, CELLS),
        lambda inner: wrapped(st.sampled_from(["div", "section", "ul", "nav"]), inner),
        max_leaves=12,
    ),
    max_size=6,
).map(lambda made: f"<!DOCTYPE html><title>t</title><body>{''.join(made)}</body>")


@settings(max_examples=300)
@given(PAGES)
def test_words_and_links_are_those_of_a_slow_walk(html):
    page = page_of(html)
    words, links = slow_links(html)
    first = page.text.places["body"][0]

    assert words == words_of(page, "body")
    assert links == [
        (url, start - first, anchor)
        for url, start, anchor in zip(page.links.urls, page.links.starts.tolist(), anchors_of(page), strict=True)
    ]


@settings(max_examples=300)
@given(st.binary(max_size=400))
@example(b"<a href=x><svg><script><a href=y>")
@example(b"<frameset><a href=x>")
@example(b"\xff\xfe<\x00a\x00")
def test_any_bytes_are_a_page(body):
    assert_sound(parse(URL, {}, body, ALL))


_SOUP = """<a_href=x> </a> <a_href> <a> <p> </p> <b> </b> <table> <tr> <td> </table> <svg> </svg> <script>
</script> <math> <template> <select> <option> <li> <base_href=/b/> <meta_name=robots_content=noindex> <title>
</title> <h1> </h1> <img_alt=y> <area_href=z_alt=w> <map> <noscript> <iframe> <textarea> <body> </body> <html>
<frameset> <!-- --> <object> <button> <nobr> word &amp; &#1; &#0; < > \" ' \x01 \x02 \x03 \x00 \xff"""
TOKENS = st.sampled_from([token.replace("_", " ") for token in _SOUP.split()])


@settings(max_examples=300)
@given(st.lists(TOKENS, max_size=30).map(" ".join), st.booleans())
def test_any_soup_of_tags_is_a_page_with_the_links_of_its_tree(soup, glued):
    html = (soup.replace(" ", "") if glued else soup).encode("latin-1")
    page = parse(URL, {"Content-Type": "text/html; charset=utf-8"}, html, ALL)
    tree = tree_of(ready(html)).remove(",".join(HIDDEN))

    assert_sound(page)
    assert [
        absolute(page.base, node.attr("href") or "") for node in tree.select("a[href],area[href]")
    ] == page.links.urls


@settings(max_examples=300)
@given(st.lists(TOKENS, max_size=30).map(" ".join), st.booleans())
def test_any_soup_of_tags_has_the_tree_that_another_parser_makes_of_it(soup, glued):
    html = (soup.replace(" ", "") if glued else soup).encode("latin-1", "replace").decode("utf-8", "replace").encode()
    tree, other = tree_of(html).remove(",".join(HIDDEN)), LexborHTMLParser(html, scripting=True)
    for node in other.css(",".join(HIDDEN)):
        node.decompose()
    body = tree.select_one("body")

    assert [node.attr("href") for node in tree.select("a[href]")] == [
        node.attributes["href"] or "" for node in other.css("a[href]")
    ]
    assert (body.text if body else "") == (other.body.text() if other.body else "")


def assert_sound(page):
    """What holds of every page."""
    first, last = page.text.places["body"]
    starts, ends = page.links.starts, page.links.ends

    assert isinstance(page, Page)
    assert last == len(page.text.tokens)
    assert len(page.links) == len(starts) == len(ends) == len(page.links.nofollow)
    assert ((first <= starts) & (starts <= ends) & (ends <= last)).all()
    assert (np.diff(starts) >= 0).all()
    assert not set("\x01\x02\x03\x04\x05\x06") & set(page.content)
    assert tokens(page.content) != [] or words_of(page, "body") == []
    assert all(url.startswith(("http://", "https://")) for url in page.links.urls)
    for text, ranges in page.links.cues.values():
        assert len(ranges.starts) == len(page.links)
        assert ((ranges.starts >= 0) & (ranges.starts <= ranges.ends) & (ranges.ends <= len(text.tokens))).all()


def test_text_has_its_places():
    page = page_of(
        "<title>The Title</title><meta name=keywords content='k1, k2'><meta name=description content=D><h1>H</h1>b"
    )

    assert {place: words_of(page, place) for place in page.text.places} == {
        "url": url_words(URL),
        "meta": ["k1", "k2", "d"],
        "headings": ["h"],
        "title": ["the", "title"],
        "body": ["h", "b"],
    }
    assert (page.title, page.headings, page.description, page.keywords) == (
        "The Title",
        ("H",),
        "D",
        "k1, k2",
    )


def test_what_no_reader_sees_is_no_text():
    page = page_of(
        "a<script>s</script><style>s</style><noscript><a href=x>n</a></noscript>"
        "<template>t<a href=y>u</a></template>"
        "<!-- c --><iframe>i</iframe>b<svg><script><a href=z>v</a></script></svg>"
    )

    assert words_of(page, "body") == ["a", "b"]
    assert page.links.urls == []
    assert page.content == "a\nb"


def test_an_unclosed_script_swallows_the_rest():
    assert words_of(page_of("a<script>b<p>c"), "body") == ["a"]


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("x", "http://a.test/dir/x"),
        ("x?a&amp;b=%20&copy=1", "http://a.test/dir/x?a&b=%20&copy=1"),
        ("  /y\n", "http://a.test/y"),
        ("/a\nb<p>c", "http://a.test/ab%3Cp%3Ec"),
        ("//b.test", "http://b.test/"),
        ("#top", "http://a.test/dir/page.html"),
        ("", "http://a.test/dir/page.html"),
    ],
)
def test_a_link_leads_where_browsers_go(href, url):
    assert page_of(f'<a href="{href}">x</a>').links.urls == [url]


@pytest.mark.parametrize("href", ["javascript:void(0)", "mailto:a@b.c", "data:text/html,x", "tel:1", "http://[::1"])
def test_what_leads_to_no_page_is_no_link(href):
    page = page_of(f"<p>a<a href='{href}'>b</a>c<a href=d>e</a>")

    assert page.links.urls == ["http://a.test/dir/d"]
    assert anchors_of(page) == [["e"]]


@pytest.mark.parametrize(
    ("base", "found"),
    [
        ("<base href='/b/'>", "http://a.test/b/x"),
        ("<base href='http://b.test/'><base href=/c/>", "http://b.test/x"),
        ("<base target=y><base href=/c/>", "http://a.test/c/x"),
        ("<base href='javascript:x'>", "http://a.test/dir/x"),
        ("<div><base href='/b/'></div>", "http://a.test/b/x"),
    ],
)
def test_the_first_base_counts(base, found):
    assert page_of(f"{base}<a href=x>a</a>").links.urls == [found]


def test_pictures_in_links_speak_for_them():
    page = page_of(
        "<a href=1><img alt='red fox'></a><a href=2>see <img alt=it></a><img alt=no><map><area href=3 alt='to b'>"
    )

    assert anchors_of(page) == [["red", "fox"], ["see", "it"], ["to", "b"]]
    assert "no" not in words_of(page)


def test_nofollow_is_a_word_of_rel():
    page = page_of("<a href=1 rel='noopener NoFollow'>a</a><a href=2 rel=nofollows>b</a><a href=3 rel>c</a>")

    assert page.links.nofollow.tolist() == [True, False, False]


def test_links_within_links_keep_their_words():
    """Only a table's cell or an object makes a link within a link."""
    page = page_of("<a href=1>a <table><td><a href=2>b</a> c</table> d</a> e <a href=3>f</a>")

    assert anchors_of(page) == [["a", "b", "c", "d"], ["b"], ["f"]]


@given(st.recursive(st.just(()), lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=20))
def test_marks_pair_as_brackets_do(nest):
    marks: list[tuple[int, int]] = []
    expected: list[list[int | None]] = []
    place = 0

    def walk(inner):
        nonlocal place
        row = len(expected)
        expected.append([place, None])
        marks.append((1, place))
        place += 1
        for one in inner:
            walk(one)
        marks.append((2, place))
        expected[row][1] = place
        place += 1

    for one in nest:
        walk(one)
    codes = np.array([code for code, _ in marks], np.uint32)
    places = np.array([where for _, where in marks], np.int64)
    found = paired(Marked(codes, places, codes, places), [True] * len(expected))
    assert found
    starts, ends = found

    assert [list(pair) for pair in zip(starts.tolist(), ends.tolist(), strict=True)] == expected


def test_robots_rules_come_from_meta_and_header():
    page = page_of("<meta name=ROBOTS content='NoIndex , follow'>", X_Robots_Tag="noarchive, nosnippet")

    assert page.robots == {"noindex", "follow", "noarchive", "nosnippet"}
    assert page_of("", x_robots_tag="googlebot: noindex").robots == frozenset()
    assert page_of("<meta name=robots content=none>").robots == {"noindex", "nofollow"}
    assert page_of("<div><meta name=robots content=noindex></div>").robots == {"noindex"}


def test_headers_may_be_pairs_of_any_case():
    page = parse(URL, [("CONTENT-TYPE", "text/html; charset=koi8-r"), ("X-Robots-Tag", "noindex")], b"\xd7\xcf\xcc\xcb")

    assert (page.charset, page.content, page.robots) == ("koi8-r", "волк", frozenset({"noindex"}))


@pytest.mark.parametrize(
    ("html", "header", "canonical"),
    [
        ("<link rel=canonical href=/c>", "", "http://a.test/c"),
        ("<base href=/b/><link rel='x CANONICAL' href=c>", "", "http://a.test/b/c"),
        ("", '<http://b.test/h>; rel="canonical"', "http://b.test/h"),
        ("<link rel=canonical href=/c>", '</h>; rel="canonical"', "http://a.test/c"),
        ("", '</n>; rel="next", </h>; rel=canonical', "http://a.test/h"),
        ("<link rel=canonical href='javascript:x'>", "", ""),
        ("<p><link rel=canonical href=/injected>", "", ""),
        ("", "", ""),
    ],
)
def test_the_canonical_url_is_said_in_head_or_header(html, header, canonical):
    assert page_of(html, link=header).canonical == canonical


def test_other_languages_are_listed():
    page = page_of(
        "<link rel=alternate hreflang=de href=/de><link rel=alternate hreflang='fr-CH' href=fr>"
        "<link rel=alternate href=/rss>"
    )

    assert page.hreflang == (("de", "http://a.test/de"), ("fr-CH", "http://a.test/dir/fr"))


def test_plain_text_is_a_page_without_links():
    page = page_of("see <a href=x>http://b.test/</a>\x01 & more", content_type="text/plain; charset=utf-8")

    assert words_of(page) == ["see", "a", "href", "x", "http", "b", "test", "a", "more"]
    assert page.links.urls == []
    assert page.content == "see <a href=x>http://b.test/</a>  & more"


def test_what_is_no_text_has_none():
    assert words_of(page_of(b"%PDF-1.7 words", content_type="application/pdf")) == []


def test_a_long_body_is_cut_and_noted():
    page = page_of(b"<p>word " + b"x" * CAP + b" beyond")

    assert page.notes == ("truncated",)
    assert len(words_of(page)) == 2
    assert page_of(b"<p>word").notes == ()


@pytest.mark.parametrize(
    "html",
    [
        "<head></head><html lang=de><title>Wolf</title><p>spider",
        "<body><p>spider<title> Wolf </title>",
        "<svg><title>drawn</title></svg><title></title><title>Wolf</title>spider",
    ],
)
def test_a_title_counts_wherever_it_ended_up(html):
    assert page_of(html).title == "Wolf"


def test_ten_thousand_levels_are_no_trouble():
    page = page_of("<div>" * 10_000 + "deep <a href=x>link</a>" + "</div>" * 10_000 + "after")

    assert words_of(page) == ["deep", "link", "after"]
    assert page.links.urls == ["http://a.test/dir/x"]


def test_a_huge_attribute_is_no_trouble():
    page = page_of(f"<p title='{'x' * 1_000_000}'>a<a href='/{'y' * 500_000}'>b</a>")

    assert words_of(page) == ["a", "b"]
    assert len(page.links.urls[0]) == len("http://a.test/") + 500_000


def test_unclosed_tags_close_where_browsers_close_them():
    page = page_of("<ul><li><a href=1>one<li><a href=2>two</ul><p>three<a href=3>four<p>five")

    assert anchors_of(page) == [["one"], ["two"], ["three"], ["four"], ["five"]]
    assert [url[-1] for url in page.links.urls] == ["1", "2", "2", "3", "3"]


def test_a_page_cannot_forge_links():
    page = page_of("a \x01b\x02 &#1;c&#2; \U000f0000d <a href=x>e</a>", ALL)

    assert anchors_of(page) == [["e"]]
    assert words_of(page) == ["a", "b", "c", "d", "e"]


def test_digest_and_fingerprint_are_of_what_is_read():
    one, other = (
        page_of(f"<style>{style}</style><p>wolf spiders hunt by night and run down their prey on foot</p>")
        for style in ("a", "b")
    )

    assert (one.digest, one.simhash) == (other.digest, other.simhash)
    assert one.simhash != 0
    assert page_of("other").digest != one.digest


def test_the_language_is_told():
    assert (
        page_of("Die Wolfsspinnen jagen ihre Beute ohne Netz und tragen ihre Jungen auf dem Rücken. " * 5).language
        == "de"
    )


def test_what_is_parsed_does_not_depend_on_what_was_parsed_before():
    html = "<p>wolf spiders <a href=x>hunt</a> by night"
    fresh = page_of(html, ALL)
    lexicon = Lexicon()
    parse(URL, {}, b"<p>night by hunt other words", (), lexicon)
    later = parse(URL, {}, html.encode(), ALL, lexicon)

    assert words_of(fresh) == words_of(later)
    assert (fresh.simhash, fresh.digest, anchors_of(fresh)) == (
        later.simhash,
        later.digest,
        anchors_of(later),
    )


@pytest.mark.needs_webs
def test_real_pages_have_the_words_and_links_of_another_parsers_trees(needs_webs):
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    checked = 0
    with (needs_webs / "docs" / "docs.warc.gz").open("rb") as stream:
        for number, record in enumerate(ArchiveIterator(stream, record_types=WarcRecordType.response)):
            if number % 250:
                continue
            body = record.reader.read()
            page = parse(record.headers["WARC-Target-URI"], list(record.http_headers or ()), body)
            tree = LexborHTMLParser(body, scripting=True)
            hrefs = [node.attributes["href"] or "" for node in tree.css("a[href],area[href]")]
            for picture in tree.css("a[href] img[alt]"):
                picture.insert_before(picture.attributes["alt"] or "")
            for hidden in tree.css(",".join(HIDDEN)):
                hidden.decompose()
            assert page.links.urls == [url for href in hrefs if (url := absolute(page.base, href))]
            assert tree.body is not None
            glued = "".join(tokens(tree.body.text()))
            assert "".join(words_of(page, "body")) == glued
            checked += 1
    assert checked > 15
