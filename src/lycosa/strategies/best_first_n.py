"""Best-first in batches: the n best at a time."""

from __future__ import annotations

from typing import ClassVar

from lycosa.strategies.best_first import BestFirst


class BestFirstN(BestFirst):
    """Best-first that takes the n best, uses them up, and only then looks again: some exploration for free.

    With n=1 it is `best_first`. `sleeping` takes URLs of sleeping hosts into the batch too, `by_host` brings each
    host's best first: the switches of García Dorado 2008.

    >>> BestFirstN(n=64).batch
    64
    """

    word = "best_first_n"
    family = "content"
    paper = "Uluhan 2006 figure 7; García Dorado 2008 chapter 5, a queue of 256"
    least: ClassVar = {"n": 1}

    def __init__(self, n: int = 256, again: str = "max", sleeping: bool = False, by_host: bool = False) -> None:
        super().__init__(again)
        self.n = n
        self.sleeping = sleeping
        self.by_host = by_host
        self.batch, self.batch_sleeping, self.batch_by_host = n, sleeping, by_host
