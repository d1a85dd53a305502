"""Results are compared on the topics that every strategy hunted; what is not complete is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from lycosa.lab import measures
from lycosa.lab.records import Ground, LabError, Run
from lycosa.lab.results import canonical, gathered, is_bound, load
from tests.lab.experiment import BUDGET, SIGHT, WEB, made_experiment
from tests.lab.made import ground_of, run_of

if TYPE_CHECKING:
    from pathlib import Path


def made(*runs: tuple[str, str], budget: int = 4) -> tuple[list[Run], dict[tuple[str, str], Ground]]:
    """Runs by strategy and topic."""
    grounds = {("w", topic): ground_of(9, [1, 2, 3], [0], topic=topic) for topic in ("a", "b", "c")}
    return [run_of([1, 2], budget=budget, strategy=name, topic=topic) for name, topic in runs], grounds


def test_topics_that_one_strategy_lacks_are_left_out_and_named():
    found = gathered(*made(("x", "a"), ("x", "b"), ("x", "c"), ("y", "a"), ("y", "c")))

    assert (found.strategies, found.topics) == (["x", "y"], [("w", "a"), ("w", "c")])
    assert found.left_out == ["b of w"]


def test_a_strategy_that_has_hardly_begun_is_left_out_and_named():
    found = gathered(*made(("x", "a"), ("x", "b"), ("x", "c"), ("y", "a")))

    assert (found.strategies, len(found.topics)) == (["x"], 3)
    assert found.left_out == ["y (1 of 3 topics)"]


def test_the_largest_budget_is_taken_or_the_one_named():
    runs, grounds = made(("x", "a"))
    more = [*runs, *made(("x", "a"), budget=9)[0]]

    assert gathered(more, grounds).budget == 9
    assert gathered(more, grounds, budget=4).budget == 4
    with pytest.raises(LabError, match="no run has a budget of 5; there are: 4, 9"):
        gathered(more, grounds, budget=5)


def test_where_nothing_was_hunted_it_says_so():
    with pytest.raises(LabError, match="no run is there yet"):
        gathered([], {})
    with pytest.raises(LabError, match="no topic was hunted by every strategy"):
        gathered(*made(("x", "a"), ("y", "b")))


def test_tables_have_a_row_per_strategy_and_the_mean_of_repetitions():
    runs, grounds = made(("x", "a"), ("x", "a"), ("y", "a"))
    found = gathered(runs, grounds)
    recall = measures.of_run("target_recall")

    assert len(found.hunted["x"][0]) == 2
    assert found.table(recall).tolist() == [[2 / 3], [2 / 3]]
    assert found.over_topics(recall).tolist() == [2 / 3, 2 / 3]


def test_curves_are_told_at_points_that_end_at_the_budget(tmp_path: Path):
    found = load(made_experiment(tmp_path, topics=2))
    curve = measures.find("target_recall")
    assert isinstance(curve, measures.Curve)

    assert (found.points[0], found.points[-1]) == (1, BUDGET)
    assert found.curves(curve).shape == (len(SIGHT), 2, len(found.points))
    assert np.allclose(found.curves(curve)[:, :, -1], found.table(curve))
    assert {web for web, _ in found.topics} == {WEB}
    assert found.manifest["name"] == "a made experiment"


def test_a_folder_without_an_experiment_is_one_line(tmp_path: Path):
    with pytest.raises(LabError, match="no experiment there"):
        load(tmp_path)


def test_bounds_are_no_competitors():
    runs, grounds = made(("oracle", "a"), ("best_first", "a"), ("oracle_guide", "a"))
    found = gathered(runs, grounds)

    assert found.bounds == {"oracle", "oracle_guide"}
    assert found.competitors == ["best_first"]
    assert not is_bound("nonesuch")


def test_presets_stand_in_results_by_what_they_mean():
    assert canonical("full_page") == "best_first"
    assert canonical("gone(x=1)") == "gone(x=1)"
