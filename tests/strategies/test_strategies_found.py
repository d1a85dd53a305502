"""Strategies are found by name; what is wrong with a name is said in one line with what is right."""

from __future__ import annotations

import pytest

from lycosa import strategies
from lycosa.pages.errors import LycosaError
from lycosa.strategies.best_first import BestFirst
from lycosa.strategies.records import trail_dtype

FIRST = {
    "best_first",
    "best_first_n",
    "breadth_first",
    "depth_first",
    "in_degree",
    "random",
    "url_combined",
}


def test_the_first_strategies_are_known_in_order():
    assert [*strategies.known()] == sorted(strategies.known())
    assert set(strategies.known()) >= FIRST


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("best_first(again='newest')", "best_first: again can be 'last', 'halfway', 'bonus', 'max', not 'newest'"),
        ("best_first_n(again='first')", "best_first_n: again can be 'last', 'halfway', 'bonus', 'max', not 'first'"),
        ("in_degree(count='pagez')", "in_degree: count can be 'pages', 'links', not 'pagez'"),
        ("best_first_n(n=0)", "best_first_n: n must be at least 1, not 0"),
        ("best_first_n(n=2.5)", "best_first_n: n cannot be 2.5; write it like 256"),
        ("best_first_n(n=True)", "best_first_n: n cannot be True; write it like 256"),
        ("depth_first(lifo=1)", "depth_first: lifo cannot be 1; write it like False"),
        ("url_combined(page='much')", "url_combined: page cannot be 'much'; write it like 0.5"),
        ("url_combined(url=-1)", "url_combined: url must be at least 0, not -1"),
        ("best_first(again=max)", "best_first: again can be 'last', 'halfway', 'bonus', 'max', not max"),
    ],
)
def test_a_wrong_parameter_is_refused_with_the_right_ones(name, line):
    with pytest.raises(LycosaError) as refused:
        strategies.find(name)

    assert str(refused.value) == line


@pytest.mark.parametrize(
    "name",
    [
        "url_combined(page=1e999)",
        "url_combined(page=-1e999)",
        "url_combined(page=0x1" + 4000 * "0" + ")",
        "best_first(again='max', again='last')",
        "best_first(**{'again': 'max'})",
        "best_first(again=b'max')",
        "best_first(again=['max'])",
        "best_first(again={[]: 1})",
    ],
)
def test_what_would_not_read_back_is_refused_in_a_line(name):
    with pytest.raises(LycosaError, match=r"^cannot read [^\n]+|^a number [^\n]+ is too large: [^\n]+$"):
        strategies.find(name)


def test_a_parameter_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(LycosaError, match=r"again: str = 'max'|its parameters: again"):
        strategies.find("best_first(agian='max')")


def test_an_unknown_strategy_is_refused_with_the_nearest():
    with pytest.raises(strategies.StrategyError, match="unknown strategy 'bestfirst': did you mean best_first"):
        strategies.find("bestfirst")


def test_a_preset_is_a_name_for_a_strategy_with_parameters():
    """000's full page is best-first that keeps the greater score."""
    assert strategies.find("full_page") == BestFirst(again="max")


def test_a_whole_number_may_stand_for_any_number():
    assert strategies.find("url_combined(page=1)") == strategies.find("url_combined(page=1.0)")


def test_a_trail_is_a_record_of_fixed_width():
    """`hops:u1` takes a byte, `anchor:8u4` eight words of four."""
    record = trail_dtype(("hops:u1", "anchor:8u4"))

    assert record.itemsize == 1 + 8 * 4
    assert record["anchor"].shape == (8,)
