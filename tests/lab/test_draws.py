from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from lycosa.lab.bounds import truth, unseen
from lycosa.lab.draws import Draw, chosen, drawn, like, query_of, twins
from lycosa.lab.experiment import Experiment, Guide, Start, Topics
from lycosa.lab.graph import Graph, graph_of
from lycosa.lab.making import back_links, concepts, near, topic_of, tree
from lycosa.lab.records import LabError
from lycosa.pages.urls import Canon
from tests.lab.storing import stored
from tests.webs.warcs import Said, write

if TYPE_CHECKING:
    from lycosa.lab.store import Store

PLAIN = Experiment(webs=("small",), strategies=("best_first",), topics=Topics(least=30))


@pytest.fixture(scope="module")
def graph(small: Store) -> Graph:
    return graph_of(small)


def draw(small: Store, graph: Graph, name: str = "glaciers", **changes) -> Draw:
    return drawn(small, graph, name, msgspec.structs.replace(PLAIN, **changes), Path())


def test_seeds_positives_and_targets_are_the_topics_pages_each_once(small: Store, graph: Graph) -> None:
    found = draw(small, graph, start=Start(seeds=4), guide=Guide(positives=9, negatives=12))
    labelled = set(small.labels["glaciers"])

    assert found.seeds == found.positives[:4]
    assert len(found.positives) == 9
    assert len(found.negatives) == 12
    assert set(found.positives) | set(found.targets) <= labelled
    assert not set(found.positives) & set(found.targets)
    assert not set(found.negatives) & labelled
    for place in labelled - set(found.positives) - set(found.targets):
        assert like(small, place, found.positives)


def test_without_positives_the_guide_has_the_seeds(small: Store, graph: Graph) -> None:
    found = draw(small, graph)
    assert (len(found.seeds), found.positives, found.negatives) == (5, (), ())


def test_a_draw_depends_on_number_and_topic_alone(small: Store, graph: Graph) -> None:
    found = draw(small, graph)

    assert draw(small, graph, topics=Topics(names=("glaciers",))) == found
    assert draw(small, graph, number=2).seeds != found.seeds
    assert draw(small, graph, "orchards").seeds != found.seeds


def test_a_far_start_is_so_many_links_away(small: Store, graph: Graph) -> None:
    for links in (1, 2):
        found = draw(small, graph, start=Start(seeds=3, far=links))
        levels = [graph.levels([seed]) for seed in found.seeds]
        there = small.labels["glaciers"]
        assert [min(level[place] for place in there if level[place] >= 0) for level in levels] == [links] * 3
        assert len(found.positives) == 3
        assert set(found.positives) <= set(there)


def test_words_alone_find_where_to_begin(small: Store, graph: Graph) -> None:
    found = draw(small, graph, start=Start(seeds=0))
    titles = [small.facts(place).title.lower() + small.facts(place).lead.lower() for place in found.seeds]

    assert len(found.seeds) == 10
    assert sum("glacier" in text for text in titles) >= 5
    assert not set(found.seeds) & set(found.targets)


def test_topics_are_chosen_by_size_name_and_number(small: Store) -> None:
    def names(**asked) -> list[str]:
        return chosen(small, msgspec.structs.replace(PLAIN, topics=Topics(**asked)))

    assert names(least=30) == ["avalanches", "beekeeping", "glaciers", "orchards"] or set(names(least=30)) == {
        "avalanches",
        "beekeeping",
        "glaciers",
        "orchards",
    }
    assert "avalanches" not in names(least=40)
    assert names(names=("orchards", "avalanches")) == ["orchards", "avalanches"]
    assert "glaciers" not in names(least=30, leave_out=("glaciers",))
    two = names(least=30, draw=2)
    assert two == names(least=30, draw=2)
    assert len(two) == 2


def test_parents_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    labels = {"A": ["http://a.test/1"], "A.b": ["http://a.test/1"], "Ab": ["http://a.test/1"]}
    store = stored(tmp_path, str(write(tmp_path / "w.warc.gz", Said("http://a.test/1"))), labels=labels)

    def names(**asked) -> list[str]:
        return chosen(store, msgspec.structs.replace(PLAIN, topics=Topics(least=1, **asked)))

    assert names() == ["A.b", "Ab"]
    assert names(leaves=False) == ["A", "A.b", "Ab"]
    assert names(leaves=False, leave_out=("A",)) == ["Ab"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"topics": Topics(names=("glacier",))}, "small has no topic glacier"),
        ({"topics": Topics(least=500)}, "small has 0 topics of 500 pages or more"),
        ({"topics": Topics(least=30, draw=9)}, "9 are asked for"),
        ({"guide": Guide(positives=48)}, "glaciers that are no seeds and teach the guide nothing: there are 0"),
        ({"guide": Guide(negatives=5000)}, "labelled pages of other topics: there are"),
        ({"start": Start(far=40)}, "pages 40 links away from glaciers: there are 0, and 5 are needed"),
        ({"targets": {"glaciers": "nowhere.txt"}}, "nowhere.txt: cannot be read"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(small: Store, graph: Graph, changes: dict[str, object], said: str) -> None:
    experiment = msgspec.structs.replace(PLAIN, **changes)
    with pytest.raises(LabError, match=said) as told:
        drawn(small, graph, "glaciers", experiment, Path()) if chosen(small, experiment) else None
    assert "\n" not in str(told.value)


def test_targets_may_come_from_a_list(small: Store, graph: Graph, tmp_path: Path) -> None:
    urls = [small.url_of(place) for place in range(20)]
    (tmp_path / "list.txt").write_text("# mine\n" + "\n".join(urls) + "\n\n")
    experiment = msgspec.structs.replace(PLAIN, targets={"mine": "list.txt"}, start=Start(seeds=3))
    found = drawn(small, graph, "mine", experiment, tmp_path)

    assert set(found.seeds) | set(found.targets) <= set(range(20))
    assert len(found.seeds) == 3
    (tmp_path / "list.txt").write_text("http://nowhere.test/\n")
    with pytest.raises(LabError, match=r"list.txt: 1 of 1 URLs are no pages of small, http://nowhere.test/ the first"):
        drawn(small, graph, "mine", experiment, tmp_path)


def test_a_target_of_a_list_may_be_no_page(tmp_path: Path) -> None:
    """A PDF, as among a search service's first hundred; it counts where a URL that is taken counts."""
    said = [Said(f"http://a.test/{number}", b"<p>one " + b"word%d " % number * 30) for number in range(4)]
    paper = Said("http://a.test/paper.pdf", b"%PDF-1.4", headers=(("Content-Type", "application/pdf"),))
    store = stored(tmp_path, str(write(tmp_path / "w.warc.gz", *said, paper)))
    (tmp_path / "list.txt").write_text("\n".join([one.url for one in [*said, paper]]))
    experiment = msgspec.structs.replace(PLAIN, targets={"mine": "list.txt"}, start=Start(seeds=1))
    found = drawn(store, graph_of(store), "mine", experiment, tmp_path)

    assert found.by_url == (Canon().key("http://a.test/paper.pdf"),)
    assert len(found.seeds) + len(found.targets) == 4


TEXT = " ".join(f"word{number}" for number in range(60))


@pytest.fixture
def alike(tmp_path: Path) -> Store:
    """Ten pages of a topic, of which the last two are nearly and exactly the first."""
    pages = [f"<p>{TEXT} {number * 'other '}{number} " + f"more{number} " * 30 for number in range(8)]
    pages += [pages[0] + "x", pages[0]]
    said = [Said(f"http://a.test/{number}", html.encode()) for number, html in enumerate(pages)]
    labels = {"x": [one.url for one in said]}
    return stored(tmp_path, str(write(tmp_path / "w.warc.gz", *said)), labels=labels)


def test_near_duplicates_of_what_is_known_are_no_targets(alike: Store) -> None:
    assert twins(alike, 9, [0, 1, 2]) == [0]
    assert twins(alike, 8, [0, 1, 2]) in ([0], [])
    experiment = msgspec.structs.replace(PLAIN, topics=Topics(least=1), start=Start(seeds=9))
    left: list[int] = []
    for number in range(1, 30):  # some of them leave out one of the twins alone
        try:
            left += drawn(
                alike, graph_of(alike), "x", msgspec.structs.replace(experiment, number=number), Path()
            ).targets
        except LabError as told:
            assert "teach the guide nothing" in str(told)  # noqa: PT017 - both happen, by the number
    assert set(left) <= set(range(1, 9))
    assert left


def test_a_guide_that_knows_a_target_is_refused_by_name(alike: Store) -> None:
    """Whether it is one, or nearly one."""
    graph = graph_of(alike)
    found = drawn(alike, graph, "x", msgspec.structs.replace(PLAIN, start=Start(seeds=2)), Path())
    target = alike.url_of(found.targets[0])

    def with_examples(*urls: str) -> Draw:
        guide = Guide(examples={"x": urls})
        return drawn(alike, graph, "x", msgspec.structs.replace(PLAIN, start=Start(seeds=2), guide=guide), Path())

    with pytest.raises(LabError, match=f"the guide of x would learn from {target}, which is a target"):
        with_examples(target)
    seeds = [alike.url_of(place) for place in found.seeds]
    assert with_examples(*seeds).positives == found.seeds


def test_nearly_a_target_is_refused_too(alike: Store) -> None:
    """Page 9 is no page of the topic here, and yet the first again."""
    graph = graph_of(alike)
    alike.labels["x"] = list(range(8))
    guide = Guide(examples={"x": ("http://a.test/9",)})
    for number in range(1, 6):
        experiment = msgspec.structs.replace(PLAIN, start=Start(seeds=1), guide=guide, number=number)
        seed = drawn(alike, graph, "x", msgspec.structs.replace(experiment, guide=Guide()), Path()).seeds[0]
        if seed == 0:
            continue
        with pytest.raises(LabError, match=r"a.test/9, which is nearly the target http://a.test/0"):
            drawn(alike, graph, "x", experiment, Path())


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("Design_and_Technology.Railway_transport", "railway transport"),
        ("Science/Biology", "science biology"),
        ("WolfSpiders", "wolf spiders"),
        ("glaciers", "ice"),
    ],
)
def test_a_query_is_given_or_the_end_of_the_name(name: str, query: str) -> None:
    assert query_of(name, msgspec.structs.replace(PLAIN, queries={"glaciers": "ice"})) == query


NAMES = ("Art", "Science", "Science.Biology", "Science.Biology.Birds", "Science.Biology.Fish", "Science.Physics")


@pytest.fixture
def dotted(tmp_path: Path) -> Store:
    """Six pages of each name, those below it too; each links to the next."""
    pages = [f"http://a.test/{number}" for number in range(36)]
    said = [
        Said(url, f"<p>before <a href={pages[(place + 1) % 36]}>on from {place}</a> after {place * 'w '}".encode())
        for place, url in enumerate(pages)
    ]
    own = {name: pages[6 * place : 6 * place + 6] for place, name in enumerate(NAMES)}
    labels = {
        name: [url for other in NAMES if (other + ".").startswith(name + ".") for url in own[other]] for name in own
    }
    return stored(tmp_path, str(write(tmp_path / "w.warc.gz", *said)), labels=labels)


def test_the_tree_is_that_of_the_names(dotted: Store) -> None:
    found = Draw("small", "Science.Biology.Birds", (18,), (18, 19), (), (20, 21))
    nodes = tree(dotted, found, 1)
    own = {f"on from {place}" for place in range(18, 24)}

    assert near(dotted, "Science.Biology.Birds") == ["Art", "Science", "Science.Biology", "Science.Biology.Fish"]
    assert [(node.path, node.wanted) for node in nodes] == [
        ("Science/Biology/Birds", True),
        ("Art", False),
        ("Science/Biology/Fish", False),
    ]
    assert [len(node.examples) for node in nodes] == [2, 5, 5]
    for node in nodes[1:]:
        assert not any(part in example.text for example in node.examples for part in own)


def test_concepts_are_the_topic_in_focus_with_what_is_around_it(dotted: Store) -> None:
    found = concepts(dotted, "Science.Biology.Birds")

    assert [(one.id, one.focus, one.labels, one.broader) for one in found] == [
        ("Science.Biology.Birds", True, ("birds",), ("Science.Biology",)),
        ("Science", False, ("science",), ()),
        ("Science.Biology", False, ("biology",), ("Science",)),
        ("Science.Biology.Fish", False, ("fish",), ("Science.Biology",)),
    ]
    assert found[0].related == ("Science.Biology.Fish",)
    assert concepts(dotted, "Art")[0].broader == ()


def test_back_links_come_layer_by_layer_with_the_words_around_them(dotted: Store) -> None:
    found = back_links(dotted, graph_of(dotted), Draw("small", "Art", (5,), (), (), ()), 1)

    assert [(one.layer, one.url) for one in found] == [(layer, f"http://a.test/{5 - layer}") for layer in (1, 2, 3)]
    assert found[0].contexts == (f"before on from 4 after {'w ' * 4}".strip(),)
    assert "on from 4" in found[0].text


def test_a_topic_has_what_is_asked_of_it_and_no_more(small: Store, graph: Graph) -> None:
    found = draw(small, graph, guide=Guide(positives=5, negatives=4))
    plain = topic_of(small, graph, found, PLAIN)
    asking = msgspec.structs.replace(PLAIN, strategies=("vocabulary_anchor", "ontology"))
    full = topic_of(small, graph, found, asking)

    assert (plain.query, plain.tree, plain.vocabulary, plain.concepts) == ("glaciers", (), (), ())
    assert len(plain.examples.unrelated) == 4
    assert full.vocabulary
    assert full.concepts
    bare = topic_of(small, graph, found, msgspec.structs.replace(PLAIN, start=Start(query=False)))
    assert bare.query == ""


def test_nothing_a_hunt_is_told_comes_from_the_targets(small: Store, graph: Graph) -> None:
    """Whatever is to be found, the topic is the same."""
    strategies = ("vocabulary_anchor", "ontology", "oracle")
    experiment = msgspec.structs.replace(PLAIN, strategies=strategies, guide=Guide(positives=6, negatives=6))
    found = drawn(small, graph, "glaciers", experiment, Path())

    assert topic_of(small, graph, found._replace(targets=(1, 2, 3)), experiment) == topic_of(
        small, graph, found, experiment
    )


def test_truth_is_halved_by_each_link_and_a_redirects_is_its_pages(tmp_path: Path) -> None:
    warc = write(
        tmp_path / "w.warc.gz",
        Said("http://a.test/0", b"<a href=/moved>on</a>"),
        Said("http://a.test/1", b"<a href=/2>on</a>one"),
        Said("http://a.test/2", b"<p>target"),
        Said("http://a.test/3", b"<p>away"),
        Said("http://a.test/moved", b"", "301 Moved", (("Location", "/1"),)),
        Said("http://a.test/gone", b"", "404 Not Found"),
    )
    store = stored(tmp_path, str(warc))
    key = Canon().key
    for keys, values in (truth(store, graph_of(store), [2]), unseen(store, np.array([0.25, 0.5, 1.0, 0.0]))):
        found = dict(zip(keys.tolist(), values.tolist(), strict=True))
        assert np.all(keys[1:] > keys[:-1])
        due = {"0": 0.25, "1": 0.5, "2": 1.0, "3": 0.0, "moved": 0.5, "gone": 0.0}
        assert found == {key(f"http://a.test/{name}"): value for name, value in due.items()}
