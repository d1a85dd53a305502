"""What each strategy's crawl takes in memory: bytes a URL and a page, and what 100,000 pages would take.

A crawl of 20,000 pages of 30 links, in a process of its own. Up to page 12,500 a page brings 20 URLs never seen
before, from there on none: what memory grows by then is the pages', the rest of what it grew by from page 5,000 on the
URLs'. Three strategies crawl 100,000 pages in earnest, 20 new URLs each. Words given as arguments choose strategies by
parts of their names; `LYCOSA_BENCH_PAGES` is how many pages the three crawl.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.light import NEW, Light

from lycosa import strategies
from lycosa.checks.topic import TOPIC
from lycosa.collection.texts import FileTexts
from lycosa.crawl.crawl import Crawl
from lycosa.crawl.settings import Settings
from lycosa.engines.hunts import check_needs, reader_for, rules_for
from lycosa.engines.replay import replay

if TYPE_CHECKING:
    from lycosa.crawl.events import Event

BEGIN, TURN, END = 5_000, 12_500, 20_000
FULL = int(os.environ.get("LYCOSA_BENCH_PAGES", "100000"))
IN_EARNEST = ("best_first", "otie", "learning_anchor")
MOST = 1.5 * 2**30  # bytes


def resident() -> int:
    """Bytes of memory in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1]) if Path("/proc/self/statm").exists() else 0
    return pages * resource.getpagesize() or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def crawled(name: str, pages: int, turn: int, folder: Path) -> dict[int, tuple[int, int]]:
    """Memory in use and URLs waiting after BEGIN, `turn` and all of the pages."""
    world = Light(turn)
    strategy = strategies.find(name)
    settings = Settings(pages=pages, duplicates="off")
    seeds = [world.url(page) for page in range(3)]
    reader = reader_for(TOPIC, strategy, "cosine", [world.page(page) for page in (0, 3)], settings)
    world.cues = reader.cues
    given = {need: (np.zeros(1, np.uint64), np.zeros(1)) for need in strategy.needs if need in ("truth", "unseen")}
    check_needs(strategy, TOPIC, [], given)
    rules = rules_for(TOPIC, seeds, settings)
    crawl = Crawl(TOPIC, strategy, reader, rules, settings, given=given, texts=FileTexts(folder / "texts"))
    seen: dict[int, tuple[int, int]] = {}

    def look(_: Event) -> None:
        if crawl.tally.pages in (BEGIN, turn, pages):
            seen.setdefault(crawl.tally.pages, (resident(), len(crawl.frontier)))

    crawl.listeners.append(look)
    crawl.begin(seeds)
    replay(crawl, world)
    return seen


def measured(name: str, pages: int, turn: int) -> dict[str, float]:
    """One crawl."""
    with tempfile.TemporaryDirectory() as folder:
        seen = crawled(name, pages, turn, Path(folder))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    if turn == pages:
        return {"peak": peak, "urls": seen[pages][1]}
    if pages not in seen:  # it drops so many links that it ended by itself, and takes no more than it did
        return {"page": 0.0, "url": 0.0, "full": peak}
    (first, before), (middle, between), (last, _) = seen[BEGIN], seen[turn], seen[pages]
    page = max(last - middle, 0) / (pages - turn)
    url = max(middle - first - page * (turn - BEGIN), 0) / max(between - before, 1)
    return {"page": page, "url": url, "full": peak + (FULL - pages) * (page + NEW * url)}


def aside(name: str, pages: int, turn: int) -> dict[str, float]:
    """The same in a process of its own."""
    command = [sys.executable, __file__, "--one", name, str(pages), str(turn)]
    found: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return found


def show(name: str, size: float, unit: str, **beside: int) -> None:
    """One figure."""
    figure = {"name": name, "value": round(size / 2**20, 1), "unit": unit, "baseline": "1.5 GiB"}
    print(json.dumps({**figure, "ratio": round(size / MOST, 3), **beside}), flush=True)


def main() -> None:
    """A line a strategy, with bytes a URL and a page beside, and what the largest would take."""
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
        return
    asked = sys.argv[1:]
    names = [name for name in strategies.known() if not asked or any(word in name for word in asked)]
    most = 0.0
    for name in names:
        found = aside(name, END, TURN)
        most = max(most, found["full"])
        show(f"memory_of_{name}", found["full"], f"MiB at {FULL:,}", url=round(found["url"]), page=round(found["page"]))
    for name in IN_EARNEST if not asked else set(IN_EARNEST) & set(asked):
        found = aside(name, FULL, FULL)
        most = max(most, found["peak"])
        show(f"memory_run_{name}", found["peak"], f"MiB at {FULL:,}", urls=round(found["urls"]))
    show("strategies_memory", most, "MiB, the most")


if __name__ == "__main__":
    main()
