"""Terms are read as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.topics import Term, TopicError
from lycosa.topics.vocabulary import read_terms

WORDS = st.lists(st.text("abcé1", min_size=1, max_size=5), min_size=1, max_size=3).map(" ".join)
TERMS = st.lists(st.tuples(st.floats(-1e6, 1e6), st.lists(WORDS, min_size=1, max_size=3)), max_size=8)


@given(TERMS, st.booleans())
def test_terms_written_are_terms_read(terms, quoted):
    around = '"' if quoted else ""
    text = "\n".join(
        f"{weight!r}: " + " @and ".join(f"{around}{part}{around}" for part in parts) for weight, parts in terms
    )

    assert read_terms(text, "v.txt") == tuple(Term(weight, tuple(parts)) for weight, parts in terms)


def test_empty_lines_and_comments_are_passed_over_and_still_counted():
    with pytest.raises(TopicError, match=r"v\.txt, line 4"):
        read_terms("# terms\n\n1: a\nb\n", "v.txt")


def test_a_term_may_hold_a_colon():
    assert read_terms("2: star trek: voyager", "v")[0].parts == ("star trek: voyager",)


@pytest.mark.parametrize(
    "line", ["x: a", "nan: a", "inf: a", "1e300: a", ": a", "1:", "1: @and b", '1: ""', "1", "1: a @and  "]
)
def test_a_line_without_a_number_or_a_word_is_refused(line):
    with pytest.raises(TopicError, match="v, line 1: "):
        read_terms(line, "v")


def test_a_term_prints_as_it_is_written():
    assert str(Term(1, ("pit stop", "lap"))) == "pit stop @and lap"
