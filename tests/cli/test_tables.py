from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from lycosa.cli import tables

if TYPE_CHECKING:
    import pytest

CELLS = st.text(st.characters(exclude_categories=["C", "Z", "M"]), min_size=1, max_size=30)
ROWS = st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=1, max_size=6))


@given(ROWS)
def test_with_room_enough_every_cell_stands_in_full(rows: list[list[str]]) -> None:
    lines = tables.table([""] * len(rows[0]), rows, width=0)

    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        assert re.split(r"  +", line) == row


@given(ROWS, st.integers(60, 120))
def test_no_line_is_wider_than_the_terminal(rows: list[list[str]], width: int) -> None:
    """Five columns of words can always shrink to eight cells each."""
    lines = tables.table([""] * len(rows[0]), rows, width=width)

    assert max(map(cell_len, lines)) <= width


@given(CELLS, st.integers(0, 40))
def test_a_fitted_text_has_exactly_its_cells(text: str, cells: int) -> None:
    assert cell_len(tables.fitted(text, cells)) == cells


def test_numbers_stand_to_the_right_and_are_never_cut() -> None:
    lines = tables.table(["name", "n"], [["a" * 40, "1,000"], ["b", "7"]], right="lr", width=20)

    assert lines == ["name               n", "aaaaaaaaaa...  1,000", "b                  7"]


def test_a_cell_cannot_steer_the_terminal() -> None:
    assert tables.table(["t"], [["a\x1b[2Jb\nc"]]) == ["t", "a\\x1b[2Jb\\nc"]


def test_without_a_terminal_nothing_is_bold_or_wrapped() -> None:
    assert tables.bold("x") == tables.faint("x") == "x"
    assert tables.wrapped("word " * 100) == [("word " * 100).strip()]


def test_no_color_is_respected_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    assert tables.bold("x") == "\x1b[1mx\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert tables.bold("x") == "x"
