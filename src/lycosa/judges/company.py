"""What judges made of other judges have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.judges.base import Judge
from lycosa.pages.records import Ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.base import State, Values
    from lycosa.pages.records import Page, Text


class Company(Judge):
    """Several judges at once."""

    judges: Sequence[Judge]

    @property
    def shared(self) -> bool:  # type: ignore[override]  # by its parts
        """Whether all its judges are."""
        return all(judge.shared for judge in self.judges)

    def added(self, text: Text, ranges: Ranges) -> list[Values]:
        """What each judge adds to the margins."""
        raise NotImplementedError  # the idea of each

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The terms that each judge explains the first range by, sharing what the judge adds."""
        first = Ranges(ranges.starts[:1], ranges.ends[:1])
        told: dict[str, float] = {}
        for judge, part in zip(self.judges, self.added(text, first), strict=True):
            terms = judge.explain(text, first)
            total = sum(abs(weight) for _, weight in terms) or 1.0
            for term, weight in terms:
                told[term] = told.get(term, 0.0) + abs(float(part[0])) * weight / total
        return sorted((one for one in told.items() if one[1]), key=lambda one: (-abs(one[1]), one[0]))

    def observe(self, page: Page) -> None:
        """Each judge may learn."""
        for judge in self.judges:
            judge.observe(page)

    def state(self) -> State:
        """The states of the judges, each under its place."""
        return {
            f"{place}.{key}": value for place, judge in enumerate(self.judges) for key, value in judge.state().items()
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        for place, judge in enumerate(self.judges):
            start = f"{place}."
            judge.restore({key.removeprefix(start): value for key, value in state.items() if key.startswith(start)})
