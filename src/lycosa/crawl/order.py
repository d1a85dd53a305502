"""One integer a URL: it sorts as URLs are fetched, best priority first, then first come, and tells the row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Values

ROW = (1 << 32) - 1
SIGN = np.uint64(1 << 63)


def ranks(priority: Values) -> NDArray[np.uint64]:
    """Priorities as unsigned integers, the best the smallest; the order is that of the floats, exactly."""
    bits = (0.0 - priority).view(np.uint64)
    return np.where(bits & SIGN, ~bits, bits | SIGN)


def entries(priority: Values, arrival: NDArray[np.uint32], rows: NDArray[np.int64]) -> list[int]:
    """Heap entries: 64 bits of rank, 32 of arrival, 32 of row."""
    tails = (arrival.astype(np.uint64) << np.uint64(32)) | rows.astype(np.uint64)
    return [(rank << 64) | tail for rank, tail in zip(ranks(priority).tolist(), tails.tolist(), strict=True)]


def row_of(entry: int) -> int:
    """The row an entry stands for."""
    return entry & ROW


def grade_of(entry: int) -> int:
    """Rank and arrival without the row: comparable with the head of a shelf."""
    return entry >> 32
