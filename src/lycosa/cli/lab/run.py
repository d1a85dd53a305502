"""Run an experiment: webs, topics and strategies to fetches, on all cores; started again it goes on."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

EXAMPLES = """\b
Examples:
  lycosa lab run experiment.toml --out results
  lycosa lab run experiment.toml --short --out trial
"""
STEP = 0.5  # seconds between two lines of progress


@click.command(epilog=EXAMPLES)
@click.argument("experiment")
@click.option("--out", required=True, metavar="DIR", help="Where the results lie.")
@click.option("--short", "scale", flag_value="short", help="At the scale of its table [short].")
@click.option("--long", "scale", flag_value="long", help="At the scale of its table [long].")
@click.option("--jobs", type=click.IntRange(0), default=0, metavar="N", help="Processes.  [default: one a core]")
@click.option("--store", default="", metavar="DIR", help="Where stored webs lie.")
def command(experiment: str, out: str, jobs: int, store: str, scale: str | None) -> None:
    """Run EXPERIMENT, a TOML file. What is wrong with it is said before anything runs; no run is done twice."""
    from lycosa.cli.show import many
    from lycosa.lab.lab import cores, perform, planned
    from lycosa.lab.shelf import shelf

    folder = Path(out)
    works = planned(Path(experiment), folder, shelf(store), scale or "")
    shown = Progress()
    perform(works, jobs or cores(), shown.told)
    topics = many(len(works), "topic")
    click.echo(f"{folder}: {topics}, {many(shown.done, 'run')} done now; lycosa lab report {folder} tells of them")


class Progress:
    """Where an experiment stands, on stderr: on a terminal one line, else a line now and then."""

    def __init__(self) -> None:
        self.begun = self.shown = time.monotonic()
        self.done = 0
        self.live = sys.stderr.isatty()

    def told(self, done: int, total: int, last: str) -> None:
        """One more is done."""
        first, self.done = done == 1 != self.done, done
        now = time.monotonic()
        if now - self.shown < (STEP if self.live else 60 * STEP) and done < total and not first:
            return
        self.shown = now
        left = (now - self.begun) / max(done, 1) * (total - done)
        line = f"{done:,} of {total:,} runs, {spoken(left)} left, last {last}"
        click.echo(f"\r\x1b[2K{line}" if self.live else line, nl=not self.live or done == total, err=True)


def spoken(seconds: float) -> str:
    """A time as people say it.

    >>> spoken(40), spoken(200), spoken(9000)
    ('40 s', '3 min', '2 h 30 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
