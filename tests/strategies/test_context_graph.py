"""Context graph, on webs small enough to check on paper."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from lycosa import strategies
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import ending
from lycosa.strategies.layers import NOWHERE
from lycosa.topics.topic import BackLink, Example, Examples, Topic
from tests.strategies.small import Small, crawl_of, fetched

TOPIC = Topic(
    name="wolves",
    query="wolf",
    examples=Examples(
        relevant=(Example(text="wolf den"), Example(text="den")),
        unrelated=(Example(text="tax market"), Example(text="market")),
    ),
    back_links=(
        BackLink(1, "forest park"),
        BackLink(1, "forest"),
        BackLink(2, "country maps"),
        BackLink(2, "country"),
    ),
)
# A page for each layer, each with one link; the seeds come in the wrong order.
WEB = {
    "h.test/2": "country maps -> h.test/x",
    "h.test/1": "forest park -> h.test/y",
    "h.test/0": "den den -> h.test/z",
    "h.test/y": "country -> h.test/yy",
    "h.test/z": "forest -> h.test/zz",
}
SEEDS = "h.test/2 h.test/1 h.test/0"


@pytest.mark.parametrize("kind", ["svm", "bayes"])
def test_the_links_of_the_lowest_layer_go_first(kind):
    """Algorithm 3: a page's links wait in the queue of the layer with the largest score, L0 first, then L1, then L2.

    z stands on a page of layer 0; it is of layer 1 itself, as the page of y is. Both that lead to y and zz come
    before x and yy, whose pages are of layer 2.
    """
    names = [name for name, _ in fetched(f"context_graph(kind={kind!r})", WEB, SEEDS, topic=TOPIC)]

    assert names[:4] == ["2", "1", "0", "z"]
    assert sorted(names[4:6]) == ["y", "zz"]
    assert sorted(names[6:]) == ["x", "yy"]


def test_within_a_queue_the_surer_goes_first():
    web = {
        "h.test/1": "forest engine stone river -> h.test/x",
        "h.test/2": "forest park -> h.test/y",
    }
    found = fetched("context_graph", web, "h.test/1 h.test/2", topic=TOPIC)

    assert [name for name, _ in found] == ["1", "2", "y", "x"]
    assert 0 < found[3][1] < found[2][1] < 1


def test_a_page_found_again_waits_in_the_lower_queue():
    """X stands on a page of layer 2 and on one of layer 1: it goes before y, which is of layer 2 alone."""
    web = {
        "h.test/2": "country maps -> h.test/y h.test/x",
        "h.test/1": "forest park -> h.test/x",
    }
    for seeds in ("h.test/2 h.test/1", "h.test/1 h.test/2"):
        assert [name for name, _ in fetched("context_graph", web, seeds, topic=TOPIC)][2:] == ["x", "y"]


def test_unrelated_pages_make_a_last_layer():
    """The page on taxes is of the last layer: its links go after those of the page on countries."""
    web = {"h.test/t": "tax market -> h.test/x", "h.test/2": "country -> h.test/y"}
    found = fetched("context_graph(negatives=True)", web, "h.test/t h.test/2", topic=TOPIC)

    assert [name for name, _ in found][2:] == ["y", "x"]


def test_links_of_pages_of_no_layer_may_be_dropped():
    """The page on engines has no word that any layer knows: each score is below one half."""
    web = {"h.test/e": "engine -> h.test/x", "h.test/1": "forest park -> h.test/y"}
    seeds = "h.test/e h.test/1"

    assert sorted(name for name, _ in fetched("context_graph", web, seeds, topic=TOPIC))[2:] == ["x", "y"]
    assert [name for name, _ in fetched("context_graph(erase=0.5)", web, seeds, topic=TOPIC)][2:] == ["y"]


def layers_of(web: dict[str, str], seeds: str) -> dict[str, int]:
    """The layer of each page fetched, by the links among them read backwards."""
    crawl = crawl_of("context_graph(layers=3)", seeds.split(), Settings(duplicates="off"), topic=TOPIC)
    small = Small(web, crawl.reader.cues)
    names = {}
    while tickets := crawl.take(0.0):
        names[tickets[0].key] = tickets[0].url.removeprefix("http://h.test/")
        crawl.feed(ending(tickets[0], *small.get(tickets[0].url)), 0.0)
    pages = crawl.strategy.state()["crawled"]["pages"]
    return {names[key]: layer for key, layer in zip(pages["keys"].tolist(), pages["layer"].tolist(), strict=True)}


def test_layers_follow_from_the_links_among_fetched_pages():
    """Page d is relevant. c, which leads to it, is of layer 1, b of 2; a is too far away.

    e leads to c too, which had been found before: it is of layer 2. f leads nowhere.
    """
    web = {
        "h.test/a": "hare -> h.test/b",
        "h.test/b": "hare -> h.test/c",
        "h.test/c": "hare -> h.test/d",
        "h.test/d": "wolf*9",
        "h.test/e": "hare -> h.test/c",
        "h.test/f": "hare",
    }

    assert layers_of(web, "h.test/a h.test/f") == {"a": NOWHERE, "b": 2, "c": 1, "d": 0, "f": NOWHERE}
    assert layers_of(web, "h.test/a h.test/e")["e"] == 2
    assert layers_of(web, "h.test/c h.test/e") == {"c": 1, "d": 0, "e": 2}


def test_pages_in_a_ring_have_the_layers_of_the_shortest_way():
    web = {
        "h.test/a": "hare -> h.test/b h.test/d",
        "h.test/b": "hare -> h.test/a h.test/c",
        "h.test/c": "hare -> h.test/a h.test/b",
        "h.test/d": "wolf*9 -> h.test/c",
    }

    assert layers_of(web, "h.test/a") == {"a": 1, "b": 2, "c": 2, "d": 0}


def taught(pages: int, topic: Topic) -> tuple[np.ndarray, np.ndarray]:
    """The weights of layer 0 before and after a line of relevant pages, "lair" on each of them."""
    web = {f"h.test/{number}": f"wolf*9 lair -> h.test/{number + 1}" for number in range(pages)}
    crawl = crawl_of("context_graph", ["h.test/0"], Settings(duplicates="off"), topic=topic)
    small = Small(web, crawl.reader.cues)
    before = crawl.strategy.state()["weights"][:, 0].copy()
    while tickets := crawl.take(0.0):
        crawl.feed(ending(tickets[0], *small.get(tickets[0].url)), 0.0)
    return before, crawl.strategy.state()["weights"][:, 0]


@pytest.mark.parametrize(("pages", "learned"), [(80, 0), (85, 1), (540, 1)])
def test_the_crawl_teaches_what_layers_look_like(pages, learned):
    """After 50 pages, and 32 more for the study, the classifiers know those too: "lair" has come to mean layer 0."""
    before, after = taught(pages, TOPIC)

    assert np.count_nonzero((before == 0) & (after > 0)) == learned


def test_examples_that_have_no_text_are_learned_from_the_crawl():
    """They are known by their URLs alone: layer 0 is what the crawl found relevant."""
    before, after = taught(90, replace(TOPIC, examples=Examples(relevant=(Example(url="http://h.test/0"),))))

    assert not before.any()
    assert np.count_nonzero(after > 0) == 2  # wolf and lair


@pytest.mark.parametrize("erase", ["'x'", "-1", "1.5"])
def test_a_wrong_threshold_is_refused(erase):
    with pytest.raises(strategies.StrategyError, match=r"erase cannot be .*; write a score from 0 to 1, or None"):
        strategies.find(f"context_graph(erase={erase})")


def test_no_threshold_may_be_written_out():
    assert repr(strategies.find("context_graph(erase=None)")) == "context_graph"
