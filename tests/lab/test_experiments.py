from __future__ import annotations

from pathlib import Path

import pytest

from lycosa import judges, strategies
from lycosa.lab.experiment import read_experiment
from lycosa.lab.lab import check_names
from lycosa.lab.ways import way_of

FOLDER = Path(__file__).parents[2] / "experiments"
SEEDS = {  # fetches, preset and the strategies of each seed's tables and figures
    "garcia_dorado_2008": (40_000, "", {"context_graph", "hp9", "vocabulary_anchor", "learning_anchor"}),
    "uluhan_2006": (3000, "seed_001", {"shark_n", "url_combined", "in_degree", "best_first_n"}),
    "otie_2008": (10_000, "", {"otie", "opic", "link_context_prediction", "breadth_first"}),
    "sundrani_habeeb": (5000, "", {"promise", "regression_promise"}),
    "pant_srinivasan_2006": (10_000, "", {"full_page", "window_combo(words=40)", "tag_tree_combo"}),
}


def test_the_seeds_experiments_are_all_there() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} >= set(SEEDS)


@pytest.mark.parametrize("name", SEEDS)
def test_a_seeds_experiment_has_its_numbers_and_a_short_scale(name: str) -> None:
    fetches, preset, needed = SEEDS[name]
    full, short = read_experiment(FOLDER / f"{name}.toml"), read_experiment(FOLDER / f"{name}.toml", "short")

    assert full.budgets == (fetches,)
    assert full.preset == preset
    assert needed | {"breadth_first", "oracle", "oracle_guide"} <= set(full.strategies)
    assert full.strategies == short.strategies
    assert short.webs == ("schools",)
    assert max(short.budgets) <= 1000
    assert full.paper
    assert full.title
    for one in (full, short):
        check_names(one)
        assert judges.find(one.guide.judge).word


def test_a_retrained_guide_is_compared_with_one_that_is_not() -> None:
    for scale in ("", "short"):
        one = read_experiment(FOLDER / "retraining.toml", scale)
        check_names(one)
        ways = [way_of(name) for name in one.strategies]
        plain = {repr(way.strategy) for way in ways if not way.retrain}

        assert {repr(way.strategy) for way in ways if way.retrain} <= plain
        assert any(way.label for way in ways)


def test_ten_topics_are_followed_ten_times_as_far() -> None:
    """Pant and Srinivasan, section 10.3."""
    long = read_experiment(FOLDER / "pant_srinivasan_2006.toml", "long")

    assert (long.budgets, long.topics.draw) == ((100_000,), 10)
    assert all(strategies.find(name) for name in long.strategies)
