from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycosa.cli.lab.run import Progress, spoken
from lycosa.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path

SMALL = "practice(pages=100, planted=2)"
TEXT = """
webs = ["p"]
strategies = ["best_first", "random"]
fetches = 20
repetitions = 2
committee = false
[topics]
least = 5
[start]
seeds = 2
[long]
fetches = 30
"""


@pytest.fixture
def experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYCOSA_STORE", str(tmp_path / "webs"))
    monkeypatch.setenv("LYCOSA_WORDNET", "nowhere")
    assert run(["lab", "import", SMALL, "--as", "p"]) == 0
    path = tmp_path / "experiment.toml"
    path.write_text(TEXT)
    return path


def test_an_experiment_is_run_and_gone_on_with(experiment: Path, tmp_path: Path, capsys) -> None:
    args = ["lab", "run", str(experiment), "--out", str(tmp_path / "out"), "--jobs", "1"]
    assert run(args) == 0
    told = capsys.readouterr()
    assert "2 topics, 6 runs done now; lycosa lab report" in told.out
    assert "6 of 6 runs, 0 s left" in told.err
    assert run(args) == 0
    assert "0 runs done now" in capsys.readouterr().out
    assert run([*args, "--long"]) == 2
    assert "holds another experiment" in capsys.readouterr().err
    assert run([*args[:-3], str(tmp_path / "long"), "--long", "--jobs", "1"]) == 0
    assert len(list((tmp_path / "long").glob("runs/*/*/best_first.30.0.npy"))) == 2


def test_a_wrong_one_is_one_line(experiment: Path, tmp_path: Path, capsys) -> None:
    experiment.write_text(TEXT.replace("best_first", "best_frist"))
    assert run(["lab", "run", str(experiment), "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert "unknown strategy 'best_frist'" in told
    assert not (tmp_path / "out").exists()


def test_a_scale_that_is_not_there_is_refused(experiment: Path, tmp_path: Path, capsys) -> None:
    assert run(["lab", "run", str(experiment), "--out", str(tmp_path / "out"), "--short"]) == 2
    assert "has no table [short]" in capsys.readouterr().err


def test_progress_says_how_much_is_left_and_is_quiet_between(capsys: pytest.CaptureFixture[str]) -> None:
    shown = Progress()
    shown.begun -= 10
    for done in (0, 1, 1, 2, 3, 4):
        shown.told(done, 10, "best_first")
    assert capsys.readouterr().err == "1 of 10 runs, 90 s left, last best_first\n"
    shown.begun -= 90
    shown.shown -= 100
    shown.told(5, 10, "best_first")
    assert capsys.readouterr().err == "5 of 10 runs, 100 s left, last best_first\n".replace("100 s", spoken(100))
    shown.told(10, 10, "otie")
    assert capsys.readouterr().err == "10 of 10 runs, 0 s left, last otie\n"
