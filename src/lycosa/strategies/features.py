"""What learning strategies share: words as places of a small table, and linear models over them, in numpy alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.pages.lexicon import word_hash

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Tokens, Values

    Places = NDArray[Any]  # whole numbers

WIDTH = 1 << 16  # places of a table: a place fits two bytes of a trail
NOTHING = 0  # the place of no word; whatever is learned, it weighs nothing
STEPS, TURNS = 30, 60  # at most so many steps to a fit, and turns to a step
CLOSE = 1e-4  # of the first gradient: near enough


def places(ids: Places, space: str = "") -> NDArray[np.uint16]:
    """The places of words by their lasting numbers. In each space a word has another place: anchor, URL, window."""
    salt = np.uint32(word_hash(space) if space else 0)
    found: NDArray[np.uint16] = np.maximum((ids.astype(np.uint32) ^ salt) % WIDTH, 1).astype(np.uint16)
    return found


def packed(words: Tokens, most: int, space: str = "") -> NDArray[np.uint16]:
    """The first distinct words of each row, at most so many, as a column of places: for the trail of a link."""
    return filled(*distinct(words.rows, places(words.ids, space)), (len(words), most))


def filled(rows: Places, found: Places, shape: tuple[int, int]) -> NDArray[np.uint16]:
    """Places by row, rows in order, as a column: of each row as many as there is room for."""
    turn = np.arange(len(rows)) - np.searchsorted(rows, rows)
    kept = turn < shape[1]
    column = np.zeros(shape, np.uint16)
    column[rows[kept], turn[kept]] = found[kept]
    return column


def distinct(rows: Places, found: Places) -> tuple[Places, Places]:
    """Each place of a row once, where it stands first."""
    pairs = rows.astype(np.int64) * WIDTH + found
    _, firsts = np.unique(pairs, return_index=True)
    firsts.sort()
    return rows[firsts], found[firsts]


def sums(weights: Values, column: Places) -> Values:
    """For each row of a packed column what its words weigh together."""
    weighed: Values = weights[column].sum(axis=-1)
    return weighed


def joined(old: NDArray[Any], new: NDArray[Any], most: int) -> NDArray[Any]:
    """Old and new examples, at most so many: the newest stay."""
    return np.concatenate([old, new.astype(old.dtype, copy=False)])[-most:]


class Bags(NamedTuple):
    """Samples as bags of words: sample rows[i] has values[i] at places[i]."""

    rows: Places
    places: Places
    values: Values
    size: int  # how many samples

    def margins(self, weights: Values) -> Values:
        """What each weighs."""
        return summed(self.rows, self.values * weights[self.places], self.size)

    def gathered(self, shares: Values, width: int) -> Values:
        """What a share of each sample brings to each place."""
        return summed(self.places, self.values * shares[self.rows], width)

    def normed(self, weights: Values | None = None) -> Bags:
        """Of length 1, weighed by place first (by idf, say)."""
        values = self.values if weights is None else self.values * weights[self.places]
        lengths = np.sqrt(summed(self.rows, values * values, self.size))
        return self._replace(values=values / np.where(lengths > 0, lengths, 1.0)[self.rows])


def summed(at: Places, values: Values, size: int) -> Values:
    """The sum of the values at each place, in the order they stand."""
    found: Values = np.bincount(at, values, size).astype(np.float64, copy=False)
    return found


def bags_of(column: Places) -> Bags:
    """A packed column as samples: every word counts 1."""
    rows, turns = np.nonzero(column)
    return Bags(rows, column[rows, turns].astype(np.int64), np.ones(len(rows)), len(column))


def counted(words: Tokens, space: str = "") -> Bags:
    """Whole texts as samples: every word as often as it stands."""
    pairs, times = np.unique(words.rows * WIDTH + places(words.ids, space), return_counts=True)
    return Bags(pairs // WIDTH, pairs % WIDTH, times.astype(np.float64), len(words))


class Linear(NamedTuple):
    """A linear model: what each place weighs, and the bias."""

    weights: Values
    bias: float


def fitted(bags: Bags, good: NDArray[np.bool_], penalty: float = 1.0, *, logistic: bool = False) -> Linear:
    """The linear support vector machine (squared hinge) or logistic regression, both classes counting alike.

    Minimises |w|^2/2 + penalty * sum of loss by Newton's method: a small penalty is a soft margin. With one class
    alone nothing is learned.
    """
    used, compact = np.unique(bags.places, return_inverse=True)
    weights = np.zeros(WIDTH)
    share = float(good.mean()) if len(good) else 0.0
    if not 0.0 < share < 1.0:
        return Linear(weights, 0.0)
    cost = penalty * np.where(good, 0.5 / share, 0.5 / (1.0 - share))
    problem = _Problem(bags._replace(places=compact), np.where(good, 1.0, -1.0), cost, len(used), logistic=logistic)
    found = problem.solved()
    weights[used] = found[:-1]
    weights[NOTHING] = 0.0
    return Linear(weights, float(found[-1]))


class _Problem:
    """A fit: the last entry of a solution is the bias, which costs nothing."""

    def __init__(self, bags: Bags, signs: Values, cost: Values, width: int, *, logistic: bool) -> None:
        self.bags, self.signs, self.cost, self.width, self.logistic = bags, signs, cost, width, logistic

    def solved(self) -> Values:
        """Newton's method: steps by conjugate gradients, halved until they pay."""
        at = np.zeros(self.width + 1)
        value, slope, bend = self.around(at)
        enough = CLOSE * float(np.sqrt(slope @ slope))
        for _ in range(STEPS):
            if float(np.sqrt(slope @ slope)) <= enough:
                break
            step, length = self.newton(slope, bend), 1.0
            fall = float(slope @ step)
            while (there := self.around(at + length * step))[0] > value + 1e-4 * length * fall and length > 1e-6:
                length /= 2.0
            at, (value, slope, bend) = at + length * step, there
        return at

    def around(self, at: Values) -> tuple[float, Values, Values]:
        """The value at a place, its slope, and how much each sample bends it."""
        margins = self.signs * (self.bags.margins(at[:-1]) + at[-1])
        if self.logistic:
            loss, odds = np.logaddexp(0.0, -margins), 1.0 / (1.0 + np.exp(np.minimum(margins, 700.0)))
            pull, bend = -odds, odds * (1.0 - odds)
        else:
            short = np.maximum(1.0 - margins, 0.0)
            loss, pull, bend = short * short, -2.0 * short, 2.0 * (short > 0.0)
        value = 0.5 * float(at[:-1] @ at[:-1]) + float(self.cost @ loss)
        return value, self.joined(at, self.cost * self.signs * pull), self.cost * bend

    def joined(self, at: Values, shares: Values) -> Values:
        """The penalty's part and the samples'."""
        return np.append(at[:-1] + self.bags.gathered(shares, self.width), shares.sum())

    def newton(self, slope: Values, bend: Values) -> Values:
        """The step that would be right if the function were as it bends here."""
        step, left = np.zeros(self.width + 1), -slope
        way, size = left.copy(), float(left @ left)
        enough = 1e-4 * size
        for _ in range(TURNS):
            bent = self.joined(way, bend * (self.bags.margins(way[:-1]) + way[-1]))
            length = size / max(float(way @ bent), 1e-300)
            step, left = step + length * way, left - length * bent
            before, size = size, float(left @ left)
            if size <= enough:
                break
            way = left + (size / before) * way
        return step


def log_odds(good: Values, bad: Values, smooth: float = 1.0) -> Values:
    """Multinomial naive Bayes: the log-odds each place speaks for, from how often it stood in either class."""
    used = max(int(np.count_nonzero(good + bad)), 1)
    odds: Values = np.log((good + smooth) / (good.sum() + smooth * used))
    odds = odds - np.log((bad + smooth) / (bad.sum() + smooth * used))
    odds[good + bad == 0] = odds[NOTHING] = 0.0
    return odds


def wary_odds(good: Values, bad: Values, smooth: float = 1.0) -> Values:
    """The same where classes differ much in size: each place is thought to have stood so often more, in their shares.

    So what was never seen says nothing, what was seen once says little, and nothing good follows from a bad sight.
    """
    total = float(good.sum() + bad.sum())
    share = float(good.sum()) / total if total else 0.0
    if not 0.0 < share < 1.0:
        return np.zeros(len(good))
    odds: Values = np.log((good + smooth * share) / (bad + smooth * (1.0 - share))) - np.log(share / (1.0 - share))
    odds[NOTHING] = 0.0
    return odds


def log_odds_of(score: float) -> float:
    """The log-odds of a score, 0 at the judge's boundary, at most 7 in size."""
    return float(np.clip(np.log(max(score, 1e-9) / max(1.0 - score, 1e-9)), -7.0, 7.0))


def squashed(margins: Values) -> Values:
    """The logistic curve: margins to scores, 0.5 at nothing."""
    scores: Values = 1.0 / (1.0 + np.exp(-np.clip(margins, -700.0, 700.0)))
    return scores
