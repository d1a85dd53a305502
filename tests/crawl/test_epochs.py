"""A new epoch: what waits is scored anew in slices, and no offer of one epoch is weighed against one of another."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.joining import joined
from lycosa.crawl.table import QUEUED, WAITING
from lycosa.crawl.waiting import SLICE
from lycosa.strategies.base import Strategy
from lycosa.strategies.best_first import BestFirst
from lycosa.strategies.best_first_n import BestFirstN
from lycosa.strategies.records import Offers, Rows, trail_dtype
from tests.crawl.small import A, B, C, D, Saying, Web, crawl_of, fed, one


class Tide(BestFirst):
    """A new epoch at every page asked for; turns priorities round."""

    word = ""
    merge = "max"

    def __init__(self, *epochs):
        super().__init__()
        self.at = epochs

    def begin(self, hunt):
        super().begin(hunt)
        self.slices: list[int] = []

    def rank(self, page):
        self.epoch += page.number in self.at
        return Offers(np.arange(len(page.links)) / 1000)

    def rescore(self, rows):
        self.slices.append(len(rows.keys))
        return Rows(1.0 - rows.priority, rows.lane, rows.times, rows.trail)


def many(n: int) -> Web:
    return Web({A: " ".join([*(f"{B}{k}" for k in range(n)), C]), C: "c", **{f"{B}{k}": "b" for k in range(n)}})


def outdated(crawl) -> int:
    table = crawl.frontier.table
    waits = np.isin(table.status[: table.size], (WAITING, QUEUED))
    return int((waits & (table.epoch[: table.size] != crawl.strategy.epoch)).sum())


def test_every_waiting_url_is_scored_anew_in_slices():
    n = 3 * SLICE + 10
    web = many(n)
    crawl = crawl_of(A, strategy := Tide(1))
    one(crawl, web)
    left = []
    for _ in range(6):
        one(crawl, web)
        left.append(outdated(crawl))

    assert max(strategy.slices) <= SLICE
    assert left[:3] == sorted(left[:3], reverse=True)
    assert left[3:] == [0, 0, 0]
    assert 0 < left[0] < n


def test_the_order_is_the_new_one():
    web = many(5)
    crawl = crawl_of(A, Tide(1))

    assert [one(crawl, web) for _ in range(7)] == [A, C, *(f"{B}{k}" for k in range(5))]


def test_what_is_in_a_batch_is_scored_anew_and_keeps_its_place():
    class Batched(Tide, BestFirstN):
        word = ""

        def __init__(self):
            Tide.__init__(self, 1)
            self.batch, self.batch_sleeping, self.batch_by_host = 3, False, False

    web = many(6)
    crawl = crawl_of(A, Batched())

    assert [one(crawl, web) for _ in range(4)] == [A, C, B + "5", B + "4"]
    assert outdated(crawl) == 0
    assert [one(crawl, web) for _ in range(3)] == [B + "0", B + "1", B + "2"]


def test_a_second_epoch_begins_the_round_anew():
    web = many(2 * SLICE)
    crawl = crawl_of(A, strategy := Tide(1, 2))
    one(crawl, web)
    for _ in range(5):
        one(crawl, web)

    assert outdated(crawl) == 0
    assert sum(strategy.slices) > 2 * SLICE


class Turned(Saying):
    """The epoch goes up before the second page is ranked."""

    word = ""

    def rank(self, page):
        self.epoch += page.number == 1
        return super().rank(page)


def second(strategy) -> float:
    """The priority of B, offered with 0.7 by one page and with 0.2 by the next, under a newer epoch."""
    web = Web({A: f"{B} {C} {D}", C: f"{B}"})
    crawl = crawl_of(A, strategy)
    one(crawl, web)
    (c,) = crawl.take(0.0)
    assert c.url == C
    fed(crawl, web, [c])
    found = {ticket.url: ticket.priority for ticket in crawl.take(0.0, 5)}
    return found[B]


def test_an_offer_under_a_newer_epoch_replaces_one_under_an_older():
    assert second(Turned("max", [0.7, 0.9, 0.1], [0.2])) == 0.2
    assert second(Turned("sum", [0.7, 0.9, 0.1], [0.2])) == 0.2
    assert second(Saying("max", [0.7, 0.9, 0.1], [0.2])) == 0.7


def test_where_the_older_can_be_scored_anew_they_merge_as_of_one_epoch():
    class Halved(Turned):
        word = ""

        def rescore(self, rows):
            return Rows(rows.priority / 7, rows.lane, rows.times, rows.trail)

    assert second(Halved("sum", [0.7, 0.9, 0.1], [0.2])) == 0.7 / 7 + 0.2


def test_what_is_worth_nothing_any_more_leaves_and_may_be_offered_in_the_same_breath():
    class Emptied(Turned):
        word = ""

        def rescore(self, rows):
            return Rows(np.full(len(rows.priority), np.nan), rows.lane, rows.times, rows.trail)

    web = Web({A: f"{B} {C} {D}", C: f"{B}", B: "b", D: "d"})
    crawl = crawl_of(A, Emptied("sum", [0.7, 0.9, 0.1], [0.2]))
    one(crawl, web)
    one(crawl, web)

    assert [(ticket.url, ticket.priority) for ticket in crawl.take(0.0, 5)] == [(B, 0.2)]
    assert len(crawl.frontier) == 0


def rows(priority, times):
    n = len(priority)
    return Rows(
        np.array(priority), np.arange(n), np.array(times), np.zeros(n, trail_dtype(())), np.arange(n).astype("u8")
    )


VALUES = st.floats(-9, 9).map(lambda value: round(value, 2))
PAIRS = st.lists(st.tuples(VALUES, VALUES, st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6)


@given(PAIRS, st.sampled_from(["first", "last", "max", "min", "sum", "mean", "halfway"]), st.booleans())
def test_two_offers_become_one_row_by_row(pairs, merge, anew):
    """What becomes of many at once is what becomes of each."""

    class Anew(BestFirst):
        word = ""

        def rescore(self, rows):
            worth = np.where(rows.priority < -5, -np.inf, rows.priority + 100)
            return Rows(worth, rows.lane, rows.times, rows.trail)

    strategy = (Anew if anew else BestFirst)(again=merge)
    strategy.epoch = 2
    assert strategy.renews == anew
    old, new, before, after = map(list, zip(*pairs, strict=True))
    after = [max(b, a) for b, a in zip(before, after, strict=True)]
    olds, news = rows(old, [2] * len(old)), rows(new, [1] * len(new))
    together = joined(strategy, olds, np.array(before), news, np.array(after))

    assert olds.priority.tolist() == old
    assert news.priority.tolist() == new
    for place in range(len(pairs)):
        a, b = old[place], new[place]
        if anew:
            a = a if before[place] == 2 else (a + 100 if a >= -5 else None)
            b = b if after[place] == 2 else (b + 100 if b >= -5 else None)
        elif before[place] < after[place]:
            a = None
        both = Strategy.merged(strategy, rows([a or 0.0], [2]), rows([b or 0.0], [1])).priority[0]
        expected = both if a is not None and b is not None else (b if a is None else a)
        assert together.priority[place] == (-np.inf if expected is None else expected)
