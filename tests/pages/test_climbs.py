"""Cues that climb the tree: blocks as Pant and Srinivasan 2006 has them, paths of tags, parts of the page."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from lycosa.pages.climbs import HIGHEST, MOST_READ, REGIONS
from lycosa.pages.cues import cued
from lycosa.pages.parse import parse
from lycosa.pages.tokens import tokens
from lycosa.pages.tree import tree_of

PAGE = """<body><nav><ul><li><a href=1>x</a></li><li><a href=2>y z</a> w</li></ul></nav>
<p class="a b" id=q>long text <b><a href=3>k</a></b> here more words</p>
<div><a href=4>one two three four</a> five</div>"""


def blocks(html, name):
    page = parse("http://a.test/", {}, html.encode(), [name])
    text, ranges = cued(page, name)
    words = [text.lexicon.words[token] for token in text.tokens]
    return [words[start:end] for start, end in zip(*ranges, strict=True)]


def test_a_block_climbs_until_there_are_more_than_least_words():
    """From x to the list, from y z to its item, from k to the paragraph; four words are enough."""
    assert blocks(PAGE, "block(2, 40)") == [
        ["x", "y", "z", "w"],
        ["y", "z", "w"],
        ["long", "text", "k", "here", "more", "words"],
        ["one", "two", "three", "four"],
    ]


def test_a_block_is_cut_at_most_words():
    assert blocks(PAGE, "block(2, 2)") == [["x", "y"], ["y", "z"], ["long", "text"], ["one", "two"]]


def test_near_takes_the_words_around_the_anchor():
    assert blocks(PAGE, "block(2, 3, near=True)")[2] == ["text", "k", "here"]


def test_reduced_takes_no_step_at_formatting():
    html = "<p>long text <i>ah <a href=1>k</a> oh</i> here</p>"

    assert blocks(html, "block(2, 9)") == [["ah", "k", "oh"]]
    assert blocks(html, "block(2, 9, reduced=True)") == [["long", "text", "ah", "k", "oh", "here"]]


def test_a_page_with_too_few_words_is_one_block():
    assert blocks("<div><a href=1>a</a></div>b", "block(5, 40)") == [["a", "b"]]


def test_a_climb_ends_after_so_many_levels():
    html = "<div>" * (HIGHEST - 2) + "word " * 9 + "<div>" * 9 + "<a href=1>a</a>"

    assert blocks("before after" + html, "block(3, 40)")[0] == ["word"] * 9 + ["a"]
    assert blocks("word " * 9 + "<div>" * 100 + "<a href=1>a</a>", "block(3, 9)") == [["word"] * 9]


@given(
    st.lists(st.sampled_from([*"ab é狼\xad-", "<i>", "</i>", "<p>", "<a href=x>", "</a>", "<b>a b c "]), max_size=30)
)
@example([*"a", "<i>", *"b a a a", "<a href=x>"])
@example([*"a", "<i>", "<b>a b c ", "<a href=x>", "</a>", "</i>", "a"])
def test_words_do_not_depend_on_the_blocks_asked_for(pieces):
    html = "".join(pieces).encode()
    page, plain = (parse("http://a.test/", {}, html, names) for names in (["block(2, 9)", "leaves(1)"], []))
    words, expected = ([made.text.lexicon.words[token] for token in made.text.tokens] for made in (page, plain))

    assert words == expected
    assert page.links.starts.tolist() == plain.links.starts.tolist()
    assert page.links.ends.tolist() == plain.links.ends.tolist()
    assert (page.simhash, page.digest) == (plain.simhash, plain.digest)


def test_a_word_that_goes_over_the_edge_of_a_block_belongs_to_where_it_begins():
    html = "Iron Fe<sub>3C and <a href=1>more</a> of i</sub>t"

    assert blocks(html, "block(2, 9)") == [["and", "more", "of", "it"]]


def test_what_is_read_to_find_blocks_has_an_end():
    """Hundreds of elements with all the page in each: from some link on a block is the link alone."""
    dashes = "\u2014 " * 50_000
    deep = "<div><a href=1>a b</a>" * 500 + dashes

    assert len(dashes) * 500 > 2 * MOST_READ
    found = blocks(deep, "block(10000, 9)")
    assert found[0] == ["a", "b"] * 4 + ["a"]
    assert found[-1] == ["a", "b"]


def test_two_block_cues_may_be_asked_for_at_once():
    names = ["block(2, 40)", "block(0, 1)", "block(3, 40)"]
    page = parse("http://a.test/", {}, PAGE.encode(), names)

    for name in names:
        ranges = cued(page, name).ranges
        alone = cued(parse("http://a.test/", {}, PAGE.encode(), [name]), name).ranges
        assert (ranges.starts.tolist(), ranges.ends.tolist()) == (alone.starts.tolist(), alone.ends.tolist())
    assert page.content == parse("http://a.test/", {}, PAGE.encode()).content


def slow_block(link, least, most):
    """Look at the text in the anchor; while it has no more than MIN words, move a level up."""
    element = link
    while len(tokens(text_of(element))) <= least and element.tag != "body":
        element = element.parent
    return tokens(text_of(element))[:most]


def text_of(element):
    """Its text with blanks around every element: in these pages all stand apart."""
    return " ".join(element.strings)


TEXTS = st.sampled_from(["wolf ", "spiders hunt ", "by night and day ", "", " ", "漢字 "])
NODES = st.recursive(
    st.one_of(TEXTS, TEXTS.map(lambda text: f"<a href=x>{text}</a> ")),
    lambda inner: st.tuples(st.sampled_from(["div", "ul", "section", "b"]), st.lists(inner, max_size=4)).map(
        lambda made: f"<{made[0]}>{''.join(made[1])}</{made[0]}> "
    ),
    max_leaves=20,
)


@given(st.lists(NODES, max_size=4).map("".join), st.integers(0, 5), st.integers(1, 12))
def test_blocks_are_those_of_a_slow_climb(html, least, most):
    links = tree_of(f"<body>{html}".encode()).select("a")

    assert [slow_block(link, least, most) for link in links] == blocks(html, f"block({least}, {most})")


def test_a_path_names_tags_classes_and_id():
    page = parse("http://a.test/", {}, PAGE.encode(), ["tag_path"])

    assert page.links.columns["tag_path"] == [
        "body/nav/ul/li/a",
        "body/nav/ul/li/a",
        "body/p.a.b#q/b/a",
        "body/div/a",
    ]


def test_a_path_is_never_long():
    html = f'<div class="{"x" * 100_000}">' + "<div>" * 400 + "<a href=1>a</a>" * 3
    page = parse("http://a.test/", {}, html.encode(), ["tag_path"])

    assert [len(path) <= 512 and path.endswith("div/a") for path in page.links.columns["tag_path"]] == [True] * 3


def test_a_place_is_a_position_and_a_part_of_the_page():
    html = """<header><nav><a href=1>a</a></nav><a href=2>b</a></header> c d <a href=3>e</a> f g
    <aside><a href=4>h</a></aside><div role=contentinfo><p><a href=5>i</a>"""
    columns = parse("http://a.test/", {}, html.encode(), ["place"]).links.columns

    assert [REGIONS[part] for part in columns["region"]] == ["nav", "header", "", "aside", "footer"]
    assert [round(9 * position) for position in columns["position"]] == [0, 1, 4, 7, 8]


def test_what_is_not_asked_for_is_not_there():
    assert parse("http://a.test/", {}, PAGE.encode(), ["page"]).links.columns == {}
