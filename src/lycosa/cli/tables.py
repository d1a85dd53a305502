"""Plain tables: as wide as they must be in a file or pipe, no wider than the terminal on one."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from lycosa.cli.show import safe

if TYPE_CHECKING:
    from collections.abc import Sequence

BOLD, FAINT, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
GAP = "  "
LEAST = 8  # cells that the column which gives way keeps


def styled() -> bool:
    """Whether stdout is a terminal that may be written to in bold."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def room() -> int:
    """Cells in a line; 0 where there is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def bold(text: str) -> str:
    """The text, bold where that can be."""
    return f"{BOLD}{text}{PLAIN}" if styled() else text


def faint(text: str) -> str:
    """The text, faint where that can be."""
    return f"{FAINT}{text}{PLAIN}" if styled() else text


def fitted(text: str, cells: int) -> str:
    """The text in exactly so many cells, three dots where it was cut."""
    if cell_len(text) <= cells:
        return set_cell_size(text, cells)
    return set_cell_size(text, max(0, cells - 3)) + "..."[:cells]


def at_most(cells: int, text: str) -> str:
    """The text, on a terminal no wider than that."""
    return fitted(text, cells).rstrip() if room() else text


def wrapped(text: str, lead: str = "") -> list[str]:
    """The text in lines that fit the terminal, or in one."""
    width = room() or len(lead) + len(text) + 1
    return textwrap.wrap(text, width, initial_indent=lead, subsequent_indent=lead)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: str = "", width: int | None = None) -> list[str]:
    """The lines of a table. `right` has an `r` for each column of numbers; the widest other gives way."""
    rows = [[safe(cell) for cell in row] for row in rows]
    lined = [list(heads), *rows] if any(heads) else rows
    widths = [max(cell_len(cell) for cell in column) for column in zip(*lined, strict=True)]
    _squeeze(widths, right, room() if width is None else width)
    lines = [_line(row, widths, right) for row in lined]
    return [bold(lines[0]), *lines[1:]] if any(heads) else lines


def _squeeze(widths: list[int], right: str, most: int) -> None:
    """Take what is too much from the widest columns of words."""
    while most and sum(widths) + len(GAP) * (len(widths) - 1) > most:
        words = [place for place in range(len(widths)) if right[place : place + 1] != "r"]
        widest = max(words, key=lambda place: widths[place], default=None)
        if widest is None or widths[widest] <= LEAST:
            return
        widths[widest] -= 1


def _line(row: Sequence[str], widths: Sequence[int], right: str) -> str:
    cells = []
    for place, (cell, cells_wide) in enumerate(zip(row, widths, strict=True)):
        lead = " " * max(0, cells_wide - cell_len(cell)) if right[place : place + 1] == "r" else ""
        cells.append(fitted(lead + cell, cells_wide))
    return GAP.join(cells).rstrip()
