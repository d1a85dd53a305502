"""On a real web with human labels: a judge made of five pages finds more than no judge, and the same twice."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lycosa.lab.statistics.intervals import bootstrap

pytestmark = pytest.mark.needs_webs

EVERY = 3  # of eighteen topics; bench/bench_schools.py hunts them all


def loaded() -> Any:
    """The script that measures all of it."""
    path = Path(__file__).parents[2] / "bench/bench_schools.py"
    spec = importlib.util.spec_from_file_location("bench_schools", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def bench() -> Any:
    return loaded()


@pytest.fixture(scope="module")
def schools(bench, needs_webs):
    """Answers, and one draw of every third topic."""
    answers, topics = bench.schools(needs_webs / "schools")
    yield answers, topics, bench.draws(topics, range(1))[::EVERY]
    answers.web.close()


@pytest.fixture(scope="module")
def areas(bench, schools):
    answers, _, draws = schools
    return bench.areas(answers, draws, ("breadth_first", "best_first", "in_degree"))


def test_eighteen_leaf_topics_have_sixty_pages(schools):
    """Outside Geography and Countries; none of them is above another."""
    _, topics, _ = schools

    assert len(topics) == 18
    assert not [one for one in topics for other in topics if other.startswith(one + ".")]
    assert all(len(urls) >= 60 for urls in topics.values())


def test_seeds_are_five_pages_and_no_targets(schools):
    answers, topics, draws = schools
    for draw in draws:
        assert len(set(draw.seeds)) == 5
        assert len(draw.targets) == len(set(topics[draw.topic])) - 5
        assert not draw.targets & {answers.web.canon.key(url) for url in draw.seeds}


def test_best_first_beats_breadth_first_in_the_mean(areas):
    """The interval over topics lies above nothing; by how much the bench says, over all 18."""
    gain = areas["best_first"] - areas["breadth_first"]
    low, _ = bootstrap(gain.tolist(), np.random.default_rng(1))

    assert 0 < low < gain.mean()


def test_in_degree_knows_nothing_of_the_topic(areas):
    """On this web it is far below breadth-first: what everybody links to are the countries."""
    assert areas["in_degree"].mean() < areas["breadth_first"].mean() / 2


def test_two_runs_fetch_the_same_in_the_same_order(bench, schools):
    answers, _, draws = schools
    for name in ("best_first", "url_combined"):
        runs = [bench.caught(answers, draws[0], name, bench.Remembering(draws[0], answers, "cosine")) for _ in range(2)]
        assert runs[0] == runs[1]
        assert len(runs[0]) == bench.FETCHES


def test_what_a_reader_remembers_changes_no_crawl(bench, schools):
    """The bench reads a page once for all strategies: the order is that of a reader that has read nothing."""
    answers, _, draws = schools
    worn, fresh = (bench.Remembering(draws[1], answers, "cosine") for _ in range(2))
    bench.caught(answers, draws[1], "breadth_first", worn)

    assert bench.caught(answers, draws[1], "best_first", worn) == bench.caught(answers, draws[1], "best_first", fresh)
