"""When a crawl is over, and why, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.crawl.events import Stopped

if TYPE_CHECKING:
    from lycosa.crawl.settings import Settings
    from lycosa.crawl.tally import Tally


BUDGETS = ("pages", "fetches", "seconds", "size")


def spent(settings: Settings, tally: Tally, now: float) -> Stopped | None:
    """A budget that is used up."""
    if settings.pages and tally.pages >= settings.pages:
        return Stopped("pages", f"the budget of {settings.pages:,} pages is used up")
    if settings.fetches and tally.fetches >= settings.fetches:
        return Stopped("fetches", f"the budget of {settings.fetches:,} fetches is used up")
    if settings.seconds and now >= settings.seconds:
        return Stopped("time", f"the time of {settings.seconds:g} seconds is up")
    if settings.size and tally.size >= settings.size:
        return Stopped("bytes", f"the budget of {settings.size:,} bytes is used up")
    return dried_up(settings, tally)


def dried_up(settings: Settings, tally: Tally) -> Stopped | None:
    """The last pages brought too little."""
    window = settings.dry_window
    if not window or len(tally.lately) < window:
        return None
    share = sum(tally.lately) / window
    if share >= settings.dry_floor:
        return None
    return Stopped("dry", f"the harvest dried up: of the last {window:,} pages only {share:.1%} were relevant")


def idle(settings: Settings, tally: Tally, waiting: int, sleep: float) -> Stopped | None:
    """Nothing is on its way: is there nothing left, or will none of it wake soon?"""
    if not waiting:
        return dead_end(tally)
    if sleep == float("inf"):
        return Stopped("held", f"{waiting:,} URLs are left, all of hosts that may not be visited any more")
    if settings.patience and sleep > settings.patience:
        return Stopped("asleep", f"all hosts that are left sleep for {sleep:,.0f} seconds more; start again later")
    return None


def dead_end(tally: Tally) -> Stopped:
    """Nothing waits and nothing is on its way."""
    if not tally.pages:
        return Stopped("dead_end", "no seed gave a page: see the failures, and check the seeds")
    return Stopped("dead_end", f"nothing is left to fetch after {tally.pages:,} pages: no link is waiting")
