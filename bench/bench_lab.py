"""What a run of the lab costs: 1,000 fetches on a stored web, as an experiment does them, in core-seconds.

The strategies that need no evidence or little, with all scores known; then all there are, each in its turn, asking
judges only for what none before it asked; what 30 strategies on 30 topics would take; the memory at most. The
baseline is to parse the pages of such a run.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from lycosa import strategies
from lycosa.engines.answers import read
from lycosa.lab.draws import chosen, drawn
from lycosa.lab.experiment import Experiment, Guide, Start, Topics
from lycosa.lab.ground import guided
from lycosa.lab.imports import Wish, import_web
from lycosa.lab.records import Ground
from lycosa.lab.running import peak_memory, run
from lycosa.lab.sources import opened
from lycosa.lab.work import Given, Web, sight_of
from lycosa.pages.lexicon import Lexicon
from lycosa.webs.recorded import open_folder

if TYPE_CHECKING:
    from lycosa.lab.draws import Draw
    from lycosa.lab.sharing import Sight

WEBS = Path(__file__).parents[1] / os.environ.get("LYCOSA_WEBS", "../shared/webs")
SIMPLE = ("breadth_first", "depth_first", "random", "in_degree", "best_first", "best_first_n", "url_combined")
FETCHES, PARSED = 1000, 200
STRATEGIES, TOPICS = 30, 30  # of the grid that is reckoned
GIB = 1 << 30
BASELINE = "parsing 1,000 of its pages"


def everything() -> tuple[str, ...]:
    """All strategies that need nothing from an earlier crawl."""
    return tuple(name for name, kind in strategies.known().items() if "earlier" not in kind().needs)


def asked(names: tuple[str, ...]) -> Experiment:
    """Two topics of the web, as an experiment has them."""
    return Experiment(
        webs=("schools",),
        strategies=names,
        fetches=FETCHES,
        topics=Topics(least=60, draw=2, leave_out=("Geography", "Countries")),
        start=Start(seeds=10),
        guide=Guide(positives=20, negatives=40),
    )


def parsing(folder: Path) -> float:
    """Core-seconds for the pages of one run."""
    web = open_folder(folder)
    answers = [web.fetch(url) for url, _ in zip(web.urls, range(PARSED), strict=False)]
    begun = time.process_time()
    lexicon = Lexicon()
    for answer in answers:
        read(answer, ("block(2, 40)",), lexicon)
    web.close()
    return (time.process_time() - begun) / PARSED * FETCHES


def costs(sight: Sight, given: Given, draw: Draw, names: tuple[str, ...], experiment: Experiment) -> dict[str, float]:
    """Core-seconds of a run of each strategy."""
    store = sight.common.answers.store
    seeds = [store.url_of(place) for place in draw.seeds]
    rules = experiment.rules(FETCHES)
    return {name: run(sight, name, seeds, rules, given=given.of(name)).facts["seconds"] for name in names}


def report(name: str, value: float, unit: str, baseline: float | None = None) -> None:
    """One line."""
    ratio = None if baseline is None else round(value / baseline, 4)
    figure = {"name": name, "value": round(value, 4), "unit": unit, "baseline": BASELINE if baseline else None}
    print(json.dumps({**figure, "ratio": ratio}), flush=True)


def main() -> None:
    """Store the web, then run."""
    folder = WEBS / "schools"
    if not folder.is_dir():
        print(f"no recorded web at {folder}: set LYCOSA_WEBS to the folder of webs", file=sys.stderr)
        return
    names = everything()
    experiment, baseline = asked(names), parsing(folder)
    with TemporaryDirectory() as place:
        begun = time.process_time()
        with opened(str(folder)) as source:
            import_web(source, Path(place) / "schools", Wish("schools", str(folder)))
        web = Web(Path(place) / "schools")
        report("lab_import", (time.process_time() - begun) / len(web.store) * FETCHES, "core-s/1,000 pages", baseline)
        simple: list[float] = []
        every: dict[str, list[float]] = {}
        for topic in chosen(web.store, experiment):
            draw = drawn(web.store, web.graph, topic, experiment, Path(place))
            sight = sight_of(web, draw, experiment)
            scores, _ = guided(sight)
            target = np.zeros(len(web.store), np.bool_)
            given = Given(web, draw, Ground("schools", topic, np.array(draw.seeds), target, {"guide": scores}))
            for name, seconds in costs(sight, given, draw, names, experiment).items():
                every.setdefault(name, []).append(seconds)
            simple += costs(sight, given, draw, SIMPLE, experiment).values()
    for name, found in every.items():
        report(f"lab_run {name}", float(np.mean(found)), "core-s")
    mean = float(np.mean(list(every.values())))
    report("lab_run_simple", float(np.mean(simple)), "core-s", baseline)
    report("lab_run_all", mean, "core-s", baseline)
    report("lab_grid", mean * STRATEGIES * TOPICS / 60, f"core-min for {STRATEGIES} strategies x {TOPICS} topics")
    report("lab_memory", peak_memory() / GIB, "GiB at most")


if __name__ == "__main__":
    main()
