"""Runs and grounds made up for tests."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from lycosa.lab.records import AGAIN, DUPLICATE, FAILURE, FETCH, OUTSIDE, PAGE, REDIRECT, Ground, Run

KINDS = (PAGE, PAGE, PAGE, PAGE, AGAIN, FAILURE, REDIRECT, DUPLICATE)


def run_of(
    pages: list[int], kinds: list[int] | None = None, budget: int | None = None, topic: str = "t", **of: Any
) -> Run:
    """A run of these pages, all of them fetched well unless said otherwise."""
    fetches = np.zeros(len(pages), FETCH)
    fetches["page"] = pages
    fetches["key"] = [page + 100 for page in pages]
    fetches["kind"] = kinds or [PAGE if page >= 0 else FAILURE for page in pages]
    fetches["score"] = [(page * 7 % 10) / 10 if page >= 0 else np.nan for page in pages]
    fetches["margin"] = fetches["score"] * 2 - 1
    fetches["depth"] = [page % 4 for page in pages]
    told = {"web": "w", "strategy": "best_first", "repetition": 0, **of}
    return Run(topic=topic, budget=len(pages) if budget is None else budget, fetches=fetches, **told)


def ground_of(count: int, targets: list[int], seeds: list[int], number: int = 0, **of: Any) -> Ground:
    """A ground of so many pages, its columns drawn by the seed number."""
    rng = np.random.default_rng(number)
    target = np.zeros(count, bool)
    target[targets] = True
    columns = {
        "guide": rng.random(count),
        "guide_margin": rng.normal(size=count),
        "committee": rng.random(count) < 0.4,
        "cosine": rng.random(count),
        "second_cosine": rng.random(count),
        "nyu_cosine": rng.exponential(size=count),
        "predicate": rng.random(count) < 0.3,
        "host": rng.integers(0, 5, count).astype(np.int32),
        "digest": rng.integers(0, 8, count).astype(np.int32),
        "size": rng.integers(100, 1000, count),
        "in_degree": rng.integers(0, 30, count).astype(np.int32),
        "pagerank": rng.random(count),
        "level": rng.integers(-1, 5, count).astype(np.int32),
    }
    told = {"web": "w", "topic": "t", "columns": columns, **of}
    return Ground(seeds=np.array(seeds, np.int64), target=target, **told)


@st.composite
def hunts(draw: st.DrawFn) -> tuple[Run, Ground]:
    """A run and its ground."""
    count = draw(st.integers(4, 14))
    seeds = draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=3, unique=True))
    targets = [page for page in draw(st.sets(st.integers(0, count - 1))) if page not in seeds]
    pages = draw(st.lists(st.integers(OUTSIDE, count - 1), max_size=30))
    kinds = [FAILURE if page < 0 else draw(st.sampled_from(KINDS)) for page in pages]
    facts = {"seconds": 0.5, "links": 40.0, "peak_memory": 1e6}
    run = run_of(pages, kinds, budget=draw(st.integers(1, 40)), facts=facts)
    by_url = np.array(draw(st.lists(st.sampled_from([99, 7, 8]), max_size=2, unique=True)), np.uint64)  # 99: fetched
    return run, ground_of(count, sorted(targets), seeds, draw(st.integers(0, 9)), by_url=by_url)
