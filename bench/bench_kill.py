"""A crawl over loopback with 16 connections, killed a hundred times at random moments and gone on with each time.

After each kill all that was committed must be there, and the crawl that its checkpoint gives must be the one that its
log gives from the first event on. In the end no page was had twice, and others can read every record.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.engines.hunter import Asked
from tests.engines.killing import Saga, quick_tries, rebuilt_alike, served
from tests.engines.sound import sound
from tests.engines.test_kill import ROUGH, seeds

KILLS, PAGES = 100, 700


def main() -> None:
    """One long saga; what does not hold ends it with a traceback, and so the bench with a fault."""
    began = time.perf_counter()
    with TemporaryDirectory() as scratch, served(repr(ROUGH)) as port, quick_tries():
        folder = Path(scratch) / "hunt"
        asked = Asked(folder=str(folder), port=port, seeds=seeds(ROUGH), settings={"pages": PAGES, "memory": 200})
        saga = Saga(asked, 11)
        ended = saga.run(KILLS)
        saga.look()
        verdict = sound(folder)
        assert verdict.state == rebuilt_alike(folder)
        assert ended.pages == len(saga.kept.pages)
    for name, value, unit in (
        ("kills", len(saga.kills), "kills"),
        ("kill_pages", ended.pages, "pages, none lost and none twice"),
        ("kill_seconds", time.perf_counter() - began, "s"),
    ):
        figure = {"name": name, "value": round(value, 1), "unit": unit, "baseline": "kills asked for", "ratio": 1.0}
        print(json.dumps({**figure, "ratio": round(value / KILLS, 2)}))


if __name__ == "__main__":
    main()
