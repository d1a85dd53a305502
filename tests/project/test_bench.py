from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FLOORS = """
[fast]
at_most = 10
why = "it must be"

[much]
at_least = 2.0
of = "ratio"
why = "half is not enough"
"""


@pytest.fixture
def bench(tmp_path: Path):
    """A folder with our driver, floors and the scripts one writes: name to the lines it prints."""
    shutil.copy(ROOT / "bench/run.py", tmp_path)
    (tmp_path / "floors.toml").write_text(FLOORS)

    def run(scripts: dict[str, str], *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        for name, text in scripts.items():
            (tmp_path / name).write_text(text)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("LYCOSA")}
        return subprocess.run(
            [sys.executable, tmp_path / "run.py", *words],
            env=kept | settings,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def figure(name: str, value: float, ratio: float | None = None) -> str:
    line = json.dumps({"name": name, "value": value, "unit": "ms", "baseline": "nothing", "ratio": ratio})
    return f"print({line!r})\n"


def test_figures_within_their_floors_end_well(bench) -> None:
    ended = bench({"bench_a.py": figure("fast", 9.5) + figure("much", 1, 2.0)})

    assert ended.returncode == 0
    assert [json.loads(line)["name"] for line in ended.stdout.splitlines()] == ["fast", "much"]
    assert "ok, value at most 10" in ended.stderr
    assert "ok, ratio at least 2.0" in ended.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (figure("fast", 10.5), "MISSED, value at most 10: it must be"),
        (figure("much", 99, 1.9), "MISSED, ratio at least 2.0: half is not enough"),
    ],
)
def test_a_figure_that_misses_its_floor_fails(bench, line: str, said: str) -> None:
    ended = bench({"bench_a.py": line})

    assert ended.returncode == 1
    assert said in ended.stderr


def test_a_figure_without_a_floor_is_just_printed(bench) -> None:
    ended = bench({"bench_a.py": figure("new", 1e9)}, "a")

    assert ended.returncode == 0
    assert json.loads(ended.stdout)["value"] == 1e9


def test_benches_run_before_fuzzers_and_in_order(bench) -> None:
    scripts = {"fuzz_a.py": figure("3", 3), "bench_b.py": figure("2", 2), "bench_a.py": figure("1", 1)}
    ended = bench({**scripts, "measure_x.py": figure("4", 4)})

    assert [json.loads(line)["name"] for line in ended.stdout.splitlines()] == ["1", "2", "3"]


def test_words_choose_scripts(bench) -> None:
    ended = bench({"bench_a.py": figure("1", 1), "bench_b.py": "raise SystemExit(5)"}, "bench_a")

    assert ended.returncode == 0
    assert len(ended.stdout.splitlines()) == 1


def test_words_that_choose_nothing_fail(bench) -> None:
    assert bench({"bench_a.py": figure("1", 1)}, "nonesuch").returncode == 1


def test_a_script_that_breaks_fails_but_keeps_no_other_from_running(bench) -> None:
    ended = bench({"bench_a.py": "raise SystemExit(5)", "bench_b.py": figure("fast", 1)})

    assert ended.returncode == 1
    assert "bench_a.py FAILED" in ended.stderr
    assert json.loads(ended.stdout)["name"] == "fast"


def test_what_else_a_script_says_is_no_figure(bench) -> None:
    ended = bench({"bench_a.py": "print('recorded webs absent')\nprint('[1]')\nprint('{\"a\": 1}')"})

    assert ended.stdout == ""
    assert "recorded webs absent" in ended.stderr
    assert ended.returncode == 0
    assert "not measured" in ended.stderr


def test_where_the_webs_must_be_there_no_figure_may_be_missing(bench) -> None:
    ended = bench({"bench_a.py": figure("fast", 1)}, LYCOSA_NEED_WEBS="1")

    assert ended.returncode == 1
    assert "much" in ended.stderr


def test_every_floor_has_a_bound_and_a_reason() -> None:
    floors = tomllib.loads((ROOT / "bench/floors.toml").read_text("utf-8"))

    assert floors
    for name, floor in floors.items():
        assert len(floor.keys() & {"at_most", "at_least"}) == 1, name
        assert floor["why"], name
        assert floor.keys() <= {"at_most", "at_least", "of", "why"}, name
