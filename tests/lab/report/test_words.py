"""What is said in plain words, on experiments whose outcome is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.lab.measures.targets import TargetRecallArea
from lycosa.lab.records import Ground, LabError, Run
from lycosa.lab.report.standing import Standing, standing
from lycosa.lab.report.words import by, longest, setting, several, summary, title
from lycosa.lab.results import gathered
from lycosa.lab.statistics.pairs import compared
from tests.lab.made import ground_of, run_of

TARGETS = list(range(1, 21))


def experiment(caught: dict[str, list[int]], early: int = 0) -> Standing:
    """Strategy to how many of twenty targets it catches at once, topic by topic; the rest of its fetches miss."""
    runs: list[Run] = []
    grounds: dict[tuple[str, str], Ground] = {}
    for strategy, counts in caught.items():
        for topic, count in enumerate(counts):
            pages = [*TARGETS[:count], *range(30, 60 - count - early)]
            runs.append(run_of(pages, budget=30, strategy=strategy, topic=f"t{topic:02}"))
            grounds["w", f"t{topic:02}"] = ground_of(60, TARGETS, [0], topic=f"t{topic:02}")
    return standing(gathered(runs, grounds))


def said(found: Standing, start: str) -> str:
    return next(line for line in summary(found) if line.startswith(start))


MANY = [5, 6, 7, 8, 9, 10, 11, 12, 6, 7, 8, 9]


def test_what_is_above_is_said_to_be_above_and_by_how_much():
    found = experiment({"best_first": MANY, "url_combined": [count + 4 for count in MANY]})
    line = found.lines[0]

    assert (line.strategy, line.verdict) == ("url_combined", "above")
    assert line.pair
    assert said(found, "url_combined is above best_first by") == (
        f"url_combined is above best_first by {by(line.pair)}, p < 0.001; won 12, tied 0, lost 0."
    )


def test_what_is_below_is_said_to_be_below_by_as_much():
    found = experiment({"best_first": [count + 4 for count in MANY], "in_degree": MANY})
    line = found.lines[1]

    assert line.verdict == "below"
    assert line.pair
    assert said(found, "in_degree is below best_first by 0.") == (
        f"in_degree is below best_first by {by(line.pair, -1)}, p < 0.001; won 0, tied 0, lost 12."
    )


def test_what_cannot_be_told_apart_is_said_so_with_what_could_have_been_seen():
    found = experiment({"best_first": MANY, "best_first_n": [count + (-1) ** count for count in MANY]})
    line = next(line for line in found.lines if line.pair)

    assert line.verdict == "same"
    assert line.pair
    assert f"cannot be told apart: the experiment could have seen a difference of {line.pair.detectable:.3f}." in said(
        found, "best_first_n and best_first"
    )


def test_several_that_cannot_be_told_apart_share_a_sentence():
    found = experiment(
        {"best_first": MANY, **{f"best_first_n(n={n})": [c + (-1) ** (c + n) for c in MANY] for n in (2, 3)}}
    )

    assert said(found, "None of best_first_n(n=").count("can be told apart from best_first: the experiment could") == 1


def test_a_lead_that_is_lost_again_is_told_with_where_it_was():
    """On ten topics one takes its targets first and the other last, on two it is the other way; all end alike."""
    runs: list[Run] = []
    grounds: dict[tuple[str, str], Ground] = {}
    for topic in range(12):
        name = f"t{topic:02}"
        grounds["w", name] = ground_of(60, TARGETS, [0], topic=name)
        early, late = [*TARGETS[: 5 + topic % 3], *range(30, 50)], [*range(30, 50), *TARGETS[: 5 + topic % 3]]
        flip = topic % 5 == 4
        runs.append(run_of(late if flip else early, budget=30, strategy="url_combined", topic=name))
        runs.append(run_of(early if flip else late, budget=30, strategy="best_first", topic=name))
    found = standing(gathered(runs, grounds), measure="target_recall")

    assert found.lines[0].verdict == "same"
    told = said(found, "From 1 to ")
    assert "the target recall of url_combined is above that of best_first" in told
    assert 15 <= int(told.split()[3]) <= 27


@given(st.lists(st.booleans(), max_size=20))
def test_the_longest_stretch_is_the_first_of_the_longest(flags):
    stretches = [(begin, end) for begin in range(len(flags)) for end in range(begin + 1, len(flags) + 1)
                 if all(flags[begin:end])]  # fmt: skip
    slow = max(stretches, key=lambda one: (one[1] - one[0], -one[0]), default=(0, 0))

    assert longest(np.array(flags, bool)) == slow


@pytest.mark.parametrize(
    ("manifest", "told"),
    [({"experiment": {"title": "Bees"}}, "Bees"), ({"name": "Wolves"}, "Wolves"), ({}, "An experiment")],
)
def test_an_experiment_is_called_by_its_title(manifest, told):
    assert title(manifest) == told


@pytest.mark.parametrize(
    ("manifest", "told"),
    [
        ({}, ""),
        (
            {"experiment": {"start": {"seeds": 20}, "guide": {"judge": "svm"}}},
            "The guide is svm. Hunts begin at 20 pages of a topic.",
        ),
        (
            {"experiment": {"paper": "Guan et al. 2008"}, "short": True},
            "After Guan et al. 2008. This is its short scale.",
        ),
    ],
)
def test_the_setting_is_told_as_far_as_it_is_known(manifest, told):
    assert setting(manifest) == told


def test_a_lucky_one_of_many_is_not_called_better():
    """A p that would do alone does not do among eleven: Holm."""
    rng = np.random.default_rng(3)
    noisy = {f"best_first_n(n={n})": [c + int(rng.integers(-2, 3)) for c in MANY] for n in range(2, 12)}
    luck = [1, 1, 1, 0, 1, 0, 1, -1, 1, 1, 0, 0]
    lucky = {"url_combined": [count + one for count, one in zip(MANY, luck, strict=True)]}
    found = experiment({"best_first": MANY, **noisy, **lucky})
    line = next(line for line in found.lines if line.strategy == "url_combined")

    assert line.pair
    assert line.pair.p_either < 0.05 < line.p
    assert line.verdict == "same"


def test_with_one_topic_nothing_is_shown():
    found = experiment({"best_first": [5], "url_combined": [9]})

    assert said(found, "url_combined has the highest").endswith("on one topic.")
    assert "is not shown" in said(found, "That it is better")
    assert said(found, "url_combined and best_first").endswith("no difference at all, with one topic.")
    assert said(found, "With 1 topics")


def test_the_oracle_that_is_surpassed_is_listed():
    found = experiment({"oracle": [15] * 12, "best_first": [*[10] * 11, 17], "breadth_first": [3] * 12})

    assert [(over.topic, over.strategy) for over in found.above_oracle] == [("t11", "best_first")]
    assert said(found, "In 1 case")
    assert said(found, "best_first gains").endswith("of what oracle gains over breadth_first.")
    assert not [line for line in summary(found) if "oracle has not" in line]


def test_an_oracle_that_is_not_the_highest_is_a_reason_to_look():
    found = experiment({"oracle": [5] * 12, "best_first": [10] * 12})

    assert said(found, "oracle has not the highest target_recall_area, best_first has")


def test_by_another_measure_the_oracle_is_not_blamed():
    """It is after targets alone: that the guide likes other pages better is no fault of its."""
    found = standing(experiment({"oracle": [15] * 12, "best_first": [10] * 12}).results, "hosts")

    assert not [line for line in summary(found) if "oracle" in line]


def test_runs_that_ended_early_and_fetches_outside_are_told():
    assert said(experiment({"best_first": [5] * 12}, early=5), "12 of 12 runs ended before")
    outside = standing(gathered([run_of([1, -1, 2, -1], topic="t")], {("w", "t"): ground_of(5, [1], [0])}))
    assert said(outside, "50.0% of all fetches went to URLs outside the web")


def test_the_reference_is_full_page_or_the_one_that_is_named():
    caught = {"best_first": [5] * 3, "breadth_first": [4] * 3}

    assert experiment(caught).reference == "best_first"
    assert experiment({"breadth_first": [4] * 3, "in_degree": [3] * 3}).reference == "breadth_first"
    results = experiment(caught).results
    assert standing(results, against="breadth_first").reference == "breadth_first"
    with pytest.raises(LabError, match="depth_first: not among the strategies: best_first, breadth_first"):
        standing(results, against="depth_first")


def test_another_measure_may_rank():
    results = experiment({"best_first": [5] * 3}).results

    assert repr(standing(results).measure) == repr(TargetRecallArea())
    assert repr(standing(results, "hosts").measure) == "hosts"
    columns = {"host": results.grounds[0].columns["host"]}
    bare = [Ground(one.web, one.topic, one.seeds, one.target, columns) for one in results.grounds]
    fewer = gathered([run for few in results.hunted["best_first"] for run in few], {(g.web, g.topic): g for g in bare})
    with pytest.raises(LabError, match="the experiment has nothing to take it from"):
        standing(fewer, "harvest_area(judge='committee')")


def test_names_in_a_sentence():
    assert several(["a"]) == "a"
    assert several(["a", "b", "c"]) == "a, b and c"
    assert several(list("abcdef")) == "a, b, c, d and 2 others"


def test_a_difference_can_be_told_from_either_side():
    pair = compared(np.array([0.1, 0.2, 0.3, 0.2]), np.array([0.0, 0.1, 0.1, 0.1]))

    assert by(pair) == f"0.125 [{pair.low:.3f}, {pair.high:.3f}]"
    assert by(pair, -1) == f"-0.125 [-{pair.high:.3f}, -{pair.low:.3f}]"
