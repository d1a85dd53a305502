"""Past a set size the worst URLs lie on shelves: nothing is lost, nothing better stays there, all comes back whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.collection.shelves import FileShelf
from lycosa.crawl.frontier import Frontier
from lycosa.crawl.known import Known
from lycosa.crawl.lanes import SEEDS
from lycosa.crawl.offers import Batch
from lycosa.crawl.order import grade_of, row_of
from lycosa.crawl.shelves import MemoryShelf
from lycosa.crawl.standing import sort_out
from lycosa.crawl.texts import MemoryTexts
from lycosa.strategies.best_first import BestFirst
from lycosa.strategies.records import Moves, Rows

HOSTS = 3


class Kept(BestFirst):
    """Best-first with a trail, three sightings, and a way to score anew: by its epoch alone."""

    word = ""
    trail = ("page:u2", "pair:2f4")
    remember = 3

    def __init__(self, merge="max"):
        super().__init__(again=merge)
        self.epoch = 0


class Scored(Kept):
    def rescore(self, rows):
        return Rows((rows.keys * np.uint64(7) % np.uint64(11)) + 10.0 * self.epoch, rows.lane, rows.times, rows.trail)


def made(strategy, limit=4, band=2, shelf=None, pack=5):
    frontier = Frontier(strategy, MemoryTexts(), Known(pack=pack), limit=limit, band=band, shelf=shelf)
    frontier.meet(HOSTS)
    return frontier


def offer(frontier, links, page=0, lane=0):
    keys, n = list(links), len(links)
    trail = np.zeros(n, frontier.table.trail.dtype)
    if "page" in (trail.dtype.names or ()):
        trail["page"], trail["pair"] = page, np.outer(keys, [1, page])
    frontier.offer(
        Batch(
            keys=np.array(keys, np.uint64),
            standing=sort_out(frontier.known.look(keys)),
            urls=[f"http://h{key % HOSTS}.test/{key}" for key in keys],
            hosts=np.array([key % HOSTS for key in keys], np.int64),
            priority=np.array(list(links.values()), np.float64),
            lane=np.full(n, lane),
            times=np.ones(n, np.int64),
            trail=trail,
            depth=page,
            via=page + 100,
        )
    )


def pop(frontier):
    row = frontier.pop()
    if row is None:
        return None
    ticket = frontier.ticket(row, 1, 0)
    frontier.known.end(ticket.key, 0.5, (frontier.back(ticket.key), ticket.key % HOSTS, 1))
    return ticket


def emptied(frontier):
    found = []
    while ticket := pop(frontier):
        found.append(ticket)
    return found


def on_shelves(frontier):
    """The records that still count: not those of URLs fetched or forgotten since."""
    overflow, found = frontier.overflow, []
    for run in overflow.shelves.runs:
        for record in overflow.shelves.shelf.read(run.number, run.begin, run.size):
            (mark,) = frontier.known.look([int(record["key"])])
            shelved = mark is not None and mark < -(1 << 40) + 1 and mark == -(1 << 40) - int(record["arrival"])
            beside = mark is not None and mark >= 0 and overflow._is_beside(row_of(mark), int(record["arrival"]))
            if shelved or beside:
                found.append(record)
    return found


OFFERS = st.lists(
    st.dictionaries(st.integers(1, 30), st.integers(1, 9).map(float), min_size=1, max_size=8), max_size=12
)


@given(OFFERS, st.lists(st.integers(0, 3), min_size=12, max_size=12), st.sampled_from(["sum", "mean", "halfway"]))
def test_no_record_on_the_shelves_is_better_than_what_is_given(pages, pops, merge):
    """By its own priority: what waits beside it in memory may make it better still, until either comes up."""
    frontier = made(Kept(merge))
    for page, links in enumerate(pages):
        offer(frontier, links, page)
        for _ in range(pops[page]):
            ticket = pop(frontier)
            if ticket:
                left = [float(record["priority"]) for record in on_shelves(frontier) if record["key"] != ticket.key]
                assert max(left, default=-np.inf) <= ticket.priority
    assert on_shelves(frontier) == [] or len(frontier) > 0


@given(OFFERS, st.sampled_from(["max", "first", "last", "sum", "mean", "min", "halfway"]))
def test_every_url_offered_comes_back_exactly_once(pages, merge):
    frontier = made(Kept(merge))
    for page, links in enumerate(pages):
        offer(frontier, links, page)
    found = emptied(frontier)

    assert sorted(ticket.key for ticket in found) == sorted({key for links in pages for key in links})
    assert len(frontier) == 0
    assert [ticket.url for ticket in found] == [f"http://h{ticket.key % HOSTS}.test/{ticket.key}" for ticket in found]


@given(OFFERS)
def test_with_max_the_shelves_change_nothing(pages):
    """Neither order nor priority nor lane."""
    small, large = made(Kept()), made(Kept(), limit=10**6)
    for page, links in enumerate(pages):
        for frontier in (small, large):
            offer(frontier, links, page)

    def seen(ticket):
        return ticket.key, ticket.priority, ticket.lane

    assert list(map(seen, emptied(small))) == list(map(seen, emptied(large)))


@given(st.lists(st.integers(1, 9).map(float), min_size=2, max_size=5))
def test_parts_of_a_sum_merge_when_the_shelved_one_comes_up(parts):
    """Where the newer parts alone come up first, the ticket carries those: a lower bound."""
    frontier = made(Kept("sum"), limit=2)
    offer(frontier, {1: parts[0], 2: 50.0, 3: 60.0})
    assert 1 in [record["key"] for record in on_shelves(frontier)]
    for page, part in enumerate(parts[1:], 1):
        offer(frontier, {1: part}, page)
    found = {ticket.key: ticket for ticket in emptied(frontier)}

    assert found[1].priority >= max(sum(parts[1:]), parts[0])
    assert (found[1].priority, found[1].times) in ((sum(parts), len(parts)), (sum(parts[1:]), len(parts) - 1))


def test_the_trail_and_what_led_to_it_come_back_from_a_shelf():
    frontier = made(Kept(), limit=2)
    offer(frontier, {1: 0.1, 2: 0.2, 3: 0.9, 4: 0.8}, page=7)
    assert len(on_shelves(frontier)) == 2
    found = {ticket.key: ticket for ticket in emptied(frontier)}

    for key in (1, 2, 3, 4):
        assert (int(found[key].trail["page"]), found[key].trail["pair"].tolist()) == (7, [key, 7.0 * key])
        assert (found[key].via, found[key].depth, found[key].times) == (107, 7, 1)


def test_sightings_come_back_from_a_shelf_the_newest_last_and_no_more_than_asked_for():
    frontier = made(Kept(), limit=2)
    offer(frontier, {1: 0.1}, page=1)
    offer(frontier, {1: 0.1}, page=2)
    offer(frontier, {2: 0.5, 3: 0.9, 4: 0.8}, page=3)
    assert 1 in [record["key"] for record in on_shelves(frontier)]
    for page in (4, 5):
        offer(frontier, {1: 0.05}, page=page)
    found = {ticket.key: ticket for ticket in emptied(frontier)}

    assert found[1].sightings["page"].tolist() == [2, 4, 5]
    assert found[1].times == 4
    assert found[2].sightings["page"].tolist() == [3]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9))
def test_sightings_are_the_last_three_in_order(pages):
    frontier = made(Kept())
    for page in pages:
        offer(frontier, {1: 0.5}, page)
    (ticket,) = emptied(frontier)

    assert ticket.sightings["page"].tolist() == pages[-3:]
    assert ticket.times == len(pages)


def test_a_shelved_url_can_be_withdrawn_and_offered_anew():
    frontier = made(Kept(), limit=2)
    offer(frontier, {1: 0.1, 2: 0.2, 3: 0.9, 4: 0.8})
    frontier.move(Moves(np.array([1], np.uint64), np.array([-np.inf])))
    offer(frontier, {2: -np.inf})
    assert on_shelves(frontier) == []
    offer(frontier, {1: 0.05}, page=9)

    assert [(ticket.key, ticket.priority) for ticket in emptied(frontier)] == [(3, 0.9), (4, 0.8), (1, 0.05)]


def test_a_move_of_a_shelved_url_other_than_away_is_not_heard():
    frontier = made(Kept(), limit=2)
    offer(frontier, {1: 0.1, 2: 0.2, 3: 0.9, 4: 0.8})
    frontier.move(Moves(np.array([1, 2], np.uint64), np.array([5.0, np.nan]), again=True))

    assert [ticket.key for ticket in emptied(frontier)] == [3, 4, 2, 1]


def test_shelved_rows_are_scored_anew_when_they_return():
    frontier = made(strategy := Scored(), limit=2)
    offer(frontier, {1: 0.1, 2: 0.2, 3: 0.9, 4: 0.8})
    strategy.epoch = 1
    frontier.waiting.sweep()
    found = emptied(frontier)

    assert {ticket.key: ticket.priority for ticket in found} == {key: 10.0 + key * 7 % 11 for key in (1, 2, 3, 4)}


@pytest.mark.parametrize("merge", ["max", "sum"])
def test_what_an_older_epoch_shelved_counts_as_it_is_scored_now(merge):
    frontier = made(strategy := Scored(merge), limit=2)
    offer(frontier, {1: 9.0, 2: 20.0, 3: 90.0, 4: 80.0})
    strategy.epoch = 1
    offer(frontier, {1: 2.0})
    found = {ticket.key: ticket for ticket in emptied(frontier)}

    assert found[1].priority == (17.0 if merge == "max" else 19.0)


@pytest.mark.parametrize("merge", ["max", "sum"])
def test_where_nothing_is_scored_anew_the_newer_epoch_replaces_what_lies_on_a_shelf(merge):
    frontier = made(strategy := Kept(merge), limit=2)
    offer(frontier, {1: 9.0, 2: 20.0, 3: 90.0, 4: 80.0})
    strategy.epoch = 1
    offer(frontier, {1: 2.0})

    assert {ticket.key: ticket.priority for ticket in emptied(frontier)} == {3: 90.0, 4: 80.0, 2: 20.0, 1: 2.0}


def test_seeds_stay_in_memory():
    frontier = made(Kept(), limit=2)
    offer(frontier, dict.fromkeys(range(1, 7), 0.0), lane=SEEDS)
    offer(frontier, dict.fromkeys(range(7, 12), 0.5))

    assert [ticket.key for ticket in emptied(frontier)] == list(range(1, 12))


def test_without_a_limit_nothing_is_shelved():
    frontier = made(Kept(), limit=0)
    offer(frontier, {key: key / 100 for key in range(1, 50)})

    assert len(frontier.overflow) == 0
    assert [ticket.key for ticket in emptied(frontier)] == list(range(49, 0, -1))


@given(OFFERS, st.lists(st.integers(0, 2), min_size=12, max_size=12), st.sampled_from(["max", "sum", "last"]))
def test_a_shelf_on_disk_is_a_shelf_in_memory(tmp_path_factory, pages, pops, merge):
    disk = made(Kept(merge), shelf=FileShelf(tmp_path_factory.mktemp("shelf")))
    memory = made(Kept(merge), shelf=MemoryShelf())
    for page, links in enumerate(pages):
        for frontier in (disk, memory):
            offer(frontier, links, page)
        for _ in range(pops[page]):
            ours, theirs = pop(disk), pop(memory)
            assert (ours and ours.key) == (theirs and theirs.key)
        disk.overflow.restore(disk.overflow.state())
        memory.overflow.restore(memory.overflow.state())
    assert [ticket.key for ticket in emptied(disk)] == [ticket.key for ticket in emptied(memory)]


def test_heads_of_shelves_and_entries_of_lanes_compare():
    frontier = made(Kept(), limit=2)
    offer(frontier, {1: 0.1, 2: 0.2, 3: 0.9, 4: 0.8})
    lane = frontier.lanes[0].peek()

    assert lane is not None
    assert grade_of(lane[0]) < (frontier.overflow.shelves.head() or 0)
