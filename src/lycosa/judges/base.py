"""The contract of judges: a text's relevance to a topic, 0 to 1, with 0.5 at the judge's own boundary."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.records import Page, Ranges, Text
    from lycosa.topics.topic import Topic

Values = NDArray[np.float64]


class Judge:
    """Is this relevant? One file each. `__init__` stores its parameters; all else starts in `begin`.

    A range of a text has a raw value, its margin; a monotone curve makes it a score, 0.5 where the judge itself
    would say "just relevant". Both answer for many ranges in one call.
    """

    needs: ClassVar[tuple[str, ...]] = ()  # query vocabulary examples: a missing one is named before the first fetch

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Make ready: the topic, and the start pages where there are any. What is fixed here stays fixed."""
        raise NotImplementedError  # every judge has its own

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The judge's raw value of each range, exactly the textbook's."""
        raise NotImplementedError  # every judge has its own

    def curve(self, margins: Values) -> Values:
        """Margins to scores, monotone."""
        raise NotImplementedError  # every judge has its own

    def scores(self, text: Text, ranges: Ranges) -> Values:
        """The score of each range."""
        return self.curve(self.margins(text, ranges))

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The terms that made the margin of the first range, the heaviest first."""
        raise NotImplementedError  # every judge has its own
