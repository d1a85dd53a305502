"""A guide trained on trial, and what it is worth on examples: each is scored by a fit that has not seen it."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from lycosa import judges
from lycosa.crawl.state import pack, unpack
from lycosa.crawl.tally import BOUNDARY
from lycosa.engines.hunts import begun
from lycosa.judges.fitting import folds_of
from lycosa.judges.held_out import Shown
from lycosa.judges.quality import average_precision
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Text
from lycosa.pages.tokens import tokens
from lycosa.topics.topic import Example, Examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.base import Judge, Values
    from lycosa.topics.topic import Topic

FOLDS = 4  # of the examples, for a judge that does not tell what it makes of those held out
EXACT = 12  # digits that are compared


class Worth(NamedTuple):
    """What a guide is worth on examples."""

    accuracy: float  # both classes counting alike
    precision: float  # the mean of it at each relevant one, best first
    closeness: float  # 1 less the mean squared error of the scores

    def at_least(self, other: Worth) -> bool:
        """Whether nothing is lost."""
        return all(one >= two for one, two in zip(self, other, strict=True))

    def tells_as_well(self, other: Worth) -> bool:
        """The same, of which are relevant and in which order; how near the scores are is the guide's own matter."""
        return self.accuracy >= other.accuracy and self.precision >= other.precision

    def tells_better(self, other: Worth) -> bool:
        """As well, and one of the two better: where there is nothing left to gain, nothing is shown by a guess."""
        return self.tells_as_well(other) and self[:2] != other[:2]


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A judge, and how the examples it was trained on are scored without them."""

    judge: Judge
    state: bytes = b""
    held: dict[tuple[str, ...], float] = field(default_factory=dict)
    pseudo: int = 0  # likely examples among them

    @property
    def sha(self) -> str:
        """The hash of its state."""
        return sha256(self.state).hexdigest()

    def worth(self, examples: Sequence[Sequence[str]]) -> Worth:
        """On relevant and unrelated texts."""
        lexicon = Lexicon()
        return worth(*(np.array([self._score(text, lexicon) for text in side]) for side in examples))

    def _score(self, text: str, lexicon: Lexicon) -> float:
        words = tuple(tokens(text))
        if words in self.held:
            return self.held[words]
        read = Text(lexicon.ids(words), lexicon)
        return float(self.judge.scores(read, read.page)[0])


def tried(name: str, topic: Topic, examples: Sequence[Sequence[str]], pseudo: int = 0) -> Trial:
    """The judge of that name, trained on relevant and unrelated texts."""
    relevant, unrelated = (tuple(Example(text=text) for text in texts) for texts in examples)
    taught = replace(topic, examples=Examples(relevant=relevant, unrelated=unrelated))
    trained = begun(name, taught, ())
    state, judge = pack(trained.state()), judges.find(name)
    judge.restore(unpack(state))  # as it will be after a kill
    return Trial(judge, state, _held_out(name, trained, taught), pseudo)


def in_force(name: str, judge: Judge, topic: Topic, examples: Sequence[Sequence[str]]) -> Trial:
    """A judge that was trained before on these texts."""
    return Trial(judge, held=tried(name, topic, examples).held if all(examples) else {})


def _held_out(name: str, trained: Judge, taught: Topic) -> dict[tuple[str, ...], float]:
    """The score of each text without it, by the text's words."""
    shown = Shown.of(taught)
    scores = _told(name, trained, shown)
    held = shown.texts[0].lexicon.words if shown.texts else []
    words = (tuple(held[number] for number in text.tokens.tolist()) for text in shown.texts)
    return dict(zip(words, scores.tolist(), strict=False))


def _told(name: str, trained: Judge, shown: Shown) -> Values:
    if trained.held is not None and len(trained.held) == len(shown.texts):
        return trained.curve(trained.held)
    of = folds_of(shown.relevant, FOLDS)
    if of.max(initial=0) == 0:
        return np.zeros(0)
    return shown.held_out(lambda rest: begun(name, rest, ()), of, lambda judge, margins: judge.curve(margins))


def worth(relevant: Values, unrelated: Values) -> Worth:
    """Of the scores of both."""
    right = float(np.mean(relevant >= BOUNDARY) + np.mean(unrelated < BOUNDARY)) / 2
    wrong = float(np.mean((1 - relevant) ** 2) + np.mean(unrelated**2)) / 2
    both = np.concatenate([relevant, unrelated])
    precision = average_precision(both, np.arange(len(both)) < len(relevant))
    return Worth(*(round(value, EXACT) for value in (right, precision, 1 - wrong)))
