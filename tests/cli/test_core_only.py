"""An install without extras judges by what it has, and says in one line what it lacks."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from lycosa.cli.main import DONE, run
from lycosa.judges import ladder

if TYPE_CHECKING:
    from pathlib import Path

EXTRAS = ("sklearn", "scipy", "matplotlib", "pyarrow", "nltk")
CORE = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS}))  # as good as absent: none can be imported
from lycosa.cli.main import run
sys.exit(run(sys.argv[1:]))
"""
LINES = {
    name: f"scikit-learn is absent, so {other} judges and not {name}: pip install 'lycosa[learn]'"
    for name, other in ladder.UNTAUGHT.items()
}


def core(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", CORE, *args], capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A topic with three examples of each kind."""
    (tmp_path / "topic.toml").write_text('name = "spiders"\nlanguages = ["en"]\n', "utf-8")
    for kind, about in (("relevant", "wolf spider silk burrow prey"), ("irrelevant", "tax office market river")):
        for number in range(3):
            text = " ".join(f"the {word} of year {number}" for word in about.split()[number:] * 4)
            page = tmp_path / "examples" / f"{kind}{number}.html"
            page.parent.mkdir(exist_ok=True)
            page.write_text(f"<html lang=en><title>{kind}</title><p>{text}</p>", "utf-8")
            with (tmp_path / "labels.tsv").open("a", encoding="utf-8") as labels:
                labels.write(f"examples/{page.name}\t{kind}\n")
    return tmp_path


def test_the_usual_judge_needs_no_extra(small_web: Path) -> None:
    hunted = core("replay", "spiders", "--web", str(small_web), "--json")

    assert hunted.returncode == 0
    assert json.loads(hunted.stdout)["judge"] == ladder.UNTAUGHT[ladder.LIKES]
    assert hunted.stderr == f"lycosa: {LINES[ladder.LIKES]}\n"


def test_words_alone_lack_nothing(small_web: Path) -> None:
    hunted = core("replay", "wolf spider", "--web", str(small_web), "--seed", "http://h0.test/0", "--json")

    assert json.loads(hunted.stdout)["judge"] == ladder.WORDS
    assert hunted.stderr == ""


def test_a_topic_with_examples_is_shown_trained_and_checked(folder: Path) -> None:
    shown = core("topic", "show", str(folder), "--json")
    trained = core("topic", "train", str(folder), "--json")
    checked = core("topic", "check", str(folder), str(folder / "examples/relevant0.html"), "--json")

    assert json.loads(shown.stdout)["judge"] == json.loads(trained.stdout)["judge"] == ladder.UNTAUGHT[ladder.EXAMPLES]
    assert json.loads(trained.stdout)["quality"]["accuracy"][0] > 0.5
    assert LINES[ladder.EXAMPLES] in shown.stderr
    assert trained.stderr == f"lycosa: {LINES[ladder.EXAMPLES]}\n"
    assert json.loads(checked.stdout)["relevant"]
    assert checked.stderr == "", "it was trained here, and goes by that"


def test_the_usual_judge_asked_for_by_name_says_whom_it_chose_and_why(folder: Path) -> None:
    shown = core("topic", "show", str(folder), "--judge", "auto", "--json")
    trained = core("topic", "train", str(folder), "--judge", "auto", "--json")

    assert json.loads(shown.stdout)["judge"] == json.loads(trained.stdout)["judge"] == ladder.UNTAUGHT[ladder.EXAMPLES]
    assert shown.stderr == trained.stderr == f"lycosa: {LINES[ladder.EXAMPLES]}\n"


def test_a_judge_that_learned_elsewhere_judges_here(folder: Path) -> None:
    assert run(["topic", "train", str(folder), "--judge", "svm"]) == DONE

    shown = core("topic", "show", str(folder))

    assert (shown.returncode, shown.stderr) == (0, "")
    assert "judge       svm, as it was trained" in shown.stdout
    assert "quality     not known: training needs scikit-learn: pip install 'lycosa[learn]'" in shown.stdout


def test_an_experiment_says_how_it_runs_without_the_committee(tmp_path: Path) -> None:
    file = tmp_path / "experiment.toml"
    file.write_text('webs = ["nowhere"]\nstrategies = ["best_first"]\n', "utf-8")

    refused = core("lab", "run", str(file), "--out", str(tmp_path / "results"))

    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert refused.stderr.endswith("pip install 'lycosa[learn]', or write committee = false\n")


def test_a_judge_that_must_learn_is_refused_in_one_line(folder: Path) -> None:
    refused = core("topic", "train", str(folder), "--judge", "svm")

    assert refused.returncode == 2
    assert refused.stderr == "lycosa: training needs scikit-learn: pip install 'lycosa[learn]'\n"
