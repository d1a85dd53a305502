"""The whole crawler over loopback HTTP, on one core, the server on the other: against Scrapy and against a bare loop.

Real-size pages; judge, best_first, robots.txt, WARC and catalogue on. Scrapy follows all links and stores nothing.
A rate is pages by second of the core: each keeps its core busy all the time, and other work on the machine is not its.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
WEBS = HERE.parent / os.environ.get("LYCOSA_WEBS", "../shared/webs")
WEB = WEBS / "docs"
SEED = "http://docs.test/index.html"
PAGES, OF_SCRAPY = 4000, 2000
ROUNDS = 3
Took = dict[str, float]


@contextmanager
def served(web: str) -> Iterator[int]:
    """The web in a process of its own, on the last core; its port."""
    command = [sys.executable, "-m", "lycosa.webs.serve", web]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(0))})
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def crawled(kind: str, port: int, seed: str, pages: int) -> Took:
    """One crawl in a process of its own."""
    command = [sys.executable, str(HERE / "crawlers.py"), kind, str(port), seed, str(pages)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    took: Took = json.loads(done.stdout.splitlines()[-1])
    return {**took, "rate": took["pages"] / took["busy"]}


def show(name: str, value: float, unit: str, baseline: str, ratio: float) -> None:
    """One line."""
    figure = {"name": name, "value": round(value, 1), "unit": unit, "baseline": baseline, "ratio": round(ratio, 3)}
    print(json.dumps(figure), flush=True)


def main() -> None:
    """Rounds of all, interleaved; of each its best."""
    if not WEB.is_dir():
        print(f"no recorded web at {WEB}: set LYCOSA_WEBS to the folder of webs", file=sys.stderr)
        return
    with served(str(WEB)) as port:
        crawled("bare", port, SEED, PAGES)  # warms the server
        best: dict[str, Took] = {}
        for _ in range(ROUNDS):
            for kind, pages in (("lycosa", PAGES), ("bare", PAGES), ("scrapy", OF_SCRAPY)):
                took = crawled(kind, port, SEED, pages)
                best[kind] = max(best.get(kind, took), took, key=lambda one: one["rate"])
        stages = crawled("staged", port, SEED, PAGES)
    ours, loop, theirs = best["lycosa"], best["bare"], best["scrapy"]
    show("live_scrapy", theirs["rate"], "pages/s", "Scrapy, all links, nothing stored", 1.0)
    show(
        "live_against_scrapy",
        ours["rate"],
        "pages/s",
        "Scrapy, all links, nothing stored",
        ours["rate"] / theirs["rate"],
    )
    show("live_bare_loop", loop["rate"], "pages/s", "Scrapy, all links, nothing stored", loop["rate"] / theirs["rate"])
    show("live_against_bare_loop", ours["rate"], "pages/s", "bare loop", ours["rate"] / loop["rate"])
    for name, one in best.items():
        show(
            f"live_kept_busy {name}",
            one["busy"] / one["seconds"],
            "of the time",
            "all of it",
            one["busy"] / one["seconds"],
        )
    for name, one in best.items():
        show(f"live_memory {name}", one["peak"], "MiB", "1 GiB", one["peak"] / 1024)
    whole = stages["busy"]
    for name in ("parse", "decide", "take", "archive", "commit", "fetch_and_rest"):
        show(f"live_stage {name}", stages[name] / stages["pages"] * 1e6, "us", "all of a page", stages[name] / whole)


if __name__ == "__main__":
    main()
