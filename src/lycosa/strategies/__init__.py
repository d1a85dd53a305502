"""Which link next? One file per strategy; a new file is found by looking."""

from __future__ import annotations

from lycosa.pages.errors import LycosaError
from lycosa.pages.registry import Registry
from lycosa.strategies.base import Strategy

PRESETS = {"full_page": "best_first(again='max')"}


class StrategyError(LycosaError):
    """A strategy that is not there, or cannot hunt this topic."""


registry = Registry(__name__, Strategy, "strategy", StrategyError, PRESETS)
find = registry.find


def known() -> dict[str, type[Strategy]]:
    """Word to class, by word."""
    return registry.known
