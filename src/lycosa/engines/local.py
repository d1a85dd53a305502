"""A live hunt on this machine: begun in an empty folder, or gone on with where it stands."""

from __future__ import annotations

import asyncio
import gc
import signal
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lycosa import __version__, strategies
from lycosa.collection import journal
from lycosa.collection import run as runs
from lycosa.collection.collection import Collection, begin
from lycosa.crawl.state import pack
from lycosa.crawl.stops import BUDGETS
from lycosa.engines import earlier
from lycosa.engines.cell import Cell
from lycosa.engines.hunts import START, check_needs, instead, judges_for, rules_for, shown, with_synonyms
from lycosa.engines.rebuild import Rebuilt
from lycosa.engines.retraining import check as check_retraining
from lycosa.engines.start import Prefetched, Starter
from lycosa.pages.lexicon import Lexicon
from lycosa.webs.live.fetch import LiveWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from lycosa.collection.run import Run
    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.events import Stopped
    from lycosa.crawl.settings import Settings
    from lycosa.engines.retraining import Round
    from lycosa.judges.base import Judge
    from lycosa.topics.topic import Topic
    from lycosa.webs.live.settings import FetchSettings

PARALLEL = 32


@dataclass(frozen=True, slots=True)
class Ended:
    """A live hunt that is over, for now."""

    stopped: Stopped
    crawl: Crawl
    folder: Path
    seconds: float
    faults: dict[str, str]  # start pages that could not be had
    rounds: tuple[Round, ...] = ()  # of training while it ran
    idle: str = ""  # why there was none, where one was asked for
    broken: tuple[str, ...] = ()  # checkpoints that were not as they had been left: the log was gone through instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What to hunt where. `run` and `topic` are needed only where the folder holds no hunt yet."""

    folder: Path
    run: Run
    topic: Topic
    parallel: int = PARALLEL
    retrain: int = 0  # pages after which the judge is trained again; never
    earlier: Path | None = None  # a collection, or a file, of what the strategy learned before


def now_utc() -> str:
    """The time of day, as runs are named."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")


def new_run(
    topic: Topic, judge: str, strategy: str, seeds: tuple[str, ...], settings: Settings, fetch: FetchSettings
) -> Run:
    """What is asked for now."""
    return runs.Run(
        topic=topic.name,
        began=now_utc(),
        code=__version__,
        judge=judge,
        strategy=strategy,
        seeds=seeds,
        examples=shown(topic) or tuple(instead(topic, seeds))[:START],
        settings=settings,
        fetch=fetch,
    )


async def hunt(
    order: Order, watch: Callable[[Crawl], None] | None = None, interrupted: Callable[[], None] | None = None
) -> Ended:
    """Begin or go on, until it ends; `interrupted` hears of each Ctrl-C."""
    if order.retrain:
        check_retraining(order.run.strategy, order.run.judge)
    async with LiveWeb(_fetching(order)) as web:
        prefetched = Prefetched(web)
        faults: dict[str, str] = {}
        if not runs.exists(order.folder):
            faults = await _begin(order, prefetched)
        with Collection(order.folder) as collection, closing(Rebuilt(collection, order.folder)) as rebuilt:
            rebuilt.catch_up()
            _reordered(rebuilt, collection, order.run.settings)
            if watch:
                watch(rebuilt.crawl)
            cell = Cell(rebuilt, collection, prefetched, order.parallel, retrain=order.retrain)
            heard = [cell.interrupt, *([interrupted] if interrupted else [])]
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(signal.SIGINT, lambda: [hear() for hear in heard])
            with unhurried():
                stopped = await cell.run()
            rounds, idle = (tuple(cell.retraining.rounds), cell.retraining.idle) if cell.retraining else ((), "")
            broken = tuple(rebuilt.broken)
            return Ended(stopped, rebuilt.crawl, order.folder, cell.now, faults, rounds, idle, broken)


@contextmanager
def unhurried() -> Iterator[None]:
    """Circles of garbage are looked for less often: a crawl makes few, and looking is a fortieth of its work."""
    before = gc.get_threshold()
    gc.set_threshold(20_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _fetching(order: Order) -> FetchSettings:
    """How to fetch: as is asked for now, but what the archive keeps must be read as it was, under the cap it had."""
    if not runs.exists(order.folder):
        return order.run.fetch
    kept, _ = runs.read(order.folder)
    return replace(order.run.fetch, decoded=kept.fetch.decoded)


async def _begin(order: Order, web: Prefetched) -> dict[str, str]:
    """Make the collection: what is asked for, and the judges as they are in force from the start."""
    run, strategy = order.run, strategies.find(order.run.strategy)
    topic = with_synonyms(order.topic, strategy, run.judge)
    starter = Starter(web, run.settings, rules_for(topic, run.seeds, run.settings))
    pages = await starter.pages(run.examples, Lexicon())
    known = earlier.given(order.earlier, run.strategy)
    check_needs(strategy, topic, pages, known)
    judges = judges_for(strategy, run.judge, topic, pages)
    learned = earlier.packed(run.strategy, known["earlier"]) if known else b""
    in_force = [_in_force(name or run.judge, judge) for name, judge in judges.items()]
    begin(order.folder, run, topic, in_force, learned)
    return starter.faults


def _in_force(name: str, judge: Judge) -> tuple[str, str, bytes]:
    """The judge as the catalogue keeps it."""
    state = pack(judge.state())
    return name, sha256(state).hexdigest(), state


def _reordered(rebuilt: Rebuilt, collection: Collection, settings: Settings) -> None:
    """Budgets given anew are in force from here on; so is going on, where a run had come to its end."""
    budgets = [getattr(settings, name) for name in BUDGETS]
    if rebuilt.crawl.stopped is None and budgets == [getattr(rebuilt.crawl.settings, name) for name in BUDGETS]:
        return
    if rebuilt.seq:
        collection.tell(journal.ordered(rebuilt.now, settings))
        rebuilt.crawl.order(settings)
        collection.commit(rebuilt.now)
