"""What is done to bytes before they are parsed: words kept apart, false marks out, nothing nests too deep."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lycosa.pages.markup import BREAKING, SOUGHT, ready, without_marks
from lycosa.pages.nesting import ATTRIBUTES, DEEPEST, shallow
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
    body = tree_of(html).body
    return "" if body is None else body.text()


def first_link(html):
    return next(node.attributes for node in tree_of(html).css("a"))


def words(html):
    return tokens(text_of(ready(html.encode())[0]))


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
    prepared, notes, _ = ready(f"a<{tag}>b</{tag.upper()}>c".encode())

    assert prepared.decode() == f"a\n<{tag}>b\n</{tag.upper()}>c"
    assert notes == []


@pytest.mark.parametrize("tag", WITHIN_A_LINE.split())
def test_tags_within_a_line_are_left_alone(tag):
    assert ready(f"a<{tag}>b</{tag}>c".encode())[0] == f"a<{tag}>b</{tag}>c".encode()


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
    text = "" if root is None else root.text()

    assert not [character for character in text if "\x01" <= character <= "\x06" or character >= "\U000f0000"]


def depth(html):
    deepest = level = 0
    node = tree_of(html).root
    while node is not None:
        deepest = max(deepest, level)
        if node.first_child is not None:
            node, level = node.first_child, level + 1
            continue
        while node is not None and node.next is None:
            node, level = node.parent, level - 1
        node = node.next if node is not None and level > 0 else None
    return deepest


@pytest.mark.parametrize("html", ["<div>", "<div></span>", "<table><td>", "<b><div>", "<ul><li>", "<x-y>", "<a><div>"])
def test_nesting_has_a_floor(html):
    prepared, notes, _ = ready(f"{html * 10_000}end<a href=x>link".encode())

    assert notes == ["nesting"]
    assert depth(prepared) <= 4 * DEEPEST
    assert b"end" in prepared
    assert b"<a href=x>" in prepared


def test_hidden_end_tags_fool_the_quick_look_but_not_a_large_page():
    prepared, notes, _ = ready(b"<div><!--</div>-->" * 30_000)

    assert notes == ["nesting"]
    assert depth(prepared) <= 2 * DEEPEST


def test_a_broad_page_is_left_as_it_is():
    html = b'<div class="a"><span>x</span> <q title="y">z</q>\n</div>\n' * 12_000

    assert ready(html)[:2] == (html, [])


def test_a_tag_has_so_many_attributes():
    html = b"<a href=x " + b" ".join(b"a%d=1" % number for number in range(20_000)) + b">x</a>"
    prepared, notes, _ = ready(html)

    assert notes == ["nesting"]
    assert len(first_link(prepared)) == ATTRIBUTES


def test_formatting_left_open_does_not_multiply():
    html = b"".join(b"<p><b id=%d>x" % number for number in range(3000))
    prepared, _, _ = ready(html)

    assert len(tree_of(prepared).css("*")) < 3 * 3000


def test_formatting_that_could_multiply_becomes_unknown_elements():
    """Nothing else of the page changes, and a path of tags has the names that the page has."""
    html = b"<B>a</B><em class=x>b</em><p>" * 1000 + b"<p><strong><a href=x>c</a></strong>"
    prepared, _, _ = ready(html)
    page = parse("http://a.test/", {}, html, ["tag_path"])

    assert prepared.startswith(b"<C>a</C><fm class=x>b</fm>\n<p>")
    assert page.links.columns["tag_path"] == ["body/p/strong/a"]


@given(st.lists(st.sampled_from([*HTML_TAGS.split(), "IMG", "/meta"]), max_size=30))
def test_what_is_asked_of_a_tree_is_never_missed(tags):
    html, _, sought = ready("".join(f"<{tag} x>" for tag in tags).encode())

    assert {name for name in SOUGHT.split() if tree_of(html).css(name)} <= sought


def test_only_what_may_be_there_is_asked_of_a_tree():
    assert ready(b"<p><a><Script></script><i><h2></style")[2] == {"script", "h1"}


TAGS = st.sampled_from(["div", "p", "li", "ul", "table", "td", "a", "b", "svg", "script", "textarea", "br", "html"])
SOUP = st.one_of(
    TAGS.map(lambda tag: f"<{tag}>"),
    TAGS.map(lambda tag: f"</{tag}>"),
    st.sampled_from(
        ["word ", "<", ">", '"', "'", "=", "<!--", "-->", "<a href='x>y' b=\"<p>\">", "<!x>", "</>", "&lt;"]
    ),
)


@settings(max_examples=300)
@given(st.lists(SOUP, max_size=40).map("".join))
def test_what_is_written_anew_never_nests_too_deep(soup):
    html = ("<div>" * (DEEPEST + 1) + soup * 30).encode()
    written = shallow(html)

    assert written is not None
    assert depth(written) <= 4 * DEEPEST


@given(st.lists(st.sampled_from(["<div>", "</div>", "<p>", "<b>", "</b>", "word "]), max_size=40).map("".join))
def test_what_is_written_anew_keeps_the_words(soup):
    html = ("<div>" * (DEEPEST + 1) + soup).encode()

    assert tokens(text_of(shallow(html) or b"")) == tokens(text_of(html))


def test_what_is_written_anew_reads_the_same():
    inner = b"<p class=x>a<p title='q>'>b<script>var a = '<p>'</script><textarea>&amp;<b></textarea><!-- <a> -->"
    html = b"<div>" * (DEEPEST + 1) + inner + b"<a href=\"x?a&amp;b\" rel='nofollow'>c</a><img alt=d></div>e"
    written = shallow(html) or b""

    assert text_of(written).split() == ["a", "b&<b>ce"]
    assert first_link(written) == {"href": "x?a&b", "rel": "nofollow"}


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
