"""A crawl's whole state, and a crawl from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from lycosa.crawl.events import Stopped
from lycosa.crawl.state import fingerprint as of
from lycosa.crawl.stops import BUDGETS

if TYPE_CHECKING:
    from lycosa.crawl.crawl import Crawl
    from lycosa.strategies.records import Keys, State

PARTS = (
    "known",
    "hosts",
    "strategy",
    "frontier",
    "calendar",
    "quotas",
    "tally",
    "seen",
    "studies",
    "robots",
    "errands",
    "soft_404",
)


def snapshot(crawl: Crawl) -> State:
    """All that the next step depends on."""
    return {
        **{part: getattr(crawl, part).state() for part in PARTS},
        "texts": crawl.frontier.waiting.texts.state(),
        "tries": _pairs(crawl.tries),
        "seeds": crawl.hunt.seeds,
        "dice": _plain(crawl.rng.bit_generator.state),
        "budgets": {name: getattr(crawl.settings, name) for name in BUDGETS},
        "stopped": [crawl.stopped.reason, crawl.stopped.words] if crawl.stopped else [],
    }


def restore(crawl: Crawl, state: State) -> None:
    """Bring a crawl made of the same topic, strategy, reader, scope and settings back to that state."""
    crawl.hunt.seeds = state["seeds"]
    crawl.strategy.begin(crawl.hunt)
    crawl.frontier.waiting.texts.restore(state["texts"])
    for part in PARTS:
        getattr(crawl, part).restore(state[part])
    crawl.tries = dict(state["tries"].tolist())
    crawl.rng.bit_generator.state = state["dice"]
    crawl.settings = replace(crawl.settings, **state["budgets"])
    crawl.stopped = Stopped(*state["stopped"]) if state["stopped"] else None


def fingerprint(crawl: Crawl) -> str:
    """A hash of the state."""
    return of(snapshot(crawl))


def _pairs(counts: dict[int, int]) -> Keys:
    return np.array(sorted(counts.items()), np.uint64).reshape(-1, 2)


def _plain(dice: Any) -> State:
    return {name: dict(value) if isinstance(value, dict) else value for name, value in dice.items()}
