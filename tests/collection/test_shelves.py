"""Shelves on disk: written once, named in checkpoints, gone only when no checkpoint names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.checks.world import World
from lycosa.collection.shelves import FileShelf, ShelfError
from lycosa.crawl.snapshot import fingerprint, restore, snapshot
from lycosa.crawl.state import pack, unpack
from lycosa.strategies.best_first import BestFirst
from tests.crawl.rich import Rich, made, step

if TYPE_CHECKING:
    from lycosa.strategies.records import Ticket

KIND = np.dtype([("key", "u8"), ("trail", [("hops", "u1"), ("words", "f4", (3,))]), ("nothing", [])])


def records(*keys):
    made = np.zeros(len(keys), KIND)
    made["key"] = keys
    made["trail"]["words"] = np.outer(keys, [1, 2, 3])
    return made


def files(shelf):
    return sorted(path.name for path in shelf.folder.iterdir())


@given(st.lists(st.integers(0, 99), min_size=1, max_size=20), st.integers(0, 20), st.integers(0, 20))
def test_any_part_of_a_run_is_read_back(tmp_path_factory, keys, begin, end):
    shelf = FileShelf(tmp_path_factory.mktemp("shelf"))
    run = shelf.put(records(*keys))
    begin, end = sorted((min(begin, len(keys)), end))

    assert shelf.read(run, begin, end).tobytes() == records(*keys)[begin:end].tobytes()
    assert shelf.read(run, begin, end).dtype == KIND


def test_a_dropped_file_stays_until_two_states_have_not_named_it(tmp_path):
    shelf = FileShelf(tmp_path / "deep" / "shelf")
    a, b = shelf.put(records(1)), shelf.put(records(2, 3))
    named = shelf.state()["runs"].tolist()
    shelf.drop(a)
    before = files(shelf)
    shelf.state()

    assert named == [[a, 1], [b, 2]]
    assert before == files(shelf) == ["0.run", "1.run"]
    assert shelf.state()["runs"].tolist() == [[b, 2]]
    assert files(shelf) == ["1.run"]


def test_files_written_after_the_state_are_gone_and_their_numbers_used_again(tmp_path):
    shelf = FileShelf(tmp_path)
    shelf.put(records(1))
    saved = unpack(pack(shelf.state()))
    shelf.drop(0)
    shelf.put(records(8, 9))
    shelf.state()
    again = FileShelf(tmp_path)
    again.restore(saved)

    assert files(again) == ["0.run"]
    assert again.read(0, 0, 9)["key"].tolist() == [1]
    assert again.put(records(4, 5, 6)) == 1
    assert again.read(1, 1, 3)["key"].tolist() == [5, 6]


@pytest.mark.parametrize("damage", ["missing", "short"])
def test_a_file_that_is_not_as_it_was_left_is_named_in_one_line(tmp_path, damage):
    shelf = FileShelf(tmp_path)
    shelf.put(records(1, 2))
    saved = shelf.state()
    path = tmp_path / "0.run"
    path.unlink() if damage == "missing" else path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ShelfError, match=r"0\.run (is missing|has [\d,]+ bytes); .*: restore it") as refused:
        FileShelf(tmp_path).restore(saved)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("kind", [Rich, BestFirst])
def test_a_crawl_killed_between_checkpoints_comes_back_to_the_last(tmp_path, kind):
    """A checkpoint at every seventh step; after each, three steps more are done by who is then killed."""
    world = World(pages=150, links=10)
    lived, killed = (made(kind(), world, FileShelf(tmp_path / name), memory=8, gap=0.5) for name in ("a", "b"))
    out: list[Ticket] = []
    again: list[Ticket] = []
    for now in range(84):
        assert step(killed, world, again, now) == step(lived, world, out, now)
        if now % 7 == 6:
            saved, held = pack(snapshot(killed)), list(again)
            for later in range(now + 1, now + 4):
                step(killed, world, again, later)
            killed, again = made(kind(), world, FileShelf(tmp_path / "b"), memory=8, gap=0.5), held
            restore(killed, unpack(saved))
    assert len(lived.frontier.overflow.shelves.runs) > 1
    assert fingerprint(killed) == fingerprint(lived)
