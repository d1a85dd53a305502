"""Steered: a strategy under another judge than the one that measures the crawl."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from lycosa.pages.names import Name
from lycosa.strategies import find
from lycosa.strategies.made_of import MadeOf

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched

BASE = Name("best_first")
OWN = ("tag_path",)  # columns, which no judge is asked for


class Steered(MadeOf):
    """The strategy `base` as it would hunt if the judge `by` were the guide; the guide only measures.

    So judges are compared within one experiment, on the same pages and by the same measures: string matching, a
    support vector machine, and both together, in the thesis. Scores of targets that are fetched already stay the
    guide's.

    >>> Steered(by="svm+vocabulary")
    steered(by='svm+vocabulary')
    """

    word = "steered"
    family = "content"
    paper = "García Dorado 2008 sections 9.1 to 9.3"
    parts: ClassVar = ("base",)

    def __init__(self, by: str = "vocabulary", base: Any = BASE) -> None:
        self.by = by
        self.base = find(base)
        self.join()
        self.uses = tuple(dict.fromkeys((*map(self.asked, ("page", "page!")), *map(self.asked, self.base.uses))))

    def asked(self, use: str) -> str:
        """What is asked of the guide is asked of the judge instead."""
        return use if ":" in use or "#" in use or use in OWN else f"{self.by}:{use}"

    def seen(self, name: str, page: Fetched) -> Fetched:
        """The page as the judge scores it."""
        scores = {use: page.scores[self.asked(use)] for use in ("page", *self.base.uses)}
        margin = float(page.scores[self.asked("page!")])
        return super().seen(name, replace(page, score=scores["page"], margin=margin, scores=scores))
