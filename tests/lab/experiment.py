"""A small experiment made up for tests: hunters that see relevance more or less well, on a web of random links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.lab import files
from lycosa.lab.files import Seen
from lycosa.lab.records import FAILURE, FETCH, OUTSIDE, PAGE, Ground, Run

if TYPE_CHECKING:
    from pathlib import Path

PAGES, BUDGET, OUT = 300, 120, 0.05
WEB = "made<&>web"

# Strategy to how well it sees what is relevant: 0 not at all.
SIGHT = {
    "breadth_first": 0.0,
    "in_degree": -0.4,
    "best_first": 1.0,
    "best_first_n": 1.05,
    "url_combined": 1.6,
}


def made_ground(topic: str, number: int) -> Ground:
    """A topic with some tens of targets, a guide that errs, and a committee that errs less."""
    rng = np.random.default_rng(number)
    target = rng.random(PAGES) < 0.08 + 0.1 * rng.random()
    seeds = np.flatnonzero(target)[:5]
    target[seeds] = False
    margin = rng.normal(size=PAGES) + 1.5 * target - 0.5
    columns = {
        "guide": 1 / (1 + np.exp(-margin)),
        "guide_margin": margin,
        "committee": (margin + rng.normal(size=PAGES) > 0.3) | target,
        "cosine": 0.2 * rng.random(PAGES) + 0.3 * target,
        "second_cosine": 0.2 * rng.random(PAGES) + 0.2 * target,
        "host": rng.integers(0, 40, PAGES).astype(np.int32),
        "digest": np.minimum(np.arange(PAGES), 290).astype(np.int32),
        "size": rng.integers(2_000, 60_000, PAGES),
        "in_degree": rng.integers(0, 30, PAGES).astype(np.int32),
        "pagerank": rng.dirichlet(np.ones(PAGES)),
        "level": rng.integers(-1, 6, PAGES).astype(np.int32),
    }
    facts: dict[str, float | str] = {"domain": topic.partition(".")[0], "guide_accuracy": 0.8 + 0.15 * rng.random()}
    return Ground(WEB, topic, seeds, target, columns, facts)


def made_run(ground: Ground, strategy: str, sight: float, repetition: int) -> Run:
    """Seeds first, then by what the strategy sees through noise; some URLs lead out of the web."""
    seed = [len(ground.topic), *map(ord, ground.topic + strategy), repetition]
    rng = np.random.default_rng(seed)
    seen = sight * (2.0 * ground.target + 0.3 * ground.columns["guide_margin"].astype(float)) + rng.normal(size=PAGES)
    order = [page for page in np.argsort(-seen).tolist() if page not in ground.seeds.tolist()]
    pages = np.array([*ground.seeds.tolist(), *order])[:BUDGET].astype(np.int32)
    pages[len(ground.seeds) :][rng.random(len(pages) - len(ground.seeds)) < OUT] = OUTSIDE
    fetches = np.zeros(BUDGET, FETCH)
    fetches["page"], fetches["key"] = pages, np.arange(BUDGET)
    fetches["kind"] = np.where(pages < 0, FAILURE, PAGE)
    for field, column in (("score", "guide"), ("margin", "guide_margin")):
        fetches[field] = np.where(pages < 0, np.nan, ground.columns[column][pages].astype(float))
    fetches["depth"] = np.minimum(np.arange(BUDGET) // 20, 7)
    facts = {"seconds": 0.01 + 0.001 * len(strategy), "links": 4_000.0, "peak_memory": 3e6}
    return Run(WEB, ground.topic, strategy, repetition, BUDGET, fetches, "the budget is used up", facts)


def topic_names(count: int) -> list[str]:
    """Names in two domains; one that would do harm to a page."""
    names = [f"{('Society', 'Business')[number % 2]}.topic {number}" for number in range(count)]
    return ['Society.<script>alert("x")</script>', *names[1:]]


def made_experiment(folder: Path, topics: int = 12, repetitions: int = 1, more: dict[str, float] | None = None) -> Path:
    """Written as `lycosa lab run` writes it."""
    sights = SIGHT | (more or {})
    files.save_manifest(folder, {"name": "a made experiment", "seeds": 5, "judge": "cosine", "lycosa": "0.1.0"})
    for number, topic in enumerate(topic_names(topics)):
        ground = made_ground(topic, number)
        files.save_ground(folder, ground)
        for strategy, sight in sights.items():
            for repetition in range(repetitions):
                files.save_run(folder, made_run(ground, strategy, sight, repetition))
    seen = (Seen(f"http://h{page}.test/<b>{page}", f"Title <i>{page}</i>", f"Lead {page}") for page in range(PAGES))
    files.save_pages(folder, WEB, seen)
    return folder
