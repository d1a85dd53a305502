"""The pages of a web as one topic of an experiment sees them: what every measure but the fetches goes by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from lycosa import judges
from lycosa.judges.quality import quality
from lycosa.lab.making import text_of
from lycosa.lab.records import Ground
from lycosa.topics.topic import Example, Examples, Topic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import Judge
    from lycosa.lab.draws import Draw
    from lycosa.lab.graph import Graph
    from lycosa.lab.records import Values
    from lycosa.lab.sharing import Sight
    from lycosa.lab.store import Store

TEN = 10  # start pages whose median is the seed's threshold; pages of the second description
FOLDS = 3  # of the committee: no page is judged by what learned from it
FOLDED = 5  # examples of a kind that a guide needs for its accuracy to say something
TIMES = 2  # negatives of the committee for each positive
COMMITTEE = "committee"


def ground_of(sight: Sight, draw: Draw, graph: Graph, plain: Mapping[str, NDArray[Any]], *, committee: bool) -> Ground:
    """All columns that can be had."""
    store, topic = sight.common.answers.store, sight.topic
    columns: dict[str, NDArray[Any]] = dict(plain)
    columns["guide"], columns["guide_margin"] = guided(sight)
    columns["cosine"] = margins(store, made("cosine", topic, sight.start))
    second = [store.page(place) for place in draw.targets[:TEN]]
    columns["second_cosine"] = margins(store, made("cosine(like='examples')", Topic(name=topic.name), second))
    columns["level"] = graph.levels(draw.seeds).astype(np.int32)
    facts: dict[str, float | str] = {
        "domain": topic.name.partition(".")[0],
        "query": topic.query,
        "targets": float(len(draw.targets)),
        "description": "editor" if topic.description else "start pages",
    }
    if topic.query:
        columns["nyu_cosine"] = margins(store, made("nyu_cosine", topic, sight.start))
        raw = columns["nyu_cosine"][list(draw.seeds)[:TEN]]
        facts["nyu_threshold"] = float(np.median(raw))
        predicate = made(f"predicate(keyword={topic.query!r})", topic, ())
        columns["predicate"] = predicate.curve(margins(store, predicate)) >= 0.5
    if committee and COMMITTEE in judges.known():
        columns["committee"] = committee_of(store, draw, topic)
    if min(len(sight.start), len(topic.examples.unrelated)) >= FOLDED:
        facts |= accuracy(sight)
    target = np.zeros(len(store), np.bool_)
    target[list(draw.targets)] = True
    by_url = np.array(draw.by_url, np.uint64)
    return Ground(store.name, topic.name, np.array(draw.seeds, np.int64), target, columns, facts, by_url)


def made(name: str, topic: Topic, start: Sequence[Any]) -> Judge:
    """A judge made ready."""
    judge = judges.find(name)
    judge.begin(topic, start)
    return judge


def margins(store: Store, judge: Judge) -> Values:
    """The judge's raw value of every page."""
    texts = (store.page(place).text for place in range(len(store)))
    return np.array([float(judge.margins(text, text.page)[0]) for text in texts])


def guided(sight: Sight) -> tuple[Values, Values]:
    """The guide's score and margin of every page."""
    store, reader = sight.common.answers.store, sight.plain_reader()
    found = np.array([reader.judge(store.page(place)) for place in range(len(store))]).reshape(-1, 2)
    return found[:, 1], found[:, 0]


def committee_of(store: Store, draw: Draw, topic: Topic) -> NDArray[np.bool_]:
    """The committee's majority, cross-fitted: of each third of the web the judgement by what the others taught."""
    positives = sorted({*draw.targets, *draw.seeds, *draw.positives})
    own = frozenset(positives)
    labelled = sorted({place for places in store.labels.values() for place in places} - own)
    step = max(1, len(labelled) // (TIMES * len(positives)))
    negatives = labelled[::step]
    fold = np.arange(len(store)) % FOLDS
    for kind in (positives, negatives):
        fold[kind] = np.arange(len(kind)) % FOLDS
    majority = np.zeros(len(store), np.bool_)
    for held in range(FOLDS):
        judge = _taught(
            store, topic, [[place for place in kind if fold[place] != held] for kind in (positives, negatives)]
        )
        for place in np.flatnonzero(fold == held).tolist():
            text = store.page(place).text
            majority[place] = float(judge.scores(text, text.page)[0]) >= 0.5
    return majority


def _taught(store: Store, topic: Topic, kinds: list[list[int]]) -> Judge:
    relevant, unrelated = ([store.page(place) for place in kind] for kind in kinds)
    examples = Examples(unrelated=tuple(Example(text=text_of(page)) for page in unrelated))
    return made(COMMITTEE, msgspec.structs.replace(topic, examples=examples), relevant)


def accuracy(sight: Sight) -> dict[str, float | str]:
    """How often the guide is right on examples held out."""
    found = quality(sight.guide, sight.topic, sight.start)
    return {} if found is None else {"guide_accuracy": found.accuracy.value}
