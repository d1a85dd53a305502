from __future__ import annotations

import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.archive.members import members, packed

data = st.one_of(st.binary(max_size=500), st.integers(0, 200_000).map(lambda size: b"abc" * (size // 3)))


@given(data, data)
def test_what_was_packed_is_what_gzip_unpacks(head, body):
    assert gzip.decompress(packed(head, body)) == head + body


@given(st.lists(data, max_size=5))
def test_members_are_found_one_after_the_other(parts):
    packs = [packed(part) for part in parts]
    found = list(members(io.BytesIO(b"".join(packs))))

    assert [member.data for member in found] == parts
    assert [member.length for member in found] == list(map(len, packs))
    assert [member.offset for member in found] == [sum(map(len, packs[:place])) for place in range(len(packs))]
    assert not any(member.fault for member in found)


def test_reading_may_begin_at_any_member():
    first, second = packed(b"one"), packed(b"two")

    assert [member.data for member in members(io.BytesIO(first + second), len(first))] == [b"two"]


@given(st.data(), data)
def test_a_cut_member_is_the_last_and_says_so(draw, part):
    whole = packed(b"before")
    torn = packed(part)
    cut = draw.draw(st.integers(1, len(torn) - 1))
    found = list(members(io.BytesIO(whole + torn[:cut])))

    assert [member.fault for member in found] == ["", "is cut short"]
    assert found[1].offset == len(whole)
    assert part.startswith(found[1].data)


@pytest.mark.parametrize("place", [-1, -8, 0])
def test_a_damaged_member_is_the_last_and_says_so(place):
    bad = bytearray(packed(b"text" * 100))
    bad[place] ^= 0x55
    found = list(members(io.BytesIO(packed(b"before") + bytes(bad) + packed(b"after"))))

    assert [member.fault for member in found] == ["", "is damaged"]


def test_a_member_has_no_time_and_no_name():
    assert packed(b"x")[3:8] == bytes(5)
