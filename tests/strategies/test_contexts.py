"""The words around a link and the part of a page it stands in, alone and with the page, checked on paper."""

from __future__ import annotations

import pytest

from lycosa.engines.hunts import asks_synonyms
from lycosa.pages.names import NamingError
from lycosa.strategies import find
from lycosa.topics.topic import Concept, Topic
from tests.strategies.small import Small, fetched

# 13 words, 3 of them wolves. Before B stand ten words, behind it only one.
TEXT = "x x x wolf <a href='http://h.test/a'>A x</a> x wolf wolf x <a href='http://h.test/b'>B x</a> x"
# 7 words, 2 of them wolves. The first anchor says too little, its item does not; the second just as well.
MENU = "<ul><li><a href='http://h.test/a'>A</a> wolf wolf</li><li><a href='http://h.test/b'>B x</a> x x</li></ul>"


@pytest.fixture
def scores(monkeypatch):
    """The priorities of the links to a and b on a page of HTML."""
    monkeypatch.setattr(Small, "html", staticmethod(lambda written: written))

    def read(strategy: str, html: str) -> list[float]:
        found = dict(fetched(strategy, {"h.test/s": html}, "h.test/s"))
        return [found["a"], found["b"]]

    return read


@pytest.mark.parametrize(
    ("strategy", "a", "b"),
    [
        ("window(words=2)", 1 / 4, 0),  # wolf A x x; x B x x
        ("window(words=4)", 2 / 6, 2 / 6),  # x wolf A x x wolf; what is missing behind B comes from before it
        ("window(words=4, anchor='inside')", 1 / 4, 0),  # as with 2 outside
        ("window(words=4, nested=2)", (2 / 6 + 1 / 4) / 2, (2 / 6 + 0) / 2),
        ("window(words=2, nested=9)", (1 / 4 + 0) / 2, 0),  # and A x x; halved again, there would be no window
        ("window_combo(words=2)", 0.25 * 3 / 13 + 0.75 / 4, 0.25 * 3 / 13),
        ("window_combo(words=4, anchor='inside')", 0.25 * 3 / 13 + 0.75 / 4, 0.25 * 3 / 13),
        ("window_combo(words=2, beta=0.5)", 0.5 * 3 / 13 + 0.5 / 4, 0.5 * 3 / 13),
        ("window_combo(words=4, nested=2)", 0.25 * 3 / 13 + 0.75 * 7 / 24, 0.25 * 3 / 13 + 0.75 / 6),
    ],
)
def test_a_window_is_so_many_words_around_the_anchor(strategy, a, b, scores):
    """Pant and Srinivasan 2006: T/2 words on either side and the anchor; score = .25 * page + .75 * context."""
    assert scores(strategy, TEXT) == pytest.approx([a, b], abs=1e-15)


@pytest.mark.parametrize(
    ("strategy", "a", "b"),
    [
        ("tag_tree", 2 / 3, 0),  # A wolf wolf; B x x x
        ("tag_tree(most_words=2)", 1 / 2, 0),  # A wolf
        ("tag_tree(least_words=0)", 0, 0),  # the anchors alone
        ("tag_tree(least_words=5)", 2 / 7, 2 / 7),  # the list
        ("tag_tree(most_words=2, nested=2)", (1 / 2 + 0) / 2, 0),
        ("tag_tree_combo", 0.25 * 2 / 7 + 0.75 * 2 / 3, 0.25 * 2 / 7),
        ("tag_tree_combo(beta=0)", 2 / 3, 0),
    ],
)
def test_a_block_is_the_nearest_element_that_says_something(strategy, a, b, scores):
    """Section 8: up from the anchor until there are more than MIN words, then the first MAX of them."""
    assert scores(strategy, MENU) == pytest.approx([a, b], abs=1e-15)


def test_of_two_pages_with_the_link_the_better_context_counts():
    """The windows are the whole pages, of 0 and 1/2 wolves."""
    web = {"h.test/s": "hare -> h.test/a[hare]", "h.test/t": "wolf -> h.test/a[hare]"}

    for seeds in ("h.test/s h.test/t", "h.test/t h.test/s"):
        assert dict(fetched("window", web, seeds))["a"] == 0.5


def test_link_context_prediction_is_equation_4_of_guan():
    """Beta = .25, T = 20 words including the anchor text."""
    strategy = find("link_context_prediction")

    assert strategy.options()["beta"] == 0.25
    assert strategy.uses == ("page", "window(20, anchor='inside')")


def test_full_page_gives_each_link_the_page():
    assert find("full_page") == find("best_first(again='max')")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("window(words='many')", "window: words cannot be 'many'; write it like 40"),
        ("window(words=2.5)", "window: words cannot be 2.5; write it like 40"),
        ("window(words=0)", "window: words must be at least 1, not 0"),
        ("window(anchor='within')", "window: anchor can be 'outside', 'inside', not 'within'"),
        ("tag_tree(nested='x')", "tag_tree: nested cannot be 'x'; write it like 1"),
    ],
)
def test_a_wrong_parameter_is_said_in_a_line(name, line):
    with pytest.raises(NamingError) as refused:
        find(name)

    assert str(refused.value) == line


PACK = Topic(
    name="wolves",
    query="wolf",
    synonyms=(("pack", 0.5),),
    concepts=(Concept("wolf", ("wolf", "pack leader"), focus=True),),
)


@pytest.mark.parametrize(
    ("strategy", "score"),
    [
        ("tag_tree(least_words=0)", 0),
        ("tag_tree(least_words=0, under=3)", 1 / 3),  # pack leader wolf
        ("tag_tree(least_words=0, under=2)", 0),  # two words are not less than two
        ("tag_tree(least_words=0, under=3, add='concepts')", 1 / 3),
        ("tag_tree_combo(least_words=0, under=3, beta=0.5)", 0.5 * 0 + 0.5 / 3),
        ("window(words=1, under=4)", 1 / 3),
        ("window_combo(words=1, under=4, beta=0.5, add='concepts')", 0.5 / 3),
    ],
)
def test_short_contexts_get_words_added(strategy, score):
    """Section 11: synonyms or an ontology, while the context stays precise. Here the page is no more than its link."""
    found = fetched(strategy, {"h.test/s": "-> h.test/a[pack,leader]"}, "h.test/s", topic=PACK)

    assert found[1] == ("a", score)


def test_what_is_added_must_be_there():
    """Synonyms may come from WordNet, concepts from the topic alone."""
    assert find("window(under=9)").needs == ()
    assert asks_synonyms(find("window(under=9)"), "cosine")
    assert find("window(under=9, add='concepts')").needs == ("concepts",)
    assert not asks_synonyms(find("window"), "cosine")
