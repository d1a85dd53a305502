"""A strategy begins with what it learned in an earlier crawl."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

from lycosa.cli.main import DONE, USAGE, run
from lycosa.collection.opened import EARLIER, Opened
from lycosa.collection.run import exists
from lycosa.crawl.state import unpack
from lycosa.engines.earlier import given, keep
from lycosa.strategies.learning_anchor import LearningAnchor
from lycosa.strategies.records import Hunt
from lycosa.topics.topic import Topic
from tests.cli.live import WEB, crawl
from tests.strategies.learned import learner

if TYPE_CHECKING:
    from pathlib import Path

LATER = ("--strategy", "learning_anchor(source='mix')")


@pytest.fixture
def learned(tmp_path: Path) -> Path:
    """A file of what a crawl learned."""
    path = tmp_path / "learned.state"
    keep(path, learner("learning_anchor", 150))
    return path


def test_a_crawl_begins_with_what_another_learned_and_goes_on_without_it(port, tmp_path, capsys):
    """The later collection has a copy of its own: the earlier one may be gone when it is gone on with, or verified."""
    before, after = tmp_path / "before", tmp_path / "after"
    assert run(crawl(port, before, "--pages", "40", "--strategy", "learning_anchor(threshold=0)")) == DONE
    assert run(crawl(port, after, "--pages", "15", *LATER, "--earlier", str(before))) == DONE
    shutil.rmtree(before)
    assert run(crawl(port, after, "--pages", "30", *LATER)) == DONE
    assert run(["verify", str(after)]) == DONE

    assert capsys.readouterr().out.splitlines()[-1].startswith("whole: ")
    held = unpack((after / EARLIER).read_bytes())
    assert held["strategy"] == "learning_anchor(source='mix')"
    assert len(held["state"]["good"])
    with Opened(after) as collection:
        assert len(list(collection.catalogue.pages())) == 30


def test_a_replay_begins_with_it_too(learned, capsys):
    asked = ["replay", "lighthouses", "--web", WEB, "--strategy", "learning_anchor(source='crawl')", "--pages", "20"]

    assert run(asked) == USAGE
    assert "needs what an earlier crawl learned (--earlier)" in capsys.readouterr().err
    assert run([*asked, "--earlier", str(learned)]) == DONE


def test_a_replay_writes_what_its_strategy_learned(tmp_path, capsys):
    asked = ["replay", "lighthouses", "--web", WEB, "--pages", "30", "--learned", str(tmp_path / "file")]
    assert run([*asked, "--strategy", "best_first", "--strategy", "learning_anchor"]) == USAGE
    assert "name one with --strategy" in capsys.readouterr().err
    assert run([*asked, "--strategy", "learning_anchor(threshold=0)"]) == DONE

    assert len(given(tmp_path / "file", "learning_anchor(source='crawl')")["earlier"]["good"])


def test_what_is_kept_in_a_file_is_given_as_it_was(learned):
    known = given(learned, "learning_anchor(source='mix')")
    strategy: Any = LearningAnchor(source="mix")
    strategy.begin(Hunt(Topic(name="wolves"), None, given=known))  # type: ignore[arg-type]  # it draws no lots

    assert strategy.anchors.tolist() == learner("learning_anchor", 150).anchors.tolist()


def test_who_does_not_ask_for_it_is_given_nothing(learned):
    assert given(learned, "learning_anchor") == given(None, "learning_anchor(source='mix')") == {}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"no such thing", "is no file of what a strategy learned"),
        (b"", "is no file of what a strategy learned"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_line(port, tmp_path, capsys, content, line):
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)

    assert run(crawl(port, tmp_path / "hunt", *LATER, "--earlier", str(path))) == USAGE
    assert line in capsys.readouterr().err
    assert not exists(tmp_path / "hunt")


def test_what_another_strategy_learned_is_refused_in_a_line(learned, port, tmp_path, capsys):
    name = "regression_promise(train='earlier')"
    assert run(crawl(port, tmp_path / "hunt", "--strategy", name, "--earlier", str(learned))) == USAGE

    assert "was learned by learning_anchor, of which regression_promise can make nothing" in capsys.readouterr().err
