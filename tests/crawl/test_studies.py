"""Costly learning takes effect exactly 32 feeds later, whatever happens meanwhile."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.checks.world import World
from lycosa.crawl.snapshot import fingerprint, restore, snapshot
from lycosa.crawl.state import pack, unpack
from lycosa.crawl.studies import DELAY, Studies
from lycosa.engines.answers import ending
from lycosa.strategies.best_first import BestFirst
from tests.crawl.small import crawl_of


class Student(BestFirst):
    """Studies at every tenth feed: the sum of all it has seen."""

    word = ""
    kept = ("fed", "sums", "known")

    def begin(self, hunt):
        super().begin(hunt)
        self.fed = 0
        self.known = np.zeros(4)
        self.sums: list[float] = []

    def learn(self, end):
        self.fed += 1
        self.known[self.fed % 4] += self.fed

    def study(self):
        return {"known": self.known, "at": self.fed} if self.fed % 10 == 0 else None

    @staticmethod
    def work(data):
        return {"sum": float(data["known"].sum()), "at": data["at"]}

    def studied(self, result):
        self.sums = [*self.sums, float(result["at"]), result["sum"], float(self.fed)]
        self.epoch += 1

    def rank(self, page):
        offers = super().rank(page)
        offers.priority += len(self.sums) * (page.links.keys % np.uint64(7))
        return offers


def lived(crawl, world, steps):
    for _ in range(steps):
        for ticket in crawl.take(0.0):
            crawl.feed(ending(ticket, *world.get(ticket.url)), 0.0)


def student(world):
    return crawl_of(" ".join(world.url(page) for page in range(5)), Student())


def test_a_result_is_in_effect_32_feeds_later_and_then_the_next_study_begins():
    world = World()
    crawl = student(world)
    lived(crawl, world, 100)
    begun, _, known = np.array(crawl.strategy.sums).reshape(-1, 3).T

    assert begun.tolist() == [10.0, 50.0]
    assert (known - begun).tolist() == [DELAY, DELAY]


def test_what_is_studied_is_what_was_known_when_it_began():
    """Whatever the strategy does to its arrays in the 32 feeds between, here or in a crawl brought back."""
    world = World()
    crawl = student(world)
    lived(crawl, world, 60)

    assert crawl.strategy.sums[:2] == [10.0, float(sum(range(11)))]


@pytest.mark.parametrize("at", [5, 10, 11, 25, 41, 42, 43, 60])
def test_a_study_under_way_survives_saving(at):
    world = World()
    crawl, twin = student(world), student(world)
    lived(crawl, world, at)
    restore(twin, unpack(pack(snapshot(crawl))))
    lived(crawl, world, 100 - at)
    lived(twin, world, 100 - at)

    assert twin.strategy.sums == crawl.strategy.sums
    assert fingerprint(twin) == fingerprint(crawl)


def test_one_study_at_a_time():
    class Eager(Student):
        word = ""

        def study(self):
            return {"at": self.fed}

        @staticmethod
        def work(data):
            return {"sum": 0.0, "at": data["at"]}

    strategy = Eager()
    strategy.begin(None)
    studies = Studies(strategy)
    for _ in range(3 * (DELAY + 1)):
        strategy.fed += 1
        studies.step()

    assert strategy.sums[::3] == [1.0, DELAY + 2.0, 2 * DELAY + 3.0]


def test_a_runner_is_given_the_work_at_once_and_asked_when_it_is_due():
    class Aside:
        def __init__(self):
            self.calls = []

        def start(self, work, data):
            self.calls.append("start")
            self.found = work(data)

        def result(self):
            self.calls.append("result")
            return self.found

    strategy = Student()
    strategy.begin(None)
    runner = Aside()
    studies = Studies(strategy, runner)
    for step in range(DELAY + 1):
        assert runner.calls == ["start"] * (step > 0)
        studies.step()

    assert runner.calls == ["start", "result"]
    assert len(strategy.sums) == 3
