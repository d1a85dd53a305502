"""The arithmetic under the practice web: maps that can be asked both ways, hosts, names."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from lycosa.pages.names import NamingError, parse_name
from lycosa.webs.practice import PracticeError, PracticeWeb
from lycosa.webs.practice.draws import Shuffle, keyed, mixed, share, stream
from lycosa.webs.practice.hosts import Hosts
from lycosa.webs.practice.links import ranked
from lycosa.webs.practice.plan import FAR_GROUP, SECTION, Plan

PAGES = st.integers(1500, 20_000)
NUMBERS = st.integers(0, 2**70)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Plans of every kind that has room for its tunnels."""
    try:
        return Plan(
            number=draw(NUMBERS),
            pages=draw(st.one_of(PAGES, st.integers(10**6, 10**9))),
            planted=draw(st.integers(1, 24)),
            topical=draw(st.floats(0, 0.6)),
            focus=draw(st.floats(0, 1)),
            tunnels=draw(st.floats(0, 0.4)),
            tunnel_length=draw(st.integers(1, 3)),
            orphans=draw(st.floats(0, 0.3)),
        )
    except PracticeError:
        reject()


def small_plan(**changes: float) -> Plan:
    asked: dict[str, float] = {"number": 3, "pages": 2000, "planted": 24, "topical": 0.45, "focus": 0.75}
    asked |= {"tunnels": 0.25, "tunnel_length": 2, "orphans": 0.08} | changes
    return Plan(**asked)  # type: ignore[arg-type]


@given(st.integers(1, 10**12), st.integers(), st.integers(0, 10**12))
def test_a_shuffle_is_undone_by_its_back(size: int, key: int, place: int) -> None:
    shuffle = Shuffle(size, key)

    assert 0 <= shuffle.at(place % size) < size
    assert shuffle.back(shuffle.at(place % size)) == place % size
    assert shuffle.at(shuffle.back(place % size)) == place % size


@given(st.integers(1, 300), st.integers())
def test_a_shuffle_leaves_nothing_out(size: int, key: int) -> None:
    shuffle = Shuffle(size, key)

    assert sorted(shuffle.at(place) for place in range(size)) == list(range(size))


@given(plans(), st.integers(0, 10**10))
def test_a_page_and_its_place_name_each_other(plan: Plan, page: int) -> None:
    page %= plan.size
    subject, rank = plan.place(page)

    assert 0 <= rank < plan.members(subject)
    assert plan.page(subject, rank) == page


@given(plans(), st.integers(0, 10**10), st.integers(0, 10**10))
def test_every_rank_of_every_subject_is_a_page(plan: Plan, subject: int, rank: int) -> None:
    subject %= plan.topics + 1
    rank %= plan.members(subject)
    page = plan.page(subject, rank)

    assert 0 <= page < plan.size
    assert plan.place(page) == (subject, rank)


@given(plans())
def test_subjects_share_out_all_pages(plan: Plan) -> None:
    assert sum(plan.members(subject) for subject in range(plan.topics + 1)) == plan.size
    assert all(plan.counts)
    assert plan.size % SECTION == 0


@given(plans(), st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_tunnel_leads_from_its_mouth_over_off_topic_pages_to_the_far_page(plan: Plan, topic: int, luck: int) -> None:
    topic %= plan.topics
    assume(plan.far[topic])
    far = plan.near(topic) + luck % plan.far[topic]
    rank = plan.mouth(topic, far)
    for _ in range(plan.tunnel_length - 1):
        subject, rank = plan.place(plan.onward(rank)[0])
        assert subject == plan.topics
    end = plan.onward(rank)

    assert plan.page(topic, far) in end
    assert len(end) <= FAR_GROUP
    assert {plan.place(page)[0] for page in end} == {topic}


@given(plans(), st.integers(0, 10**10))
def test_only_pages_of_passages_lead_onward(plan: Plan, rank: int) -> None:
    rank %= plan.members(plan.topics)
    in_passage = plan.near(plan.topics) <= rank < plan.linked[-1]

    assert bool(plan.onward(rank)) == in_passage


def test_sections_keep_to_their_subject_by_the_share_asked_for() -> None:
    for focus, kept in ((0.0, 1), (0.25, 4), (0.75, 12), (1.0, 16)):
        plan = small_plan(focus=focus)
        for section in range(plan.sections):
            subject = plan.section_subject(section)
            pages = range(section * SECTION, (section + 1) * SECTION)
            assert sum(plan.place(page)[0] == subject for page in pages) >= kept


def test_topics_take_the_share_asked_for() -> None:
    for topical in (0.3, 0.45, 0.6):
        plan = small_plan(topical=topical, pages=10_000, tunnels=0.1)
        planted = plan.size - plan.members(plan.topics)
        assert planted / plan.size == pytest.approx(topical, abs=0.01)


def test_another_number_gives_topics_other_sizes() -> None:
    assert small_plan(number=3).counts != small_plan(number=4).counts


@given(st.integers(0, 10**9), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_ranks_follow_luck_and_stay_below_their_count(count: int, luck: int, more: int) -> None:
    low, high = sorted((luck, more))

    assert 0 <= ranked(count + 1, low) <= ranked(count + 1, high) <= count


def test_the_first_hundredth_draws_a_fifth_of_links() -> None:
    """(1/4 + 3/4·u)⁵ - (1/4)⁵ is a hundredth of 1 - (1/4)⁵ at u = 0.2077, a tenth at u = 0.5097."""
    draws = stream(5)
    ranks = [ranked(1000, next(draws)) for _ in range(20_000)]

    assert sum(rank < 10 for rank in ranks) / 20_000 == pytest.approx(0.208, abs=0.01)
    assert sum(rank < 100 for rank in ranks) / 20_000 == pytest.approx(0.510, abs=0.01)


@given(st.integers(60, 10**8), st.integers(1, 10**5), st.integers(0, 10**9))
def test_a_section_stands_on_the_host_whose_sections_hold_it(sections: int, count: int, section: int) -> None:
    hosts = Hosts(0, sections, count, 0.06, 0.1, 0.1)
    section %= sections
    mine = hosts.sections_of(hosts.of_section(section))

    assert section in mine
    assert hosts.of_section(mine[0]) == hosts.of_section(mine[-1]) == hosts.of_section(section)
    assert 0 <= hosts.of_section(section) < hosts.well


@given(st.integers(60, 3000), st.integers(1, 2000))
def test_no_host_is_empty_and_together_they_hold_every_section(sections: int, count: int) -> None:
    hosts = Hosts(0, sections, count, 0.06, 0.1, 0.1)
    held = [section for host in range(hosts.well) for section in hosts.sections_of(host)]

    assert held == list(range(sections))
    assert all(len(hosts.sections_of(host)) for host in range(hosts.well))
    assert not any(len(hosts.sections_of(host)) for host in range(hosts.well, hosts.total))


def test_hosts_have_a_heavy_tail() -> None:
    """Of 1,000 hosts the first holds ∛(1/1000), a tenth; host h the part ∛((h+1)/1000) - ∛(h/1000)."""
    hosts = Hosts(0, 300_000, 1000, 0, 0, 0)
    sizes = [len(hosts.sections_of(host)) for host in range(hosts.well)]

    assert sizes[0] == 30_000
    assert sorted(sizes, reverse=True) == pytest.approx(sizes, abs=1)
    assert sizes[500] == pytest.approx(300_000 * ((501 / 1000) ** (1 / 3) - (500 / 1000) ** (1 / 3)), abs=1)


@given(NUMBERS, st.integers(0, 10**7))
def test_a_host_is_found_by_its_name(number: int, host: int) -> None:
    hosts = Hosts(number, 3 * 10**7 + 3, 10**7, 0.06, 0.1, 0.1)

    assert hosts.number(hosts.name(host)) == host


def test_hosts_are_a_sequence_of_distinct_names() -> None:
    hosts = PracticeWeb(pages=2000).hosts

    assert len(set(hosts)) == len(hosts) == hosts.total
    assert hosts[-1] == hosts.name(hosts.total - 1)
    assert hosts[:2] == [hosts[0], hosts[1]]
    assert hosts[0] in hosts


@pytest.mark.parametrize(
    "name",
    [
        "nowhere.test",
        "amber-guild",
        "amber-guild0.test",
        "amber-nothing.test",
        "a.b",
        f"amber-guild{'9' * 5000}.test",
    ],
)
def test_no_other_host_exists(name: str) -> None:
    assert PracticeWeb(pages=2000).hosts.number(name) is None


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_mixing_loses_nothing_and_keeps_to_64_bits(one: int, other: int) -> None:
    assert 0 <= mixed(one, 7) < 2**64
    assert (mixed(one, 7) == mixed(other, 7)) == (one == other)


def test_mixed_bits_are_even() -> None:
    """Each of 64 bits of 4,000 neighbours is set half the time, within four standard deviations."""
    values = [mixed(number, keyed("even")) for number in range(4000)]
    for bit in range(64):
        assert sum(value >> bit & 1 for value in values) == pytest.approx(2000, abs=4 * 31.7)


def test_draws_are_even_and_go_on_without_end() -> None:
    draws = stream(1)
    tens = Counter(next(draws) * 10 >> 32 for _ in range(10_000))

    assert sorted(tens) == list(range(10))
    assert min(tens.values()) > 850


def test_a_share_is_the_draw_below_which_it_lies() -> None:
    assert share(0) == 0
    assert share(0.5) == 2**31
    assert share(1) == 2**32


@given(
    number=st.integers(0, 2**64),
    pages=st.integers(2000, 10**9),
    locality=st.floats(0, 1),
    links=st.integers(0, 200),
)
def test_the_name_of_a_web_parses_back_to_an_equal_web(number: int, pages: int, locality: float, links: int) -> None:
    web = PracticeWeb(number=number, pages=pages, locality=locality, links=links)

    assert PracticeWeb.made(parse_name(repr(web))) == web
    assert repr(PracticeWeb.made(parse_name(repr(web)))) == repr(web)


def test_a_web_says_which_parameters_are_in_force() -> None:
    web = PracticeWeb.made(parse_name("practice(pages=3000, number=7)"))
    said = web.describe()

    assert repr(web) == "practice(number=7, pages=3000)"
    assert (said["number"], said["pages"], said["articles"]) == (7, 3000, 3008)
    assert said["hosts"] == 54  # √3000
    assert said["topics"] == {name: len(urls) for name, urls in web.topics().items()}
    assert web.options().items() <= {**said, "hosts": 0}.items()


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ("practice(pages=10)", "give a whole number from 64 up"),
        ("practice(pages='many')", "give a whole number from 64 up"),
        ("practice(pages=True)", "give a whole number from 64 up"),
        (f"practice(pages={10**26})", f"give {10**12} or less"),
        ("practice(locality=1.5)", "give a share from 0 to 1"),
        ("practice(lies='some')", "give a share from 0 to 1"),
        ("practice(planted=99)", "there are 24 topics"),
        ("practice(pages=300)", "ask for more pages"),
        ("practice(topical=1)", "a smaller share"),
        ("practice(tunnel_length=50)", "too few off-topic pages"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_that_says_what_to_do(asked: str, what: str) -> None:
    with pytest.raises(PracticeError, match=what) as refusal:
        PracticeWeb.made(parse_name(asked))

    assert "\n" not in str(refusal.value)


def test_an_unknown_parameter_is_refused_with_those_there_are() -> None:
    with pytest.raises(NamingError, match="locality"):
        PracticeWeb.made(parse_name("practice(localty=1)"))


@pytest.mark.parametrize("pages", [1000, 10**4, 10**6, 10**9])
def test_webs_of_every_size_have_all_topics_and_can_describe_themselves(pages: int) -> None:
    web = PracticeWeb(pages=pages)
    said = json.loads(json.dumps(web.describe()))

    assert pages <= said["articles"] < pages + SECTION
    assert len(said["topics"]) == 24
    assert all(web.truth(web.seeds(name, 1)[0]) == {name} for name in said["topics"])
    assert sum(said["topics"].values()) / pages == pytest.approx(0.45, abs=0.03)
