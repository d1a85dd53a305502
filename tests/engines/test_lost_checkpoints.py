"""A checkpoint saves time, and no more: without it the log tells all."""

from __future__ import annotations

import shutil

import pytest
from msgspec.structs import replace

from tests.engines.harm import cut, gone
from tests.engines.killing import lasting, to_the_end
from tests.engines.sound import sound


def listed(folder):
    return sorted(folder.glob("checkpoint/*"))


def spoil(folder):
    for path in listed(folder)[-1:]:
        path.write_bytes(path.read_bytes()[:-1] + b"?")


STATES = {
    "the last checkpoint is spoilt": (spoil, True),
    "all are cut": (lambda folder: [cut(folder, f"checkpoint/{path.name}") for path in listed(folder)], True),
    "all are gone": (lambda folder: shutil.rmtree(folder / "checkpoint"), False),
    "URLs are cut": (lambda folder: cut(folder, "urls.txt", 100), True),
    "URLs are gone": (lambda folder: gone(folder, "urls.txt"), True),
    "shelves are gone": (lambda folder: gone(folder, "shelves/*"), True),
}


@pytest.mark.parametrize("loss", STATES)
def test_what_a_checkpoint_lacks_the_log_has(asked, shelved, tmp_path, loss):
    folder = shutil.copytree(shelved, tmp_path / "hunt")
    do, broken = STATES[loss]
    do(folder)
    ended = to_the_end(replace(asked, folder=str(folder)))

    assert bool(ended.broken) is broken
    assert ended.pages == 120
    assert lasting(shelved).begins(lasting(folder))
    assert sound(folder).states
