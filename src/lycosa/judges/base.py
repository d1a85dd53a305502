"""The contract of judges: a text's relevance to a topic, 0 to 1, with 0.5 at the judge's own boundary."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lycosa.pages.errors import LycosaError
from lycosa.pages.names import Named
from lycosa.pages.records import Ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.records import Page, Text
    from lycosa.topics.topic import Topic

Values = NDArray[np.float64]
State: TypeAlias = "dict[str, NDArray[np.generic] | float | int | str]"


class JudgeError(LycosaError):
    """A judge that is not there, or cannot judge this topic."""


class Judge(Named):
    """Is this relevant? One file each. `__init__` stores its parameters; all else starts in `begin`.

    A range of a text has a raw value, its margin; a monotone curve makes it a score, 0.5 where the judge
    itself would say "just relevant". Both answer for many ranges in one call; no range's value depends on
    another.
    """

    needs: tuple[str, ...] = ()  # words query vocabulary examples, "a|b" for either: a missing one is named early
    shared: bool = True  # one object may serve several crawls at once: it learns nothing from pages fed
    paper: str = ""
    boundary: float = 0.5  # the margin that scores 0.5
    held: Values | None = None  # the margin of each text of its training by a fit without it, where it knows
    classes: tuple[str, ...] = ()  # of a judge over classes: its values have a column for each

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Make ready: the topic, and the start pages where there are any. What is fixed here stays fixed."""

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The judge's raw value of each range, exactly the textbook's."""
        raise NotImplementedError  # every judge has its own

    def curve(self, margins: Values) -> Values:
        """Margins to scores: m/(m + boundary), nothing and less than nothing at 0."""
        with np.errstate(divide="ignore", over="ignore"):  # written so that rounding keeps it monotone
            scores: Values = 1.0 / (1.0 + self.boundary / np.maximum(margins, 0.0))
        return scores

    def scores(self, text: Text, ranges: Ranges) -> Values:
        """The score of each range."""
        return self.curve(self.margins(text, ranges))

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The terms that made the margin of the first range, the heaviest first: its words, by what each has alone."""
        start, end = int(ranges.starts[0]), int(ranges.ends[0])
        ids, places = np.unique(text.tokens[start:end], return_index=True)
        alone = self.margins(text, Ranges(start + places, start + places + 1))
        told = zip((text.lexicon.words[token] for token in ids.tolist()), alone.tolist(), strict=True)
        return sorted((one for one in told if one[1]), key=lambda one: (-abs(one[1]), one[0]))

    def observe(self, page: Page) -> None:
        """A page was fed. Most judges learn nothing from it."""

    def state(self) -> State:
        """All that `begin` fixed and `observe` learned, as named arrays, numbers and strings."""
        return {}

    def restore(self, state: State) -> None:
        """Back to that state, in place of `begin`."""

    @property
    def called(self) -> str:
        """Who judges, by name: itself, or whom it chose to."""
        return repr(self)

    @property
    def title(self) -> str:
        """The first line of its description."""
        return (type(self).__doc__ or "").strip().partition("\n")[0]
