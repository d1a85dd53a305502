"""What replayed hunts come to: a table, the best pages, and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from lycosa.cli import tables
from lycosa.cli.causes import causes, summary
from lycosa.lab.areas import hits, target_recall
from lycosa.topics.languages import gated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lycosa.cli.wanted import Wanted
    from lycosa.engines.hunted import Catch, Hunted, Plan

TITLE = 36  # cells of a title on a terminal
GUARDS = ("time", "bytes")


class Report:
    """Hunts of one plan, side by side. Recall is over as many fetches as the plan or the longest hunt has."""

    def __init__(self, plan: Plan, hunts: Sequence[Hunted], wanted: Wanted) -> None:
        self.plan = plan
        self.hunts = hunts
        self.wanted = wanted
        self.targets = wanted.targets
        self.budget = plan.settings.fetches or max(len(hunted.trace.keys) for hunted in hunts)

    @property
    def code(self) -> int:
        """The exit code: 3 if a guard stopped one, 1 if one caught no page at all."""
        if any(not hunted.tally.pages for hunted in self.hunts):
            return 1
        return 3 if any(hunted.stopped.reason in GUARDS for hunted in self.hunts) else 0

    def recall(self, hunted: Hunted) -> tuple[float, float] | None:
        """The area under target recall, and its end."""
        if not self.targets or not self.budget:
            return None
        caught = int(hits(hunted.trace.keys, self.targets, self.budget)[-1])
        return target_recall(hunted.trace.keys, self.targets, self.budget), caught / len(self.targets)

    def labelled(self, hunted: Hunted) -> int | None:
        """How many pages caught belong to the topic by the labels, copies included."""
        if not self.targets:
            return None
        return sum(self.wanted.labelled(catch.key, catch.url) for catch in hunted.catches)

    def lines(self, top: int) -> Iterator[str]:
        """All of it, for people."""
        yield from self.compared()
        if self.targets:
            others = f"the {len(self.targets):,} other labelled pages"
            yield from map(
                tables.faint, tables.wrapped(f"recall: of {others}; area: its mean over {self.budget:,} fetches")
            )
        if pages := self.best(top):
            yield ""
            yield from self._pages(pages)
        yield ""
        for hunted in self.hunts:
            first, *why = summary(hunted, self.plan, self.labelled(hunted))
            yield from tables.wrapped(first)
            for line in why:
                yield from tables.wrapped(line, "  ")

    def compared(self) -> list[str]:
        """One line a strategy."""
        heads = ["strategy", "pages", "relevant", "harvest", "failed", "ended by"]
        if self.targets:
            heads[4:4] = ["area", "recall"]
        rows = [self._row(hunted) for hunted in self.hunts]
        return tables.table(heads, rows, right="l" + "r" * (len(heads) - 2) + "l")

    def _row(self, hunted: Hunted) -> list[str]:
        tally, recall = hunted.tally, self.recall(hunted)
        return [
            hunted.strategy,
            f"{tally.pages:,}",
            f"{tally.relevant:,}",
            f"{hunted.harvest:.1%}",
            *([f"{recall[0]:.3f}", f"{recall[1]:.0%}"] if recall else ["-", "-"] if self.targets else []),
            f"{tally.failures:,}",
            hunted.stopped.reason.replace("_", " "),
        ]

    def best(self, top: int) -> list[Catch]:
        """The pages with the highest scores that any of the hunts caught."""
        found = {catch.key: catch for hunted in reversed(self.hunts) for catch in hunted.catches}
        return sorted(found.values(), key=lambda catch: (-catch.score, catch.url))[:top]

    def _pages(self, pages: Sequence[Catch]) -> list[str]:
        known = bool(self.targets)
        heads = ["score", *(["label"] if known else []), "title", "page"]
        label = {True: "yes", False: "no"}
        rows = [
            [
                f"{one.score:.2f}",
                *([label[self.wanted.labelled(one.key, one.url)]] if known else []),
                tables.at_most(TITLE, one.title),
                one.url,
            ]
            for one in pages
        ]
        return tables.table(heads, rows, right="rl" if known else "r")

    def facts(self, top: int) -> dict[str, Any]:
        """All of it, as plain data."""
        plan = self.plan
        return {
            "topic": plan.topic.name,
            "judge": self.hunts[0].judge,
            "seeds": list(plan.seeds),
            "in_flight": plan.in_flight,
            "settings": msgspec.to_builtins(plan.settings),
            "targets": len(self.targets),
            "budget": self.budget,
            "hunts": [self._facts(hunted) for hunted in self.hunts],
            "best": [self._page(catch) for catch in self.best(top)],
        }

    def _page(self, catch: Catch) -> dict[str, Any]:
        told = {"url": catch.url, "title": catch.title, "score": catch.score, "language": catch.language}
        return {**told, "labelled": self.wanted.labelled(catch.key, catch.url)} if self.targets else told

    def _facts(self, hunted: Hunted) -> dict[str, Any]:
        tally, recall = hunted.tally, self.recall(hunted)
        counts = {name: getattr(tally, name) for name in tally.numbers if name != "out"}
        return {
            "strategy": hunted.strategy,
            **counts,
            "harvest": hunted.harvest,
            "labelled": self.labelled(hunted),
            "target_recall": {"area": recall[0], "end": recall[1]} if recall else None,
            "reasons": tally.reasons,
            "stopped": {"reason": hunted.stopped.reason, "words": hunted.stopped.words},
            "gated": gated(hunted.languages, self.plan.topic.languages),
            "causes": causes(hunted, self.plan),
            "seconds": round(hunted.seconds, 3),
        }

    def json(self, web: str, top: int) -> str:
        """The same as one JSON object."""
        return json.dumps({"web": web, **self.facts(top)}, indent=2)
