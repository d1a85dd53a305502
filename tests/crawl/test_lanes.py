"""Lanes: one for all, one a host, or the strategy's own; what `choose` is shown is true at every step."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lycosa.checks.world import World
from lycosa.crawl.lanes import ASLEEP, LITTER, Lane
from lycosa.crawl.snapshot import fingerprint, restore, snapshot
from lycosa.crawl.state import pack, unpack
from lycosa.crawl.table import QUEUED, WAITING
from lycosa.engines.answers import ending
from lycosa.strategies.best_first import BestFirst
from lycosa.strategies.records import Moves, Offers, Rows
from tests.crawl.small import A, B, C, D, Web, crawl_of, one, why

ROOMS = 4


class Turns(BestFirst):
    """Lanes by key; takes from each in turn; moves and scores anew as it goes."""

    word = ""
    lanes = "own"
    kept = ("turn", "fed")

    def begin(self, hunt):
        super().begin(hunt)
        self.turn = self.fed = 0
        self.shown = []

    def rank(self, page):
        self.fed += 1
        self.epoch += self.fed % 7 == 0
        keys = page.links.keys
        lane = (keys % np.uint64(ROOMS)).astype(np.int64)
        moved = keys[page.links.status == 1][:2]
        priority = np.array([0.1 * (self.fed % 5), -np.inf])[: len(moved)]
        more = Moves(moved, priority, lane=np.full(len(moved), self.fed % ROOMS)) if self.fed % 3 == 0 else None
        return Offers((keys % np.uint64(97)) / 97, lane, more=more)

    def rescore(self, rows):
        lane = (rows.lane + 1) % ROOMS
        return Rows(np.where(rows.keys % np.uint64(31) == 0, np.nan, rows.priority / 2), lane, rows.times, rows.trail)

    def choose(self, heads):
        self.shown.append(heads)
        self.turn += 1
        return self.turn % len(heads.lane)


def truth(crawl):
    """What `choose` must be shown, counted row by row."""
    table = crawl.frontier.table
    live: dict[int, int] = {}
    best: dict[int, float] = {}
    for row in range(table.size):
        lane = int(table.lane[row])
        if table.status[row] in (WAITING, QUEUED) and lane >= 0:
            live[lane] = live.get(lane, 0) + 1
            if not crawl.frontier.lanes.held[table.host[row]]:
                best[lane] = max(best.get(lane, -np.inf), float(table.priority[row]))
    return {lane: (best[lane], live[lane]) for lane in sorted(best)}


def shown(crawl):
    heads = crawl.frontier.lanes.heads(crawl.frontier.table.priority)
    columns = (heads.lane.tolist(), heads.best.tolist(), heads.waiting.tolist())
    return {lane: (best, waiting) for lane, best, waiting in zip(*columns, strict=True)}


@given(st.lists(st.integers(0, 3), min_size=20, max_size=60), st.integers(0, 2), st.booleans())
def test_heads_are_right_at_every_step(steps, connections, by_host):
    """Whatever is offered, moved, withdrawn, scored anew, put to sleep or taken."""
    world = World(pages=60, links=6)
    strategy = Turns()
    strategy.lanes = "host" if by_host else "own"
    crawl = crawl_of(" ".join(world.url(page) for page in range(4)), strategy, connections=connections)
    out = []
    for wanted in steps:
        given = crawl.take(0.0, wanted)
        assert shown(crawl) == truth(crawl)
        assert given or not wanted or not truth(crawl) or why(crawl)
        out += given
        for ticket in out[:2]:
            crawl.feed(ending(ticket, *world.get(ticket.url)), 0.0)
            assert shown(crawl) == truth(crawl)
        del out[:2]


def test_lanes_survive_saving_at_every_step():
    world = World(pages=60, links=6)
    seeds = " ".join(world.url(page) for page in range(4))
    crawl, saved = crawl_of(seeds, Turns()), None
    for _ in range(40):
        twin = crawl_of(seeds, Turns())
        restore(twin, unpack(pack(snapshot(crawl))))
        for each in (crawl, twin):
            for ticket in each.take(0.0, 2):
                each.feed(ending(ticket, *world.get(ticket.url)), 0.0)
        assert fingerprint(twin) == (saved := fingerprint(crawl))
    assert saved
    assert crawl.tally.fetches > 40


class PerHost(BestFirst):
    """Takes from the host whose number is the largest."""

    word = ""
    lanes = "host"

    def choose(self, heads):
        self.seen = heads
        return len(heads.lane) - 1


def test_a_host_s_urls_wait_in_its_own_lane():
    web = Web({A: f"{B}1 {C}1 {B}2 {D}1"})
    crawl = crawl_of(A, strategy := PerHost())
    one(crawl, web)
    (first,) = crawl.take(0.0)

    assert strategy.seen.waiting.tolist() == [2, 1, 1]
    assert [crawl.hosts.list_[lane] for lane in strategy.seen.lane.tolist()] == [
        crawl.hosts.list_[crawl.hosts[key]] for key in dict.fromkeys(crawl.hosts.list_[1:])
    ]
    assert first.url == D + "1"
    assert crawl.hosts.list_[first.lane] == first.host
    assert [one(crawl, web) for _ in range(4)] == [C + "1", B + "1", B + "2", ""]


def test_a_seed_s_page_teaches_about_its_host_s_lane():
    crawl = crawl_of(f"{A} {B}", PerHost())
    a, b = crawl.take(0.0, 2)

    assert (crawl.hosts.list_[a.lane], crawl.hosts.list_[b.lane]) == (a.host, b.host)


def test_a_redirect_to_another_host_waits_in_that_host_s_lane():
    web = Web({A: f"{B}", B: f"-> {C}", C: "c"})
    crawl = crawl_of(A, PerHost())
    one(crawl, web)
    one(crawl, web)
    (ticket,) = crawl.take(0.0)

    assert crawl.hosts.list_[ticket.lane] == ticket.host


class Emptied(Turns):
    """Chooses the lowest lane, and empties it by a move."""

    word = ""
    first = 0

    def rank(self, page):
        n = len(page.links)
        return Offers(np.linspace(1.0, 0.5, n), np.arange(n))

    def learn(self, end):
        keys = np.array([self.first] if self.first else [], np.uint64)
        return Moves(keys, np.full(len(keys), -np.inf))

    def choose(self, heads):
        return int(np.argmin(heads.lane))


def test_a_lane_that_was_emptied_by_a_move_is_not_chosen():
    """Else nothing would be given while others wait."""
    web = Web({A: f"{B} {C} {D}", B: "b", C: "c", D: "d"})
    crawl = crawl_of(A, strategy := Emptied())
    one(crawl, web)
    strategy.first = crawl.reader.canon.key(C)

    assert [one(crawl, web) for _ in range(3)] == [B, D, ""]
    assert why(crawl) == "dead_end"


def test_one_lane_is_one_lane_whatever_a_strategy_says():
    class Careless(BestFirst):
        word = ""

        def rank(self, page):
            return Offers(np.full(len(page.links), 0.5), lane=7)

    web = Web({A: f"{B} {C}", B: C, C: B})
    crawl = crawl_of(A, Careless())

    assert [one(crawl, web) for _ in range(4)] == [A, B, C, ""]


def test_sleeping_lanes_are_not_shown():
    web = Web({A: f"{B} {C}", B: "b"})
    crawl = crawl_of(A, PerHost())
    one(crawl, web)
    before = shown(crawl)
    crawl.frontier.lanes.hold(1, ASLEEP)

    assert (len(before), list(shown(crawl))) == (2, [2])
    crawl.frontier.lanes.release(1, ASLEEP)
    assert shown(crawl) == before


def test_what_was_taken_leaves_nothing_behind_at_the_top_of_a_lane():
    waiting: set[int] = set()
    lane = Lane(0, lambda entry, _: entry in waiting, [0] * 3, {})
    taken = 0
    for better in range(2000, 0, -1):
        waiting.add(better)
        lane.push(better, better % 3)
        if better % 2:
            head = lane.peek()
            assert head
            lane.pop(head[1])
            waiting.remove(head[0])
            taken += 1

            assert head[0] == better
            assert len(lane.top) <= 2 * len(lane.heaps) + LITTER
    assert (taken, len(waiting)) == (1000, 1000)
    steps = []
    while head := lane.peek():
        before = len(lane.top)
        lane.pop(head[1])
        waiting.remove(head[0])
        steps.append(before - len(lane.top))
    assert not waiting
    assert min(steps) >= 0
