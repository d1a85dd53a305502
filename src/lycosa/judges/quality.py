"""How good a judge is, by examples that were kept from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from lycosa import judges
from lycosa.judges.base import JudgeError
from lycosa.judges.training import background, distinct, page_words, texts_of
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Text
from lycosa.topics.topic import Example, Examples

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


class Shown(NamedTuple):
    """Examples as a judge is given them, and as it may be asked for them."""

    texts: list[Text]
    relevant: NDArray[np.bool_]
    topic: Topic
    made_up: bool

    def without(self, held: NDArray[np.bool_]) -> Topic:
        """The topic with the other examples only."""
        rest = [(_example(text), bool(is_one)) for text, is_one, out in zip(*self[:2], held, strict=True) if not out]
        examples = Examples(
            relevant=tuple(one for one, is_relevant in rest if is_relevant),
            unrelated=tuple(one for one, is_relevant in rest if not (is_relevant or self.made_up)),
        )
        return msgspec.structs.replace(self.topic, examples=examples)


def quality(name: str, topic: Topic, start: Sequence[Page] = (), folds: int = FOLDS) -> Quality | None:
    """The judge of that name on examples and start pages of the topic held out; None where they are too few.

    Each fold's judge is begun without that fold. Where no unrelated example is there, some are made up of the
    language's words, and the figures are flattering.
    """
    shown = _shown(topic, start)
    folds = min(folds, int(shown.relevant.sum()), int((~shown.relevant).sum()))
    if folds < 2:
        return None
    scores = held_out(name, shown, folds)
    right = (scores >= 0.5) == shown.relevant
    weights = np.where(shown.relevant, 0.5 / shown.relevant.mean(), 0.5 / (~shown.relevant).mean())
    return Quality(
        name,
        int(shown.relevant.sum()),
        int((~shown.relevant).sum()),
        shown.made_up,
        folds,
        _measured(lambda rows: float(right[rows].mean()), shown.relevant),
        _measured(lambda rows: average_precision(scores[rows], shown.relevant[rows]), shown.relevant),
        float(np.mean(weights * (scores - shown.relevant) ** 2)),
        calibration_error(scores, shown.relevant, weights),
        table_of(_begun(name, shown.without(np.zeros(len(scores), np.bool_)))),
    )


def held_out(name: str, shown: Shown, folds: int) -> Values:
    """The score of each example by a judge that has not seen it."""
    scores = np.zeros(len(shown.texts))
    of = _folds(shown.relevant, folds)
    for fold in range(folds):
        judge = _begun(name, shown.without(of == fold))
        if judge.classes:
            raise JudgeError(f"{name}: a judge over classes has no quality of its own")
        for place in np.flatnonzero(of == fold).tolist():
            text = shown.texts[place]
            scores[place] = float(judge.scores(text, text.page)[0])
    return scores


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


def _shown(topic: Topic, start: Sequence[Page]) -> Shown:
    relevant = distinct([*map(page_words, start), *texts_of(topic.examples.relevant)])
    held = set(relevant)
    unrelated = [text for text in distinct(texts_of(topic.examples.unrelated)) if text not in held]
    made_up = not unrelated
    unrelated = unrelated or background(topic.language, relevant, number=2)
    lexicon = Lexicon()
    texts = [Text(lexicon.ids(words), lexicon) for words in (*relevant, *unrelated)]
    return Shown(texts, np.arange(len(texts)) < len(relevant), topic, made_up)


def _example(text: Text) -> Example:
    return Example(text=" ".join(text.lexicon.words[token] for token in text.tokens.tolist()))


def _begun(name: str, topic: Topic) -> Judge:
    judge = judges.find(name)
    judges.check_needs(judge, topic)
    judge.begin(topic)
    return judge


def _folds(relevant: NDArray[np.bool_], folds: int) -> NDArray[np.int64]:
    """The fold of each example, both classes spread evenly."""
    of = np.zeros(len(relevant), np.int64)
    for side in (relevant, ~relevant):
        of[side] = np.random.default_rng(1).permutation(int(side.sum())) % folds
    return of


def _measured(figure: Callable[[NDArray[np.int64]], float], relevant: NDArray[np.bool_]) -> Measured:
    """A figure of all examples, and of draws of as many of each class."""
    sides = [np.flatnonzero(relevant), np.flatnonzero(~relevant)]
    dice = np.random.default_rng(1)
    drawn = [figure(np.concatenate([dice.choice(side, len(side)) for side in sides])) for _ in range(ROUNDS)]
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Measured(figure(np.arange(len(relevant))), float(low), float(high))
