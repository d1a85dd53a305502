"""What each target of a page is to the crawl, sorted out in one pass for all who ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lycosa.crawl.known import BARRED, ENDED, SHELVED
from lycosa.crawl.order import row_of

if TYPE_CHECKING:
    from collections.abc import Sequence


class Standing(NamedTuple):
    """Places of targets by kind. `rows` and `ends` are of the waiting and the ended, in their order."""

    size: int
    fresh: list[int]
    waiting: list[int]
    rows: list[int]
    ended: list[int]
    ends: list[int]  # by number of ending
    shelved: dict[int, int]  # to arrival
    barred: list[int]


def sort_out(marks: Sequence[int | None]) -> Standing:
    """Sort targets by what is known of them."""
    found = Standing(len(marks), [], [], [], [], [], {}, [])
    for place, mark in enumerate(marks):
        if mark is None:
            found.fresh.append(place)
        elif mark >= 0:
            found.waiting.append(place)
            found.rows.append(row_of(mark))
        elif mark <= SHELVED:
            found.shelved[place] = SHELVED - mark
        elif mark == BARRED:
            found.barred.append(place)
        else:
            found.ended.append(place)
            found.ends.append(ENDED - mark)
    return found
