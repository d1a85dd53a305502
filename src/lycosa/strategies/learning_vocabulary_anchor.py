"""Learning vocabulary anchor: the terms of anchors are weighed by where they led."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.strategies.features import WIDTH, bags_of
from lycosa.strategies.learning_anchor import LearningAnchor

if TYPE_CHECKING:
    from lycosa.strategies.records import State, Values

LEAST = 3  # anchors that a word must stand in
BESIDE = 0.5  # anchors of each class that every word is thought to have stood in


class LearningVocabularyAnchor(LearningAnchor):
    """A learned vocabulary matched with anchors: the learning version that García Dorado 2008 wished for.

    Its examples are those of `learning_anchor`. A word that stood in three of them is a term; its weight is the log of
    how much more often it led to relevant pages than to others, in shares of each. An anchor's score is m/(m + b) of
    the sum m of its terms, b half the median of the sums of relevant examples that have any, and 0 for m below 0. As
    with `vocabulary_anchor`, a link without anchor gets nothing for it and waits.

    >>> LearningVocabularyAnchor(share=0.3)
    learning_vocabulary_anchor(share=0.3)
    """

    word = "learning_vocabulary_anchor"
    family = "learning"
    paper = "García Dorado 2008 sections 9.4.2 and 12.2, future work"

    def worth(self, score: Any, words: Any) -> Values:
        """What a link on a page of that score is worth."""
        alone: Values = score.astype(np.float64)
        if not self.learned:
            return alone
        found = np.maximum(self.weights[words].sum(axis=1), 0.0)
        blend: Values = (1.0 - self.share) * alone + self.share * found / (found + self.bias)
        return blend

    @staticmethod
    def work(data: State) -> State:
        """Weigh the terms."""
        bags, good = bags_of(data["anchors"]), data["good"]
        led = [np.bincount(bags.places[side[bags.rows]], minlength=WIDTH) for side in (good, ~good)]
        shares = [(times + BESIDE) / (side.sum() + 2 * BESIDE) for times, side in zip(led, (good, ~good), strict=True)]
        weights = np.where(led[0] + led[1] >= LEAST, np.log(shares[0] / shares[1]), 0.0)
        sums = bags.margins(weights)[good]
        sums = sums[sums > 0]
        usual = float(np.median(sums)) / 2 if len(sums) else 0.0
        return {"weights": weights, "bias": usual, "learned": usual > 0.0}
