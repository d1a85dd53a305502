"""robots.txt, per origin, as RFC 9309 says: who may go where, for how long that holds, and when to ask again."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from protego import Protego

if TYPE_CHECKING:
    from lycosa.strategies.records import State

AGENT = "lycosa"  # the product token, never the whole User-Agent
DAY = 86_400.0  # rules hold no longer
LIMIT = 500 * 1024  # bytes of the file that count
HOPS = 5  # redirects followed
PATIENCE = 600.0  # seconds until an origin that gave no rules is asked again, doubled each time
LONGEST_DELAY = 60.0  # a Crawl-delay beyond is taken for this
UNKNOWN, READY, LATER, DEAD = range(4)


class Rules(NamedTuple):
    """What an origin said. Without a text everything is allowed, unless it is to be asked again."""

    text: str
    until: float  # crawl time until which this holds
    later: bool = False  # no answer that counts: nothing is allowed before it was asked again
    tries: int = 0
    dead: str = ""  # why nobody is there


def robots_url(url: str) -> str:
    """Where the rules for this URL lie."""
    return url[: url.find("/", len("https://"))] + "/robots.txt"


def decoded(body: bytes) -> str:
    """The file as text: UTF-8, a byte order mark aside, no more of it than counts."""
    return body[:LIMIT].decode("utf-8-sig", "replace")


class Robots:
    """The rules of all origins met, by the origin's key."""

    def __init__(self, agent: str = AGENT) -> None:
        self.agent = agent
        self.rules: dict[int, Rules] = {}
        self.parsed = lru_cache(4096)(Protego.parse)

    def standing(self, origin: int, now: float) -> int:
        """Whether the origin's rules are unknown (or outdated), ready, to be asked for later, or nobody is there."""
        rules = self.rules.get(origin)
        if rules is None or now >= rules.until:
            return UNKNOWN
        if rules.dead:
            return DEAD
        return LATER if rules.later else READY

    def told(self, origin: int, text: str, now: float) -> None:
        """The origin gave its rules, or said that it has none."""
        self.rules[origin] = Rules(text, now + DAY)

    def silent(self, origin: int, now: float, wait: float = 0.0, patience: float = PATIENCE) -> float:
        """The origin gave no answer that counts; when it may be asked again."""
        tries = self.tries(origin) + 1
        until = now + max(wait, min(patience * 2.0 ** (tries - 1), DAY))
        self.rules[origin] = Rules("", until, later=True, tries=tries)
        return until

    def tries(self, origin: int) -> int:
        """How often in a row the origin gave no answer that counts."""
        rules = self.rules.get(origin)
        return rules.tries if rules and rules.later else 0

    def nobody(self, origin: int, now: float, why: str) -> None:
        """Nobody answers there; a day later somebody may."""
        self.rules[origin] = Rules("", now + DAY, later=True, tries=self.tries(origin), dead=why)

    def allows(self, origin: int, url: str) -> bool:
        """Whether the rules let us fetch the URL; robots.txt itself always."""
        text = self.rules[origin].text
        return not text or url.endswith("/robots.txt") or bool(self.parsed(text).can_fetch(url, self.agent))

    def delay(self, origin: int) -> float:
        """The gap the origin asks for between two fetches, 0 where it asks for none."""
        rules = self.rules.get(origin)
        if rules is None or not rules.text:
            return 0.0
        asked = self.parsed(rules.text).crawl_delay(self.agent)
        return min(max(float(asked), 0.0), LONGEST_DELAY) if asked else 0.0

    def sitemaps(self, origin: int) -> list[str]:
        """The sitemaps the origin names, for later."""
        rules = self.rules.get(origin)
        return list(self.parsed(rules.text).sitemaps) if rules and rules.text else []

    def state(self) -> State:
        """All rules, by key."""
        known = sorted(self.rules.items())
        return {
            "origins": np.array([origin for origin, _ in known], np.uint64),
            "texts": [rules.text for _, rules in known],
            "until": np.array([rules.until for _, rules in known], np.float64),
            "later": np.array([rules.later for _, rules in known], np.bool_),
            "tries": np.array([rules.tries for _, rules in known], np.int64),
            "dead": [rules.dead for _, rules in known],
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        columns = (
            state["texts"],
            state["until"].tolist(),
            state["later"].tolist(),
            state["tries"].tolist(),
            state["dead"],
        )
        self.rules = {
            origin: Rules(*row)
            for origin, row in zip(state["origins"].tolist(), zip(*columns, strict=True), strict=True)
        }
