"""Names say everything, and read back."""

from __future__ import annotations

import pytest

from lycosa.pages.names import Named, NamingError, parse_name


class Marked(Named):
    """Has a parameter that is a string, and no list of choices."""

    word = "marked"

    def __init__(self, mark: str = "x") -> None:
        self.mark = mark


@pytest.mark.parametrize("name", ["a", "a(1, b='c')", "a(b=c(d=0.5), e=None)", "a(-1.5, True)"])
def test_a_name_taken_apart_is_written_as_it_was(name):
    assert repr(parse_name(name)) == name
    assert parse_name(repr(parse_name(name))) == parse_name(name)


@pytest.mark.parametrize(("value", "written"), [("3", "3"), ("y", "y"), ("None", "None"), ("True", "True")])
def test_a_string_stays_a_string(value, written):
    with pytest.raises(NamingError) as refused:
        Marked.made(parse_name(f"marked({value})"))

    assert str(refused.value) == f"marked: mark cannot be {written}; write it like 'x'"


@pytest.mark.parametrize("name", ["a+b", "a+b+c", "a(b+c, d=0.5)"])
def test_words_joined_by_plus_are_one(name):
    assert repr(parse_name(name)) == name
    assert parse_name("a + b").word == "a+b"


@pytest.mark.parametrize("name", ["a+1", "a+b(c)", "a-b", "a+", "+a"])
def test_other_sums_are_no_names(name):
    with pytest.raises(NamingError, match="cannot read the name"):
        parse_name(name)
