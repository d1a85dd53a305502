"""URL texts in a file are what texts in a list are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.collection.texts import TAIL, FileTexts
from lycosa.crawl.texts import MemoryTexts

LINES = st.text(st.characters(exclude_characters="\n"), max_size=30)
STEPS = st.lists(st.one_of(st.lists(LINES, max_size=5), st.sampled_from(["flush", "save", "load"])), max_size=20)


@given(STEPS)
def test_every_text_is_what_was_stored_under_its_number(tmp_path_factory, steps):
    texts = FileTexts(tmp_path_factory.mktemp("texts") / "urls")
    held: dict[int, str] = {}
    saved: tuple[dict[str, Any], dict[int, str]] = (texts.state(), {})
    for what in steps:
        if what == "flush":
            texts.flush()
        elif what == "save":
            saved = texts.state(), dict(held)
        elif what == "load":
            texts.restore(saved[0])
            held = dict(saved[1])
        else:
            numbers = texts.append(what).tolist()
            assert not set(numbers) & set(held)
            held.update(zip(numbers, what, strict=True))
        assert {number: texts.get(number) for number in held} == held
    texts.close()


@given(STEPS)
def test_a_file_comes_back_cut_to_what_was_saved(tmp_path_factory, steps):
    path = tmp_path_factory.mktemp("texts") / "urls"
    held: dict[int, str] = {}
    texts = FileTexts(path)
    for what in steps:
        if isinstance(what, list):
            held.update(zip(texts.append(what).tolist(), what, strict=True))
    state = texts.state()
    texts.append(["http://late.test/"] * 5)
    texts.close()
    again = FileTexts(path)
    again.restore(state)

    assert path.stat().st_size == state["length"]
    assert {number: again.get(number) for number in held} == held
    assert again.append(["http://new.test/"]).tolist() == [state["length"]]
    assert again.get(state["length"]) == "http://new.test/"
    again.close()


def test_many_texts_are_written_before_they_fill_memory(tmp_path):
    texts = FileTexts(tmp_path / "urls")
    url = "http://a.test/" + "x" * 1000
    numbers = texts.append([f"{url}{n}" for n in range(100)]).tolist()

    assert texts.length <= TAIL < texts.written
    assert [texts.get(number) for number in numbers] == [f"{url}{n}" for n in range(100)]
    texts.close()


@pytest.mark.parametrize("text", ["", "http://ü.test/狼", "\ud800", "\x00\r\u2028"])
def test_any_text_without_a_line_s_end_is_kept(tmp_path, text):
    texts = FileTexts(tmp_path / "urls")
    (number,) = texts.append([text]).tolist()
    assert texts.get(number) == text
    texts.flush()
    assert texts.get(number) == text
    texts.close()


def test_numbers_tell_texts_apart_in_memory_too():
    texts = MemoryTexts()
    numbers = texts.append(["a", "b"]).tolist()
    state = texts.state()
    texts.append(["c"])
    texts.restore(state)

    assert [texts.get(number) for number in numbers] == ["a", "b"]
    assert texts.append(["d"]).tolist() == [2]
