"""Two offers for one URL become one, each perhaps made in another epoch of the strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.strategies.records import Rows

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from lycosa.strategies.base import Strategy
    from lycosa.strategies.records import Keys

    Epochs = NDArray[Any]
    Flags = NDArray[np.bool_]


def joined(strategy: Strategy, old: Rows, before: Epochs, new: Rows, after: Epochs | int) -> Rows:
    """What becomes of old and new, made in the epochs before and after.

    Where the strategy scores anew, both count as what they are worth now, and what is worth nothing is left out.
    Where it does not, an offer of a newer epoch replaces one of an older.
    """
    now = strategy.epoch
    if (before == now).all() and (after == now if isinstance(after, int) else (after == now).all()):
        return strategy.merged(old, new)
    if strategy.renews:
        old, new = _worth(strategy, old, before), _worth(strategy, new, after)
        lost = ~(new.priority > -np.inf)
        replaced = ~(old.priority > -np.inf)
    else:
        lost = np.zeros(len(old.priority), np.bool_)
        replaced = np.broadcast_to(np.less(before, after), lost.shape)
    return _either(replaced, new, _either(lost, old, strategy.merged(old, new)))


def _worth(strategy: Strategy, rows: Rows, epochs: Epochs | int) -> Rows:
    outdated = np.broadcast_to(np.not_equal(epochs, strategy.epoch), rows.priority.shape)
    if not outdated.any():
        return rows
    whole = _rows([column.copy() for column in _columns(rows)], rows.keys)
    part = _rows([column[outdated] for column in _columns(rows)], rows.keys[outdated])
    for column, renewed in zip(_columns(whole), _columns(strategy.rescore(part)), strict=True):
        column[outdated] = renewed
    return whole


def _either(first: Flags, one: Rows, other: Rows) -> Rows:
    if not first.any():
        return other
    return _rows([np.where(first, a, b) for a, b in zip(_columns(one), _columns(other), strict=True)], one.keys)


def _columns(rows: Rows) -> tuple[Any, ...]:
    return rows.priority, rows.lane, rows.times, rows.trail


def _rows(columns: list[Any], keys: Keys) -> Rows:
    rows = Rows(*columns)
    rows.keys = keys
    return rows
