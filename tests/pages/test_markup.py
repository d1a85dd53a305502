"""What is done to bytes before they are parsed: words kept apart, false marks out, nothing too costly."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lycosa.pages.markup import BREAKING, MOST_DOCUMENTS, ready, without_marks
from lycosa.pages.parse import parse
from lycosa.pages.tokens import tokens
from lycosa.pages.tree import tree_of

HTML_TAGS = (
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big "
    "blink blockquote body br button canvas caption center cite code col colgroup data datalist dd "
    "del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame "
    "frameset h1 h2 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen "
    "label legend li link listing main map mark marquee math menu menuitem meta meter mi mo ms mtext "
    "annotation-xml foreignObject desc nav nobr noembed noframes noscript object ol optgroup option "
    "output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section "
    "select slot small source span strike strong style sub summary sup svg table tbody td template "
    "textarea tfoot th thead time title tr track tt u ul var video wbr xmp x-foo"
)
WITHIN_A_LINE = "a b i em span code sub sup q s u font del ins data time tt strong wbr kbd"


def text_of(html):
    body = tree_of(html).select_one("body")
    return "" if body is None else body.text


def words(html):
    return tokens(text_of(ready(html.encode())))


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("<p>a</p><p>b</p>", ["a", "b"]),
        ("<P>a<P>b", ["a", "b"]),
        ("<td>a<td>b", ["a", "b"]),
        ("<table><tr><td>a<td>b</table>c", ["a", "b", "c"]),
        ("<li>a</li><li>b</li>", ["a", "b"]),
        ("a<br>b<br/>c<hr>d", ["a", "b", "c", "d"]),
        ("<b>a</b>b<i>c</i>", ["abc"]),
        ("H<sub>2</sub>O", ["h2o"]),
        ("<span>a</span></div><b>b</b>", ["a", "b"]),
        ("<div><b>a</b></div><span><div>b</div></span>c", ["a", "b", "c"]),
        ("a<del>b</del><details>c</details>d", ["ab", "c", "d"]),
        ("<h1>a</h1>b", ["a", "b"]),
        ("<option>a<option>b", ["a", "b"]),
        ("a<wbr>b", ["ab"]),
        ("a<!-- c -->b", ["ab"]),
        ("a<!-- c --><p>b", ["a", "b"]),
        ("a > b<p>c", ["a", "b", "c"]),
        ("a <", ["a"]),
        ("<", []),
        ("", []),
    ],
)
def test_blocks_part_words_and_formatting_does_not(html, seen):
    assert words(html) == seen


@pytest.mark.parametrize("tag", list(BREAKING.split()))
def test_the_tags_that_part_words_are_told_from_those_that_do_not(tag):
    prepared = ready(f"a<{tag}>b</{tag.upper()}>c".encode())

    assert prepared.decode() == f"a\n<{tag}>b\n</{tag.upper()}>c"


@pytest.mark.parametrize("tag", WITHIN_A_LINE.split())
def test_tags_within_a_line_are_left_alone(tag):
    assert ready(f"a<{tag}>b</{tag}>c".encode()) == f"a<{tag}>b</{tag}>c".encode()


@pytest.mark.parametrize(
    "false",
    [
        "\x01",
        "\x06",
        "&#1;",
        "&#01",
        "&#x2;",
        "&#X0006;",
        "\U000f0001",
        "&#xF0000;",
        "&#983041;",
        "\U0010fffd",
    ],
)
def test_a_page_cannot_forge_marks(false):
    text = text_of(without_marks(f"<p>a{false}b".encode()))

    assert text.split() == ["a", "b"]


@pytest.mark.parametrize("kept", ["&#10;", "&#x10;", "&#19;", "&#128512;", "&#x1F600;", "😀", "&#xF000;", "&#98;"])
def test_other_characters_stay(kept):
    assert without_marks(kept.encode()) == kept.encode()


@given(st.binary(max_size=60))
@example(b"&#\x011;")
def test_after_cleaning_no_mark_is_left(html):
    root = tree_of(without_marks(html)).root
    text = "" if root is None else root.text

    assert not [character for character in text if "\x01" <= character <= "\x06" or character >= "\U000f0000"]


@pytest.mark.parametrize("html", ["<div>", "<div></span>", "<table><td>", "<b><div>", "<ul><li>", "<x-y>", "<a><div>"])
def test_nesting_has_a_floor(html):
    body = f"{html * 10_000}end <a href=y>link</a> after".encode()
    page = parse("http://a.test/", {}, body)
    link = page.links.urls.index("http://a.test/y")
    anchor = page.text.tokens[page.links.starts[link] : page.links.ends[link]]

    assert len(list(tree_of(ready(body)).select("*")[-1].ancestors)) < 520
    assert [page.text.lexicon.words[token] for token in anchor] == ["link"]
    assert page.content.split() == ["end", "link", "after"]


def test_a_broad_page_is_left_as_it_is():
    html = b'<div class="a"><span>x</span> <q title="y">z</q>\n</div>\n' * 12_000

    assert ready(html) == html


def test_formatting_left_open_does_not_multiply():
    html = b"".join(b"<p><b id=%d>x" % number for number in range(3000))

    assert len(tree_of(ready(html)).select("*")) < 3 * 3000


def test_formatting_that_could_multiply_becomes_unknown_elements():
    """Nothing else of the page changes, and a path of tags has the names that the page has."""
    html = b"<B>a</B><em class=x>b</em><p>" * 2000 + b"<p><strong><a href=x>c</a></strong>"
    page = parse("http://a.test/", {}, html, ["tag_path"])

    assert ready(html).startswith(b"<C>a</C><fm class=x>b</fm>\n<p>")
    assert page.links.columns["tag_path"] == ["body/p/strong/a"]


@pytest.mark.parametrize("tag", ["html", "BODY"])
def test_a_page_says_so_many_times_that_it_is_one(tag):
    """Without a limit forty thousand of them take a minute, and all memory there is."""
    html = "".join(f"<{tag} a{number}=1>x " for number in range(40_000)).encode()
    began = time.process_time()
    prepared = ready(html)
    root = tree_of(prepared).select_one(tag.lower())

    assert root is not None
    assert len(root.attrs) == MOST_DOCUMENTS
    assert text_of(prepared).split() == ["x"] * 40_000
    assert time.process_time() - began < 5


def seconds(html):
    best = 9e9
    for _ in range(2):
        began = time.process_time()
        parse("http://a.test/", {}, html, ("page", "window(40)"))
        best = min(best, time.process_time() - began)
    return best


SHAPES = {
    "open": lambda tag, n: f"<{tag}>x" * n,
    "in paragraphs": lambda tag, n: "".join(f"<p><{tag} id={i}>x" for i in range(n // 2)),
    "in links": lambda tag, n: f"<a href=x><{tag}>x</a>" * (n // 2),
    "nested": lambda tag, n: f"<{tag}>" * (n // 2) + f"x</{tag}>" * (n // 2),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_no_tag_is_slow(shape):
    """Eight times the tags may take twelve times the time and some; unguarded it is up to 64 times."""
    slow = []
    for tag in HTML_TAGS.split():
        few, many = (seconds(shape(tag, n).encode()) for n in (500, 4_000))
        if many > 0.02 + 12 * few:
            slow.append((tag, few, many))

    assert slow == []
