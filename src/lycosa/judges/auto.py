"""The judge that a topic deserves by what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa import judges
from lycosa.judges.base import Judge
from lycosa.judges.ladder import deserved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.base import State, Values
    from lycosa.pages.records import Page, Ranges, Text
    from lycosa.topics.topic import Topic


class Auto(Judge):
    """Another judge, the one that a topic deserves: by words, by a vocabulary, by examples, as soon as there are some.

    Which one that is at which rung was measured on labelled pages (docs/judges.md). Where the topic has a vocabulary
    of its own and examples, `svm+vocabulary` judges if it ranks examples held out no worse than `svm`, else `svm`.
    Start pages are examples where the topic names them as such or has neither words nor a vocabulary.
    """

    word = "auto"
    paper = "García Dorado 2008, section 9.4; docs/judges.md"
    needs = ("words|vocabulary|examples",)

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Choose, and make ready."""
        self._take(deserved(topic, start))

    def _take(self, chosen: Judge) -> None:
        self.chosen = chosen
        self.boundary, self.shared, self.held = chosen.boundary, chosen.shared, chosen.held

    @property
    def called(self) -> str:
        """The chosen judge's name."""
        return self.chosen.called

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The chosen judge's."""
        return self.chosen.margins(text, ranges)

    def curve(self, margins: Values) -> Values:
        """The chosen judge's."""
        return self.chosen.curve(margins)

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """As the chosen judge explains it."""
        return self.chosen.explain(text, ranges)

    def observe(self, page: Page) -> None:
        """The chosen judge may learn."""
        self.chosen.observe(page)

    def state(self) -> State:
        """Which judge was chosen, and its state."""
        return {**{f"chosen.{key}": value for key, value in self.chosen.state().items()}, "judge": repr(self.chosen)}

    def restore(self, state: State) -> None:
        """Back to it."""
        chosen = judges.find(str(state["judge"]))
        held = {key.removeprefix("chosen."): value for key, value in state.items() if key.startswith("chosen.")}
        chosen.restore(held)
        self._take(chosen)
