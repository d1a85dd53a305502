"""A linear support vector machine (García Dorado 2008, section 7.4; Pant and Srinivasan 2006, section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.judges.base import Judge
from lycosa.judges.calibration import Logistic, fitted, of_few
from lycosa.judges.fitting import ENOUGH, GRID, NEAR, Machines, folds_of
from lycosa.judges.spaces import UNITS, Space
from lycosa.judges.training import check_training, training

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values
    from lycosa.judges.training import Training
    from lycosa.pages.records import Page, Ranges, Text
    from lycosa.topics.topic import Topic


class Svm(Judge):
    """The weights of the words that stand in a text, summed: positive on the side of the examples.

    `units` says what is summed: "tfidf" of stems without stop-words, each text of length one; "words+phrases", of
    phrases of up to three such stems too; "words" as they are written, there or not. C is `c` or, where that is 0,
    chosen by `choose`: held-out "folds", or the number of support "vectors" (the smallest C that needs at most one in
    a hundred more than the least). Both are in units of 1/mean(x.x).

    The score is the probability, by examples held out, that a text is relevant where as many are as are not. Where
    the topic shows no unrelated text, words of its language stand in for them.
    """

    word = "svm"
    paper = "García Dorado 2008, section 7.4 and table 11.1; Pant and Srinivasan 2006, section 4; Platt 1999"
    needs = ("examples",)
    choices: ClassVar = {"units": UNITS, "choose": ("folds", "vectors")}
    least: ClassVar = {"c": 0}

    def __init__(self, units: str = "tfidf", c: float = 0.0, choose: str = "folds") -> None:
        self.units = units
        self.c = c
        self.choose = choose

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Fit the machine, and the curve to examples held out."""
        shown = check_training(self, topic, training(topic, start))
        relevant = np.arange(len(shown.texts)) < len(shown.relevant)
        self.space = Space.of(self.units, shown.texts, shown.language)
        machines = Machines(self.space.rows(shown.texts), len(self.space))
        self.table = np.zeros((0, 3))
        chosen = self.c or self._chosen(machines, relevant)
        dual = machines.fit(relevant, chosen)
        self.weights, self.bias = machines.primal(dual), dual.bias
        self._calibrate(shown, machines, chosen)

    def _chosen(self, machines: Machines, relevant: NDArray[np.bool_]) -> float:
        """The C of the table: of the fewest vectors, or right most often on examples held out; of equals the least."""
        of = folds_of(relevant)
        if of.max() == 0:
            return 1.0
        weights = np.where(relevant, 0.5 / relevant.sum(), 0.5 / (~relevant).sum())
        rows = []
        for c in GRID:
            right = (machines.held_out(relevant, c, of) > 0) == relevant
            rows.append((c, machines.fit(relevant, c).vectors, float(np.sum(weights * right))))
        self.table = np.array(rows)
        if self.choose == "vectors":
            return float(self.table[self.table[:, 1] <= NEAR * self.table[:, 1].min(), 0][0])
        return float(self.table[np.argmax(np.round(self.table[:, 2], 9)), 0])

    def _calibrate(self, shown: Training, machines: Machines, c: float) -> None:
        relevant = np.arange(len(shown.texts)) < len(shown.relevant)
        of = folds_of(relevant)
        if relevant.sum() >= ENOUGH and of.max() > 0:
            self.held = machines.held_out(relevant, c, of)
            self.logistic = fitted(self.held, relevant, made_up=shown.made_up)
        else:
            self.held = None
            margins = np.concatenate([row.dot(self.weights) for row in machines.rows]) + self.bias
            self.logistic = of_few(float(margins[relevant].mean()), float(margins[~relevant].mean()))
        self.boundary = self.logistic.boundary

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """w.x + b of each range."""
        return self.space.vectors(text, ranges).dot(self.weights) + self.bias

    def curve(self, margins: Values) -> Values:
        """The fitted probability."""
        return self.logistic(margins)

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The words of the first range by what each adds; with the bias they are the margin."""
        return self.space.explain(text, ranges, self.weights)

    def state(self) -> State:
        """The features, their weights and the curve."""
        return {
            **self.space.state(),
            "weights": self.weights,
            "bias": self.bias,
            "boundary": self.boundary,
            "slope": self.logistic.slope,
            "table": self.table,
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        self.space = Space.restored(state)
        self.weights, self.bias = np.asarray(state["weights"], np.float64), float(str(state["bias"]))
        self.logistic = Logistic(float(str(state["boundary"])), float(str(state["slope"])))
        self.boundary = self.logistic.boundary
        self.table = np.asarray(state["table"], np.float64)
