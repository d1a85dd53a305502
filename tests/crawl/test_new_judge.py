"""Another judge comes in force: pages read back rank their waiting links anew, as if it had judged from the start."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa import strategies
from lycosa.crawl.crawl import Crawl
from lycosa.crawl.reading import GUIDE, Reader
from lycosa.crawl.snapshot import fingerprint, restore, snapshot
from lycosa.crawl.state import fingerprint as fingerprint_of
from lycosa.crawl.table import WAITING
from lycosa.pages.parse import parse
from lycosa.strategies.best_first import BestFirst
from lycosa.webs.base import Exchange
from tests.crawl.small import A, B, C, D, Web, Wolves, crawl_of, fed

X, Y, Z = (f"http://{name}.test/" for name in "xyz")
SEEDS = f"{A} {B} {C} {D}"


class Foxes(Wolves):
    """Counts foxes in place of wolves."""

    word = ""

    def margins(self, text, ranges):
        words = text.lexicon.words
        foxes = np.array([words[token] == "fox" for token in text.tokens.tolist()], np.int64)
        before = np.concatenate([[0], np.cumsum(foxes)])
        return (before[ranges.ends] - before[ranges.starts]).astype(np.float64)


def waiting(crawl):
    """URL to priority of all that waits, in memory or on a shelf beside it."""
    frontier = crawl.frontier
    rows = frontier.table.rows(WAITING)
    return {frontier.url(row): float(frontier.table.priority[row]) for row in rows.tolist()}


def feed_seeds(crawl, web):
    fed(crawl, web, crawl.take(0.0, 4))


def reread(crawl, web, urls):
    for url in urls:
        crawl.rerank(crawl.reader.canon.key(url), web.get(url)[1])


PAGES = st.lists(
    st.lists(st.sampled_from(["wolf", "fox", "stone", X, Y, Z]), max_size=8).map(" ".join), min_size=4, max_size=4
)


@given(PAGES, st.sampled_from(["max", "last", "halfway"]), st.permutations([A, B, C, D]))
def test_with_every_page_read_back_in_its_order_links_stand_as_if_the_new_judge_had_been_the_first(pages, again, order):
    """Where offers merge by the better one, in any order."""
    web = Web(dict(zip((A, B, C, D), pages, strict=True)))
    crawl = crawl_of(SEEDS, BestFirst(again=again))
    feed_seeds(crawl, web)
    crawl.put_in_force(Foxes())
    reread(crawl, web, order if again == "max" else [A, B, C, D])

    first = crawl_of(SEEDS, BestFirst(again=again))
    first.put_in_force(Foxes())
    feed_seeds(first, web)
    assert waiting(crawl) == waiting(first)
    ended = crawl.known.ended
    assert np.array_equal(crawl.known.scores[:ended], first.known.scores[:ended])


def test_until_a_page_is_read_back_its_links_stand_as_they_stood_and_new_offers_replace_old_ones():
    web = Web({A: f"wolf wolf {X} {Y}", B: f"fox {X}", C: "c", D: "d"})
    crawl = crawl_of(f"{A} {B}", BestFirst())
    fed(crawl, web, crawl.take(0.0, 1))
    before = waiting(crawl)
    crawl.put_in_force(Foxes())
    assert waiting(crawl) == before

    fed(crawl, web, crawl.take(0.0, 1))
    assert waiting(crawl)[X] == 0.5, "one fox: the offer of two wolves is an older judge's"
    assert waiting(crawl)[Y] == before[Y]
    reread(crawl, web, [A])
    assert waiting(crawl) == {X: 0.5, Y: 0.0}, "under one judge offers merge"


def test_nothing_is_learned_fetched_or_let_in_twice():
    web = Web({A: f"wolf {X} {Y}", B: "b", C: "c", D: "d"})
    crawl = crawl_of(A, BestFirst())
    fed(crawl, web, crawl.take(0.0, 1))
    (ticket,) = crawl.take(0.0, 1)  # X is out
    before = fingerprint_of(crawl.tally.state())
    web.pages[A] = f"wolf fox {X} {Y} {Z}"  # what the page did not say then
    crawl.put_in_force(Foxes())
    reread(crawl, web, [A, B])

    assert ticket.url == X
    assert fingerprint_of(crawl.tally.state()) == before
    assert waiting(crawl) == {Y: 0.5}


def test_a_link_that_the_strategy_ranks_by_its_tickets_stays_as_it_is():
    web = Web({A: f"wolf {X} {Y}"})
    crawl = crawl_of(A, strategies.find("depth_first"))
    fed(crawl, web, crawl.take(0.0, 1))
    before = waiting(crawl)
    crawl.put_in_force(Foxes())
    reread(crawl, web, [A])

    assert waiting(crawl) == before


class Cued(Web):
    """Pages with the cues that a strategy wants."""

    cues: tuple[str, ...] = ()

    def get(self, url):
        answer, _ = super().get(url)
        assert isinstance(answer, Exchange)
        return answer, parse(url, (), answer.body, self.cues, self.lexicon)


def crawl_by(name, web):
    """A crawl by a strategy whose judges all count wolves."""
    strategy = strategies.find(name)
    wolves = Wolves()
    named = {use.partition(":")[0]: wolves for use in strategy.uses if ":" in use}
    plain = crawl_of()
    reader = Reader({GUIDE: wolves, **named}, strategy.uses, plain.reader.canon)
    web.cues = tuple(reader.cues)
    return Crawl(plain.hunt.topic, strategy, reader, plain.scope, plain.settings)


@pytest.mark.parametrize("name", ["best_first", "best_first_n(n=2)", "window_combo", "url_combined"])
def test_a_crawl_restored_between_two_pages_read_back_goes_on_the_same(name):
    web = Cued({A: f"wolf fox {X} {Y}", B: f"fox fox fox {X} {Z}", C: f"fox {Y}", D: f"wolf {Z}"})
    crawl = crawl_by(name, web)
    crawl.begin(SEEDS.split())
    feed_seeds(crawl, web)
    crawl.put_in_force(Foxes())
    reread(crawl, web, [B])
    again = crawl_by(name, web)
    again.put_in_force(Foxes())
    restore(again, snapshot(crawl))
    for one in (crawl, again):
        reread(one, web, [A, C, D])

    assert fingerprint(again) == fingerprint(crawl)
    assert [ticket.url for ticket in again.take(0.0, 9)] == [ticket.url for ticket in crawl.take(0.0, 9)]


def test_offers_for_what_lies_on_a_shelf_replace_what_an_older_judge_made_of_it():
    urls = [f"http://s{n}.test/" for n in range(40)]
    web = Web({A: " ".join(["wolf", *urls]), B: " ".join(["fox", "wolf", *urls[:10]])})
    crawl = crawl_of(f"{A} {B}", BestFirst(), memory=8)
    fed(crawl, web, crawl.take(0.0, 2))
    assert len(crawl.frontier.overflow)
    crawl.put_in_force(Foxes())
    reread(crawl, web, [A, B])

    taken = [ticket.url for ticket in crawl.take(0.0, 40)]
    assert set(taken[:10]) == set(urls[:10]), "only the page with a fox is relevant now"
