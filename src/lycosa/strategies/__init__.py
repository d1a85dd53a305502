"""Which link next? One file per strategy; a new file is found by looking."""

from __future__ import annotations

from lycosa.pages.registry import Registry
from lycosa.strategies.base import Strategy, StrategyError

__all__ = ["FAMILIES", "PRESETS", "Strategy", "StrategyError", "find", "known", "registry"]

PRESETS = {
    "full_page": "best_first(again='max')",
    "link_context_prediction": "window_combo(words=20, anchor='inside')",
    "taxonomy": "soft_focus(near=0.5)",
    "hp": "history_path",
    "hp2": "history_path(theta=0.6, inlinks='off')",
    "hp3": "history_path(theta=0.8)",
    "hp4": "history_path(inlinks='favour')",
    "hp5": "history_path(inlinks='off')",
    "hp6": "history_path(inlinks='off', add_score=True)",
    "hp7": "history_path(theta=0.8, inlinks='favour')",
    "hp8": "history_path(cutoff=30, inlinks='favour')",
    "hp9": "history_path(cutoff=10, inlinks='favour')",
    "hp_vocabulary45": "history_path(theta=45.0, scorer='vocabulary')",
    "hp_vocabulary260": "history_path(theta=260.0, scorer='vocabulary')",
}


FAMILIES = (  # in the order in which they are told
    "no evidence",
    "link structure",
    "content",
    "both",
    "path",
    "learning",
    "taxonomy and ontology",
    "bounds",
)


registry = Registry(__name__, Strategy, "strategy", StrategyError, PRESETS, FAMILIES)
find = registry.find


def known() -> dict[str, type[Strategy]]:
    """Word to class, by word."""
    return registry.known
