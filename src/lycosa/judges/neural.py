"""A neural network with one hidden layer (Pant and Srinivasan 2006, section 7)."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.judges.base import Judge
from lycosa.judges.calibration import Logistic, fitted, of_few
from lycosa.judges.fitting import ENOUGH, Machines, extra, folds_of
from lycosa.judges.spaces import Space
from lycosa.judges.training import check_training, training
from lycosa.pages.records import Ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import State, Values
    from lycosa.judges.training import Training
    from lycosa.pages.records import Page, Text
    from lycosa.topics.topic import Topic

STEPS = 200  # of fitting; a few dozen examples need fewer
ARRAYS = ("inner", "inner_bias", "outer", "outer_bias")


class Neural(Judge):
    """The output of `hidden` units that each see all of a text's tf-idf: o + sum of v tanh(w.x + b).

    Texts are seen as `svm` sees them. `decay` is the weight decay. A unit's weights lie in the span of the examples,
    so it is fitted in as many dimensions as there are examples, which is quick. The score is the probability by
    examples held out.
    """

    word = "neural"
    paper = "Pant and Srinivasan 2006, section 7"
    needs = ("examples",)
    least: ClassVar = {"hidden": 1, "decay": 0}

    def __init__(self, hidden: int = 8, decay: float = 0.1) -> None:
        self.hidden = hidden
        self.decay = decay

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Fit the network, and the curve to examples held out."""
        shown = check_training(self, topic, training(topic, start))
        relevant = np.arange(len(shown.texts)) < len(shown.relevant)
        self.space = Space.of("tfidf", shown.texts, shown.language)
        machines = Machines(self.space.rows(shown.texts), len(self.space))
        places, basis = machines.coordinates()
        network = self._fitted(places, relevant)
        span = basis @ network.coefs_[0]
        self.inner = np.stack([machines.weighted(column) for column in span.T], axis=1)
        self.inner_bias, self.outer = network.intercepts_[0], network.coefs_[1][:, 0]
        self.outer_bias = network.intercepts_[1]
        self._calibrate(shown, places, network)

    def _fitted(self, places: Values, relevant: NDArray[np.bool_]) -> Any:
        """scikit-learn's network over the examples' coordinates, both classes counting alike."""
        kind = extra("sklearn.neural_network").MLPClassifier
        network = kind(
            (self.hidden,), activation="tanh", solver="lbfgs", alpha=self.decay, max_iter=STEPS, random_state=1
        )
        weights = np.where(relevant, 0.5 / relevant.mean(), 0.5 / (~relevant).mean())
        with warnings.catch_warnings(), extra("threadpoolctl").threadpool_limits(1):
            warnings.simplefilter("ignore")  # that it could go on: held-out examples say how good it is
            network.fit(places, relevant, sample_weight=weights)
        return network

    def _calibrate(self, shown: Training, places: Values, network: Any) -> None:
        relevant = np.arange(len(shown.texts)) < len(shown.relevant)
        of = folds_of(relevant)
        self.held = None
        if relevant.sum() >= ENOUGH and of.max() > 0:
            self.held = np.zeros(len(relevant))
            for fold in range(int(of.max()) + 1):
                part = self._fitted(places[of != fold], relevant[of != fold])
                self.held[of == fold] = _outputs(part, places[of == fold])
            self.logistic = fitted(self.held, relevant, made_up=shown.made_up)
        else:
            margins = _outputs(network, places)
            self.logistic = of_few(float(margins[relevant].mean()), float(margins[~relevant].mean()))
        self.boundary = self.logistic.boundary

    def margins(self, text: Text, ranges: Ranges) -> Values:
        """The output for each range, before it is made a probability."""
        margins: Values = np.sum(self._units(text, ranges) * self.outer, axis=1) + self.outer_bias[0]
        return margins

    def _units(self, text: Text, ranges: Ranges) -> Values:
        units: Values = np.tanh(self.space.vectors(text, ranges).dot(self.inner) + self.inner_bias)
        return units

    def curve(self, margins: Values) -> Values:
        """The fitted probability."""
        return self.logistic(margins)

    def explain(self, text: Text, ranges: Ranges) -> list[tuple[str, float]]:
        """The words of the first range by how much more of each would add, as far as the network is a line there."""
        units = self._units(text, Ranges(ranges.starts[:1], ranges.ends[:1]))[0]
        slopes = np.sum(self.inner * (self.outer * (1 - units * units)), axis=1)
        return self.space.explain(text, ranges, slopes)

    def state(self) -> State:
        """The features, the weights and the curve."""
        arrays = {name: getattr(self, name) for name in ARRAYS}
        return {**self.space.state(), **arrays, "boundary": self.boundary, "slope": self.logistic.slope}

    def restore(self, state: State) -> None:
        """Back to those."""
        self.space = Space.restored(state)
        for name in ARRAYS:
            setattr(self, name, np.asarray(state[name], np.float64))
        self.logistic = Logistic(float(str(state["boundary"])), float(str(state["slope"])))
        self.boundary = self.logistic.boundary


def _outputs(network: Any, places: Values) -> Values:
    """What the network says of points, before it is made a probability."""
    units = np.tanh(places @ network.coefs_[0] + network.intercepts_[0])
    outputs: Values = (units @ network.coefs_[1] + network.intercepts_[1])[:, 0]
    return outputs
