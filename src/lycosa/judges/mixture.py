"""Several judges at once, each on the scale of its own scores (García Dorado 2008, section 9.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from lycosa import judges
from lycosa.judges.base import Judge, JudgeError
from lycosa.judges.calibration import Logistic, fitted, of_few
from lycosa.judges.company import Company
from lycosa.judges.fitting import ENOUGH, folds_of
from lycosa.judges.held_out import Shown, begun, margins_of
from lycosa.judges.terms import propose
from lycosa.judges.training import training
from lycosa.pages.names import Name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values
    from lycosa.pages.records import Page, Ranges, Text
    from lycosa.topics.topic import Topic

DEFAULT = ("svm", "vocabulary")
LIKE = "mixture(svm, vocabulary, weight=0.5) or mixture(svm, 2, vocabulary, 1, cosine, 1)"
FOLDS = 3
LEAST = 0.001  # scores nearer 0 or 1 are taken for so near


class Mixture(Company):
    """A weighted mean of other judges' standardised scores: `mixture(svm, vocabulary, weight=0.5)`.

    A score counts by its log-odds, less their mean and divided by their spread over examples held out. `weight` is
    the share of the first judge, the others having equal shares of the rest; or each judge is followed by its own
    weight: `mixture(svm, 2, vocabulary, 1)`. For a topic without a vocabulary one is made of its examples.
    """

    word = "mixture"
    paper = "García Dorado 2008, section 9.4 and chapter 12"

    def __init__(self, *parts: Any, weight: float = 0.0) -> None:
        self.parts = tuple(
            judges.find(part) if isinstance(part, Name) else part for part in parts or map(Name, DEFAULT)
        )
        self.weight = weight
        self.judges = [part for part in self.parts if isinstance(part, Judge)]
        self.shares = self._shares()

    def _shares(self) -> list[float]:
        """The weight of each judge; together they are 1."""
        own = _own_weights(self.parts)
        if own is None or len(self.judges) < 2 or (any(own) and self.weight) or not 0 <= self.weight <= 1:
            raise JudgeError(f"mixture: write it like {LIKE}")
        if not any(own):
            first = self.weight or 1 / len(own)
            own = [first, *[(1 - first) / (len(own) - 1)] * (len(own) - 1)]
        total = sum(own)
        return [one / total for one in own]

    def options(self) -> dict[str, Any]:
        """The judges and weights as given."""
        return {"parts": self.parts, "weight": self.weight}

    def __repr__(self) -> str:
        given = [*map(repr, self.parts), *([f"weight={self.weight!r}"] if self.weight else [])]
        return f"{self.word}({', '.join(given)})"

    @property
    def needs(self) -> tuple[str, ...]:  # type: ignore[override]  # by its parts
        """What its judges need; a vocabulary can be made of examples."""
        needs = (need for judge in self.judges for need in judge.needs)
        return tuple(dict.fromkeys("vocabulary|examples" if need == "vocabulary" else need for need in needs))

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Begin each judge, and take the measure of their scores on examples held out."""
        given = self._given(topic, start)
        for judge in self.judges:
            judge.begin(given, start)
        shown, self.held = Shown.of(topic, start), None
        values = self._values(shown)
        sizes = [int(side.sum()) for side in (shown.relevant, ~shown.relevant)]
        if not all(sizes):
            self._fix(np.zeros(len(self.judges)), np.ones(len(self.judges)), Logistic(0.0, 1.0))
            return
        weights = np.where(shown.relevant, 0.5 / sizes[0], 0.5 / sizes[1])
        means = np.sum(values * weights, axis=1)
        spreads = np.sqrt(np.sum(weights * (values - means[:, None]) ** 2, axis=1))
        self._fix(means, np.where(spreads > 0, spreads, 1.0), Logistic(0.0, 1.0))
        mixed = self._mixed(values)
        if sizes[0] < ENOUGH or sizes[1] < 2:
            few = of_few(float(mixed[shown.relevant].mean()), float(mixed[~shown.relevant].mean()))
            self._fix(self.means, self.spreads, few)
        else:
            self.held = mixed
            self._fix(self.means, self.spreads, fitted(mixed, shown.relevant, made_up=shown.made_up))

    def _given(self, topic: Topic, start: Sequence[Page] = ()) -> Topic:
        """The topic, with a vocabulary where a judge wants one."""
        wanted = any("vocabulary" in judge.needs for judge in self.judges)
        return with_vocabulary(topic, start) if wanted else topic

    def _values(self, shown: Shown) -> Values:
        """The log-odds of each judge's scores of the examples, held out where some can be spared."""
        of = folds_of(shown.relevant, FOLDS)
        if shown.relevant.sum() < ENOUGH or of.max() == 0:
            return np.array([_odds(judge, margins_of(judge, shown.texts)) for judge in self.judges])
        return np.array([self._held_out(judge, shown, of) for judge in self.judges])

    def _held_out(self, judge: Judge, shown: Shown, of: NDArray[np.int64]) -> Values:
        if judge.held is not None and len(judge.held) == len(shown.texts):
            return _odds(judge, judge.held)
        return shown.held_out(lambda rest: begun(repr(judge), self._given(rest)), of, _odds)

    def _fix(self, means: Values, spreads: Values, logistic: Logistic) -> None:
        self.means, self.spreads, self.logistic = means, spreads, logistic
        self.boundary = logistic.boundary

    def _mixed(self, values: Sequence[Values] | Values) -> Values:
        """The weighted sum of standardised rows."""
        total = np.zeros(len(values[0]))
        for part in self._standard(values):
            total += part
        return total

    def _standard(self, values: Sequence[Values] | Values) -> list[Values]:
        """What each judge adds."""
        measures = zip(values, self.shares, self.means.tolist(), self.spreads.tolist(), strict=True)
        return [share * (row - mean) / spread for row, share, mean, spread in measures]

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The weighted sum of each range."""
        return self._mixed([_odds(judge, judge.margins(text, ranges)) for judge in self.judges])

    def curve(self, margins: Values) -> Values:
        """A logistic fitted to examples held out."""
        return self.logistic(margins)

    def added(self, text: Text, ranges: Ranges) -> list[Values]:
        """What each judge adds to the margins."""
        return self._standard([_odds(judge, judge.margins(text, ranges)) for judge in self.judges])

    def state(self) -> State:
        """The states of the judges, and the measure of their scores."""
        own: State = {"means": self.means, "spreads": self.spreads}
        return {**super().state(), **own, "boundary": self.boundary, "slope": self.logistic.slope}

    def restore(self, state: State) -> None:
        """Back to those."""
        super().restore(state)
        logistic = Logistic(float(str(state["boundary"])), float(str(state["slope"])))
        self._fix(np.asarray(state["means"]), np.asarray(state["spreads"]), logistic)


def with_vocabulary(topic: Topic, start: Sequence[Page] = ()) -> Topic:
    """The topic; where it has no vocabulary but examples, with one made of them."""
    if topic.vocabulary:
        return topic
    shown = training(topic, start)
    return msgspec.structs.replace(topic, vocabulary=propose(shown.relevant, shown.unrelated, shown.language))


def _odds(judge: Judge, margins: Values) -> Values:
    """The log-odds of scores."""
    scores = np.clip(judge.curve(margins), LEAST, 1 - LEAST)
    odds: Values = np.log(scores / (1 - scores))
    return odds


def _own_weights(parts: Iterable[Any]) -> list[float] | None:
    """The weight that follows each judge, 0 where none does; None where that cannot be read."""
    found: list[float] = []
    for part in parts:
        if isinstance(part, Judge):
            found.append(0.0)
        elif found and not found[-1] and type(part) in (int, float) and part > 0:
            found[-1] = float(part)
        else:
            return None
    return found if all(found) or not any(found) else None
