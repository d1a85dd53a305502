"""The page about the lab says all that an experiment may say, and shows one that can be read."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from lycosa.lab.experiment import SCALES, Experiment, Guide, Start, Topics, read_experiment

PAGE = Path(__file__).parents[2] / "docs/lab.md"
TABLES = {"topics": Topics, "start": Start, "guide": Guide}


def keys() -> list[str]:
    """Every key, those of tables with their table's name."""
    plain = [name for name in Experiment.__struct_fields__ if name not in TABLES]
    return [*plain, *(f"{table}.{name}" for table, kind in TABLES.items() for name in kind.__struct_fields__)]


def test_every_key_is_in_the_table_and_no_other() -> None:
    rows = re.findall(r"^\| (`.+?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(re.findall(r"`([\w.]+)`", " ".join(rows))) == sorted(keys())


def test_the_example_can_be_read_at_its_scales(tmp_path: Path) -> None:
    found = re.search(r"```toml\n(.+?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    path = tmp_path / "experiment.toml"
    path.write_text(found[1])

    assert read_experiment(path).guide == Guide(judge="svm", positives=20, negatives=40)
    assert read_experiment(path, "short").budgets == (200,)
    assert all(f"`[{scale}]`" in PAGE.read_text("utf-8") for scale in SCALES)


def test_an_experiment_says_all_it_is_when_it_is_written_down() -> None:
    one = Experiment(webs=("a",), strategies=("best_first",), guide=Guide(examples={"x": ("http://a.test/",)}))
    assert msgspec.convert(msgspec.to_builtins(one), Experiment) == one
