"""What a hunt has caught so far, shown while it runs."""

from __future__ import annotations

import os
import sys
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lycosa.crawl.events import Duplicated, Fed, Lost, Redirected

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.events import Event

LATELY = 100  # fetches
A_SECOND = 8  # pictures
WIDEST = 28  # cells of a strategy's name


class Hunting:
    """One hunt in the display."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.crawl: Crawl | None = None
        self.lately: deque[bool] = deque(maxlen=LATELY)

    def watch(self, crawl: Crawl) -> None:
        """Listen to it."""
        self.crawl = crawl
        crawl.listeners.append(self.hear)

    def hear(self, event: Event) -> None:
        """Note whether a fetch brought a relevant page."""
        if isinstance(event, Fed) and not event.again:
            self.lately.append(event.relevant)
        elif isinstance(event, Lost | Redirected | Duplicated):
            self.lately.append(False)

    @property
    def done(self) -> tuple[int, int, str]:
        """How much of which budget is used, and its unit."""
        if not self.crawl:
            return 0, 0, "pages"
        settings, tally = self.crawl.settings, self.crawl.tally
        unit = "pages" if settings.pages else "fetches"
        return getattr(tally, unit), getattr(settings, unit), unit

    @property
    def counts(self) -> str:
        """The figures in words."""
        if not self.crawl:
            return "to come"
        tally = self.crawl.tally
        harvest = tally.relevant / tally.fetches if tally.fetches else 0.0
        lately = sum(self.lately) / len(self.lately) if self.lately else 0.0
        return (
            f"{tally.relevant:,} relevant · harvest {harvest:.0%} · lately {lately:.0%} · "
            f"{len(self.crawl.frontier):,} waiting · {tally.failures:,} failed"
        )


class Display:
    """All hunts of a comparison: a bar and a line of figures each."""

    def __init__(self, names: Sequence[str], kind: type[Hunting] = Hunting) -> None:
        self.hunts = [kind(name) for name in names]

    def __rich__(self) -> RenderableType:
        """The picture of now."""
        from rich.console import Group
        from rich.text import Text

        wide = min(WIDEST, max(len(hunt.name) for hunt in self.hunts))
        parts: list[RenderableType] = []
        for hunt in self.hunts:
            parts += [_bar(hunt, wide), Text(f"  {hunt.counts}", no_wrap=True, overflow="ellipsis")]
        return Group(*parts)


def _bar(hunt: Hunting, wide: int) -> RenderableType:
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    used, budget, unit = hunt.done
    grid = Table.grid(padding=(0, 2), expand=True)
    grid.add_column(width=wide, no_wrap=True, overflow="ellipsis")
    grid.add_column(ratio=1)
    grid.add_column(justify="right", no_wrap=True)
    of = f"{used:,} of {budget:,} {unit}" if budget else f"{used:,} {unit}" if hunt.crawl else ""
    bar = ProgressBar(total=budget or None if hunt.crawl else 1, completed=used)
    grid.add_row(Text(hunt.name, style="bold"), bar, of)
    return grid


def lively() -> bool:
    """Whether stderr can show a picture that moves."""
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@contextmanager
def progress(names: Sequence[str], kind: type[Hunting] = Hunting) -> Iterator[Display]:
    """A display on stderr as long as this lasts; where stderr is no terminal, nothing is shown."""
    display = Display(names, kind)
    if not lively():
        yield display
        return
    from rich.console import Console
    from rich.live import Live

    with Live(display, console=Console(stderr=True), refresh_per_second=A_SECOND, transient=True):
        yield display
