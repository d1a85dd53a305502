"""What each strategy takes for a link: all it does in a hunt of 1,000 fetches on the practice web, studies included.

Timed are its own hooks and what it lets the core do for it, sweeps and studies; neither parsing nor judging is. The
baseline is breadth-first in the same run. Words given as arguments choose the strategies whose names hold one.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.made_topic import given_of, topic_of

from lycosa import strategies
from lycosa.crawl.settings import Settings
from lycosa.engines.answers import Answers
from lycosa.engines.hunted import Plan, hunt
from lycosa.engines.hunts import cues_of
from lycosa.pages.lexicon import Lexicon
from lycosa.strategies.made_of import MadeOf
from lycosa.webs.practice import PracticeWeb

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.crawl.crawl import Crawl

WEB, NAME, FETCHES = PracticeWeb(pages=5000), "lighthouses", 1000
TRIVIAL = "breadth_first"
HOOKS = ("rank", "learn", "merged", "rescore", "choose", "study", "work", "studied")
BEYOND = ("regression_promise",)  # grid searches: the figure is given, and no bound


class Watch:
    """Adds up the time of the outermost of some calls, and the links ranked."""

    def __init__(self, crawl: Crawl) -> None:
        self.seconds, self.links, self.deep = 0.0, 0, 0
        for owner, names in ((crawl.strategy, HOOKS), (crawl.studies, ("step",)), (crawl.frontier.waiting, ("sweep",))):
            for name in names:
                setattr(owner, name, self.timed(getattr(owner, name)))
        rank = crawl.strategy.rank

        def counted(page: Any) -> Any:
            self.links += len(page.links)
            return rank(page)

        setattr(crawl.strategy, HOOKS[0], counted)

    def timed(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """The call, timed unless another that is timed has made it."""

        def run(*args: Any) -> Any:
            if self.deep:
                return call(*args)
            self.deep += 1
            began = time.process_time_ns()
            try:
                return call(*args)
            finally:
                self.seconds += (time.process_time_ns() - began) / 1e9
                self.deep -= 1

        return run


def measured(answers: Answers, plan: Plan, name: str) -> float:
    """Microseconds a link."""
    watches: list[Watch] = []
    hunt(answers, plan, name, lambda crawl: watches.append(Watch(crawl)))
    return 1e6 * watches[0].seconds / max(watches[0].links, 1)


def main() -> None:
    """A line a strategy; then the slowest of the simple, the median, the slowest."""
    asked = sys.argv[1:]
    names = [name for name in strategies.known() if not asked or any(word in name for word in asked)]
    known = Answers(WEB, [], Lexicon())
    topic = topic_of(WEB, known, NAME)
    settings = Settings(fetches=FETCHES)
    given = given_of(WEB, settings.canon, NAME)
    plan = Plan(topic=topic, seeds=WEB.seeds(NAME, 5), judge="cosine", settings=settings, given=given)
    found: dict[str, float] = {}
    for name in [TRIVIAL, *(name for name in names if name != TRIVIAL)]:
        found[name] = measured(Answers(WEB, cues_of(name), Lexicon()), plan, name)
        show(f"strategy_{name}", found[name], found[TRIVIAL])
    if not asked:
        every = [value for name, value in found.items() if name not in BEYOND]
        simple = max(value for name, value in found.items() if is_simple(name))
        show("strategies_simple", simple, found[TRIVIAL])
        show("strategies_median", median(every), found[TRIVIAL])
        show("strategies_slowest", max(every), found[TRIVIAL])


def is_simple(name: str) -> bool:
    """Whether a strategy keeps nothing, lets links carry nothing and has no parts."""
    one = strategies.find(name)
    return one.grows == "nothing" and not one.trail and not isinstance(one, MadeOf)


def show(name: str, value: float, trivial: float) -> None:
    """One figure."""
    figure = {"name": name, "value": round(value, 2), "unit": "us a link", "baseline": TRIVIAL}
    print(json.dumps({**figure, "ratio": round(value / trivial, 2)}), flush=True)


if __name__ == "__main__":
    main()
