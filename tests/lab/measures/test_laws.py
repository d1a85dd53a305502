"""What holds of every measure there is: it is found by looking, named, and a function of what it is given."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from lycosa.lab import measures
from lycosa.lab.measures import Curve, Measure, MeasureError, OfRun, Ratio
from lycosa.lab.records import FETCH, PAGE, Ground, Run
from lycosa.pages.names import NamingError
from tests.lab.made import ground_of, hunts, run_of


def variants() -> list[Measure]:
    """Every measure as it comes, and with each other value that its parameters may have."""
    found: dict[str, Measure] = {}
    for kind in measures.known().values():
        signature = inspect.signature(kind).parameters
        changes: list[dict[str, Any]] = [
            {},
            *({option: value} for option in kind.choices for value in kind.choices[option]),
        ]
        changes += [{name: True} for name, one in signature.items() if one.default is False]
        changes += [{name: 7} for name in ("at", "n", "window") if name in signature]
        found |= {repr(one): one for one in (kind(**change) for change in changes)}
    return list(found.values())


ALL = [one for one in variants() if isinstance(one, OfRun)]
few = settings(max_examples=10)  # there are a hundred measures
every = pytest.mark.parametrize("measure", ALL, ids=repr)
named = pytest.mark.parametrize("measure", variants(), ids=repr)


def same(one: float, other: float) -> bool:
    return one == other or (np.isnan(one) and np.isnan(other))


def shorter(run: Run, to: int) -> Run:
    return Run(run.web, run.topic, run.strategy, run.repetition, run.budget, run.fetches[:to], facts=run.facts)


def test_there_are_measures_of_every_family() -> None:
    assert len(ALL) > 60
    assert {kind.family for kind in measures.known().values()} == {
        "targets", "harvest", "means over the catch", "scores", "spread", "cost", "across strategies"
    }  # fmt: skip


@named
def test_its_name_parses_back_to_an_equal_one(measure: Measure) -> None:
    assert measures.find(repr(measure)) == measure


@named
def test_it_says_what_it_is(measure: Measure) -> None:
    assert inspect.getdoc(measure)
    assert measure.unit
    assert measure.better in {"more", "less", ""}


@every
@few
@given(hunts())
def test_it_leaves_run_and_ground_as_they_are_and_says_the_same_twice(measure: OfRun, hunt: tuple[Run, Ground]):
    run, ground = hunt
    before = [run.fetches.copy(), ground.target.copy(), *(column.copy() for column in ground.columns.values())]
    first = measure.of(run, ground)

    assert same(first, measure.of(run, ground))
    after = [run.fetches, ground.target, *ground.columns.values()]
    assert all(old.tobytes() == new.tobytes() for old, new in zip(before, after, strict=True))


@every
@few
@given(hunts())
def test_what_comes_after_the_budget_is_too_late(measure: OfRun, hunt: tuple[Run, Ground]):
    run, ground = hunt
    assert same(measure.of(run, ground), measure.of(shorter(run, run.budget), ground))


@every
@few
@given(hunts())
def test_shares_lie_between_nothing_and_all(measure: OfRun, hunt: tuple[Run, Ground]):
    value = measure.of(*hunt)

    assert np.isnan(value) or value >= 0 or measure.unit == "score"
    assert np.isnan(value) or value <= 1 or measure.unit != "share"


@every
def test_it_reads_the_columns_it_says_and_no_others(measure: OfRun) -> None:
    whole = ground_of(9, [3, 4, 7], [0])
    columns = {name: whole.columns[name] for name in measure.needs}
    bare = Ground("w", "t", whole.seeds, whole.target, columns)
    run = run_of([0, 3, 5, -1, 4, 8], facts={"seconds": 1.0, "links": 9.0, "peak_memory": 5.0})

    assert measure.missing(bare) == []
    assert same(measure.of(run, bare), measure.of(run, whole))
    assert measure.missing(Ground("w", "t", whole.seeds, whole.target)) == list(measure.needs)


@every
def test_of_an_empty_run_it_says_something_or_nothing(measure: OfRun) -> None:
    """A number or NaN, and never an error or a warning."""
    run = Run("w", "t", "best_first", 0, 5, np.zeros(0, FETCH))

    assert isinstance(measure.of(run, ground_of(5, [2], [0])), float)
    assert isinstance(measure.of(run, ground_of(5, [], [0])), float)


CATCHES = [one for one in ALL if one.family in {"targets", "harvest", "means over the catch", "scores", "spread"}]


@pytest.mark.parametrize("measure", CATCHES, ids=repr)
@few
@given(hunts())
def test_a_seed_is_no_catch(measure: OfRun, hunt: tuple[Run, Ground]):
    """Whatever its score, host or size is, and even where a label calls it a target."""
    run, ground = hunt
    if "nyu" in repr(measure):
        return  # its threshold is the seeds' median
    seeded = np.isin(np.arange(len(ground.target)), ground.seeds)
    columns = {name: np.where(seeded, column[::-1], column) for name, column in ground.columns.items()}
    fetches = run.fetches.copy()
    seeds = np.isin(fetches["page"], ground.seeds)
    fetches["score"][seeds] = 1 - fetches["score"][seeds]
    fetches["margin"][seeds] += 5
    fetches["depth"][seeds] += 5
    other = Run(run.web, run.topic, run.strategy, 0, run.budget, fetches, facts=run.facts)

    told = Ground("w", "t", ground.seeds, ground.target, columns, by_url=ground.by_url)
    assert same(measure.of(run, ground), measure.of(other, told))


CURVES = [one for one in ALL if isinstance(one, Curve)]


@pytest.mark.parametrize("measure", CURVES, ids=repr)
@few
@given(hunts())
def test_a_curve_has_a_point_per_fetch_and_knows_no_later_ones(measure: Curve, hunt: tuple[Run, Ground]):
    run, ground = hunt
    whole = measure.curve(run, ground)
    cut = measure.curve(shorter(run, 3), ground)

    assert len(whole) == run.budget
    assert np.array_equal(whole[:3], cut[:3], equal_nan=True)


@pytest.mark.parametrize("measure", CURVES, ids=repr)
def test_a_point_beyond_the_budget_is_not_said(measure: Curve) -> None:
    beyond = measures.of_run(f"{type(measure).word}(at=7)")

    assert np.isnan(beyond.of(run_of([1, 2, 3]), ground_of(5, [2], [0])))


@pytest.mark.parametrize("measure", [one for one in ALL if isinstance(one, Ratio)], ids=repr)
@few
@given(hunts())
def test_a_ratio_is_its_parts(measure: Ratio, hunt: tuple[Run, Ground]):
    part, whole = measure.parts(*hunt)
    value = measure.of(*hunt)

    assert np.isnan(value) if whole == 0 else value == pytest.approx(part / whole)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("target_recal", "unknown measure 'target_recal': did you mean target_recall"),
        ("harvest(judge='me')", "harvest: judge can be 'labels', 'committee', 'guide', 'predicate', 'nyu', not 'me'"),
        ("target_recall(at=-1)", "target_recall: at must be at least 0, not -1"),
        ("half_harvest(half=3)", "half_harvest: half is 1 or 2, not 3"),
        ("search_length(m=3)", "search_length: got an unexpected keyword argument 'm'"),
        ("score_quantile(share=2.0)", "score_quantile: share is between 0 and 1, not 2.0"),
    ],
)
def test_a_wrong_name_is_refused_in_one_line(name: str, said: str) -> None:
    with pytest.raises((MeasureError, NamingError)) as refused:
        measures.find(name)

    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_a_target_that_is_no_page_counts_only_where_taken_urls_do() -> None:
    """A PDF whose address was taken twice, and one whose address was not."""
    ground = ground_of(5, [2], [0], by_url=np.array([99, 7], np.uint64))
    run = run_of([0, 2, -1, -1])

    assert measures.of_run("target_recall").of(run, ground) == 1.0
    assert measures.of_run("target_recall(taken=True)").of(run, ground) == pytest.approx(2 / 3)


def test_fetches_outside_are_those_the_run_has_counted() -> None:
    """A failure within the web, as an answer 404, is none of them."""
    run = run_of([1, -1, -1, 2], facts={"outside": 1.0})

    assert measures.of_run("outside").of(run, ground_of(5, [2], [0])) == 0.25
    assert measures.of_run("outside").of(run_of([1, -1, -1, 2]), ground_of(5, [2], [0])) == 0.5


def test_a_page_again_and_a_page_that_failed_are_no_catch() -> None:
    ground = ground_of(5, [2, 3], [0])
    run = run_of([0, 2, 2, 3], [PAGE, PAGE, 1, 2])

    assert measures.of_run("targets_caught").of(run, ground) == 1
    assert measures.of_run("targets_caught(taken=True)").of(run, ground) == 2


def test_a_measure_of_single_runs_can_be_asked_for() -> None:
    assert repr(measures.of_run("harvest(at=3)")) == "harvest(at=3)"
    with pytest.raises(MeasureError, match="compares strategies"):
        measures.of_run("overlap")
