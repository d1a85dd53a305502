from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.lab.columns import Column, MappedStrings, Strings, bounds_of, mapped
from lycosa.lab.imports import _link
from lycosa.lab.kept import ANSWER, PAGE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", ["<u4", "u1", "<f8", ANSWER, PAGE, _link(0), _link(3)])
@pytest.mark.parametrize("sizes", [[], [0], [3], [2, 0, 5]])
def test_a_column_is_a_npy_file_of_all_its_rows(tmp_path: Path, kind, sizes: list[int]) -> None:
    path = tmp_path / "column.npy"
    column = Column(path, kind)
    parts = [np.frombuffer(bytes(range(7, 7 + 1)) * (size * column.kind.itemsize), column.kind) for size in sizes]
    for part in parts:
        column.extend(part)
    column.close()
    whole = np.concatenate([np.zeros(0, column.kind), *parts])

    assert np.load(path, allow_pickle=False).tobytes() == whole.tobytes()
    assert mapped(path).tobytes() == whole.tobytes()
    assert mapped(path).dtype == column.kind
    assert type(mapped(path)) is np.ndarray


def test_what_is_mapped_cannot_be_changed(tmp_path: Path) -> None:
    column = Column(tmp_path / "column.npy", "<i8")
    column.extend([1, 2])
    column.close()

    with pytest.raises(ValueError, match="read-only"):
        mapped(tmp_path / "column.npy")[0] = 3


@given(parts=st.lists(st.lists(st.text())), one=st.binary())
def test_strings_come_back(tmp_path_factory: pytest.TempPathFactory, parts: list[list[str]], one: bytes) -> None:
    folder = tmp_path_factory.mktemp("strings")
    strings = Strings(folder, "names")
    for part in parts:
        strings.extend(part)
    strings.append(one)
    strings.close()
    back = MappedStrings(folder, "names")
    texts = [text for part in parts for text in part]

    assert len(back) == len(texts) + 1
    assert [back.text(number) for number in range(len(texts))] == texts
    assert back[len(texts)] == one


def test_no_strings_are_none(tmp_path: Path) -> None:
    Strings(tmp_path, "names").close()
    assert list(MappedStrings(tmp_path, "names").texts()) == []


def test_bounds_begin_at_nothing() -> None:
    assert bounds_of(np.array([2, 2, 5], np.uint64)).tolist() == [0, 2, 2, 5]
