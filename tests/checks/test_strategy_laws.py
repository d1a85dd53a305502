"""Every strategy that is found keeps every law; and the laws bite."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from lycosa import strategies
from lycosa.checks import strategies as laws
from lycosa.strategies.base import Strategy
from lycosa.strategies.records import Offers

VARIANTS = {
    "ache_levels": ["ache_levels(every=10)"],
    "apprentice": ["apprentice(after=10, every=5)"],
    "intelligent": ["intelligent(every=8)"],
    "learning_anchor": ["learning_anchor(threshold=0.0, url_words=True)"],
    "promise": ["promise(best=0, synonyms=False, as_printed=True)"],
    "q_link": ["q_link(temperature=1.0, page=False)"],
    "regression_promise": ["regression_promise(best=0)"],
    "context_graph": [
        "context_graph(layers=3, negatives=True, erase=0.3, every=9)",
        "context_graph(kind='bayes', every=10)",
    ],
    "history_path": ["history_path(scorer='vocabulary', theta=5.0)"],
    "shark": ["shark(similar='guide')"],
    "soft_focus": ["soft_focus(near=0.3)"],
    "switch": ["switch(after=20)", "switch(first=shark, then=fish, after=20)"],
    "tag_tree": ["tag_tree(near=True, reduced=True, nested=2)"],
    "window": ["window(nested=3)", "window(words=2, under=5)", "window(words=2, under=5, add='concepts')"],
    "best_first": ["best_first(again='last')", "best_first(again='halfway')", "best_first(again='bonus')"],
    "best_first_n": ["best_first_n(n=3)"],
    "depth_first": ["depth_first(lifo=True)"],
    "hits_hub": ["hits_hub(every=8, top=0.5)"],
    "host_thompson": ["host_thompson(base=random)"],
    "host_ucb": ["host_ucb(rule='greedy', base=best_first)"],
    "infospiders": ["infospiders(agents=2, urls=5, enough=1.0)"],
    "opic": ["opic(again=3)"],
    "otie": ["otie(again=3)"],
    "pagerank": ["pagerank(every=8)"],
    "tag_path_bandit": ["tag_path_bandit(most=3)", "tag_path_bandit(base=window_combo)"],
    "topical_pagerank": ["topical_pagerank(every=8)"],
    "tree_frontier": ["tree_frontier(every=8, fewest=2, remembered=20)"],
    "in_degree": ["in_degree(count='links')", "in_degree(off_host=True)"],
}
NAMES = [name for word in [*strategies.known(), *strategies.PRESETS] for name in [word, *VARIANTS.get(word, [])]]


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_every_strategy_keeps_every_law(law, name):
    law(name)


def test_the_order_is_the_same_under_any_hash_seed():
    code = f"from lycosa.checks.strategies import order\nfor name in {NAMES!r}: print(name, *order(name, pages=25))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "42")
    ]

    assert runs[0] == runs[1]
    assert runs[0].count("http://") > 25 * len(NAMES)


class Forgetful(Strategy):
    """Keeps what it does not save."""

    word = "forgetful"
    family = "test"
    paper = "none"
    uses = ()
    fed = 0

    def rank(self, page):
        self.fed += 1
        return Offers(np.full(len(page.links), float(self.fed)))


class Whim(Strategy):
    """Draws from dice of its own."""

    word = "whim"
    family = "test"
    paper = "none"
    uses = ()
    merge = "last"

    def rank(self, page):
        return Offers(np.random.default_rng().random(len(page.links)))


class Meddler(Strategy):
    """Writes into what it is given."""

    word = "meddler"
    family = "test"
    paper = "none"
    uses = ()

    def rank(self, page):
        page.links.scores[:] = 0.0
        return Offers(page.links.scores)


class Hoarder(Strategy):
    """Keeps every score, and says it keeps nothing."""

    word = "hoarder"
    family = "test"
    paper = "none"
    kept = ("scores",)

    def begin(self, hunt):
        super().begin(hunt)
        self.scores = []

    def rank(self, page):
        self.scores.append(page.score)
        return Offers(np.full(len(page.links), page.score))


@pytest.mark.parametrize(
    ("kind", "law"),
    [
        (Forgetful, laws.state_survives),
        (Whim, laws.same_inputs_same_order),
        (Meddler, laws.offers_fit_the_page),
        (Hoarder, laws.memory_grows_as_declared),
    ],
)
def test_the_laws_find_those_who_break_them(kind, law, monkeypatch):
    monkeypatch.setitem(strategies.known(), kind.word, kind)
    with pytest.raises((AssertionError, ValueError)):
        law(kind.word)
