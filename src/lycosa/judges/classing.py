"""Judges over classes: one linear machine a class, and the probabilities that all of them make together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.judges.base import Judge, JudgeError
from lycosa.judges.fitting import products
from lycosa.judges.spaces import Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values
    from lycosa.judges.training import Words
    from lycosa.pages.records import Page, Ranges, Text
    from lycosa.topics.topic import Topic

RIDGES = (0.03, 0.1, 0.3, 1.0, 3.0)  # how much weights are held down
SLOPES = tuple(2.0 ** (step / 2) for step in range(-4, 13))  # of margins before they are made probabilities


class Classing(Judge):
    """For each class w.x + b of tf-idf, fitted by least squares to 1 for its own texts and -1 for all others.

    All classes count alike. The scores are exp(s margin), divided by their sum over classes; s and the ridge are the
    likeliest by texts held out, one at a time.
    """

    boundary = 0.0

    def texts(self, topic: Topic, start: Sequence[Page]) -> Mapping[str, Sequence[Words]]:
        """The texts of each class."""
        raise NotImplementedError  # the idea of each

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Fit all machines at once."""
        shown = {name: texts for name, texts in self.texts(topic, start).items() if texts}
        if len(shown) < 2:
            raise JudgeError(f"{self}: the topic {topic.name!r} shows texts of {len(shown)} classes; two are needed")
        texts = [text for own in shown.values() for text in own]
        of = np.repeat(np.arange(len(shown)), [len(own) for own in shown.values()])
        self.space = Space.of("tfidf", texts, topic.language)
        rows = self.space.rows(texts)
        kernel = products(rows) + 1.0  # a feature that all texts have is the bias
        fits = [_Fit(kernel, of, len(shown), ridge) for ridge in RIDGES]
        losses = [min(_loss(slope * fit.held_out, of) for slope in SLOPES) for fit in fits]
        best = fits[int(np.argmin(losses))]
        slope = SLOPES[int(np.argmin([_loss(slope * best.held_out, of) for slope in SLOPES]))]
        weights = np.zeros((len(self.space), len(shown)))
        for row, own in zip(rows, best.weights, strict=True):
            for counts, values in row.parts:
                weights[counts.names] += row.scale[0] * values[:, None] * own
        self._learn(tuple(shown), weights, best.weights.sum(axis=0), slope)

    def _learn(self, classes: tuple[str, ...], weights: Values, biases: Values, slope: float) -> None:
        self.classes, self.weights, self.biases, self.slope = classes, weights, biases, slope

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """w.x + b of each range, a column a class."""
        return self.space.vectors(text, ranges).dot(self.weights) + self.biases

    def curve(self, margins: Values) -> Values:
        """The probability of each class."""
        return _shares(self.slope * margins)

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The words of the first range by what they add to its likeliest class."""
        best = int(np.argmax(self.margins(text, ranges)[0]))
        return self.space.explain(text, ranges, self.weights[:, best])

    def state(self) -> State:
        """The classes, the features and their weights."""
        arrays: dict[str, Any] = {"weights": self.weights, "biases": self.biases, "slope": self.slope}
        return {**self.space.state(), **arrays, "classes": "\n".join(self.classes)}

    def restore(self, state: State) -> None:
        """Back to those."""
        self.space = Space.restored(state)
        weights, biases = (np.asarray(state[name], np.float64) for name in ("weights", "biases"))
        self._learn(tuple(str(state["classes"]).split("\n")), weights, biases, float(str(state["slope"])))


class _Fit:
    """Least squares over a kernel, and what each text would get by a fit to the others."""

    def __init__(self, kernel: Values, of: NDArray[np.int64], count: int, ridge: float) -> None:
        aims = np.where(of[:, None] == np.arange(count), 1.0, -1.0)
        sizes = np.bincount(of, minlength=count).astype(np.float64)
        inverse = np.linalg.inv(kernel + np.diag(ridge * sizes[of] / sizes.mean()))
        self.weights = inverse @ aims
        self.held_out: Values = aims - self.weights / np.diag(inverse)[:, None]


def _shares(values: Values) -> Values:
    """exp, divided by its sum over the columns."""
    powers = np.exp(values - values.max(axis=1, keepdims=True, initial=-np.inf))
    shares: Values = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _loss(values: Values, of: NDArray[np.int64]) -> float:
    """How unlikely the texts' own classes are, all classes counting alike."""
    own = _shares(values)[np.arange(len(of)), of]
    return -float(np.mean(np.bincount(of, np.log(np.maximum(own, 1e-12))) / np.bincount(of)))
