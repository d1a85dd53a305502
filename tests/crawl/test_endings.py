"""Every crawl comes to an end, and says which; nothing is left that could have been fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa import strategies
from lycosa.checks.world import World
from lycosa.crawl.endings import Refused
from lycosa.crawl.events import Barred
from lycosa.engines.answers import ending
from tests.crawl.rich import Rich, made
from tests.crawl.small import A, B, C, Watching, Web, crawl_of, fed, heard, one, why

if TYPE_CHECKING:
    from lycosa.strategies.records import Ticket

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "gap": st.just(1.5),
        "cap": st.integers(1, 20),
        "spacing": st.integers(2, 9),
        "host_pages": st.integers(1, 5),
        "site_pages": st.integers(1, 5),
        "connections": st.integers(1, 2),
        "memory": st.integers(1, 20),
        "depth": st.integers(1, 3),
        "duplicates": st.sampled_from(["near", "off"]),
    },
)
NAMES = [
    "rich",
    "best_first_n(n=4)",
    "best_first_n(n=3, sleeping=True, by_host=True)",
    "in_degree",
    "best_first(again='last')",
]


@settings(max_examples=60)
@given(st.sampled_from(NAMES), OPTIONS, st.integers(1, 4))
def test_no_crawl_waits_for_what_will_never_come(name, options, in_flight):
    world, now = World(pages=60, links=6), 0.0
    crawl = made(Rich() if name == "rich" else strategies.find(name), world, **options)
    out: list[Ticket] = []
    for _ in range(2000):
        out += crawl.take(now, in_flight - len(out))
        if out:
            crawl.feed(ending(out[0], *world.get(out[0].url)), now)
            del out[0]
            now += 0.2
        elif crawl.stopped:
            break
        else:
            assert crawl.calendar.next_wake() < float("inf")
            now = crawl.calendar.next_wake()

    assert why(crawl) == "dead_end"
    assert (len(crawl.frontier), crawl.tally.out) == (0, 0)


def test_without_limits_all_that_is_linked_is_fetched_once():
    for name in NAMES[1:]:
        world = World(pages=60, links=6)
        crawl = made(strategies.find(name), world)
        urls = []
        while tickets := crawl.take(0.0, 2):
            urls += [ticket.url for ticket in tickets]
            for ticket in tickets:
                crawl.feed(ending(ticket, *world.get(ticket.url)), 0.0)
        assert len(urls) == len(set(urls)) == crawl.tally.fetches
        assert len(urls) > 55


def test_what_a_rule_forbade_after_all_is_an_ending_and_an_event():
    web = Web({A: f"{B} {C}", C: "c"})
    crawl = crawl_of(A, strategy := Watching(), host_pages=1)
    events = heard(crawl, Barred)
    one(crawl, web)
    b, c = crawl.take(0.0, 2)
    crawl.feed(Refused(b, "robots"), 0.0)
    fed(crawl, web, [c])

    assert events == [Barred(B, "robots")]
    assert strategy.ends[1] == ("refusal", B, "robots")
    assert (crawl.tally.refusals, crawl.tally.reasons["robots"], crawl.tally.pages) == (1, 1, 2)
    assert crawl.quotas.given[crawl.hosts[b.host]] == 0


def test_a_redirect_to_a_barred_url_leads_nowhere_and_is_not_said_twice():
    web = Web({A: f"{B} {C}1", B: f"-> {C}1"})
    crawl = crawl_of(A, scope={"leave_out": ["c.test"]})
    events = heard(crawl, Barred)

    assert [one(crawl, web) for _ in range(3)] == [A, B, ""]
    assert events == [Barred(C + "1", "leave_out")]
