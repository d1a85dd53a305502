"""How long `lycosa --help` takes at best, next to a Python that does nothing."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

HELP = [str(Path(sys.executable).with_name("lycosa")), "--help"]
NOTHING = [sys.executable, "-c", "pass"]
ROUNDS = 21


def milliseconds(command: list[str]) -> float:
    """Wall time of one run."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - began)


def main() -> None:
    """The best of many turns: other work on the machine only ever adds."""
    times = [(milliseconds(HELP), milliseconds(NOTHING)) for _ in range(ROUNDS)]
    help_, nothing = (min(column) for column in zip(*times, strict=True))
    figure = {"name": "help", "value": round(help_, 1), "unit": "ms", "baseline": "python -c pass"}
    print(json.dumps({**figure, "ratio": round(help_ / nothing, 2)}))


if __name__ == "__main__":
    main()
