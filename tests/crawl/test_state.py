"""Saved at any step and brought back, a crawl is the crawl it would have been."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa import strategies
from lycosa.checks.world import World
from lycosa.crawl.snapshot import fingerprint, restore, snapshot
from lycosa.crawl.state import fingerprint as hashed
from lycosa.crawl.state import pack, unpack
from tests.crawl.rich import Rich, made, step
from tests.crawl.small import why

if TYPE_CHECKING:
    from lycosa.strategies.records import Ticket

OPTIONS = st.fixed_dictionaries(
    {"gap": st.sampled_from([0.0, 1.5])},
    optional={
        "cap": st.integers(3, 40),
        "spacing": st.integers(2, 5),
        "host_pages": st.integers(1, 8),
        "site_pages": st.integers(1, 8),
        "connections": st.integers(1, 2),
        "memory": st.integers(3, 30),
        "depth": st.integers(1, 4),
        "duplicates": st.sampled_from(["near", "off"]),
        "pages": st.integers(5, 40),
        "dry_window": st.just(5),
    },
)
KINDS = st.sampled_from(["", "best_first_n(n=4)", "in_degree", "random", "depth_first", "best_first(again='last')"])


def kind(name: str):
    return strategies.find(name) if name else Rich()


@settings(max_examples=40)
@given(KINDS, OPTIONS)
def test_a_crawl_killed_at_every_step_is_the_crawl_that_lived(name, options):
    """After each step with three in flight all is thrown away but the packed state."""
    world = World(pages=90, links=8)
    lived, killed = made(kind(name), world, **options), made(kind(name), world, **options)
    out: list[Ticket] = []
    again: list[Ticket] = []
    for now in range(45):
        saved = pack(snapshot(killed))
        killed = made(kind(name), world, **options)
        restore(killed, unpack(saved))

        assert pack(snapshot(killed)) == saved
        assert step(killed, world, again, now) == step(lived, world, out, now)
        assert fingerprint(killed) == fingerprint(lived)
    assert killed.stopped == lived.stopped


@pytest.mark.parametrize("at", [1, 20, 70])
def test_to_the_very_end(at):
    world = World(pages=60, links=8)
    options = {"gap": 0.5, "memory": 12, "spacing": 3, "duplicates": "near"}
    lived, twin = made(Rich(), world, **options), made(Rich(), world, **options)
    out: list[Ticket] = []
    for now in range(at):
        step(lived, world, out, now)
    restore(twin, unpack(pack(snapshot(lived))))
    again = list(out)
    for now in range(at, 400):
        assert step(twin, world, again, now) == step(lived, world, out, now)

    assert why(lived) == why(twin) == "dead_end"
    assert fingerprint(twin) == fingerprint(lived)


CODE = """
from lycosa import strategies
from lycosa.checks.world import World
from lycosa.crawl.snapshot import fingerprint
from tests.crawl.rich import Rich, made, step
for strategy in (Rich(), strategies.find("best_first_n(n=4)")):
    world, out = World(), []
    crawl = made(strategy, world, memory=20, spacing=3, site_pages=9, gap=0.5, duplicates="near")
    print([step(crawl, world, out, now) for now in range(60)], fingerprint(crawl))
"""


def test_the_same_history_is_the_same_bytes_under_any_hash_seed():
    runs = [
        subprocess.run(
            [sys.executable, "-c", CODE],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    ]

    assert runs[0].count(b"http://") > 60
    assert runs[0] == runs[1] == runs[2]


PLAIN = st.recursive(
    st.one_of(
        st.integers(-(2**70), 2**70), st.floats(allow_nan=False), st.text(), st.booleans(), st.binary(max_size=9)
    ),
    lambda part: st.one_of(st.lists(part, max_size=4), st.dictionaries(st.text(max_size=4), part, max_size=4)),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=5), PLAIN, max_size=4))
def test_what_is_packed_comes_back(state):
    assert unpack(pack(state)) == state


@given(st.permutations(["b", "a", "c", "d"]))
def test_the_order_in_which_names_came_makes_no_difference(names):
    assert hashed({name: ord(name) for name in names}) == hashed({name: ord(name) for name in "abcd"})


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.uint64).reshape(2, 3),
        np.zeros((0, 2), np.int32),
        np.array([np.nan, -np.inf, -0.0]),
        np.array([True, False]),
        np.zeros(3, np.dtype([])),
        np.zeros(0, np.dtype([("a", "u1"), ("trail", [])])),
        np.ones(2, np.dtype([("a", "u1"), ("b", "f4", (2, 3)), ("c", [("d", "i8"), ("e", "u2", (2,))])])),
        np.arange(12).reshape(3, 4)[:, ::2],
    ],
)
def test_arrays_of_every_kind_come_back_as_they_were(array):
    again = unpack(pack({"x": array}))["x"]

    assert (again.dtype, again.shape) == (array.dtype, array.shape)
    assert again.tobytes() == np.ascontiguousarray(array).tobytes()
    again[:] = again[::-1].copy()  # and may be written to


def test_a_different_state_has_a_different_fingerprint():
    prints = {
        hashed({"x": value}) for value in (0, 1, 0.0, "0", [0], {"0": 0}, np.zeros(1), np.zeros(1, np.int64), True)
    }
    assert len(prints) == 9
