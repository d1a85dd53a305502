"""All runs of one topic on one web, and its ground: what a worker does at a time."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.engines import earlier
from lycosa.lab import bounds, files
from lycosa.lab.graph import Graph, graph_of, hosts_of
from lycosa.lab.ground import ground_of
from lycosa.lab.making import start_of, topic_of
from lycosa.lab.records import FETCH, Run
from lycosa.lab.running import run
from lycosa.lab.sharing import Common, Sight, StoredAnswers
from lycosa.lab.store import Store
from lycosa.lab.ways import strategy_of, way_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from lycosa.lab.draws import Draw
    from lycosa.lab.experiment import Experiment
    from lycosa.lab.records import Ground, Values


SPARED = " (no lots drawn)"


class Work(NamedTuple):
    """A topic's runs."""

    web: Path
    out: Path
    draw: Draw
    experiment: Experiment


class Web:
    """A stored web and what is the same for all its topics."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        self.graph: Graph = graph_of(self.store)
        self.plain = plain_columns(self.store, self.graph)
        self.commons: dict[tuple[bool, bool], Common] = {}

    def common(self, experiment: Experiment) -> Common:
        """What all topics share by the experiment's rules."""
        canon = experiment.rules().canon
        found = self.commons.get((canon.www, canon.index))
        if found is None:
            found = self.commons[canon.www, canon.index] = Common(StoredAnswers(self.store, canon))
        return found


@lru_cache(2)
def web_at(folder: Path) -> Web:
    """The web that lies there, opened once by each process."""
    return Web(folder)


def plain_columns(store: Store, graph: Graph) -> dict[str, NDArray[Any]]:
    """Those of a ground that no topic changes."""
    _, digests = np.unique(store.pages["digest"], axis=0, return_inverse=True)
    return {
        "host": hosts_of(store),
        "digest": digests.reshape(-1).astype(np.int32),
        "size": store.answers["size"][store.pages["answer"]],
        "in_degree": graph.in_degree().astype(np.int32),
        "pagerank": graph.page_rank(),
    }


def sight_of(web: Web, draw: Draw, experiment: Experiment) -> Sight:
    """The topic as its hunts see it."""
    topic = topic_of(web.store, web.graph, draw, experiment)
    start = start_of(web.store, draw)
    return Sight(topic, experiment.guide.judge, start, experiment.rules(), web.common(experiment))


def wanted(work: Work) -> Iterator[tuple[str, int, int]]:
    """Strategy, budget and repetition of each run; later repetitions only matter to those that draw lots."""
    for strategy in work.experiment.strategies:
        for budget in work.experiment.budgets:
            for repetition in range(work.experiment.repetitions):
                yield strategy, budget, repetition


def path_of(work: Work, strategy: str, budget: int, repetition: int) -> Path:
    """Where a run lies, or is to lie."""
    named = way_of(strategy).name
    return files.run_path(work.out, Run(work.draw.web, work.draw.topic, named, repetition, budget, np.zeros(0, FETCH)))


def missing(work: Work) -> list[tuple[str, int, int]]:
    """The runs that are not there yet; of those that draw no lots the first is enough."""
    found, settled = [], set()
    for strategy, budget, repetition in wanted(work):
        path = path_of(work, strategy, budget, repetition)
        if not path.exists():
            if (strategy, budget) not in settled:
                found.append((strategy, budget, repetition))
        elif not repetition and not files.load_run(path).facts.get("lots"):
            settled.add((strategy, budget))
    return found


def do(work: Work, told: Callable[[str], None] = lambda _: None) -> None:
    """Do all that is missing."""
    left = missing(work)
    ground_path = files.ground_path(work.out, work.draw.web, work.draw.topic)
    if not left and ground_path.exists():
        return
    web = web_at(work.web)
    sight = sight_of(web, work.draw, work.experiment)
    if ground_path.exists():
        ground = files.load_ground(ground_path)
    else:
        ground = ground_of(sight, work.draw, web.graph, web.plain, committee=work.experiment.committee)
        files.save_ground(work.out, ground)
    told("")
    given = Given(web, work.draw, ground, work.experiment.earlier)
    alone: set[tuple[str, int]] = set()
    for strategy, budget, repetition in left:
        if (strategy, budget) in alone:
            told(strategy + SPARED)
            continue
        if not _run(work, sight, given, strategy, budget, repetition).facts["lots"]:
            alone.add((strategy, budget))
        told(strategy)


def _run(work: Work, sight: Sight, given: Given, strategy: str, budget: int, repetition: int) -> Run:
    store, experiment = sight.common.answers.store, work.experiment
    ended = run(
        sight,
        strategy,
        [store.url_of(place) for place in work.draw.seeds],
        experiment.rules(budget, repetition),
        repetition=repetition,
        in_flight=experiment.in_flight,
        given=given.of(strategy),
    )
    files.save_run(work.out, ended)
    return ended


class Given:
    """What bounds are given, worked out where one asks for it; and what was learned earlier."""

    def __init__(self, web: Web, draw: Draw, ground: Ground, learned: str = "") -> None:
        self.web = web
        self.draw = draw
        self.learned = Path(learned).expanduser() if learned else None
        self.guide: Values = ground.columns["guide"].astype(np.float64)
        self.made: dict[str, Any] = {}

    def of(self, strategy: str) -> dict[str, Any]:
        """By the names of the strategy's needs."""
        made = strategy_of(strategy)
        needs = [need for need in made.needs if need in ("truth", "unseen")]
        return {**{need: self._made(need) for need in needs}, **earlier.given(self.learned, repr(made))}

    def _made(self, need: str) -> Any:
        if need not in self.made:
            store = self.web.store
            if need == "truth":
                self.made[need] = bounds.truth(store, self.web.graph, self.draw.targets)
            else:
                self.made[need] = bounds.unseen(store, self.guide)
        return self.made[need]
