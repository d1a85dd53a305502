"""Three regressions, tuned and compared with scikit-learn; numpy alone predicts by the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import State, Values

KINDS = ("linear", "svr", "tree")
FOLDS = 10
HELD = 3  # one in so many is kept for the validation
FIRST = 1  # the seed number of the draw that divides the examples
GRIDS: dict[str, dict[str, list[float]]] = {  # logarithmic
    "linear": {"alpha": [0.001, 0.01, 0.1, 1.0, 10.0, 100.0]},
    "svr": {"C": [0.1, 1.0, 10.0], "gamma": [0.01, 0.1, 1.0, 10.0]},
    "tree": {"min_samples_leaf": [1, 2, 4, 8, 16, 32]},
}


def compared(x: Values, y: Values) -> State:
    """The best of three models of y by x, and the R2 of each on the examples held out (Sundrani and Habeeb, table 1).

    A third of the examples is held out. On the others the parameters of each are searched for, a logarithmic grid with
    10-fold cross-validation; the tree is pruned to what is best on those held out. All are in units of their spread.
    """
    order = np.random.default_rng(FIRST).permutation(len(y))
    held, shown = order[: len(y) // HELD], order[len(y) // HELD :]
    centre, spread = _scale(x[shown])
    middle, unit = _scale(y[shown])
    x, y = (x - centre) / spread, (y - middle) / unit
    models = {kind: _tuned(kind, x[shown], y[shown]) for kind in KINDS}
    models["tree"] = _pruned(models["tree"], (x[shown], y[shown]), (x[held], y[held]))
    scores = [float(models[kind].score(x[held], y[held])) for kind in KINDS]
    best = KINDS[int(np.argmax(scores))]
    told = {"kind": best, "r2": np.array(scores), "centre": centre, "spread": spread, "middle": middle, "unit": unit}
    return {**told, **_exported(best, models[best])}


def _scale(values: Values) -> tuple[Any, Any]:
    spread = values.std(axis=0)
    return values.mean(axis=0), np.where(spread > 0, spread, 1.0)


def _tuned(kind: str, x: Values, y: Values) -> Any:
    """The best of the grid, fitted to all of these."""
    from sklearn.linear_model import Ridge  # noqa: PLC0415 - an extra, and slow to import
    from sklearn.model_selection import GridSearchCV, KFold  # noqa: PLC0415 - the same
    from sklearn.svm import SVR  # noqa: PLC0415 - the same
    from sklearn.tree import DecisionTreeRegressor  # noqa: PLC0415 - the same

    model = {"linear": Ridge(), "svr": SVR(), "tree": DecisionTreeRegressor(random_state=FIRST)}[kind]
    folds = KFold(min(FOLDS, len(y)))
    search = GridSearchCV(model, GRIDS[kind], cv=folds, scoring="neg_mean_squared_error").fit(x, y)
    return search.best_estimator_


def _pruned(tree: Any, shown: tuple[Values, Values], held: tuple[Values, Values]) -> Any:
    """Cost-complexity pruning by the examples held out; of equals the smallest tree."""
    path = tree.cost_complexity_pruning_path(*shown)
    costs = np.unique(np.maximum(path.ccp_alphas, 0.0))
    costs = costs[np.unique(np.linspace(0, len(costs) - 1, 30).astype(np.int64))]
    trees = [tree.__class__(**{**tree.get_params(), "ccp_alpha": cost}).fit(*shown) for cost in costs]
    scores = [round(one.score(*held), 9) for one in trees]
    return trees[len(scores) - 1 - int(np.argmax(scores[::-1]))]


def _exported(kind: str, model: Any) -> State:
    """A fitted model as arrays."""
    if kind == "linear":
        return {"slopes": model.coef_, "bias": float(model.intercept_)}
    if kind == "svr":
        return {
            "vectors": model.support_vectors_,
            "weights": model.dual_coef_[0],
            "bias": float(model.intercept_[0]),
            "gamma": float(model.gamma),
        }
    tree = model.tree_
    sides = np.array([tree.children_left, tree.children_right], np.int64)
    return {"sides": sides, "asked": tree.feature, "limits": tree.threshold, "leaves": tree.value[:, 0, 0]}


def predicted(model: State, x: Values) -> Values:
    """What a model makes of new rows; equal rows are reckoned once."""
    rows, back = np.unique(x, axis=0, return_inverse=True)
    values = _MAKERS[model["kind"]](model, (rows - model["centre"]) / model["spread"])
    found: Values = (values * model["unit"] + model["middle"])[back.reshape(-1)]
    return found


def _by_line(model: State, x: Values) -> Values:
    found: Values = (x * model["slopes"]).sum(axis=1) + model["bias"]
    return found


def _by_vectors(model: State, x: Values) -> Values:
    vectors = model["vectors"]
    apart = (x * x).sum(axis=1)[:, None] + (vectors * vectors).sum(axis=1) - 2.0 * (x @ vectors.T)
    found: Values = np.exp(-model["gamma"] * np.maximum(apart, 0.0)) @ model["weights"] + model["bias"]
    return found


def _by_tree(model: State, x: Values) -> Values:
    x = x.astype(np.float32)  # scikit-learn's trees compare in single precision
    at, every = np.zeros(len(x), np.int64), np.arange(len(x))
    asked: NDArray[np.int64] = np.asarray(model["asked"], np.int64)
    while (inner := asked[at] >= 0).any():
        right = x[every, np.maximum(asked[at], 0)] > model["limits"][at]
        at = np.where(inner, model["sides"][right.astype(np.int64), at], at)
    found: Values = model["leaves"][at]
    return found


_MAKERS = {"linear": _by_line, "svr": _by_vectors, "tree": _by_tree}
