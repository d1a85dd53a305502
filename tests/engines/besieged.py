"""A hunt whose seeds are all the sins there are, in a process of its own: `python -m tests.engines.besieged PORT DIR`.

Each sin has two hosts: on one a page commits it, on the other robots.txt does, before a page that is fine. It prints
why it stopped, its crawl time and its peak memory, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from pathlib import Path

from msgspec.structs import replace

from lycosa.crawl.settings import LIVE
from lycosa.engines.local import Order, hunt, new_run
from lycosa.topics.topic import topic_from
from lycosa.webs.live.settings import FetchSettings
from tests.webs.hostile import SINS
from tests.webs.traps import TRAPS

FETCHES = 450
TOTAL = 6.0
SETTINGS = replace(LIVE, gap=0.05, gap_factor=0.0, retries=1, fetches=FETCHES)


def page_of(sin: str) -> str:
    return f"http://on-{sin.replace('_', '-')}.test/{sin}"


def ruled(sin: str) -> str:
    """A page whose robots.txt is the sin."""
    return f"http://{sin.replace('_', '-')}.test/fine"


def trap(name: str) -> str:
    return f"http://in-{name}.test/"


SEEDS = (
    *map(trap, TRAPS),
    "http://two.in-mirror.test/",
    *(url for sin in sorted(SINS) for url in (page_of(sin), ruled(sin))),
)


def peak_memory() -> float:
    """MB at most. Linux counts in ru_maxrss what the process was before it became this program: the tests' own."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        return int(line.split()[1]) / (1 << 10)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10  # it is in bytes there
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def main(port: int, folder: Path) -> None:
    fetch = FetchSettings(resolve={"*": ("127.0.0.1", port)}, first_byte=5.0, total=TOTAL)
    topic = topic_from("lighthouse")
    run = new_run(topic, "cosine", "best_first", SEEDS, SETTINGS, fetch)
    ended = asyncio.run(hunt(Order(folder=folder, run=run, topic=topic)))
    peak = peak_memory()
    tally = ended.crawl.tally
    told = {"pages": tally.pages, "fetches": tally.fetches, "reasons": tally.reasons, "faults": ended.faults}
    print(json.dumps({"stopped": ended.stopped.reason, "seconds": ended.seconds, "peak": peak, **told}))  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
