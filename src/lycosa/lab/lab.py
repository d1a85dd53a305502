"""An experiment from its file to its results: checked first, then run on all cores, gone on with after a stop."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from lycosa import __version__, judges
from lycosa.crawl.reading import split_use
from lycosa.engines import earlier
from lycosa.engines.hunts import begun, check_needs
from lycosa.engines.retraining import check as check_retraining
from lycosa.lab import files
from lycosa.lab.draws import chosen, drawn
from lycosa.lab.experiment import read_experiment
from lycosa.lab.graph import graph_of
from lycosa.lab.kept import cue_key
from lycosa.lab.making import judges_of, start_of, topic_of
from lycosa.lab.records import LabError
from lycosa.lab.shelf import open_stored
from lycosa.lab.ways import strategy_of, way_of
from lycosa.lab.work import SPARED, Work, do, missing
from lycosa.pages.cues import cue_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lycosa.lab.experiment import Experiment
    from lycosa.lab.store import Store

    Told = Callable[[int, int, str], None]  # done, of how many, and what was done last

BOUNDS = ("truth", "unseen")


def planned(path: Path, out: Path, shelf: Path, scale: str = "") -> list[Work]:
    """The work of an experiment, one topic at a time. What is wrong is said here, before anything runs."""
    experiment = read_experiment(path, scale)
    check_committee(experiment)
    check_names(experiment)
    learned = Path(experiment.earlier).expanduser() if experiment.earlier else None
    works = []
    for name in experiment.webs:
        store = open_stored(name, shelf)
        check_store(store, experiment)
        graph = graph_of(store)
        draws = [drawn(store, graph, topic, experiment, path.parent) for topic in chosen(store, experiment)]
        topics = [topic_of(store, graph, draw, experiment) for draw in draws]
        for draw, topic in zip(draws, topics, strict=True):
            start = start_of(store, draw)
            judges.check_needs(judges.find(experiment.guide.judge), topic, start)
            for strategy in experiment.strategies:
                made = strategy_of(strategy)
                known = earlier.given(learned, repr(made))
                check_needs(made, topic, start, {**dict.fromkeys(BOUNDS, True), **known})
        for judge in judges_of(experiment):
            begun(judge, topics[0], start_of(store, draws[0]))
        works += [Work(store.folder, out, draw, experiment) for draw in draws]
    settle(out, works, experiment, scale)
    return works


def check_committee(experiment: Experiment) -> None:
    """Refuse what only fails at the first ground: a committee without what it learns by."""
    if experiment.committee and find_spec("sklearn") is None:
        raise LabError("the committee learns by scikit-learn: pip install 'lycosa[learn]', or write committee = false")


def check_names(experiment: Experiment) -> None:
    """Refuse names that cannot be read, and one strategy under two names."""
    ways = list(map(way_of, experiment.strategies))
    for way in ways:
        if way.retrain:
            check_retraining(repr(way.strategy), experiment.guide.judge)
    names = [way.name for way in ways]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise LabError(f"strategies has {name} twice, once as {experiment.strategies[place]}")
    judges.find(experiment.guide.judge)


def check_store(store: Store, experiment: Experiment) -> None:
    """Refuse what the web was stored without."""
    asked = experiment.rules().page_bytes
    if asked != store.about["page_bytes"] and asked < store.answers["size"].max(initial=0):
        raise LabError(f"{store.name} was stored with all of its pages: import it again with --page-bytes {asked}")
    for name in experiment.strategies:
        for cue in (split_use(use).cue for use in strategy_of(name).uses):
            if cue and cue_of(cue).word == "block" and cue_key(cue) not in store.about["blocks"]:
                raise LabError(
                    f"{name} goes by {cue}, which {store.name} was stored without: import it with --cue {cue!r}"
                )


def settle(out: Path, works: Sequence[Work], experiment: Experiment, scale: str) -> None:
    """Write the manifest; a folder that holds another experiment is left alone."""
    told = msgspec.json.decode(msgspec.json.encode(manifest_of(works, experiment, scale)))
    if (out / files.MANIFEST).exists():
        before = files.manifest(out)
        if {**before, "code": ""} != {**told, "code": ""}:
            other = next((name for name in told if before.get(name) != told[name]), "")
            raise LabError(f"{out}: holds another experiment ({other} is not the same); name another --out")
        return
    for folder in dict.fromkeys(work.web for work in works):
        save_seen(out, folder)
    files.save_manifest(out, told)


def save_seen(out: Path, folder: Path) -> None:
    """What the pages of a web are, for who judges by hand."""
    store = open_stored(folder.name, folder.parent)
    facts = ((store.url_of(place), store.facts(place)) for place in range(len(store)))
    files.save_pages(out, store.name, (files.Seen(url, fact.title, fact.lead) for url, fact in facts))


def manifest_of(works: Sequence[Work], experiment: Experiment, scale: str) -> dict[str, Any]:
    """All that is needed to do it again."""
    stores = {
        folder.name: open_stored(folder.name, folder.parent) for folder in dict.fromkeys(one.web for one in works)
    }
    plain = ("name", "source", "pages", "links", "answers", "cues", "page_bytes")
    return {
        "code": __version__,
        "experiment": msgspec.to_builtins(experiment),
        "strategies": [way_of(name).name for name in experiment.strategies],
        "bounds": [repr(made) for name in experiment.strategies if (made := strategy_of(name)).bound],
        "scale": scale,
        "short": scale == "short",
        "webs": {name: {fact: store.about[fact] for fact in plain} for name, store in stores.items()},
        "topics": [_told(stores[work.draw.web], work) for work in works],
    }


def _told(store: Store, work: Work) -> dict[str, Any]:
    draw = work.draw
    urls = {
        name: [store.url_of(place) for place in getattr(draw, name)] for name in ("seeds", "positives", "negatives")
    }
    return {"web": draw.web, "topic": draw.topic, "targets": list(draw.targets), **urls}


def cores() -> int:
    """Those this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def perform(works: Sequence[Work], jobs: int, told: Told = lambda *_: None) -> None:
    """Do all that is missing, a topic at a time on each core; the results do not depend on how many there are."""
    total = sum(len(missing(work)) for work in works)
    done = 0
    for place, name in one_by_one(works) if jobs <= 1 else at_once(works, min(jobs, len(works))):
        spared = name.endswith(SPARED)  # a repetition of what draws no lots
        total -= spared
        done += bool(name) and not spared
        told(done, total, name.removesuffix(SPARED) or works[place].draw.topic)


def one_by_one(works: Sequence[Work]) -> Iterator[tuple[int, str]]:
    """In this process."""
    for place, work in enumerate(works):
        names: list[str] = []
        do(work, names.append)
        yield from ((place, name) for name in names)


class Ties(NamedTuple):
    """What ties a worker to who started it."""

    queue: Any
    stop: Any


_ties: list[Ties] = []


def _join(queue: Any, stop: Any) -> None:
    """A worker begins."""
    _ties[:] = [Ties(queue, stop)]


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C: who started them tells them to finish their run."""
    if threading.current_thread() is not threading.main_thread():  # no other may say who hears what
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _one(place: int, work: Work) -> None:
    def told(name: str) -> None:
        _ties[0].queue.put((place, name))
        if _ties[0].stop.is_set():
            raise LabError("stopped")

    do(work, told)


def at_once(works: Sequence[Work], jobs: int) -> Iterator[tuple[int, str]]:
    """In processes of their own."""
    context = multiprocessing.get_context("spawn")
    ties = Ties(context.SimpleQueue(), context.Event())
    with ProcessPoolExecutor(jobs, context, _join, ties) as pool:
        try:
            with deaf():
                waiting = {pool.submit(_one, place, work) for place, work in enumerate(works)}
            while waiting:
                ended, waiting = wait(waiting, 0.2, FIRST_COMPLETED)
                while not ties.queue.empty():
                    yield ties.queue.get()
                for one in ended:
                    one.result()
        except BrokenProcessPool:
            raise LabError(
                "a worker died, for want of memory perhaps; run it again to go on, with fewer --jobs"
            ) from None
        finally:
            ties.stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
