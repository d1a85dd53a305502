"""Arithmetic over ranges equals loops over slices."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lycosa.judges.ranges import Firsts, count, running
from lycosa.pages.records import Ranges

WORDS = st.lists(st.integers(0, 9), max_size=60)


@st.composite
def texts(draw):
    words = draw(WORDS)
    place = st.integers(0, len(words))
    pairs = draw(st.lists(st.tuples(place, place).map(sorted), max_size=8))
    starts, ends = np.array(pairs, np.int64).reshape(-1, 2).T
    return np.array(words, np.int32), Ranges(starts, ends)


@given(texts())
def test_counts_are_those_of_each_slice(text):
    words, ranges = text

    counts = count(words, ranges, 10)

    rows = [Counter(words[start:end].tolist()) for start, end in zip(*ranges, strict=True)]
    expected = [(word, held[word]) for held in rows for word in sorted(held)]
    assert list(zip(counts.names.tolist(), counts.times.tolist(), strict=True)) == expected
    assert np.diff(counts.bounds).tolist() == [len(held) for held in rows]
    assert counts.sums(counts.times.astype(np.float64)).tolist() == [held.total() for held in rows]


@given(texts())
def test_first_places_name_the_same_words_alike(text):
    words, _ = text

    names = Firsts()[words.astype(np.uint32)]

    assert names.tolist() == [words.tolist().index(word) for word in words.tolist()]


def test_names_of_a_second_text_owe_nothing_to_the_first():
    firsts = Firsts()
    firsts[np.array([5, 2000, 5], np.uint32)]

    assert firsts[np.array([2000, 5, 2000], np.uint32)].tolist() == [0, 1, 0]


@given(texts(), st.data())
def test_ranges_of_kept_tokens_hold_the_kept_tokens(text, data):
    words, ranges = text
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words))), np.bool_)

    before = running(kept)

    for start, end in zip(*ranges, strict=True):
        assert words[kept][before[start] : before[end]].tolist() == words[start:end][kept[start:end]].tolist()


@given(texts())
def test_running_sums_give_the_sum_of_each_range(text):
    words, ranges = text

    sums = running(words.astype(np.float64))

    expected = [words[start:end].sum() for start, end in zip(*ranges, strict=True)]
    assert (sums[ranges.ends] - sums[ranges.starts]).tolist() == expected


def test_many_ranges_of_a_long_text_are_counted_beyond_32_bits():
    names = np.array([0, 70_000], np.int32)
    rows = 40_000
    ranges = Ranges(np.zeros(rows, np.int64), np.full(rows, 2, np.int64))

    counts = count(names, ranges, 70_001)

    assert counts.bounds[-1] == 2 * rows
    assert counts.names[-2:].tolist() == [0, 70_000]
