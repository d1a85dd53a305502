"""The promise of links as a regression: three models tuned and compared, and numpy's predictions by the best."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lycosa.checks.strategies import crawl_of
from lycosa.pages.errors import LycosaError
from lycosa.strategies import regression_promise, regressors
from lycosa.strategies.regression_promise import features
from lycosa.strategies.regressors import GRIDS, KINDS, compared, predicted
from tests.strategies.learned import learner, lived, survives, world
from tests.strategies.small import fetched
from tests.strategies.test_promise import TOPIC


def examples(shape: str, n: int = 240) -> tuple[np.ndarray, np.ndarray]:
    """Features as links have them, and a page's worth that one kind of model fits best."""
    rng = np.random.default_rng(5)
    x = np.column_stack([rng.random(n), *rng.integers(0, 3, (4, n))])
    worth = {
        "linear": x @ np.array([0.5, 0.1, 0.2, 0.0, -0.1]),
        "svr": np.sin(x.sum(axis=1) / 2),
        "tree": np.where(x[:, 1] > 1, 1.0, 0.0) + np.where((x[:, 2] > 0) ^ (x[:, 3] > 0), 2.0, 0.0),
    }
    return x, worth[shape] + rng.normal(size=n) * 0.02


@pytest.mark.parametrize("kind", KINDS)
def test_the_model_that_fits_drives_and_the_table_says_by_how_much(kind):
    model = compared(*examples(kind))

    assert model["kind"] == kind
    assert KINDS[int(np.argmax(model["r2"]))] == kind
    assert model["r2"].max() > 0.95


@pytest.mark.parametrize("kind", KINDS)
def test_numpy_predicts_what_scikit_learn_does(kind):
    x, y = examples(kind)
    tuned = regressors._tuned(kind, x, y)
    scale = {"centre": 0.0, "spread": 1.0, "middle": 0.0, "unit": 1.0}
    model = {"kind": kind, **scale, **regressors._exported(kind, tuned)}
    new = examples("linear", 500)[0]

    assert predicted(model, new).tolist() == pytest.approx(tuned.predict(new).tolist(), abs=1e-6)


def test_the_same_examples_make_the_same_model():
    one, other = (compared(*examples("svr")) for _ in range(2))

    assert predicted(one, examples("tree")[0]).tolist() == predicted(other, examples("tree")[0]).tolist()


def test_a_tree_is_pruned_to_what_is_best_on_the_validation_pages():
    x, y = examples("tree")
    noise = np.random.default_rng(2).normal(size=len(y))
    grown = regressors._tuned("tree", x, noise)
    grown.set_params(min_samples_leaf=1).fit(x[:160], noise[:160])
    pruned = regressors._pruned(grown, (x[:160], noise[:160]), (x[160:], noise[160:]))

    assert pruned.tree_.node_count < grown.tree_.node_count / 10
    assert pruned.score(x[160:], noise[160:]) >= grown.score(x[160:], noise[160:])


@pytest.mark.parametrize("grid", [grid for grids in GRIDS.values() for grid in grids.values()])
def test_grids_are_logarithmic(grid):
    steps = np.diff(np.log(grid))

    assert steps.tolist() == pytest.approx([steps[0]] * len(steps))


def test_examples_that_are_all_alike_make_a_model_too():
    model = compared(np.zeros((40, 5)), np.full(40, 0.3))

    assert predicted(model, np.zeros((2, 5))).tolist() == pytest.approx([0.3, 0.3])


def test_no_rows_are_no_trouble():
    assert predicted(compared(*examples("svr")), np.zeros((0, 5))).shape == (0,)


def test_an_earlier_model_foretells_by_the_five_features():
    """Y = cosine + 2 query in URL + 3 in anchor + 5 synonyms in URL + 7 in anchor, on paper.

    s is 2 wolves in 8 words; the URL has one wolf and one canis, the anchor two canis and a wolf:
    2/8 + 2 + 3 + 5 + 14.
    """
    slopes = np.array([1.0, 2.0, 3.0, 5.0, 7.0])
    scale = {"centre": np.zeros(5), "spread": np.ones(5), "middle": 0.0, "unit": 1.0}
    earlier = {"model": {"kind": "linear", "slopes": slopes, "bias": 0.0, **scale}, "table": np.array([1.0, 0.5, 0.2])}
    web = {"h.test/s": "wolf hare*3 -> w.co.uk/wolf/canis/a[wolf,canis,canis,hare]"}

    found = fetched("regression_promise(train='earlier')", web, "h.test/s", topic=TOPIC, given={"earlier": earlier})

    assert found[1][1] == pytest.approx(2 / 8 + 2 + 3 + 5 + 14)


def test_before_it_has_a_model_it_is_promise():
    web = {"h.test/s": "wolf*2 hare -> h.test/a[wolf] h.test/b[canis] h.test/wolf[hare]"}

    assert fetched("regression_promise", web, "h.test/s", topic=TOPIC) == fetched(
        "promise", web, "h.test/s", topic=TOPIC
    )


def test_it_learns_as_it_goes_and_survives_a_stop_in_the_midst_of_it(monkeypatch):
    monkeypatch.setattr(regression_promise, "FIRST", 60)
    strategy = survives("regression_promise(best=0)", 90, 60)

    assert strategy.epoch == 1
    assert strategy.model["kind"] in KINDS
    assert np.isfinite(strategy.table).all()
    assert len(strategy.y) > 60


def test_what_one_crawl_learned_serves_another(monkeypatch):
    monkeypatch.setattr(regression_promise, "FIRST", 60)
    earlier = learner("regression_promise(best=0)", 120).state()
    crawl = crawl_of("regression_promise(train='earlier', best=0)", world(), given={"earlier": earlier})
    later: Any = lived("", 120, crawl).strategy

    assert later.model["kind"] == earlier["model"]["kind"]
    assert later.epoch == 0
    assert later.table.tolist() == earlier["table"].tolist()


def test_an_earlier_crawl_that_learned_nothing_is_refused():
    earlier = learner("regression_promise", 20).state()
    with pytest.raises(LycosaError, match="the earlier crawl has learned no model; it takes 300 pages"):
        crawl_of("regression_promise(train='earlier')", world(), given={"earlier": earlier})


def test_without_scikit_learn_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(regression_promise, "find_spec", lambda name: None)
    with pytest.raises(LycosaError, match=r"pip install 'lycosa\[learn\]'$"):
        crawl_of("regression_promise", world())


def test_features_are_the_mean_of_the_parents_and_counts():
    trail = np.zeros(1, regression_promise.RegressionPromise().trail_record())
    trail["cosines"], trail["parents"], trail["counts"] = 1.5, 2, [[1, 2, 3, 4]]

    assert features(trail).tolist() == [[0.75, 1, 2, 3, 4]]
