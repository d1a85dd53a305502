"""What a live hunt has come to: its last lines, and the same as JSON."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from lycosa.cli import tables
from lycosa.cli.causes import summary
from lycosa.cli.report import TITLE
from lycosa.cli.show import many
from lycosa.collection import run as runs
from lycosa.collection.opened import Opened
from lycosa.engines.doubts import doubts_about
from lycosa.engines.hunted import Catch, Hunted, Plan
from lycosa.engines.trace import Trace
from lycosa.topics.languages import gated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lycosa.engines.local import Ended
    from lycosa.engines.retraining import Round

GUARDS = ("time", "bytes", "asleep")
TOP = 10
INTERRUPTED, STOPPED, FAILED, DONE = 130, 3, 1, 0


def catches(ended: Ended) -> list[Catch]:
    """The pages in the collection, seeds aside, in the order in which they came."""
    seeds = set(ended.crawl.hunt.seeds.tolist())
    with Opened(ended.folder) as collection:
        return [
            Catch(page["key"], page["url"], page["score"], page["title"], page["lang"])
            for page in collection.catalogue.pages()
            if page["key"] not in seeds
        ]


def doubted(ended: Ended, judge: str) -> list[str]:
    """Signs that the judge is mistaken."""
    with Opened(ended.folder) as collection:
        return doubts_about(collection, judge)


def trainings(rounds: Sequence[Round]) -> str:
    """What came of training the judge again."""
    kept = [one for one in rounds if one.kept]
    last = (kept or rounds)[-1]
    effect = f"{len(kept):,} of them to effect" if kept else "to no effect, for examples held out were judged no better"
    return (
        f"The judge was trained again {many(len(rounds), 'time')}, {effect}. The last: accuracy "
        f"{last.before[0]:.2f} to {last.after[0]:.2f}, average precision {last.before[1]:.2f} to {last.after[1]:.2f}, "
        f"from {last.true:,} true and {last.pseudo:,} likely examples."
    )


class Caught:
    """A hunt that is over for now, and what its collection holds."""

    def __init__(self, ended: Ended) -> None:
        self.ended = ended
        crawl = ended.crawl
        self.run = runs.read(ended.folder)[0]
        found = catches(ended)
        self.best = sorted(found, key=lambda catch: -catch.score)
        trace = Trace(crawl)
        judge = crawl.reader.guide
        self.hunted = Hunted(self.run.strategy, crawl.tally, trace, ended.stopped, ended.seconds, found, judge)
        self.doubts = doubted(ended, judge)
        self.plan = Plan(topic=crawl.hunt.topic, seeds=self.run.seeds, judge=self.run.judge, settings=crawl.settings)

    @property
    def code(self) -> int:
        """The exit code."""
        if self.ended.stopped.reason == "interrupted":
            return INTERRUPTED
        if not self.ended.crawl.tally.pages:
            return FAILED
        return STOPPED if self.ended.stopped.reason in GUARDS else DONE

    def lines(self, top: int = TOP) -> Iterator[str]:
        """For people: the best pages, what was caught, why it stopped, what to do next."""
        if best := self.best[:top]:
            rows = [[f"{one.score:.2f}", tables.at_most(TITLE, one.title), one.url] for one in best]
            yield from tables.table(["score", "title", "page"], rows, right="r")
            yield ""
        first, *why = summary(self.hunted, self.plan, doubts=self.doubts)
        yield from tables.wrapped(first)
        for line in why:
            yield from tables.wrapped(line, "  ")
        if self.ended.rounds:
            yield from tables.wrapped(trainings(self.ended.rounds), "  ")
        elif self.ended.idle:
            yield from tables.wrapped(f"The judge was not trained again: {self.ended.idle}.", "  ")
        yield ""
        yield from self._next()

    def _next(self) -> Iterator[str]:
        folder = shlex.quote(str(self.ended.folder))
        if not self.ended.crawl.tally.pages and self.ended.stopped.reason == "dead_end":
            yield f"  To begin again with other seeds or rules, delete {folder} or name another folder (--out)."
            return
        steps = [("the catch", f"lycosa pages {folder}"), ("take it along", f"lycosa export {folder} --format jsonl")]
        if self.ended.stopped.reason != "dead_end":
            steps.append(("go on", f"lycosa crawl {shlex.quote(self.run.topic)} --out {folder}{self._more()}"))
        width = max(len(what) for what, _ in steps)
        yield from (f"  {what:{width}}  {line}" for what, line in steps)

    def _more(self) -> str:
        reason, settings = self.ended.stopped.reason, self.ended.crawl.settings
        if reason in ("pages", "fetches"):
            return f" --{reason} {2 * getattr(settings, reason)}"
        return f" --seconds {2 * settings.seconds:g}" if reason == "time" else ""

    def facts(self, top: int = TOP) -> dict[str, Any]:
        """The same, as plain data."""
        tally = self.ended.crawl.tally
        counts = {name: getattr(tally, name) for name in tally.numbers if name not in ("out", "issued")}
        best = [{name: getattr(one, name) for name in ("url", "title", "score", "language")} for one in self.best[:top]]
        return {
            "folder": str(self.ended.folder),
            "topic": self.run.topic,
            "strategy": self.run.strategy,
            "judge": self.hunted.judge,
            **counts,
            "harvest": self.hunted.harvest,
            "reasons": tally.reasons,
            "stopped": {"reason": self.ended.stopped.reason, "words": self.ended.stopped.words},
            "gated": gated(self.hunted.languages, self.plan.topic.languages),
            "causes": summary(self.hunted, self.plan)[1:],
            "doubts": self.doubts,
            "trainings": [one._asdict() for one in self.ended.rounds],
            "seconds": round(self.ended.seconds, 3),
            "best": best,
        }

    def json(self, top: int = TOP) -> str:
        """One JSON object."""
        return json.dumps(self.facts(top), indent=2)
