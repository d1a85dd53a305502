"""Trained judges as files: the same bytes each time, the same judge again, and nothing else is let in."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa import judges
from lycosa.checks.judges import TOPIC, page_of, ranges_of, ready
from lycosa.judges.base import JudgeError
from lycosa.judges.files import FORMAT, MAGIC, loaded, saved, trained_on
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.packing import pack
from lycosa.topics.topic import Example, Examples, Scope, Topic

NAMES = [*judges.known(), *judges.PRESETS]


def file_of(**keys):
    body = pack({"format": FORMAT, "judge": "cosine", "trained_on": "", "state": {}, **keys})
    return MAGIC + hashlib.sha256(body).digest() + body


@pytest.mark.parametrize("name", NAMES)
def test_a_judge_comes_back_as_it_was(name):
    lexicon = Lexicon()
    judge = ready(name, lexicon)

    again = loaded(saved(judge, "abc"), "here")

    text = page_of(1, lexicon).text
    assert again.trained_on == "abc"
    assert again.judge == judge
    assert np.array_equal(again.judge.scores(text, ranges_of(text)), judge.scores(text, ranges_of(text)))
    assert saved(again.judge, "abc") == saved(judge, "abc")


@pytest.mark.parametrize("name", NAMES)
def test_training_twice_gives_the_same_bytes(name):
    assert saved(ready(name, Lexicon()), "") == saved(ready(name, Lexicon()), "")


def test_training_gives_the_same_bytes_under_any_hash_seed():
    code = (
        "import hashlib\nfrom lycosa.checks.judges import *\nfrom lycosa.judges.files import saved, trained_on\n"
        f"for name in {NAMES!r}:\n"
        "    print(name, hashlib.sha256(saved(ready(name, Lexicon()), trained_on(TOPIC))).hexdigest())"
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


@given(st.data())
@settings(max_examples=60)
def test_a_damaged_file_is_refused_in_a_line(data):
    whole = file_of()
    place = data.draw(st.integers(0, len(whole) - 1))
    broken = bytearray(whole)
    broken[place] ^= data.draw(st.integers(1, 255))

    for bad in (bytes(broken), whole[:place]):
        with pytest.raises(JudgeError, match=r"^topic/judge: .*; train it again$") as refused:
            loaded(bad, "topic/judge")
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"PK\x03\x04", "j: no file of a judge; train it again"),
        (file_of(format=1), "j: a judge of format 1, where 2 is read; train it again"),
        (file_of(judge="cosine"), "j: a state that cosine cannot read; train it again"),
        (file_of(judge="svm", state={"units": "tfidf"}), "j: a state that svm cannot read; train it again"),
    ],
)
def test_files_of_other_versions_are_refused_in_a_line(data, line):
    with pytest.raises(JudgeError) as refused:
        loaded(data, "j")

    assert str(refused.value) == line


def test_a_judge_that_is_not_here_is_named():
    with pytest.raises(JudgeError, match=r"^j: unknown judge .cosin.: did you mean cosine"):
        loaded(file_of(judge="cosin"), "j")


def test_the_hash_follows_what_is_taught_and_nothing_else():
    held = trained_on(TOPIC)
    lexicon = Lexicon()
    page = page_of(1, lexicon)

    def changed(**keys):
        return trained_on(Topic(**{**{name: getattr(TOPIC, name) for name in TOPIC.__struct_fields__}, **keys}))

    assert changed() == changed(scope=Scope(stay_in=("edu",))) == changed(name="other") == held
    assert changed(query="tax") != held
    assert changed(examples=Examples((Example(text="tax"),))) != held
    assert trained_on(TOPIC, [page]) != held
    assert trained_on(TOPIC, [page]) == trained_on(TOPIC, [page_of(1, Lexicon())])
