"""The Combine crawler's two formulas for the terms of a vocabulary found in a text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.judges.ranges import running

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.base import Values
    from lycosa.judges.phrases import Matches
    from lycosa.pages.records import Ranges


class Weights(NamedTuple):
    """What counts: each phrase of the trie by itself, and phrases that count together."""

    alone: Values
    together: Sequence[tuple[tuple[int, ...], float]]


def sums(found: Sequence[Matches], ranges: Ranges, weights: Weights) -> Values:
    """Combine's first formula for each range: every match that starts and ends inside it."""
    total = np.zeros(len(ranges.starts))
    for matches in found:
        inside = matches.within(ranges)
        held = running(weights.alone[matches.numbers])
        total += held[inside.ends] - held[inside.starts]
    for numbers, weight in weights.together:
        parts = [_of(found, number) for number in numbers]
        if all(len(part.starts) for part in parts):
            there = np.ones(len(total), np.bool_)
            for part in parts:
                inside = part.within(ranges)
                there &= inside.ends > inside.starts
            total[there] += weight
    return total


def _of(found: Sequence[Matches], number: int) -> Matches:
    """The matches of one phrase."""
    for matches in found:
        own = matches.numbers == number
        if own.any():
            return type(matches)(matches.length, matches.starts[own], matches.numbers[own])
    return found[0]._replace(starts=found[0].starts[:0], numbers=found[0].numbers[:0])


def by_position(found: Sequence[Matches], page: Ranges, weights: Weights) -> float:
    """Combine's second formula for a page; positions count from 1, an @and-term is where it is closest."""
    start = int(page.starts[0])
    values = []
    for matches in found:
        inside = matches.within(page)
        held = slice(int(inside.starts[0]), int(inside.ends[0]))
        for place, number in zip(matches.starts[held].tolist(), matches.numbers[held].tolist(), strict=True):
            values.append(float(weights.alone[number]) / _late(place - start + 1))
    for numbers, weight in weights.together:
        parts = [_of(found, number) for number in numbers]
        insides = [part.within(page) for part in parts]
        places = [
            part.starts[inside.starts[0] : inside.ends[0]].tolist() for part, inside in zip(parts, insides, strict=True)
        ]
        if all(places):
            first, distance = _closest(places)
            values.append(weight / (_late(first - start + 1) * max(1.0, math.log(max(distance, 1)))))
    return math.fsum(values)


def _late(position: int) -> float:
    return max(1.0, math.log(position / 2))


def _closest(places: list[list[int]]) -> tuple[int, int]:
    """Where the shortest stretch that holds one of each begins, and how long it is: the first of equals."""
    marks = sorted((place, part) for part, held in enumerate(places) for place in held)
    last: dict[int, int] = {}
    best = (math.inf, 0)
    for place, part in marks:
        last[part] = place
        if len(last) == len(places):
            begins = min(last.values())
            best = min(best, (place - begins, begins))
    return best[1], int(best[0])
