"""Strategies beside each other: by hand, and against slow forms."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.lab import measures
from lycosa.lab.measures import Across, MeasureError
from lycosa.lab.measures.across import Overlap, ShareOfCeiling
from lycosa.lab.measures.base import by_topic, over_topics
from lycosa.lab.measures.harvest import RequestsPerRelevant
from lycosa.lab.measures.targets import TargetRecall, TargetRecallArea
from lycosa.lab.records import Ground
from tests.lab.made import ground_of, run_of


def grounds(*targets: list[int]) -> list[Ground]:
    return [ground_of(10, few, [0], number) for number, few in enumerate(targets)]


def test_the_share_of_the_ceiling_is_a_ratio_of_means_and_no_mean_of_ratios():
    """Areas over two topics. Floor: 0 and .5; bound: 1 and .5; between: .5 and .5.

    Means .25, .75, .5: the share is .5. A mean of ratios would have divided by nothing on the second topic.
    """
    topics = grounds([1, 2], [1, 2])
    runs = {
        "breadth_first": [[run_of([8, 9])], [run_of([1, 8])]],
        "best_first": [[run_of([1, 8])], [run_of([1, 8])]],
        "oracle_guide": [[run_of([1, 2])], [run_of([1, 8])]],
    }
    areas = {name: over_topics(TargetRecallArea(), few, topics) for name, few in runs.items()}

    assert areas == {"breadth_first": 0.25, "best_first": 0.5, "oracle_guide": 0.625}
    assert ShareOfCeiling().over(runs, topics).tolist() == pytest.approx([0.0, 0.25 / 0.375, 1.0])


@pytest.mark.parametrize("gone", ["breadth_first", "oracle_guide"])
def test_without_floor_or_bound_there_is_no_share(gone: str):
    runs = {name: [[run_of([1])]] for name in ("breadth_first", "oracle_guide", "best_first") if name != gone}

    with pytest.raises(MeasureError, match=f"needs runs of {gone}; add them to the experiment"):
        ShareOfCeiling().over(runs, grounds([1]))


def test_against_the_other_bound():
    runs = {name: [[run_of(pages)]] for name, pages in (("breadth_first", [8, 9]), ("oracle", [1, 8]))}

    assert ShareOfCeiling(bound="oracle").over(runs, grounds([1])).tolist() == [0.0, 1.0]


pages = st.lists(st.integers(-1, 9), min_size=1, max_size=12)


@given(st.lists(st.tuples(pages, pages), min_size=1, max_size=3))
def test_overlap_is_what_both_have_by_the_mean_of_what_each_has(topics):
    """Pages are told apart by content, and seeds are left out; over topics, sums by sums."""
    held = grounds(*[[1, 2]] * len(topics))
    runs = {
        name: [[run_of(pair[side])] for pair in topics] for side, name in enumerate(("best_first", "breadth_first"))
    }
    both = sizes = 0
    for pair, ground in zip(topics, held, strict=True):
        digests = ground.columns["digest"].tolist()
        one, other = ({digests[page] for page in side if page > 0} for side in pair)
        both += len(one & other)
        sizes += len(one) + len(other)
    table = Overlap().over(runs, held)

    assert np.array_equal(table, table.T, equal_nan=True)
    assert table[0, 1] == pytest.approx(2 * both / sizes if sizes else np.nan, nan_ok=True)


def test_overlap_by_hand():
    """As in the seed's tables: of three each, one in common, a third; with itself all."""
    ground = grounds([1])[0]
    ground = Ground("w", "t", ground.seeds, ground.target, {"digest": np.arange(10)})
    runs = {"best_first": [[run_of([1, 2, 3])]], "in_degree": [[run_of([3, 4, 5])]]}

    assert Overlap().over(runs, [ground]).tolist() == pytest.approx(np.array([[1, 1 / 3], [1 / 3, 1]]))
    assert Overlap(at=2).over(runs, [ground])[0, 1] == 0


def test_they_are_found_by_name():
    names = [word for word, kind in measures.known().items() if issubclass(kind, Across)]

    assert names == ["overlap", "share_of_ceiling"]
    assert measures.find("share_of_ceiling(bound='oracle')") == ShareOfCeiling(bound="oracle")


def test_repetitions_are_averaged_before_topics():
    """1 and 0 of the first topic, 1 of the second: .5 and 1, the mean .75, not two thirds."""
    topics = grounds([1], [1])
    runs = [[run_of([1]), run_of([8])], [run_of([1])]]

    assert by_topic(TargetRecall(), runs, topics).tolist() == [0.5, 1.0]
    assert over_topics(TargetRecall(), runs, topics) == 0.75


def test_a_ratio_over_topics_is_the_ratio_of_the_means():
    """3 fetches for 1 relevant page, 3 fetches for 2: 6/3, not the mean of 3 and 1.5."""
    topics = grounds([1], [1, 2])
    runs = [[run_of([1, 8, 9])], [run_of([1, 2, 9])]]

    assert over_topics(RequestsPerRelevant(), runs, topics) == 2.0
    assert by_topic(RequestsPerRelevant(), runs, topics).tolist() == [3.0, 1.5]


def test_where_nothing_is_relevant_on_one_topic_the_ratio_still_counts_its_fetches():
    topics = grounds([1], [5])
    runs = [[run_of([1, 8])], [run_of([8, 9])]]

    assert over_topics(RequestsPerRelevant(), runs, topics) == 4.0
