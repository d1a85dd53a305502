"""The laws of strategies, for those shipped and for plugins: call each with a strategy's name."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa import strategies
from lycosa.checks.bounds import given_for
from lycosa.checks.topic import TOPIC
from lycosa.checks.world import World
from lycosa.crawl.settings import Settings
from lycosa.crawl.snapshot import fingerprint, restore, snapshot
from lycosa.crawl.state import pack, unpack
from lycosa.engines.answers import ending
from lycosa.engines.hunts import assemble, check_needs, reader_for
from lycosa.engines.replay import replay
from lycosa.engines.trace import Trace
from lycosa.pages.names import parse_name
from lycosa.strategies.made_of import GROWS
from lycosa.strategies.records import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.endings import Ended
    from lycosa.strategies.records import Fetched, Offers

MERGES = ("first", "last", "max", "min", "sum", "mean", "halfway")
LIVE = 3  # tickets taken at a time
FLOOR = 20_000  # links ranked a second: far below what any sound one does, far above a per-link classifier


def crawl_of(name: str, world: World, pages: int = 0, number: int = 1, given: Mapping[str, Any] | None = None) -> Crawl:
    """A crawl of the world by a strategy, which is given what it needs."""
    strategy = strategies.find(name)
    settings = Settings(pages=pages, number=number)
    seeds = [world.url(0), world.url(1), world.url(3)]
    start = [world.page(page) for page in (0, 3)]
    reader = reader_for(TOPIC, strategy, "cosine", start, settings)
    world.cues = reader.cues
    given = {**given_for(strategy, world, reader), **(given or {})}
    check_needs(strategy, TOPIC, start, given)
    return assemble(TOPIC, strategy, reader, seeds, settings, given)


def order(name: str, pages: int = 60, number: int = 1) -> list[str]:
    """The URLs a crawl of the world fetches, in order."""
    world = World()
    crawl = crawl_of(name, world, pages, number)
    trace = Trace(crawl)
    replay(crawl, world)
    return trace.urls


def same_inputs_same_order(name: str) -> None:
    """Twice the same crawl is the same, one and three in flight."""
    assert order(name) == order(name), f"{name}: two crawls of the same world differ"
    prints = []
    for _ in range(2):
        world = World()
        crawl = crawl_of(name, world, 60)
        replay(crawl, world, in_flight=3)
        prints.append(fingerprint(crawl))
    assert prints[0] == prints[1], f"{name}: with three in flight two crawls of the same world differ"


def name_parses_back(name: str) -> None:
    """Its name makes an equal one, and declares what may be declared."""
    strategy = strategies.find(name)
    again = strategies.find(repr(strategy))
    assert again == strategy, f"{strategy!r} does not parse back to itself"
    assert hash(again) == hash(strategy), f"{strategy!r} and its like have different hashes"
    assert parse_name(repr(strategy)).word == strategy.word
    assert repr(type(strategy)()) == strategy.word, f"{name}: a default is not written as it would write itself"
    assert strategy.merge in MERGES, f"{name}: merge is {strategy.merge!r}"
    assert strategy.grows in GROWS, f"{name}: grows is {strategy.grows!r}"
    assert strategy.lanes in ("one", "host", "own"), f"{name}: lanes is {strategy.lanes!r}"
    for wanted in ("title", "paper", "family"):
        assert getattr(strategy, wanted), f"{name}: a {wanted} is wanted"


def offers_fit_the_page(name: str) -> None:
    """One priority a link, NaN and infinities only as meant, and what it is given stays untouched."""
    world = World()
    crawl = crawl_of(name, world, 60)
    rank = crawl.strategy.rank

    def watched(page: Fetched) -> Offers:
        links = page.links
        told = [links.keys, links.hosts, links.times, links.status, links.scores]
        for value in page.scores.values():
            told += [value.ids, value.bounds, value.offsets] if isinstance(value, Tokens) else [value]
        for array in told:
            if isinstance(array, np.ndarray):
                array.flags.writeable = False
        offers = rank(page)
        priority = np.asarray(offers.priority)
        assert priority.shape == (len(page.links),), f"{name}: a priority a link is wanted"
        assert priority.dtype == np.float64, f"{name}: priorities are 64-bit floats"
        return offers

    crawl.strategy.rank = watched  # type: ignore[method-assign]  # the law watches the real one
    replay(crawl, world)
    assert crawl.tally.pages, f"{name}: nothing was fetched"


def state_survives(name: str, steps: int = 60) -> None:
    """Saved without pickle while tickets are out, loaded, and told the rest, a crawl is what it would have been."""
    world = World()
    crawl = crawl_of(name, world)
    _lived(crawl, world, range(steps // 2))
    saved = pack(snapshot(crawl))
    twin = crawl_of(name, world)
    restore(twin, unpack(saved))
    assert pack(snapshot(twin)) == saved, f"{name}: its state does not come back as it was saved"
    told = _lived(crawl, world, range(steps // 2, steps))
    for taken, ended, now in told:
        assert [ticket.url for ticket in twin.take(now, LIVE)] == taken, f"{name}: after loading it takes other URLs"
        for one in ended:
            twin.feed(one, now)
    assert fingerprint(twin) == fingerprint(crawl), f"{name}: after loading it comes to another state"


def _lived(crawl: Crawl, world: World, steps: range) -> list[tuple[list[str], list[Ended], float]]:
    """Take and feed, one ticket always out; what the crawl was told."""
    told = []
    for now in map(float, steps):
        tickets = crawl.take(now, LIVE)
        world.out += tickets
        ended = [ending(ticket, *world.get(ticket.url)) for ticket in world.out[:-1]]
        del world.out[:-1]
        for one in ended:
            crawl.feed(one, now)
        told.append(([ticket.url for ticket in tickets], ended, now))
    return told


def memory_grows_as_declared(name: str) -> None:
    """What does not grow with pages or links stays as it is from 40 pages to 200."""
    sizes = []
    for pages in (40, 200):
        world = World(pages=400)
        crawl = crawl_of(name, world, pages)
        replay(crawl, world)
        sizes.append(len(pack(crawl.strategy.state())))
    if crawl.strategy.grows in ("nothing", "hosts"):
        assert sizes[1] <= sizes[0] + 64, (
            f"{name}: declares that it grows with {crawl.strategy.grows}, and grew {sizes}"
        )


def fast_enough(name: str) -> None:
    """Ranking and learning keep up with a crawl, by the seconds that are its own, as machines are shared."""
    world = World(pages=300, links=100)
    crawl = crawl_of(name, world, 100)
    spent = 0.0

    def timed(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            nonlocal spent
            begin = time.process_time()
            result = call(*args)
            spent += time.process_time() - begin
            return result

        return run

    for hook in ("rank", "learn", "merged"):
        setattr(crawl.strategy, hook, timed(getattr(crawl.strategy, hook)))
    replay(crawl, world)
    links = 100 * crawl.tally.pages
    assert links / spent >= FLOOR, f"{name}: {links / spent:,.0f} links a second; {FLOOR:,} are wanted"


LAWS: tuple[Callable[[str], None], ...] = (
    name_parses_back,
    same_inputs_same_order,
    offers_fit_the_page,
    state_survives,
    memory_grows_as_declared,
    fast_enough,
)
