from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lycosa import judges
from lycosa.lab import ground
from lycosa.lab.draws import Draw, drawn
from lycosa.lab.experiment import Experiment, Guide, Start, Topics
from lycosa.lab.graph import graph_of
from lycosa.lab.making import text_of, topic_of
from lycosa.lab.work import Web, plain_columns, sight_of
from lycosa.pages.hosts import host_of

if TYPE_CHECKING:
    from lycosa.lab.store import Store

PLAIN = Experiment(
    webs=("tiny",),
    strategies=("best_first",),
    topics=Topics(least=20),
    start=Start(seeds=4),
    guide=Guide(positives=8, negatives=8),
    queries={"beekeeping": "bees"},
)


@pytest.fixture(scope="module")
def web(tiny: Store) -> Web:
    return Web(tiny.folder)


@pytest.fixture(scope="module")
def draw(web: Web) -> Draw:
    return drawn(web.store, web.graph, "beekeeping", PLAIN, Path())


def test_no_page_is_judged_by_a_committee_that_learned_from_it(
    web: Web, draw: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And each of the topic's pages teaches all thirds but its own."""
    taught: list[frozenset[str]] = []
    judged: dict[str, int] = {}
    real = ground._taught

    def watched(store: Store, topic: Any, kinds: list[list[int]]) -> Any:
        judge = real(store, topic, kinds)
        taught.append(frozenset(store.url_of(place) for kind in kinds for place in kind))
        scores, number = judge.scores, len(taught) - 1
        urls = {id(store.page(place).text): store.url_of(place) for place in range(len(store))}

        def asked(text: Any, ranges: Any) -> Any:
            judged[urls[id(text)]] = number
            return scores(text, ranges)

        monkeypatch.setattr(judge, "scores", asked)
        return judge

    monkeypatch.setattr(ground, "_taught", watched)
    majority = ground.committee_of(web.store, draw, topic_of(web.store, web.graph, draw, PLAIN))
    urls = [web.store.url_of(place) for place in range(len(web.store))]

    assert len(taught) == ground.FOLDS
    assert sorted(judged) == sorted(urls)
    assert not [url for url, number in judged.items() if url in taught[number]]
    for place in (*draw.targets, *draw.positives):
        assert sum(urls[place] in one for one in taught) == ground.FOLDS - 1
    relevant = np.zeros(len(urls), np.bool_)
    relevant[web.store.labels["beekeeping"]] = True
    assert majority[relevant].mean() > majority[~relevant].mean() + 0.3


def test_margins_are_the_judges_own_page_by_page(web: Web) -> None:
    judge = ground.made("nyu_cosine", topic_of(web.store, web.graph, Draw("tiny", "bees", (0,), (), (), ()), PLAIN), ())
    found = ground.margins(web.store, judge)
    for place in range(0, len(web.store), 25):
        text = web.store.page(place).text
        assert found[place] == judge.margins(text, text.page)[0]


def test_the_guides_score_is_its_curve_of_its_margin(web: Web, draw: Draw) -> None:
    sight = sight_of(web, draw, PLAIN)
    scores, margins = ground.guided(sight)

    np.testing.assert_array_equal(sight.judge("").curve(margins), scores)
    assert len(scores) == len(web.store)


def test_accuracy_is_asked_for_where_there_are_examples_enough(web: Web, draw: Draw) -> None:
    sight = sight_of(web, draw, PLAIN)
    facts = ground.ground_of(sight, draw, web.graph, web.plain, committee=False).facts
    few = draw._replace(positives=draw.positives[:3])
    fewer = ground.ground_of(sight_of(web, few, PLAIN), few, web.graph, web.plain, committee=False).facts

    assert 0.5 <= float(facts["guide_accuracy"]) <= 1
    assert "guide_accuracy" not in fewer


def test_plain_columns_are_counted_one_by_one(tiny: Store) -> None:
    graph = graph_of(tiny)
    columns = plain_columns(tiny, graph)
    hosts = [host_of(tiny.url_of(place)) for place in range(len(tiny))]
    digests = [row.tobytes() for row in tiny.pages["digest"]]
    for names, column in ((hosts, columns["host"]), (digests, columns["digest"])):
        pairs = set(zip(names, column.tolist(), strict=True))
        assert len(pairs) == len({name for name, _ in pairs}) == len({number for _, number in pairs})
    links = list(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True))
    assert columns["in_degree"].tolist() == [sum(to == place for _, to in links) for place in range(len(tiny))]
    assert columns["size"].tolist() == [int(tiny.answers["size"][row["answer"]]) for row in tiny.pages]
    assert columns["pagerank"].sum() == pytest.approx(1)


def test_a_text_of_words_is_read_as_the_same_words(tiny: Store) -> None:
    """A guide that is shown pages as texts learns what it would from the pages."""
    from lycosa.pages.tokens import tokens

    for place in range(0, len(tiny), 10):
        page = tiny.page(place)
        held = page.text.lexicon.words
        start = int(page.text.page.starts[0])
        assert tokens(text_of(page)) == [held[token] for token in page.text.tokens[start:].tolist()]


def test_the_committee_is_there() -> None:
    assert ground.COMMITTEE in judges.known()
