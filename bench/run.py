"""Every figure, one after the other: JSON lines on stdout, a table on stderr, exit code 1 under a floor.

A figure is `{"name", "value", "unit", "baseline", "ratio"}`, printed by a `bench_*.py` or `fuzz_*.py` of this
folder. Words given as arguments choose the scripts whose names hold one of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

Figure = dict[str, Any]
Floors = dict[str, dict[str, Any]]


def scripts(words: list[str]) -> list[Path]:
    """The scripts to run, benches first."""
    found = [*sorted(HERE.glob("bench_*.py")), *sorted(HERE.glob("fuzz_*.py"))]
    return [script for script in found if not words or any(word in script.stem for word in words)]


def figures(script: Path) -> tuple[list[Figure], bool]:
    """What one script measured, passed on line by line, and whether it ended well."""
    print(f"{script.name} ...", file=sys.stderr, flush=True)
    found = []
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            figure = read(line)
            if figure:
                found.append(figure)
            print(line, end="", flush=True, file=sys.stdout if figure else sys.stderr)
    return found, process.returncode == 0


def read(line: str) -> Figure | None:
    """The figure of a line, or none: scripts may say other things too."""
    try:
        figure = json.loads(line)
    except ValueError:
        return None
    return figure if isinstance(figure, dict) and {"name", "value"} <= figure.keys() else None


def verdict(figure: Figure, floor: dict[str, Any] | None) -> str:
    """`ok` or `MISSED` with the bound, nothing for a figure without a floor."""
    if floor is None:
        return ""
    of = floor.get("of", "value")
    bound = f"{of} at most {floor['at_most']}" if "at_most" in floor else f"{of} at least {floor['at_least']}"
    reached = figure[of] <= floor["at_most"] if "at_most" in floor else figure[of] >= floor["at_least"]
    return f"ok, {bound}" if reached else f"MISSED, {bound}: {floor['why']}"


def row(figure: Figure, said: str) -> str:
    """One line of the table."""
    ratio = f"{figure['ratio']:.2f} x {figure.get('baseline', '')}" if figure.get("ratio") is not None else ""
    measured = f"{figure['value']:,.4g} {figure.get('unit', '')}"
    return f"{figure['name']:40} {measured:>18}  {ratio:32} {said}".rstrip()


def main(words: list[str]) -> int:
    """Run, print, judge."""
    floors: Floors = tomllib.loads((HERE / "floors.toml").read_text("utf-8"))
    chosen = scripts(words)
    ran = [(script.name, *figures(script)) for script in chosen]
    measured = [figure for _, found, _ in ran for figure in found]
    lines = [row(figure, verdict(figure, floors.get(figure["name"]))) for figure in measured]
    lines += [f"{name} FAILED" for name, _, well in ran if not well]
    if not words:
        # Without the recorded webs some figures cannot be had; where they must be there, none may be missing.
        word = "MISSED" if os.environ.get("LYCOSA_NEED_WEBS") == "1" else "not measured"
        missing = sorted(floors.keys() - {figure["name"] for figure in measured})
        lines += [f"{name:40} {word}, no script printed it" for name in missing]
    print("", *lines, sep="\n", file=sys.stderr)
    return int(not chosen or any("MISSED" in line or line.endswith("FAILED") for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
