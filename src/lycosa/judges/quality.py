"""How good a judge is, by examples that were kept from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.judges.fitting import folds_of
from lycosa.judges.held_out import Shown, begun

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import Judge, Values
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

FOLDS = 5
BINS = 10  # of scores, for the calibration
ROUNDS = 2000  # of the bootstrap


class Measured(NamedTuple):
    """A figure and its 95 % bootstrap interval over the examples."""

    value: float
    low: float
    high: float


class Choice(NamedTuple):
    """One row of García Dorado's table 11.1: a penalty C, and what a machine with it is like."""

    c: float
    vectors: int  # how many examples bear the boundary
    accuracy: float  # on examples held out


class Quality(NamedTuple):
    """A judge on examples held out, a fold at a time."""

    judge: str
    relevant: int
    unrelated: int
    made_up: bool  # nobody showed what does not belong: the unrelated texts are mere words of the language
    folds: int
    accuracy: Measured
    average_precision: Measured
    brier: float  # mean squared error of the scores, both classes counting alike
    calibration: float  # how far scores are from the share of relevant examples that have them (ECE), likewise
    table: tuple[Choice, ...]  # of the judge trained on all, where it chose a C


def quality(name: str, topic: Topic, start: Sequence[Page] = (), folds: int = FOLDS) -> Quality | None:
    """The judge of that name on examples and start pages of the topic held out; None where they are too few.

    Each fold's judge is begun without that fold. Where no unrelated example is there, some are made up of the
    language's words, and the figures are flattering.
    """
    shown = Shown.of(topic, start)
    of = folds_of(shown.relevant, folds)
    if of.max(initial=0) == 0:
        return None
    scores = shown.held_out(lambda rest: begun(name, rest), of, lambda judge, margins: judge.curve(margins))
    right = (scores >= 0.5) == shown.relevant
    weights = np.where(shown.relevant, 0.5 / shown.relevant.mean(), 0.5 / (~shown.relevant).mean())
    return Quality(
        name,
        int(shown.relevant.sum()),
        int((~shown.relevant).sum()),
        shown.made_up,
        int(of.max()) + 1,
        _measured(lambda rows: float(right[rows].mean()), shown.relevant),
        _measured(lambda rows: average_precision(scores[rows], shown.relevant[rows]), shown.relevant),
        float(np.mean(weights * (scores - shown.relevant) ** 2)),
        calibration_error(scores, shown.relevant, weights),
        table_of(begun(name, shown.topic)),
    )


def table_of(judge: Judge) -> tuple[Choice, ...]:
    """The table by which a judge chose its C; empty for a judge that has none."""
    rows = getattr(judge, "table", ())
    return tuple(Choice(float(c), int(vectors), float(accuracy)) for c, vectors, accuracy in rows)


def average_precision(scores: Values, relevant: NDArray[np.bool_]) -> float:
    """The mean precision at each relevant text, best score first; of equals the unrelated ones come first."""
    hits = relevant[np.lexsort((relevant, -scores))]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean()) if hits.any() else 0.0


def calibration_error(scores: Values, relevant: NDArray[np.bool_], weights: Values) -> float:
    """The weighted mean, over ten bins of scores, of how far the mean score is from the share of relevant texts."""
    bins = np.minimum((scores * BINS).astype(np.int64), BINS - 1)
    gaps = np.bincount(bins, weights * (scores - relevant), BINS)
    return float(np.abs(gaps).sum() / weights.sum())


def _measured(figure: Callable[[NDArray[np.int64]], float], relevant: NDArray[np.bool_]) -> Measured:
    """A figure of all examples, and of draws of as many of each class."""
    sides = [np.flatnonzero(relevant), np.flatnonzero(~relevant)]
    dice = np.random.default_rng(1)
    drawn = [figure(np.concatenate([dice.choice(side, len(side)) for side in sides])) for _ in range(ROUNDS)]
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Measured(figure(np.arange(len(relevant))), float(low), float(high))
