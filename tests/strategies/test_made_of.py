"""Strategies over strategies: names nest and read back, and what the parts ask for and learn is the whole's."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from lycosa import strategies
from lycosa.checks import strategies as laws
from lycosa.checks.world import World
from lycosa.cli.listing import facts_of
from lycosa.crawl.state import pack
from lycosa.engines.replay import replay
from lycosa.pages.errors import LycosaError
from lycosa.pages.names import Name
from lycosa.strategies import find
from lycosa.strategies.base import Strategy
from lycosa.strategies.best_first import BestFirst
from lycosa.strategies.made_of import MadeOf
from lycosa.strategies.records import Moves, Offers
from tests.strategies.small import fetched, order


class Over(MadeOf):
    """Does what its base does."""

    word = "over"
    family = "test"
    paper = "none"
    parts: ClassVar = ("base",)

    def __init__(self, base=Name("best_first"), weight=1.0):  # noqa: B008 - a name never changes
        self.base = find(base)
        self.weight = weight
        self.join()


class Pair(MadeOf):
    """The one for so many pages, then the other."""

    word = "pair"
    family = "test"
    paper = "none"
    parts: ClassVar = ("one", "other")
    kept = ("pages",)

    def __init__(self, one=Name("breadth_first"), other=Name("best_first"), after=20):  # noqa: B008
        self.one, self.other, self.after = find(one), find(other), after
        self.pages = 0
        self.join()

    @property
    def leads(self):
        return "one" if self.pages <= self.after else "other"

    def rank(self, page):
        self.pages += 1
        if self.pages == self.after + 1:
            self.epoch += 1
        return super().rank(page)


class Hops(Strategy):
    """Fewest links from a page that is relevant first; it counts what it was told, and scores anew at times."""

    word = "hops"
    family = "test"
    paper = "none"
    trail = ("hops:u1", "from:f4")
    remember = 3
    grows = "features"
    kept = ("told",)
    needs = ("query",)
    uses = ("page", "window(20)")

    def begin(self, hunt):
        super().begin(hunt)
        self.told = np.zeros(256, np.int64)

    def learn(self, end):
        self.told[int(end.ticket.trail["hops"])] += len(end.ticket.sightings)
        if end.kind == "page" and end.page.number % 16 == 15:
            self.epoch += 1
        return Moves(np.array([end.ticket.via], np.uint64), np.array([-3.0]), trail={"hops": 9})

    def rank(self, page):
        hops = 0 if page.score >= 0.5 else int(page.ticket.trail["hops"]) + 1
        return Offers(np.full(len(page.links), -float(hops)), trail={"hops": hops, "from": page.score})

    def rescore(self, rows):
        rows.priority = -rows.trail["hops"].astype(np.float64) - self.epoch * 1e-3
        return rows

    def study(self):
        return {"told": self.told} if self.told.sum() % 50 == 49 else None

    @staticmethod
    def work(data):
        return {"sum": int(data["told"].sum())}

    def studied(self, result):
        self.told[255] = result["sum"]


@pytest.fixture(autouse=True)
def known(monkeypatch):
    for kind in (Over, Pair, Hops):
        monkeypatch.setitem(strategies.known(), kind.word, kind)


NAMES = [
    "over",
    "over(base=hops)",
    "over(base=over(base=hops))",
    "over(base=best_first_n(n=3), weight=2.0)",
    "over(base=full_page)",
    "pair",
    "pair(one=hops)",
    "pair(one=best_first, other=hops)",
    "pair(one=hops, other=hops, after=33)",
    "pair(one=over(base=hops), other=pair(one=hops, after=5))",
]


@pytest.mark.parametrize("law", [law for law in laws.LAWS if law is not laws.fast_enough], ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_made_of_strategies_keeps_their_laws(law, name):
    law(name)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("over", "over"),
        ("over(best_first)", "over"),
        ("over('best_first')", "over"),
        ("over(base=best_first(again='max'))", "over"),
        ("over(base=best_first(again='last'))", "over(base=best_first(again='last'))"),
        ("over(full_page(again='last'), 2.0)", "over(base=best_first(again='last'), weight=2.0)"),
        ("pair(other=over(random))", "pair(other=over(base=random))"),
    ],
)
def test_a_name_within_a_name_reads_back(name, written):
    one = find(name)

    assert repr(one) == written
    assert find(written) == one
    assert hash(find(written)) == hash(one)


def test_a_part_that_is_there_already_is_taken():
    assert Over(BestFirst(again="last")) == find("over(base=best_first(again='last'))")
    assert Over() != Over(BestFirst(again="last"))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("over(base=best_frist)", "unknown strategy 'best_frist': did you mean best_first"),
        ("over(base=best_first(again='x'))", "best_first: again can be 'last', 'halfway', 'bonus', 'max', not 'x'"),
        ("over(base=3)", "3 is not the name of a strategy; write it like "),
        ("over(base=None)", "None is not the name of a strategy; write it like "),
        ("over(weight='much')", "over: weight cannot be 'much'; write it like 1.0"),
    ],
)
def test_a_wrong_part_is_refused_in_a_line(name, line):
    with pytest.raises(LycosaError) as refused:
        find(name)

    assert str(refused.value).startswith(line)


def test_it_asks_for_what_its_parts_ask_for():
    over, pair = find("over(base=hops)"), find("pair(one=url_combined, other=hops)")

    assert (over.uses, over.needs, over.remember, over.grows) == (("page", "window(20)"), ("query",), 3, "features")
    assert over.trail_record() == Hops().trail_record()
    assert pair.uses == ("cosine:page", "cosine:anchor", "cosine:url", "page", "window(20)")
    assert (pair.needs, pair.remember, pair.merge) == (("query",), 3, "last")
    assert pair.trail == ("other.hops:u1", "other.from:f4")
    assert pair.trail_record() == np.dtype([("other", Hops().trail_record())])
    assert find("over(base=best_first_n(n=3))").batch == 3
    assert find("over(base=best_first)").renews is False
    assert over.renews is True


@pytest.mark.parametrize("base", ["best_first", "hops", "best_first_n(n=4)", "random", "depth_first(lifo=True)"])
def test_what_does_as_its_base_does_comes_to_the_same(base):
    assert laws.order(f"over(base={base})") == laws.order(base)
    assert laws.order(f"pair(one={base}, after=999)") == laws.order(base)


def test_the_second_takes_over_with_offers_of_its_own():
    """Breadth-first for two pages; then best-first, whose offers replace those of before."""
    web = {
        "h.test/s": "wolf -> h.test/a[hare] h.test/b[hare] h.test/c[hare]",
        "h.test/a": "wolf -> h.test/c[wolf] h.test/d[wolf]",
        "h.test/b": "hare -> h.test/e[hare]",
    }

    assert order("pair(one=breadth_first, other=best_first, after=1)", web, "h.test/s") == "s a c d b e"
    assert order("breadth_first", web, "h.test/s") == "s a b c d e"
    assert fetched("pair(after=1)", web, "h.test/s")[2] == ("c", 1)


def test_each_part_saves_its_own():
    world = World()
    crawl = laws.crawl_of("pair(one=hops, other=over(base=hops))", world, 60)
    replay(crawl, world)
    saved = crawl.strategy.state()

    assert saved["pages"] == 60
    assert saved["one"]["told"].sum() > 0
    assert saved["other"]["base"]["told"].sum() > 0
    assert saved["epoch"] == 1 + saved["one"]["epoch"] + saved["other"]["epoch"]
    assert pack(saved)


def test_a_part_is_told_by_its_name():
    assert facts_of(find("over(base=random)"))["parameters"] == {"base": "random", "weight": 1.0}
