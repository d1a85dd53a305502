"""What the frontier takes in a second, and what a waiting URL costs in memory."""

from __future__ import annotations

import heapq
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from lycosa.collection.texts import FileTexts
from lycosa.crawl.frontier import Frontier
from lycosa.crawl.known import Known
from lycosa.crawl.offers import Batch
from lycosa.crawl.standing import sort_out
from lycosa.strategies.best_first import BestFirst

TRAIL = 8  # bytes of it a URL, counted apart
URLS, PART, PAGE, HOSTS = 1_000_000, 10_000, 100, 10_000


class Trailing(BestFirst):
    """Best-first with eight bytes of trail."""

    word = ""
    trail = ("inherited:f4", "hops:u4")


def batches(urls: int, seed: int = 1) -> list[tuple[np.ndarray, np.ndarray, np.ndarray, list[str]]]:
    """Pages of 100 links to URLs that no other seed has, on hosts drawn evenly."""
    rng = np.random.default_rng(seed)
    keys = rng.integers(1, 1 << 63, urls, dtype=np.uint64)
    made = []
    for begin in range(0, urls, PAGE):
        mine = keys[begin : begin + PAGE]
        hosts = (mine % np.uint64(HOSTS)).astype(np.int64)
        texts = [
            f"http://host{host}.example/section/{key % 1000}/page-{key}.html"
            for key, host in zip(mine.tolist(), hosts.tolist(), strict=True)
        ]
        made.append((mine, hosts, rng.random(len(mine)), texts))
    return made


def fill(frontier: Frontier, made: list[tuple[np.ndarray, np.ndarray, np.ndarray, list[str]]]) -> float:
    """Offer all of it; seconds."""
    trail = np.zeros(PAGE, frontier.table.trail.dtype)
    lane, times = np.zeros(PAGE, np.int64), np.ones(PAGE, np.int64)
    begin = time.perf_counter()
    for keys, hosts, priority, urls in made:
        standing = sort_out(frontier.known.look(keys.tolist()))
        frontier.offer(Batch(keys, standing, urls, hosts, priority, lane, times, trail, 1, 1))
    return time.perf_counter() - begin


def naive(made: list[tuple[np.ndarray, np.ndarray, np.ndarray, list[str]]]) -> float:
    """The baseline: one heap of tuples and a set, no hosts, no trail, no merging."""
    heap: list[tuple[float, int, str]] = []
    seen: set[str] = set()
    begin = time.perf_counter()
    for _, _, priority, urls in made:
        for value, url in zip(priority.tolist(), urls, strict=True):
            if url not in seen:
                seen.add(url)
                heapq.heappush(heap, (-value, len(seen), url))
    return time.perf_counter() - begin


def resident() -> int:
    """Bytes of memory in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1]) if Path("/proc/self/statm").exists() else 0
    return pages * resource.getpagesize() or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def measured(urls: int) -> dict[str, float]:
    """Rates and bytes of one filling, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        frontier = Frontier(Trailing(), FileTexts(Path(folder) / "texts"), Known())
        frontier.meet(HOSTS)
        seconds = again = 0.0
        batches(PART)
        before = resident()
        for part in range(urls // PART):
            made = batches(PART, part + 1)
            seconds += fill(frontier, made)
            again += fill(frontier, made)
        size = resident() - before
        begin = time.perf_counter()
        for _ in range(10_000):
            row = frontier.pop()
            frontier.back(int(frontier.table.key[row or 0]))
        popped = time.perf_counter() - begin
    return {
        "new": urls / seconds,
        "again": urls / again,
        "bytes": size / len(frontier) - TRAIL,
        "pops": 10_000 / popped,
    }


def main() -> None:
    """One line of JSON a figure."""
    if len(sys.argv) > 1:
        print(json.dumps(measured(int(sys.argv[1]))))
        return
    plain = URLS / 10 / naive(batches(URLS // 10))
    result = subprocess.run([sys.executable, __file__, str(URLS)], capture_output=True, text=True, check=True)
    found = json.loads(result.stdout)
    for name, value, unit in (
        ("frontier_offers", found["new"], "new URLs/s"),
        ("frontier_sightings", found["again"], "sightings/s"),
        ("frontier_pops", found["pops"], "tickets/s"),
    ):
        print(
            json.dumps(
                {
                    "name": name,
                    "value": round(value),
                    "unit": unit,
                    "baseline": "heap of tuples and a set of URLs, 100,000",
                    "ratio": round(value / plain, 3),
                }
            )
        )
    print(
        json.dumps(
            {
                "name": "frontier_memory",
                "value": round(found["bytes"], 1),
                "unit": "B/URL, its trail aside",
                "baseline": "220",
                "ratio": round(found["bytes"] / 220, 3),
            }
        )
    )


if __name__ == "__main__":
    main()
