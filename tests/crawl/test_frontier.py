"""The frontier's order is that of a plain model, whatever happens to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.frontier import Frontier
from lycosa.crawl.known import Known
from lycosa.crawl.lanes import ASLEEP, SEEDS
from lycosa.crawl.offers import Batch
from lycosa.crawl.standing import sort_out
from lycosa.crawl.state import fingerprint
from lycosa.crawl.texts import MemoryTexts
from lycosa.strategies.best_first import BestFirst
from lycosa.strategies.best_first_n import BestFirstN
from lycosa.strategies.records import Moves

HOSTS = 4
RULES = {
    "first": lambda old, new, times, more: old,
    "last": lambda old, new, times, more: new,
    "max": lambda old, new, times, more: max(old, new),
    "min": lambda old, new, times, more: min(old, new),
    "sum": lambda old, new, times, more: old + new,
    "mean": lambda old, new, times, more: (old * times + new * more) / (times + more),
    "halfway": lambda old, new, times, more: (old + new) / 2,
}


@dataclass
class Model:
    """The frontier as one would write it first: a dictionary and a sort at every step."""

    merge: str = "max"
    batch: int = 1
    cap: int = 0
    waiting: dict[int, list[float]] = field(default_factory=dict)  # key: priority, arrival, times
    gone: set[int] = field(default_factory=set)
    asleep: set[int] = field(default_factory=set)
    queue: list[int] = field(default_factory=list)
    arrivals: int = 0

    def offer(self, links: dict[int, float]) -> None:
        for key, priority in links.items():
            if key in self.gone:
                continue
            if key in self.waiting:
                old, _, times = self.waiting[key]
                merged = RULES[self.merge](old, priority, times, 1)
                self.waiting[key][0], self.waiting[key][2] = merged, times + 1
            else:
                self.waiting[key] = [priority, self.arrivals, 1]
                self.arrivals += 1
        for key in self.best()[self.cap :] if self.cap else []:
            del self.waiting[key]

    def best(self) -> list[int]:
        rest = [key for key in self.waiting if key not in self.queue]
        return sorted(rest, key=lambda key: (-self.waiting[key][0], self.waiting[key][1]))

    def awake(self, keys: list[int]) -> list[int]:
        return [key for key in keys if key % HOSTS not in self.asleep]

    def pop(self) -> int | None:
        if self.batch > 1:
            if not self.awake(self.queue):
                self.queue += self.awake(self.best())[: self.batch]
            ready = self.awake(self.queue)
        else:
            ready = self.awake(self.best())
        if not ready:
            return None
        key = ready[0]
        if key in self.queue:
            self.queue.remove(key)
        del self.waiting[key]
        self.gone.add(key)
        return key


def made(merge: str = "max", batch: int = 1, **options) -> Frontier:
    strategy = BestFirstN(batch, again=merge) if batch > 1 else BestFirst(again=merge)
    frontier = Frontier(strategy, MemoryTexts(), Known(pack=options.pop("pack", 1000)), **options)
    frontier.meet(HOSTS)
    return frontier


def offer(frontier: Frontier, links: dict[int, float], lane: int = 0) -> int:
    keys, n = list(links), len(links)
    return frontier.offer(
        Batch(
            keys=np.array(keys, np.uint64),
            standing=sort_out(frontier.known.look(keys)),
            urls=[f"http://h{key % HOSTS}.test/{key}" for key in keys],
            hosts=np.array([key % HOSTS for key in keys], np.int64),
            priority=np.array(list(links.values()), np.float64),
            lane=np.full(n, lane),
            times=np.ones(n, np.int64),
            trail=np.zeros(n, frontier.table.trail.dtype),
            depth=1,
            via=1,
        )
    )


def pop(frontier: Frontier) -> int | None:
    row = frontier.pop()
    if row is None:
        return None
    key = int(frontier.table.key[row])
    text = frontier.back(key)
    frontier.known.end(key, 0.5, (text, key % HOSTS, 1))
    return key


keys = st.integers(1, 40)
numbers = st.sampled_from([-2.0, -0.5, 0.0, -0.0, 0.25, 0.5, 0.75, 1.0, 3.5, 1e300])
steps = st.one_of(
    st.tuples(st.just("offer"), st.dictionaries(keys, numbers, max_size=8)),
    st.tuples(st.just("pop"), st.integers(1, 4)),
    st.tuples(st.just("sleep"), st.integers(0, HOSTS - 1)),
    st.tuples(st.just("wake"), st.integers(0, HOSTS - 1)),
    st.tuples(st.just("save"), st.none()),
)


def run(frontier: Frontier, model: Model, history: list[Any]) -> None:
    for what, value in history:
        if what == "offer":
            offer(frontier, value)
            model.offer(value)
        elif what == "pop":
            for _ in range(value):
                assert pop(frontier) == model.pop()
        elif what == "sleep":
            frontier.lanes.hold(value, ASLEEP)
            model.asleep.add(value)
        elif what == "wake":
            frontier.lanes.release(value, ASLEEP)
            model.asleep.discard(value)
        else:
            save_and_load(frontier)
        assert len(frontier) >= len(model.waiting)


def save_and_load(frontier: Frontier) -> None:
    """Throw all away but what `state` says, and come back."""
    known, own, texts = frontier.known.state(), frontier.state(), frontier.waiting.texts.state()
    before = fingerprint({"known": known, "own": own})
    frontier.known.restore(known)
    frontier.waiting.texts.restore(texts)
    frontier.restore(own)

    assert fingerprint({"known": frontier.known.state(), "own": frontier.state()}) == before


@given(st.sampled_from(sorted(RULES)), st.lists(steps, max_size=40))
def test_order_equals_the_model_under_every_merge_rule(merge, history):
    run(made(merge), Model(merge), history)


@given(st.integers(2, 5), st.lists(steps, max_size=40))
def test_order_equals_the_model_in_batches(batch, history):
    run(made(batch=batch), Model(batch=batch), history)


@given(st.integers(1, 6), st.lists(steps, max_size=40))
def test_order_equals_the_model_under_a_cap(cap, history):
    run(made(cap=cap), Model(cap=cap), history)


@given(st.sampled_from(["max", "first", "last"]), st.integers(1, 3), st.lists(steps, max_size=60))
def test_order_equals_the_model_with_shelves(merge, band, history):
    frontier = made(merge, limit=4, band=band, pack=6)
    run(frontier, Model(merge), history)


@given(st.integers(2, 5), st.lists(steps, max_size=60))
def test_order_equals_the_model_with_shelves_and_batches(batch, history):
    run(made(batch=batch, limit=4, band=2, pack=6), Model(batch=batch), history)


@given(st.lists(st.integers(1, 200), min_size=1, max_size=60, unique=True), st.integers(2, HOSTS))
def test_spacing_keeps_a_host_from_coming_back_while_others_wait(urls, spacing):
    frontier = made(spacing=spacing)
    offer(frontier, dict.fromkeys(urls, 0.5))
    left = list(urls)
    order: list[int] = []
    while (key := pop(frontier)) is not None:
        others = {url % HOSTS for url in left} - set(order[-(spacing - 1) :])

        assert key % HOSTS in others or not others
        order.append(key % HOSTS)
        left.remove(key)
    assert not left


def test_nan_offers_nothing_and_minus_infinity_withdraws():
    frontier = made()

    assert offer(frontier, {1: float("nan"), 2: 0.5, 3: float("-inf")}) == 1
    offer(frontier, {2: float("nan")})
    assert len(frontier) == 1
    frontier.move(Moves(np.array([2], np.uint64), np.array([-np.inf])))
    assert pop(frontier) is None
    assert offer(frontier, {2: 0.1}) == 1


def test_infinity_is_next():
    frontier = made()
    offer(frontier, {1: 1e308, 2: float("inf"), 3: 1.0})

    assert [pop(frontier) for _ in range(3)] == [2, 1, 3]


def test_seeds_come_first_in_their_order():
    frontier = made()
    offer(frontier, {1: 9.0, 2: 8.0})
    offer(frontier, {5: 0.0, 3: 0.0}, lane=SEEDS)

    assert [pop(frontier) for _ in range(4)] == [5, 3, 1, 2]


def test_a_fetched_url_waits_again_only_when_asked_for_as_a_revisit():
    frontier = made()
    offer(frontier, {1: 0.5, 2: 0.4})
    assert pop(frontier) == 1
    frontier.move(Moves(np.array([1], np.uint64), np.array([np.inf])))
    assert len(frontier) == 1
    frontier.move(Moves(np.array([1], np.uint64), np.array([np.inf]), again=True))
    row = frontier.pop()
    assert row is not None
    ticket = frontier.ticket(row, 1, 0)

    assert (ticket.key, ticket.again, ticket.url) == (1, True, "http://h1.test/1")
    assert frontier.seen([1], sort_out(frontier.known.look([1])))[0].tolist() == [3]


def test_a_withdrawn_revisit_stays_fetched():
    frontier = made()
    offer(frontier, {1: 0.5})
    pop(frontier)
    frontier.move(Moves(np.array([1], np.uint64), np.array([1.0]), again=True))
    frontier.move(Moves(np.array([1], np.uint64), np.array([-np.inf])))

    assert offer(frontier, {1: 1.0}) == 0
    assert pop(frontier) is None


def test_a_host_whose_budget_is_spent_leaves_at_once():
    frontier = made()
    offer(frontier, {1: 0.5, 5: 0.6, 2: 0.4})

    assert frontier.drop_host(1) == 2
    assert [pop(frontier), pop(frontier)] == [2, None]


@pytest.mark.parametrize("floor", [0.45, 0.5])
def test_nothing_below_the_floor_is_given(floor):
    frontier = made()
    offer(frontier, {1: 0.5, 2: 0.4})

    assert frontier.pop(floor) is not None
    assert frontier.pop(floor) is None
