"""A guide is retrained in the lab as it is live: by the same rounds, of the pages this hunt was fed, and no others."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lycosa.crawl.reading import GUIDE
from lycosa.engines.hunts import assemble
from lycosa.engines.replay import replay
from lycosa.engines.retraining import LEAST
from lycosa.judges.base import JudgeError
from lycosa.judges.training import stand_ins
from lycosa.lab import files
from lycosa.lab.lab import perform
from lycosa.lab.records import LabError
from lycosa.lab.retrained import Retrained
from lycosa.lab.running import run
from lycosa.lab.ways import way_of
from lycosa.lab.work import sight_of, web_at
from lycosa.strategies import StrategyError
from tests.lab.test_lab import plan

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.lab.sharing import Sight
    from lycosa.lab.store import Store
    from lycosa.lab.work import Work

WAYS = ("best_first", "best_first --retrain 20", "best_first --retrain 20 --label 4")
TEXT = f"""
webs = ["tiny"]
strategies = {list(WAYS)}
fetches = 150
committee = false
[topics]
names = ["beekeeping"]
[guide]
judge = "bayes"
positives = 6
negatives = 6
"""


@pytest.fixture
def sight(tiny: Store, tmp_path: Path) -> tuple[Sight, Work]:
    (work,) = plan(tiny, tmp_path, TEXT)
    return sight_of(web_at(tiny.folder), work.draw, work.experiment), work


def hunted(sight: Sight, work: Work, name: str) -> Retrained:
    way = way_of(name)
    store = sight.common.answers.store
    reader = sight.reader(way.strategy, alone=True)
    crawl = assemble(
        sight.topic, way.strategy, reader, [store.url_of(at) for at in work.draw.seeds], work.experiment.rules(150)
    )
    retrained = Retrained(crawl, sight, way)
    replay(crawl, sight.common.answers, fed=retrained.fed)
    return retrained


def test_an_experiment_compares_one_guide_with_itself_retrained(tiny: Store, tmp_path: Path) -> None:
    works = plan(tiny, tmp_path, TEXT)
    perform(works, 1)
    found = {one.strategy: one for one in files.runs(tmp_path / "out")}

    assert set(found) == set(WAYS)
    assert found["best_first"].facts["trainings"] == 0
    assert found[WAYS[2]].facts["trainings"] >= 1
    keys = [one.fetches["key"] for one in found.values()]
    assert not np.array_equal(keys[0], keys[2]), "a new guide ranks links otherwise"


def test_twice_the_same(sight: tuple[Sight, Work]) -> None:
    seen, work = sight
    store = seen.common.answers.store
    seeds = [store.url_of(at) for at in work.draw.seeds]
    first, second = (run(seen, WAYS[2], seeds, work.experiment.rules(150)).fetches.tobytes() for _ in range(2))

    assert first == second


def test_rounds_come_when_they_are_due_and_only_what_is_no_worse_is_kept(sight: tuple[Sight, Work]) -> None:
    retrained = hunted(*sight, WAYS[2])
    rounds = retrained.retraining.rounds

    assert len(rounds) >= 3
    assert all(later.pages - sooner.pages >= 20 for sooner, later in pairwise(rounds))
    assert [one.true for one in rounds] == [12 + 4 * number for number in range(1, len(rounds) + 1)]
    for one in rounds:
        assert one.kept == one.after.tells_as_well(one.before), "each has labels that the one before had not"
    for one in hunted(*sight, WAYS[1]).retraining.rounds:
        assert one.kept == (one.pseudo > 0 and one.after.tells_better(one.before))


def test_the_guide_of_one_hunt_is_not_that_of_the_next(sight: tuple[Sight, Work]) -> None:
    retrained = hunted(*sight, WAYS[2])

    assert any(one.kept for one in retrained.retraining.rounds)
    assert retrained.crawl.reader.judges[GUIDE] is not sight[0].judge(GUIDE)
    fresh = sight[0].reader(way_of("best_first").strategy)
    assert fresh.judges[GUIDE] is sight[0].judge(GUIDE)


def test_labels_are_the_webs_own_and_of_pages_fetched_alone(sight: tuple[Sight, Work]) -> None:
    retrained = hunted(*sight, WAYS[2])
    past, store = retrained.past, sight[0].common.answers.store
    members = set(store.labels["beekeeping"])

    assert past.said
    assert set(past.said) <= set(retrained.scores)
    assert all((value == "relevant") == (past.place(key) in members) for key, value in past.said.items())
    assert hunted(*sight, WAYS[1]).past.said == {}


def test_without_unrelated_examples_those_that_the_hunt_rejects_surest_stand_in(tiny: Store, tmp_path: Path) -> None:
    (work,) = plan(tiny, tmp_path, TEXT.replace("negatives = 6", "negatives = 0").replace("bayes", "svm"))
    sight = sight_of(web_at(tiny.folder), work.draw, work.experiment)
    rounds = hunted(sight, work, WAYS[1]).retraining.rounds

    assert sight.topic.examples.unrelated == ()
    assert rounds
    assert all(6 + LEAST <= one.true <= 6 + stand_ins(6) for one in rounds)


def test_what_cannot_be_retrained_is_said_before_anything_runs(tiny: Store, tmp_path: Path) -> None:
    for text, kind, said in (
        (TEXT.replace("best_first --retrain 20'", "shark --retrain 20'"), StrategyError, "cannot be ranked again"),
        (TEXT.replace('"bayes"', '"bm25"'), JudgeError, "learns nothing from examples"),
        (TEXT.replace("--label 4", "--label"), LabError, "write it like"),
        (TEXT.replace("best_first --retrain 20'", "full_page --retrain 20 --label 4'"), LabError, "twice"),
    ):
        with pytest.raises(kind, match=said):
            plan(tiny, tmp_path, text)
