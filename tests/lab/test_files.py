from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.lab import files
from lycosa.lab.records import FETCH, PAGE, Ground, LabError, Run


def run(**other) -> Run:
    fetches = np.zeros(3, FETCH)
    fetches["key"], fetches["page"], fetches["kind"] = [5, 2**63, 7], [0, -1, 2], PAGE
    fetches["score"] = [0.25, np.nan, 1.0]
    made = Run("schools", "Science.Biology", "best_first", 0, 100, fetches, "the budget is used up", {"seconds": 0.5})
    return replace(made, **other)


def ground(**other) -> Ground:
    made = Ground(
        "schools",
        "Science.Biology",
        np.array([2, 0]),
        np.array([False, True, False]),
        {"guide": np.array([0.1, np.nan, 1.0]), "host": np.array([0, 0, 1], np.int32)},
        {"domain": "Science", "nyu_threshold": 0.5},
        np.array([2**63 + 1], np.uint64),
    )
    return replace(made, **other)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    files.save_manifest(tmp_path, {"name": "an experiment"})
    return tmp_path


def test_a_run_comes_back_as_it_was(out: Path) -> None:
    first = run()
    files.save_run(out, first)
    (back,) = files.runs(out)

    assert back.fetches.dtype == FETCH
    assert back.fetches.tobytes() == first.fetches.tobytes()
    for name in ("web", "topic", "strategy", "repetition", "budget", "stopped", "facts"):
        assert getattr(back, name) == getattr(first, name), name


def test_a_ground_comes_back_as_it_was(out: Path) -> None:
    first = ground()
    files.save_ground(out, first)
    back = files.grounds(out)["schools", "Science.Biology"]

    assert back.facts == first.facts
    assert back.seeds.tolist() == [2, 0]
    assert back.target.tolist() == first.target.tolist()
    assert back.by_url.tolist() == [2**63 + 1]
    assert set(back.columns) == {"guide", "host"}
    for name, column in first.columns.items():
        np.testing.assert_array_equal(back.columns[name], column)
        assert back.columns[name].dtype == column.dtype


def test_what_is_saved_twice_is_the_same_bytes(tmp_path: Path) -> None:
    ways = [tmp_path / "a", tmp_path / "b"]
    for way in ways:
        files.save_manifest(way, {"b": 1, "a": np.int64(2)})
        files.save_run(way, run())
        files.save_ground(way, ground())
        files.save_pages(way, "schools", iter([files.Seen("http://a.test/", "A", "An a.")]))
    listed = [sorted(path.relative_to(way) for path in way.rglob("*") if path.is_file()) for way in ways]

    assert listed[0] == listed[1]
    assert len(listed[0]) == 6
    for name in listed[0]:
        assert (ways[0] / name).read_bytes() == (ways[1] / name).read_bytes(), name


def test_runs_come_in_order_and_each_has_a_file_of_its_own(out: Path) -> None:
    made = [
        run(web=web, topic=topic, strategy=strategy, budget=budget, repetition=number)
        for web in ("a", "b")
        for topic in ("x", "y.z")
        for strategy in ("best_first", "shark(decay=0.5)")
        for budget in (100, 200)
        for number in (0, 1)
    ]
    paths = {files.save_run(out, one) for one in reversed(made)}
    names = [(one.web, one.topic, one.strategy, one.budget, one.repetition) for one in files.runs(out)]

    assert len(paths) == len(made)
    assert names == [(one.web, one.topic, one.strategy, one.budget, one.repetition) for one in made]


@given(st.text(min_size=1), st.text(min_size=1))
def test_escaped_names_are_one_part_of_a_path_each_and_tell_names_apart(one: str, other: str) -> None:
    try:
        one.encode(), other.encode()
    except UnicodeEncodeError:
        return
    found = files.escaped(one)

    assert Path("folder", found).parent == Path("folder")
    assert found not in {".", ".."}
    assert len(found) <= files.LONGEST
    assert (found == files.escaped(other)) == (one == other)


def test_long_names_are_cut_and_told_apart() -> None:
    long = "window_combo(" + "x" * 300
    assert len({files.escaped(long + "1"), files.escaped(long + "2")}) == 2


def test_pages_come_back_by_place(out: Path) -> None:
    seen = [files.Seen("http://a.test/1", "One\n", "1."), files.Seen("http://a.test/2", "Zwei ü", "")]
    files.save_pages(out, "a web", iter(seen))

    assert files.pages(out, "a web") == seen


def test_a_run_that_was_cut_short_is_not_there(out: Path) -> None:
    """The names come first: without its fetches there is no run."""
    path = files.save_run(out, run())
    path.rename(path.with_name(f"{path.name}.part"))

    assert list(files.runs(out)) == []


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda out: (out / "manifest.json").unlink(), "no experiment there"),
        (lambda out: (out / "manifest.json").write_text("{"), "manifest.json: cannot be read"),
        (lambda out: files.run_path(out, run()).write_bytes(b"\x93NUMPY"), "cannot be read"),
        (lambda out: files.run_path(out, run()).with_suffix(".json").unlink(), "run the experiment again"),
    ],
)
def test_what_is_broken_is_one_line_that_says_what_to_do(out: Path, spoil, said: str) -> None:
    files.save_run(out, run())
    spoil(out)

    with pytest.raises(LabError, match=said) as told:
        list(files.runs(out))
    assert "\n" not in str(told.value)


def test_a_broken_ground_says_so(out: Path) -> None:
    path = files.save_ground(out, ground())
    path.write_bytes(path.read_bytes()[:50])

    with pytest.raises(LabError, match="delete it and run the experiment again"):
        files.grounds(out)


def test_no_pages_kept_is_said(out: Path) -> None:
    with pytest.raises(LabError, match="run the experiment again"):
        files.pages(out, "schools")
