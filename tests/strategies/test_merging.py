"""What a waiting URL keeps when it is sighted again: each rule equals its sentence."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.strategies.merging import RULES, merge
from lycosa.strategies.records import Rows, trail_dtype

TRAIL = trail_dtype(("hops:u1",))
priorities = st.floats(-1e6, 1e6)
sightings = st.lists(st.tuples(priorities, st.integers(1, 9)), min_size=1, max_size=6)


def rows(values: list[float], times: list[int], lane: int) -> Rows:
    n = len(values)
    trail = np.zeros(n, TRAIL)
    trail["hops"] = lane
    return Rows(np.array(values), np.full(n, lane), np.array(times), trail, np.arange(n, dtype=np.uint64))


def columns(seen: list[tuple[float, int]], lane: int) -> Rows:
    return rows([value for value, _ in seen], [times for _, times in seen], lane)


PLAIN = {
    "first": lambda old, new: (old, 1),
    "last": lambda old, new: (new, 2),
    "max": lambda old, new: (max(old, new), 2 if new > old else 1),
    "min": lambda old, new: (min(old, new), 2 if new < old else 1),
    "sum": lambda old, new: (old + new, 2),
    "halfway": lambda old, new: ((old + new) / 2, 2),
}


@pytest.mark.parametrize("rule", PLAIN)
@given(old=sightings, data=st.data())
def test_each_rule_is_its_sentence_and_the_trail_is_the_winners(rule, old, data):
    new = data.draw(st.lists(st.tuples(priorities, st.integers(1, 9)), min_size=len(old), max_size=len(old)))
    kept = merge(rule, columns(old, 1), columns(new, 2))

    expected = [PLAIN[rule](a, b) for (a, _), (b, _) in zip(old, new, strict=True)]
    assert list(zip(kept.priority.tolist(), kept.lane.tolist(), strict=True)) == expected
    assert kept.trail["hops"].tolist() == kept.lane.tolist()
    assert kept.times.tolist() == [a + b for (_, a), (_, b) in zip(old, new, strict=True)]
    assert kept.keys.tolist() == list(range(len(old)))


@given(sightings)
def test_the_mean_is_that_of_all_sightings_in_whatever_portions_they_come(seen):
    """Three sightings of 2 and one of 6 have the mean 3, told as (2, 3 times) and (6, once) or one by one."""
    kept = rows([seen[0][0]], [seen[0][1]], 1)
    for value, times in seen[1:]:
        kept = merge("mean", kept, rows([value], [times], 2))

    every = [value for value, times in seen for _ in range(times)]
    assert kept.times.tolist() == [len(every)]
    assert kept.priority[0] == pytest.approx(fmean(every), rel=1e-9, abs=1e-6)


@given(sightings)
def test_a_sum_of_many_is_their_sum(seen):
    kept = rows([seen[0][0]], [1], 1)
    for value, _ in seen[1:]:
        kept = merge("sum", kept, rows([value], [1], 2))

    assert kept.priority[0] == pytest.approx(sum(value for value, _ in seen), abs=1e-6)


@pytest.mark.parametrize("rule", ["first", "last", "max", "min", "mean", "halfway"])
@given(value=priorities)
def test_the_same_again_changes_nothing_but_the_count(rule, value):
    kept = merge(rule, rows([value], [1], 1), rows([value], [1], 2))

    assert kept.priority[0] == value
    assert kept.times[0] == 2


@pytest.mark.parametrize("rule", RULES)
def test_no_sighting_merges_with_none(rule):
    none = rows([], [], 1)

    assert len(merge(rule, none, none).priority) == 0


@pytest.mark.parametrize("rule", RULES)
def test_what_is_merged_is_left_as_it_was(rule):
    old, new = rows([1.0, 2.0], [1, 1], 1), rows([2.0, 1.0], [1, 1], 2)
    merge(rule, old, new)

    assert old.priority.tolist() == [1, 2]
    assert new.priority.tolist() == [2, 1]
