"""Linear machines fitted with scikit-learn: only their weights are kept, so that judging needs numpy alone."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.judges.base import JudgeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import Values
    from lycosa.judges.spaces import Vectors

FOLDS = 5
ENOUGH = 3  # relevant examples of which one can be spared
GRID = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)  # of C, in units of 1/mean(x.x)
NEAR = 1.01  # so many times the least number of support vectors is as good as the least


class Dual(NamedTuple):
    """A machine by its examples: what each weighs, signed, and the bias."""

    weights: Values
    bias: float

    @property
    def vectors(self) -> int:
        """How many examples bear the boundary."""
        return int(np.count_nonzero(self.weights))


def extra(module: str) -> Any:
    """A module of scikit-learn."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise JudgeError("training needs scikit-learn: pip install 'lycosa[learn]'") from None


class Machines:
    """Examples as a kernel: how much each looks like each other."""

    def __init__(self, rows: Sequence[Vectors], width: int) -> None:
        self.rows = rows
        self.width = width
        self.kernel = products(rows)
        self.unit = float(np.mean(np.diag(self.kernel))) or 1.0

    def fit(self, relevant: NDArray[np.bool_], c: float, among: NDArray[np.int64] | None = None) -> Dual:
        """The machine of penalty C (divided by the mean of x.x), both classes counting alike."""
        chosen = np.arange(len(relevant)) if among is None else among
        machine = extra("sklearn.svm").SVC(kernel="precomputed", C=c / self.unit, class_weight="balanced", tol=1e-4)
        machine.fit(self.kernel[np.ix_(chosen, chosen)], relevant[chosen])
        weights = np.zeros(len(relevant))
        weights[chosen[machine.support_]] = machine.dual_coef_[0]
        return Dual(weights, float(machine.intercept_[0]))

    def held_out(self, relevant: NDArray[np.bool_], c: float, of: NDArray[np.int64]) -> Values:
        """The margin of each example by the machine that has not seen its fold."""
        margins = np.zeros(len(relevant))
        for fold in range(int(of.max()) + 1):
            dual = self.fit(relevant, c, np.flatnonzero(of != fold))
            margins[of == fold] = (self.kernel @ dual.weights + dual.bias)[of == fold]
        return margins

    def primal(self, dual: Dual) -> Values:
        """The machine's weights of features."""
        return self.weighted(dual.weights)

    def coordinates(self) -> tuple[Values, Values]:
        """The examples as points of as few dimensions as they span, and each dimension as weights of examples."""
        sizes, directions = np.linalg.eigh(self.kernel)
        real = sizes > sizes[-1] * 1e-10
        lengths = np.sqrt(sizes[real])
        directions = directions[:, real]
        return directions * lengths, directions / lengths

    def weighted(self, examples: Values) -> Values:
        """The weighted sum of examples, over features."""
        weights = np.zeros(self.width)
        for row, weight in zip(self.rows, examples.tolist(), strict=True):
            if weight:
                for counts, values in row.parts:
                    weights[counts.names] += weight * row.scale[0] * values
        return weights


def products(rows: Sequence[Vectors]) -> Values:
    """x.x' of all pairs."""
    names = [counts.names for row in rows for counts, _ in row.parts]
    values = [row.scale[0] * values for row in rows for _, values in row.parts]
    lengths = [sum(len(values) for _, values in row.parts) for row in rows]
    width = max((int(part.max(initial=-1)) for part in names), default=-1) + 1
    bounds = np.concatenate([[0], np.cumsum(lengths)])
    table = extra("scipy.sparse").csr_matrix(
        (np.concatenate(values), np.concatenate(names), bounds), (len(rows), width)
    )
    dense: Values = (table @ table.T).toarray()
    return dense


def folds_of(relevant: NDArray[np.bool_], folds: int = FOLDS) -> NDArray[np.int64]:
    """The fold of each example, both classes spread evenly; as many folds as the smaller class allows."""
    of = np.zeros(len(relevant), np.int64)
    folds = min(folds, int(relevant.sum()), int((~relevant).sum()))
    for side in (relevant, ~relevant):
        of[side] = np.arange(int(side.sum())) % max(folds, 1)
    return of
