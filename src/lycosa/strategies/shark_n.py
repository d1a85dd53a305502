"""Shark search in batches: the n best at a time."""

from __future__ import annotations

from typing import ClassVar

from lycosa.strategies.shark import Shark


class SharkN(Shark):
    """Shark search that takes the n best, uses them up, and only then looks again.

    Good links are mostly met early, so a batch of them is worth finishing. With n=1 it is `shark`.

    >>> SharkN(n=64).batch
    64
    """

    word = "shark_n"
    family = "content"
    paper = "Uluhan 2006 chapter III, SharkSearchN"
    least: ClassVar = {**Shark.least, "n": 1}

    def __init__(
        self,
        n: int = 256,
        decay: float = 0.5,
        beta: float = 0.8,
        gamma: float = 0.5,
        depth: int = 3,
        similar: str = "cosine",
    ) -> None:
        super().__init__(decay, beta, gamma, depth, similar)
        self.n = n
        self.batch = n
