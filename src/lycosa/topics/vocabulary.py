"""Weighted terms as people write them: `4: "pit stop"`, one a line."""

from __future__ import annotations

import math
import re

from lycosa.topics.topic import Term, TopicError

LINE = re.compile(r"\s*(?P<weight>[^:]*?)\s*:\s*(?P<term>.*?)\s*$")
MOST = 1e9  # what is beyond is a slip, and its sums would drown all other terms
AND = re.compile(r"\s@and\s", re.IGNORECASE)


def read_terms(text: str, source: str) -> tuple[Term, ...]:
    """The terms of a vocabulary file. Lines may be empty or start with #."""
    lines = enumerate(text.splitlines(), 1)
    return tuple(read_line(line, f"{source}, line {number}") for number, line in lines if line.split("#", 1)[0].strip())


def read_line(line: str, where: str) -> Term:
    """One line `weight: term`."""
    match = LINE.match(line)
    if match is None:
        raise TopicError(f'{where}: expected "weight: term", as in 4: "pit stop", found {line.strip()!r}')
    return term(match["term"], match["weight"], where)


def term(text: str, weight: str | float, where: str) -> Term:
    """A term from its text: a word, a phrase, with or without quotes, or several of them joined by @and."""
    parts = tuple(part.strip().strip('"').strip() for part in AND.split(f" {text} "))
    if not all(any(map(str.isalnum, part)) for part in parts):
        raise TopicError(f"{where}: no words in the term {text!r}")
    return Term(_number(weight, where), parts)


def _number(weight: str | float, where: str) -> float:
    try:
        number = float(weight)
    except (TypeError, ValueError):
        number = math.nan
    if math.isnan(number) or isinstance(weight, bool):
        raise TopicError(f"{where}: the weight must be a number, found {weight!r}")
    if abs(number) > MOST:
        raise TopicError(f"{where}: the weight must be a number between {-MOST:.0f} and {MOST:.0f}, found {weight!r}")
    return number
