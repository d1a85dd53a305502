from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycosa.lab.experiment import Experiment, over, read_experiment
from lycosa.lab.records import LabError

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = 'webs = ["small"]\nstrategies = ["best_first"]\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "experiment.toml"
    path.write_text(text)
    return path


def test_what_is_not_said_has_a_default(tmp_path: Path) -> None:
    assert read_experiment(written(tmp_path, PLAIN)) == Experiment(webs=("small",), strategies=("best_first",))


def test_short_goes_before_the_rest_within_tables_too(tmp_path: Path) -> None:
    text = (
        PLAIN + "fetches = 40_000\n[topics]\nleast = 100\ndraw = 30\n[settings]\ngap = 1.0\n"
        '[short]\nfetches = 200\nwebs = ["other"]\n[short.topics]\ndraw = 2\n'
    )
    path = written(tmp_path, text)
    full, short = read_experiment(path), read_experiment(path, "short")

    assert (full.fetches, full.topics.draw, full.webs) == (40_000, 30, ("small",))
    assert (short.fetches, short.topics.draw, short.topics.least, short.webs) == (200, 2, 100, ("other",))
    assert full.settings == short.settings == {"gap": 1.0}


def test_laying_over_changes_neither_table() -> None:
    raw, narrower = {"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 4}, "e": {"f": 5}}
    assert over(raw, narrower) == {"a": {"b": 4, "c": 2}, "d": 3, "e": {"f": 5}}
    assert raw == {"a": {"b": 1, "c": 2}, "d": 3}


def test_a_run_has_the_rules_of_preset_and_settings(tmp_path: Path) -> None:
    text = PLAIN + 'preset = "seed_001"\nnumber = 5\n[settings]\ngap = 2\ncap = 64\n'
    rules = read_experiment(written(tmp_path, text)).rules(300, 2)

    assert (rules.fetches, rules.pages, rules.number) == (300, 0, 7)
    assert (rules.gap, rules.cap, rules.site_pages) == (2.0, 64, 100)


def test_budgets_are_one_or_many(tmp_path: Path) -> None:
    assert read_experiment(written(tmp_path, PLAIN + "fetches = 7\n")).budgets == (7,)
    assert read_experiment(written(tmp_path, PLAIN + "fetches = [7, 9]\n")).budgets == (7, 9)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("webs = [", "experiment.toml: "),
        ('webs = ["a"]', "missing required field `strategies`"),
        (PLAIN + "fetchs = 3", "unknown field `fetchs`"),
        (PLAIN + "[start]\nseed = 3", "unknown field `seed`"),
        (PLAIN + "fetches = 0", "fetches must be 1 or more"),
        (PLAIN + "fetches = []", "fetches must be 1 or more"),
        (PLAIN + "repetitions = 0", "repetitions must be 1 or more"),
        (PLAIN + "in_flight = 0", "in_flight must be 1 or more"),
        ('webs = []\nstrategies = ["x"]', "webs is empty"),
        ('webs = ["a", "b", "a"]\nstrategies = ["x"]', "webs has a twice"),
        ('webs = ["a"]\nstrategies = ["x", "x"]', "strategies has x twice"),
        (PLAIN + 'preset = "seed_01"', "did you mean seed_001"),
        (PLAIN + "[settings]\nfetches = 3", "settings cannot have fetches: it stands above"),
        (PLAIN + "[settings]\ntext_limit = 3", "keeps words, not characters"),
        (PLAIN + "[settings]\nnonsense = 3", "unknown field `nonsense`"),
        (PLAIN + "[settings]\ngap = -1.0", "gap cannot be -1.0"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    from lycosa.pages.errors import LycosaError

    with pytest.raises(LycosaError, match=said) as told:
        read_experiment(written(tmp_path, text))
    assert "\n" not in str(told.value)


def test_a_short_scale_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"has no table \[short\]"):
        read_experiment(written(tmp_path, PLAIN), "short")
    with pytest.raises(LabError, match="cannot be read"):
        read_experiment(tmp_path / "nowhere.toml")
