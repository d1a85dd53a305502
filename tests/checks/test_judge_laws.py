"""Every judge that is found keeps every law; and the laws bite."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

from lycosa import judges
from lycosa.checks import judges as laws
from lycosa.judges.cosine import Cosine
from lycosa.pages.lexicon import Lexicon

VARIANTS = {
    "mixture": ["mixture(cosine(idf='crawl'), bm25, weight=0.3)", "mixture(bayes, 2, mixture(svm, cosine), 1)"],
    "cosine": ["cosine(like='words')", "cosine(like='examples', tf='raw', terms=3)", "cosine(idf='crawl')"],
    "predicate": [
        "predicate(match='any', times=3)",
        "predicate('silk river', match='all', where='body')",
        "predicate('tax', where='title')",
    ],
    "svm": ["svm(units='words')", "svm(units='words+phrases', choose='vectors')", "svm(c=3)"],
    "vocabulary": [
        "vocabulary(in_title=4, in_headings=2, in_meta=2)",
        "vocabulary(by_position=True)",
        "vocabulary(stems=True)",
        "vocabulary(weights='same')",
    ],
}
NAMES = [name for word in [*judges.known(), *judges.PRESETS] for name in [word, *VARIANTS.get(word, [])]]


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_every_judge_keeps_every_law(law, name):
    law(name)


def test_margins_are_the_same_under_any_hash_seed():
    code = (
        "from lycosa.checks.judges import *\n"
        f"for name in {NAMES!r}:\n"
        "    lexicon = Lexicon(); judge = ready(name, lexicon); text = page_of(1, lexicon).text\n"
        "    print(name, judge.boundary, judge.margins(text, ranges_of(text)).tolist())"
    )
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
    assert len(runs[0].splitlines()) == len(NAMES)


class Sound(Cosine):
    """A judge to break."""

    word = "sound"


def numbered(self, text, ranges):
    return Cosine.margins(self, text, ranges) + 1e-9 * float(text.tokens[:9].sum())


def crowded(self, text, ranges):
    return Cosine.margins(self, text, ranges) * (1 + 1e-15 * len(ranges.starts))


def scribbling(self, text, ranges):
    text.tokens[0] = 0
    return Cosine.margins(self, text, ranges)


def endless(self, text, ranges):
    return Cosine.margins(self, text, ranges) / np.where(ranges.ends > ranges.starts, 1.0, 0.0)


def forgetting(self, page):  # noqa: ARG001 - a hook takes what its contract hands it
    self.texts.times.fill(1)
    self.view = None


def dawdling(self, text, ranges):
    done = time.process_time() + 2 * laws.SLOWEST
    while time.process_time() < done:
        Cosine.margins(self, text, ranges)
    return Cosine.margins(self, text, ranges)


BROKEN: dict[str, dict[str, Any]] = {
    "numbering_is_nothing": {"margins": numbered},
    "alone_as_among_others": {"margins": crowded},
    "inputs_stay_untouched": {"margins": scribbling},
    "scores_are_scores": {"curve": lambda self, margins: 1 - Cosine.curve(self, margins)},
    "half_at_the_boundary": {"curve": lambda self, margins: np.clip(margins, 0, 1)},
    "state_survives": {"state": lambda self: {**Cosine.state(self), "boundary": 0.3}},
    "other_texts_leave_no_trace": {"observe": forgetting},
    "explains_what_it_saw": {"explain": lambda self, text, ranges: [("elsewhere", 1.0)]},
    "name_parses_back": {"paper": ""},
    "fast_enough": {"margins": dawdling},
}


def test_each_law_is_shown_to_bite():
    assert set(BROKEN) == {law.__name__ for law in laws.LAWS}


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_a_judge_that_breaks_a_law_is_caught(law, monkeypatch):
    broken = type("Broken", (Sound,), BROKEN[law.__name__])
    monkeypatch.setitem(judges.registry.known, "sound", broken)

    with pytest.raises((AssertionError, ValueError)):
        law("sound")


def test_the_judge_that_is_broken_above_keeps_all_laws_when_whole(monkeypatch):
    monkeypatch.setitem(judges.registry.known, "sound", Sound)

    for law in laws.LAWS:
        law("sound")


def test_the_sample_pages_hold_what_judges_look_for():
    lexicon = Lexicon()
    judge = laws.ready("vocabulary", lexicon)
    text = laws.page_of(1, lexicon).text

    assert judge.explain(text, text.page)
    assert len({*judge.margins(text, laws.ranges_of(text)).tolist()}) > 5
