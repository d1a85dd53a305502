from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from lycosa import strategies
from lycosa.engines.answers import Answers
from lycosa.engines.earlier import keep
from lycosa.engines.hunted import Plan, hunt
from lycosa.engines.hunts import cues_of
from lycosa.lab import files
from lycosa.lab.experiment import read_experiment
from lycosa.lab.lab import perform, planned
from lycosa.lab.records import AGAIN, DUPLICATE, FAILURE, PAGE, REDIRECT, Run
from lycosa.lab.running import run
from lycosa.lab.work import Work, do, missing, sight_of, web_at
from lycosa.pages.errors import LycosaError
from lycosa.pages.lexicon import Lexicon
from lycosa.topics.topic import Example
from lycosa.webs.find import practice
from tests.lab.storing import TINY, Walled
from tests.strategies.learned import learner

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.lab.store import Store

NAMES = [name for name, kind in strategies.known().items() if not kind.bound and "earlier" not in kind.needs]
TEXT = """
webs = ["tiny"]
strategies = ["best_first", "random", "breadth_first", "oracle", "oracle_guide"]
fetches = 40
repetitions = 2
committee = false
[topics]
names = ["beekeeping", "orchards"]
[guide]
positives = 8
negatives = 8
[queries]
beekeeping = "bees"
"""

LONGER = TEXT.replace("fetches = 40", "fetches = 400")


def written(folder: Path, text: str = TEXT) -> Path:
    path = folder / "experiment.toml"
    path.write_text(text)
    return path


def plan(tiny: Store, folder: Path, text: str = TEXT, out: str = "out", **more) -> list[Work]:
    return planned(written(folder, text), folder / out, tiny.folder.parent, **more)


def kept(folder: Path) -> dict[str, bytes]:
    """All results but the times and memory they took."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    plain = {str(path.relative_to(folder)): path.read_bytes() for path in found if path.parts[-4] != "runs"}
    return plain | {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("runs/*/*/*.npy")}


def test_an_experiment_leaves_a_run_for_each_and_one_more_where_lots_are_drawn(tiny: Store, tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    works = plan(tiny, tmp_path)
    perform(works, 1, lambda *one: told.append(one))
    found = list(files.runs(tmp_path / "out"))

    names = ["best_first", "breadth_first", "oracle", "oracle_guide", "random", "random"]
    assert [(one.topic, one.strategy) for one in found] == [(t, n) for t in ("beekeeping", "orchards") for n in names]
    assert [one.repetition for one in found[:6]] == [0, 0, 0, 0, 0, 1]
    assert told[-1][:2] == (12, 12)
    assert all(len(one.fetches) == 40 for one in found)
    assert not np.array_equal(found[4].fetches["key"], found[5].fetches["key"])
    assert list(files.grounds(tmp_path / "out")) == [("tiny", "beekeeping"), ("tiny", "orchards")]
    assert len(files.pages(tmp_path / "out", "tiny")) == len(tiny)


def test_the_bounds_find_more_than_who_does_not_know(tiny: Store, tmp_path: Path) -> None:
    perform(plan(tiny, tmp_path), 1)
    grounds = files.grounds(tmp_path / "out")
    caught: dict[str, int] = {}
    for one in files.runs(tmp_path / "out"):
        target = grounds[one.web, one.topic].target
        pages = one.fetches["page"][one.fetches["kind"] == PAGE]
        caught[one.strategy] = caught.get(one.strategy, 0) + int(target[pages].sum())

    assert caught["oracle"] == max(caught.values())
    assert caught["oracle"] > caught["best_first"]


def test_results_are_the_same_on_any_number_of_cores(tiny: Store, tmp_path: Path) -> None:
    perform(plan(tiny, tmp_path), 1)
    perform(plan(tiny, tmp_path, out="other"), 2)

    assert kept(tmp_path / "out") == kept(tmp_path / "other")


def test_nothing_is_done_twice(tiny: Store, tmp_path: Path) -> None:
    perform(plan(tiny, tmp_path), 1)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*") if path.is_file()}
    works = plan(tiny, tmp_path)

    assert [missing(work) for work in works] == [[], []]
    perform(works, 1)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*") if path.is_file()} == before


def test_what_is_lacking_is_done_and_comes_out_the_same(tiny: Store, tmp_path: Path) -> None:
    perform(plan(tiny, tmp_path), 1)
    whole = kept(tmp_path / "out")
    for path in sorted((tmp_path / "out" / "runs").rglob("*.npy"))[::2]:
        path.unlink()
    next((tmp_path / "out" / "grounds").rglob("*.npz")).unlink()
    perform(plan(tiny, tmp_path), 1)

    assert kept(tmp_path / "out") == whole


def test_a_killed_experiment_goes_on_where_it_was(tiny: Store, tmp_path: Path) -> None:
    """Killed twice among its runs, then left alone: the files are those of one that ran through."""
    perform(plan(tiny, tmp_path), 1)
    args = [sys.executable, "-m", "lycosa", "lab", "run", str(written(tmp_path)), "--out", str(tmp_path / "killed")]
    args += ["--store", str(tiny.folder.parent), "--jobs", "1"]
    for _ in range(2):
        with subprocess.Popen(args, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
            assert process.stderr
            assert " 1 of" in f" {process.stderr.readline()}"  # the first of its runs is kept
            process.kill()
    ended = subprocess.run(args, capture_output=True, text=True, check=True)

    assert kept(tmp_path / "killed") == kept(tmp_path / "out")
    assert "2 topics" in ended.stdout


def test_ctrl_c_finishes_what_is_under_way_and_says_one_line(tiny: Store, tmp_path: Path) -> None:
    """Pressed while two workers run, it reaches them too."""
    args = [sys.executable, "-m", "lycosa", "lab", "run", str(written(tmp_path, LONGER)), "--out"]
    args += [str(tmp_path / "out"), "--store", str(tiny.folder.parent), "--jobs", "2"]
    with subprocess.Popen(args, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stderr
        assert process.stderr.readline().startswith("1 of 20 runs")
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=120)

    assert process.returncode == 130
    assert told.splitlines()[-1] == "lycosa: interrupted"
    assert "Traceback" not in told
    assert not list(tmp_path.glob("out/**/*.part*"))


def test_a_run_is_the_hunt_that_replay_does(tiny: Store, tmp_path: Path) -> None:
    """Fetch by fetch, key, kind and score."""
    (work, _) = plan(tiny, tmp_path)
    web = web_at(tiny.folder)
    sight = sight_of(web, work.draw, work.experiment)
    seeds = [tiny.url_of(place) for place in work.draw.seeds]
    settings = work.experiment.rules(100)
    topic = sight.topic
    for name in ("best_first", "url_combined", "random"):
        ended = run(sight, name, seeds, settings)
        answers = Answers(Walled(practice(TINY), tiny), cues_of(name), Lexicon())
        start = [page.url for page in sight.start]
        shown = msgspec.structs.replace(
            topic, examples=msgspec.structs.replace(topic.examples, relevant=tuple(Example(url=url) for url in start))
        )
        trace = hunt(answers, Plan(topic=shown, seeds=seeds, judge="cosine", settings=settings), name).trace
        kinds = ended.fetches["kind"]
        assert np.where(kinds == PAGE, ended.fetches["key"], 0).tolist() == trace.keys
        assert np.where(kinds == PAGE, ended.fetches["score"], 0).tolist() == trace.scores


def one_run(tiny: Store, tmp_path: Path, name: str, extra: str = "", fetches: int = 80) -> tuple[Run, Work]:
    text = TEXT.replace('"oracle_guide"]', f'"oracle_guide", "{name}"]') if f'"{name}"' not in TEXT else TEXT
    (work, *_) = plan(tiny, tmp_path, text + extra)
    sight = sight_of(web_at(tiny.folder), work.draw, work.experiment)
    seeds = [tiny.url_of(place) for place in work.draw.seeds]
    return run(sight, name, seeds, work.experiment.rules(fetches)), work


def test_every_fetch_has_its_row(tiny: Store, tmp_path: Path) -> None:
    extra = '[settings]\nretries = 1\nduplicates = "near"\n'
    ended, _ = one_run(tiny, tmp_path, "breadth_first", extra, fetches=400)
    fetches, kinds = ended.fetches, ended.fetches["kind"]

    assert len(fetches) == ended.facts["requests"] == 400
    assert (kinds == PAGE).sum() == ended.facts["pages"]
    assert {FAILURE, REDIRECT, DUPLICATE} <= set(kinds.tolist())
    assert AGAIN not in kinds
    pages = np.isin(kinds, [PAGE, DUPLICATE])
    assert np.all((fetches["page"] >= 0) == pages)
    assert np.all(np.isnan(fetches["score"]) == (kinds != PAGE))
    assert fetches["depth"].max() >= 2
    assert np.all(np.diff(fetches["depth"][kinds == PAGE].astype(int)) >= 0)  # breadth-first, level by level
    assert 0 < ended.facts["outside"] <= (kinds == FAILURE).sum()
    assert ended.stopped == "the budget of 400 fetches is used up"
    for row in fetches[kinds == PAGE][:50]:
        assert tiny.answers["key"][tiny.pages["answer"][row["page"]]] == row["key"]


@pytest.mark.parametrize("name", NAMES)
def test_labels_reach_no_strategy_but_through_guide_and_seeds(tiny: Store, tmp_path: Path, name: str) -> None:
    """With guide and seeds held and the labels permuted the order of fetches is the same."""
    text = TEXT.replace('"breadth_first", "oracle", "oracle_guide"]', f'"breadth_first", {f"{name}"!r}]')
    text = text if name not in ("best_first", "random", "breadth_first") else TEXT
    (work, *_) = plan(tiny, tmp_path, text)
    rng = np.random.default_rng(1)
    permuted = work._replace(draw=work.draw._replace(targets=tuple(rng.permutation(len(tiny))[:40].tolist())))
    ended = []
    for one in (work, permuted):
        sight = sight_of(web_at(tiny.folder), one.draw, one.experiment)
        seeds = [tiny.url_of(place) for place in one.draw.seeds]
        ended.append(run(sight, name, seeds, one.experiment.rules(50)).fetches.tobytes())

    assert ended[0] == ended[1]


def test_they_do_reach_the_oracle(tiny: Store, tmp_path: Path) -> None:
    (work, *_) = plan(tiny, tmp_path)
    permuted = work._replace(out=tmp_path / "two", draw=work.draw._replace(targets=tuple(range(30))))
    do(work)
    do(permuted)
    one, two = (
        {
            run.strategy: run.fetches.tobytes()
            for run in map(files.load_run, folder.glob("runs/tiny/beekeeping/*.0.npy"))
        }
        for folder in (tmp_path / "out", permuted.out)
        if folder
    )

    assert one["oracle"] != two["oracle"]
    assert {name: rows for name, rows in one.items() if name != "oracle"} == {
        name: rows for name, rows in two.items() if name != "oracle"
    }


def test_tickets_may_be_out_at_once_and_hosts_left_alone(tiny: Store, tmp_path: Path) -> None:
    text = TEXT.replace("repetitions = 2", "repetitions = 1\nin_flight = 8") + "[settings]\ngap = 2.0\n"
    perform(plan(tiny, tmp_path, text), 1)
    perform(plan(tiny, tmp_path, TEXT, "plain"), 1)
    orders = [
        files.load_run(next(folder.glob("runs/tiny/beekeeping/best_first.40.0.npy"))).fetches["key"].tolist()
        for folder in (tmp_path / "out", tmp_path / "plain")
    ]

    assert orders[0] != orders[1]


def test_a_ground_holds_what_measures_go_by(tiny: Store, tmp_path: Path) -> None:
    (work, *_) = plan(tiny, tmp_path)
    do(work)
    ground = files.grounds(tmp_path / "out")["tiny", "beekeeping"]
    columns: dict[str, Any] = dict(ground.columns)
    facts: dict[str, Any] = dict(ground.facts)

    assert set(columns) == {
        "guide", "guide_margin", "cosine", "second_cosine", "nyu_cosine", "predicate",
        "host", "digest", "size", "in_degree", "pagerank", "level",
    }  # fmt: skip
    assert {len(column) for column in columns.values()} == {len(tiny)}
    assert ground.seeds.tolist() == list(work.draw.seeds)
    assert np.flatnonzero(ground.target).tolist() == list(work.draw.targets)
    assert np.flatnonzero(columns["level"] == 0).tolist() == sorted(work.draw.seeds)
    assert ((columns["guide"] >= 0.5) == (columns["guide_margin"] >= web_guide(work).boundary)).all()
    assert columns["guide"][ground.target].mean() > columns["guide"].mean() + 0.05
    assert columns["predicate"].dtype == bool
    assert 0 < columns["predicate"].sum() < len(tiny)
    assert columns["digest"].max() + 1 == len({row.tobytes() for row in tiny.pages["digest"]})
    assert facts["domain"] == "beekeeping"
    assert facts["nyu_threshold"] == np.median(columns["nyu_cosine"][list(work.draw.seeds)])
    assert 0.5 <= facts["guide_accuracy"] <= 1


def web_guide(work: Work):
    return sight_of(web_at(work.web), work.draw, work.experiment).judge("")


def test_the_guide_of_a_run_scores_as_the_ground_says(tiny: Store, tmp_path: Path) -> None:
    (work, *_) = plan(tiny, tmp_path)
    do(work)
    guide = files.grounds(tmp_path / "out")["tiny", "beekeeping"].columns["guide"]
    for path in (tmp_path / "out").glob("runs/tiny/beekeeping/*.npy"):
        fetches = files.load_run(path).fetches
        came = fetches[fetches["kind"] == PAGE]
        np.testing.assert_allclose(guide[came["page"]], came["score"], rtol=1e-12)


def test_the_manifest_is_enough_to_do_it_again(tiny: Store, tmp_path: Path) -> None:
    works = plan(tiny, tmp_path)
    told = files.manifest(tmp_path / "out")

    assert msgspec.convert(told["experiment"], type(works[0].experiment)) == works[0].experiment
    assert told["topics"][0]["seeds"] == [tiny.url_of(place) for place in works[0].draw.seeds]
    assert told["bounds"] == ["oracle", "oracle_guide"]
    assert told["webs"]["tiny"]["pages"] == len(tiny)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"tiny"', '"tin"', "did you mean tiny"),
        ('"best_first"', '"best_frist"', "unknown strategy 'best_frist': did you mean best_first"),
        ('"best_first"', "\"best_first(again='x')\"", "again can be"),
        ('"best_first"', '"best_first(agin=1)"', "best_first: "),
        ('"best_first"', '"best_first", "full_page"', "strategies has best_first twice, once as full_page"),
        ('"best_first"', "\"regression_promise(train='earlier')\"", "needs"),
        ('"best_first"', '"tag_tree(least_words=7)"', "stored without: import it with --cue"),
        ('"beekeeping"', '"bee"', "tiny has no topic bee"),
        ("positives = 8", "positives = 80", "teach the guide nothing: there are 0"),
        ("positives = 8", 'judge = "svn"', "unknown judge 'svn'"),
        ("[topics]", "[settings]\npage_bytes = 100\n[topics]", "import it again with --page-bytes 100"),
    ],
)
def test_what_is_wrong_is_said_before_anything_runs(tiny: Store, tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(LycosaError, match=said) as told:
        plan(tiny, tmp_path, TEXT.replace(old, new, 1))

    assert "\n" not in str(told.value)
    assert not (tmp_path / "out").exists()


def test_a_folder_of_another_experiment_is_left_alone(tiny: Store, tmp_path: Path) -> None:
    plan(tiny, tmp_path)
    with pytest.raises(LycosaError, match=r"out: holds another experiment \(experiment is not the same\)"):
        plan(tiny, tmp_path, TEXT.replace("fetches = 40", "fetches = 41"))


def test_what_an_earlier_crawl_learned_is_given_to_who_learns_from_one(tiny: Store, tmp_path: Path) -> None:
    """Without it the experiment is refused before anything runs."""
    wanted = "[\"learning_anchor(source='crawl')\"]"
    text = TEXT.replace('["best_first", "random", "breadth_first", "oracle", "oracle_guide"]', wanted)
    with pytest.raises(LycosaError, match="needs what an earlier crawl learned"):
        plan(tiny, tmp_path, text)
    keep(tmp_path / "learned", learner("learning_anchor", 150))
    works = plan(tiny, tmp_path, f'earlier = "{tmp_path / "learned"}"' + text)
    do(works[0])

    assert missing(works[0]) == []


def test_short_is_another_scale(tiny: Store, tmp_path: Path) -> None:
    text = TEXT + '[short]\nfetches = 20\n[short.topics]\nnames = ["orchards"]\n'
    (work,) = plan(tiny, tmp_path, text, scale="short")

    assert work.experiment.budgets == (20,)
    assert read_experiment(written(tmp_path, text)).budgets == (40,)
