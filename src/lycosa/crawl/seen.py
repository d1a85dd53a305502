"""Pages caught before: the same text under another URL, or nearly the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.pages.fingerprints import Near, digest

if TYPE_CHECKING:
    from lycosa.pages.records import Page
    from lycosa.strategies.records import State


EMPTY = digest("")


class Twin(NamedTuple):
    """The page it doubles."""

    kind: str
    key: int


class Seen:
    """Digests and, when near-duplicates count too, fingerprints of all pages."""

    def __init__(self, which: str = "exact") -> None:
        self.which = which
        self.digests: dict[bytes, int] = {}
        self.near = Near()

    def find(self, key: int, page: Page) -> Twin | None:
        """The page this one doubles; if there is none, it is remembered. Pages without text double nothing."""
        if self.which == "off" or page.digest in (b"", EMPTY):
            return None
        first = self.digests.setdefault(page.digest[:8], key)
        if first != key:
            return Twin("exact", first)
        if self.which == "near":
            other = self.near.find(page.simhash)
            if other is not None:
                self.digests[page.digest[:8]] = other
                return Twin("near", other)
            self.near.add(key, page.simhash)
        return None

    def state(self) -> State:
        """All of them, in order of first sight."""
        heads = np.frombuffer(b"".join(self.digests), np.uint64)
        return {
            "heads": heads,
            "keys": np.array(list(self.digests.values()), np.uint64),
            "near": self.near.state(),
        }

    def restore(self, state: State) -> None:
        """Back to those."""
        heads = state["heads"].tobytes()
        parts = [heads[i : i + 8] for i in range(0, len(heads), 8)]
        self.digests = dict(zip(parts, state["keys"].tolist(), strict=True))
        self.near.restore(state["near"])
