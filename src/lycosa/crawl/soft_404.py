"""Error pages that come as if all were well: told by what the host says to a path that cannot be there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.crawl.endings import Came, Moved
from lycosa.crawl.errands import Errand
from lycosa.pages.hosts import host_key
from lycosa.strategies.records import PROBE

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.crawl.endings import Ended
    from lycosa.crawl.errands import Errands
    from lycosa.pages.records import Page
    from lycosa.pages.urls import Canon
    from lycosa.strategies.records import State

NEAR = 3  # bits
SHARED = 3  # links of a host that lead to one place: the place for dead links


class Print(NamedTuple):
    """What a page is recognised by."""

    digest: int
    simhash: int

    def like(self, other: Print) -> bool:
        """Whether they are the same, or nearly."""
        near = self.simhash and other.simhash and (self.simhash ^ other.simhash).bit_count() <= NEAR
        return self.digest == other.digest or bool(near)


NOTHING = Print(0, 0)


def print_of(page: Page) -> Print:
    """The page's prints."""
    return Print(int.from_bytes(page.digest[:8], "little"), page.simhash)


class Soft404:
    """A host is asked once, and only when two of its pages in a row are much alike."""

    def __init__(self, errands: Errands, canon: Canon, allows: Callable[[str], bool], *, on: bool) -> None:
        self.errands = errands
        self.canon = canon
        self.allows = allows
        self.on = on
        self.last: dict[int, Print] = {}  # of each host's newest page
        self.said: dict[int, Print] = {}  # to a made-up path; nothing while the answer is awaited, or was honest
        self.led: dict[int, int] = {}  # target of redirects: how many led there
        self.dead: set[int] = set()  # targets that stand for "not found"

    def is_one(self, host: int, url: str, page: Page) -> bool:
        """Whether the page is what its host says of what is not there. Where it may be, the host is asked."""
        if not self.on:
            return False
        found, said = print_of(page), self.said.get(host)
        if said is None and host in self.last and self.last[host].like(found):
            self._ask(host, url)
        self.last[host] = found
        return said is not None and said != NOTHING and found.like(said)

    def _ask(self, host: int, url: str) -> None:
        self.said[host] = NOTHING
        origin = url[: url.find("/", len("https://"))]
        key = host_key(origin)
        if self.allows(made_up := f"{origin}/lycosa-{key:016x}"):
            self.errands.add(Errand(PROBE, made_up, host, host, key))

    def told(self, ended: Ended, errand: Errand) -> None:
        """The host has answered."""
        if isinstance(ended, Came):
            self.said[errand.asker] = print_of(ended.page)
        elif isinstance(ended, Moved):
            self.dead.add(self.canon.key(ended.to))

    def leads_there(self, target: int) -> bool:
        """Whether a redirect to this target means that there is nothing."""
        if not self.on:
            return False
        self.led[target] = self.led.get(target, 0) + 1
        return target in self.dead or self.led[target] >= SHARED

    def state(self) -> State:
        """All that is known of hosts."""
        return {
            "last": _table(self.last),
            "said": _table(self.said),
            "led": np.array(sorted(self.led.items()), np.uint64).reshape(-1, 2),
            "dead": np.array(sorted(self.dead), np.uint64),
        }

    def restore(self, state: State) -> None:
        """Back to that."""
        self.last, self.said = _prints(state["last"]), _prints(state["said"])
        self.led = {int(key): int(times) for key, times in state["led"].tolist()}
        self.dead = set(state["dead"].tolist())


def _table(prints: dict[int, Print]) -> np.ndarray:
    return np.array([(host, *one) for host, one in sorted(prints.items())], np.uint64).reshape(-1, 3)


def _prints(table: np.ndarray) -> dict[int, Print]:
    return {host: Print(*one) for host, *one in table.tolist()}
