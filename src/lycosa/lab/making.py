"""The topic that is hunted, made of what a stored web knows: words, examples, a tree, back-links, concepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa import judges
from lycosa.crawl.reading import split_use
from lycosa.judges.terms import propose
from lycosa.judges.training import page_words
from lycosa.lab.draws import dice, query_of
from lycosa.lab.ways import strategy_of
from lycosa.pages.cues import cued
from lycosa.topics.topic import BackLink, Concept, Example, Examples, Node, Topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.lab.draws import Draw
    from lycosa.lab.experiment import Experiment
    from lycosa.lab.graph import Graph
    from lycosa.lab.store import Store
    from lycosa.pages.records import Page

CONTEXT = "window(40)"
TERMS, TREE, BACK, ONTOLOGY = map(frozenset, (["vocabulary"], ["taxonomy", "tree"], ["back_links"], ["concepts"]))
LAYERS = 3  # links behind a known page that back-links are gathered
BEHIND = 40  # pages of a layer
OF_NODE = 5  # example pages of a neighbour in the tree


def topic_of(store: Store, graph: Graph, draw: Draw, experiment: Experiment) -> Topic:
    """What strategies and judges ask of a topic. Nothing of it comes from the targets."""
    name, asked = draw.topic, asked_of(experiment)
    start = start_of(store, draw)
    query = query_of(name, experiment) if experiment.start.query or not experiment.start.seeds else ""
    unrelated = [store.page(place) for place in draw.negatives]
    return Topic(
        name=name,
        description=experiment.descriptions.get(name, ""),
        query=query,
        examples=Examples(unrelated=tuple(Example(text=text_of(page)) for page in unrelated)),
        vocabulary=propose(list(map(page_words, start)), list(map(page_words, unrelated))) if asked & TERMS else (),
        tree=tree(store, draw, experiment.number) if asked & TREE else (),
        back_links=back_links(store, graph, draw, experiment.number) if asked & BACK else (),
        concepts=concepts(store, name) if asked & ONTOLOGY else (),
    )


def judges_of(experiment: Experiment) -> list[str]:
    """The guide and all that strategies name."""
    uses = [use for name in experiment.strategies for use in strategy_of(name).uses]
    return list(dict.fromkeys([experiment.guide.judge, *(judge for use in uses if (judge := split_use(use).judge))]))


def asked_of(experiment: Experiment) -> frozenset[str]:
    """What strategies and judges need."""
    needs = [need for name in experiment.strategies for need in strategy_of(name).needs]
    needs += [one for name in judges_of(experiment) for need in judges.find(name).needs for one in need.split("|")]
    return frozenset(needs)


def start_of(store: Store, draw: Draw) -> list[Page]:
    """The pages a judge is shown."""
    return [store.page(place) for place in draw.positives or draw.seeds]


def text_of(page: Page) -> str:
    """The words of what a reader sees."""
    return " ".join(page_words(page))


def words_of(name: str) -> str:
    """The words of a topic's last name."""
    return name.rpartition(".")[2].replace("_", " ").lower()


def near(store: Store, name: str) -> list[str]:
    """The topics beside this one, those above it, and the greatest of all, in their order."""
    parent = name.rpartition(".")[0]
    above = {".".join(name.split(".")[:depth]) for depth in range(1, name.count(".") + 1)}
    return [
        other
        for other in store.labels
        if other != name and (other.rpartition(".")[0] == parent or "." not in other or other in above)
    ]


def tree(store: Store, draw: Draw, number: int) -> tuple[Node, ...]:
    """The topic among its neighbours, by the dotted names of labels; a neighbour's pages are drawn."""
    own = set(store.labels.get(draw.topic, ())) | set(draw.seeds) | set(draw.positives)
    nodes = [Node(_path(draw.topic), wanted=True, examples=_examples(store, draw.positives or draw.seeds))]
    for name in near(store, draw.topic):
        if draw.topic.startswith(name + "."):
            continue
        places = [place for place in store.labels[name] if place not in own]
        order = dice(number, "tree", store.name, draw.topic, name).permutation(len(places))[:OF_NODE]
        if len(order):
            nodes.append(Node(_path(name), examples=_examples(store, [places[at] for at in order.tolist()])))
    return tuple(nodes)


def _path(name: str) -> str:
    return name.replace(".", "/")


def _examples(store: Store, places: Sequence[int]) -> tuple[Example, ...]:
    return tuple(Example(text=text_of(store.page(place))) for place in places)


def back_links(store: Store, graph: Graph, draw: Draw, number: int) -> tuple[BackLink, ...]:
    """Pages that lead to the known ones, layer by layer, with the words around their links to the layer below."""
    rng = dice(number, "back", store.name, draw.topic)
    known = draw.positives or draw.seeds
    level = graph.reversed.levels(known, LAYERS)
    found = []
    below = np.array(sorted(known), np.int64)
    for layer in range(1, LAYERS + 1):
        leads = np.isin(graph.targets, below)
        there = np.unique(graph.sources[leads & (level[graph.sources] == layer)])
        here = np.sort(there[rng.permutation(len(there))[:BEHIND]])
        wanted = frozenset(store.url_of(place) for place in below.tolist())
        found += [_behind(store.page(place), layer, wanted) for place in here.tolist()]
        below = here
    return tuple(found)


def _behind(page: Page, layer: int, wanted: frozenset[str]) -> BackLink:
    text, (starts, ends) = cued(page, CONTEXT)
    spans = zip(page.links.urls, starts.tolist(), ends.tolist(), strict=True)
    held = text.lexicon.words
    contexts = [
        " ".join(held[token] for token in text.tokens[start:end].tolist()) for url, start, end in spans if url in wanted
    ]
    return BackLink(layer, text_of(page), tuple(contexts), page.url)


def concepts(store: Store, name: str) -> tuple[Concept, ...]:
    """The topic and its neighbours as concepts, by their names alone."""
    parent = name.rpartition(".")[0]
    beside = [other for other in near(store, name) if other.rpartition(".")[0] == parent and parent]
    own = Concept(name, (words_of(name),), (parent,) if parent else (), tuple(beside), focus=True)
    others = [other for other in near(store, name) if other in beside or name.startswith(other + ".")]
    return (own, *(Concept(other, (words_of(other),), _broader(other)) for other in others))


def _broader(name: str) -> tuple[str, ...]:
    return (parent,) if (parent := name.rpartition(".")[0]) else ()
