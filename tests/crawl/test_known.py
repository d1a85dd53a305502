"""What is known of a URL by its key, in a dictionary or packed into arrays."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.known import BARRED, ENDED, SHELVED, Known
from lycosa.crawl.state import pack, unpack

KEYS = st.integers(0, 12)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["wait", "end", "fail", "bar", "forget", "again"]), KEYS),
        st.tuples(st.just("shelve"), KEYS),
    ),
    max_size=60,
)


def run(known: Known, steps, model=None):
    """Do what may be done to each key, in the crawl's own order of things; a plain dictionary does the same."""
    model = {} if model is None else model
    for number, (what, key) in enumerate(steps):
        kind = model.get(key, ("new",))
        if what == "wait" and kind[0] in ("new", "shelved"):
            known.set_many([(key, number)])
            model[key] = ("waiting", number)
        elif what in ("end", "fail") and kind[0] == "waiting":
            score = 0.5 if what == "end" else np.nan
            known.end(key, score, (number, 1, 2))
            old = kind[2] if len(kind) > 2 else np.nan
            model[key] = ("ended", old if what == "fail" else score)
        elif what == "again" and kind[0] == "ended":
            mark = known.look([key])[0] or 0
            assert known.revisit(key, mark)["key"] == key
            known.set_many([(key, number)])
            model[key] = ("waiting", number, kind[1])
        elif what == "bar" and kind[0] == "new":
            known.bar(key)
            model[key] = ("barred",)
        elif what == "forget" and kind[0] in ("waiting", "shelved"):
            known.forget(key)
            model[key] = ("ended", kind[2]) if len(kind) > 2 else ("new",)
        elif what == "shelve" and kind[0] == "waiting" and len(kind) == 2:
            known.shelve([key], [number])
            model[key] = ("shelved", number)
            known.pack(0)
    return model


def plain(known: Known, key: int):
    (mark,) = known.look([key])
    if mark is None:
        return ("new",)
    if mark >= 0:
        return ("waiting", mark)
    if mark == BARRED:
        return ("barred",)
    if mark <= SHELVED:
        return ("shelved", SHELVED - mark)
    return ("ended", float(known.scores[ENDED - mark]))


def same(known: Known, model) -> None:
    for key in range(13):
        expected = model.get(key, ("new",))[: 2 if model.get(key, ("new",))[0] != "new" else 1]
        np.testing.assert_equal(plain(known, key), expected)


@given(STEPS, st.sampled_from([0, 2, 1000]))
def test_a_key_is_what_happened_to_it_last_packed_or_not(steps, limit):
    known = Known(pack=limit)
    same(known, run(known, steps))


@given(STEPS, st.sampled_from([0, 2, 1000]))
def test_packing_makes_no_difference_to_the_state(steps, limit):
    one, other = Known(pack=limit), Known()
    run(one, steps)
    run(other, steps)

    assert pack(one.state()) == pack(other.state())


@given(STEPS, STEPS, st.sampled_from([0, 2, 1000]))
def test_the_state_brings_back_all_that_does_not_wait(before, after, limit):
    known, twin = Known(pack=limit), Known(pack=limit)
    model = run(known, before)
    twin.restore(unpack(pack(known.state())))
    assert pack(twin.state()) == pack(known.state())
    for key, kind in model.items():
        if kind[0] == "waiting":  # the frontier brings these back
            twin.set_many([(key, kind[1])])
    same(twin, model)
    run(twin, after, dict(model))
    run(known, after, model)
    same(twin, model)
    assert pack(twin.state()) == pack(known.state())


@given(st.lists(st.integers(0, 2**64 - 1), unique=True, min_size=1, max_size=30))
def test_any_64_bits_are_a_key(keys):
    known = Known(pack=0)
    for number, key in enumerate(keys):
        known.end(key, number / 100, (number, 0, 0))
    known.pack(0)

    assert known.look(keys) == [ENDED - number for number in range(len(keys))]
    assert known.look([key ^ 1 for key in keys if key ^ 1 not in keys]) == [None] * sum(k ^ 1 not in keys for k in keys)
    assert known.marks == {}
