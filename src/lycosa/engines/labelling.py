"""Going through pages one by one: what was said of each is written at once, so that it can be gone on with later."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from lycosa.engines.wanted_pages import named
from lycosa.topics.labels import FILES, IRRELEVANT, RELEVANT, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.engines.wanted_pages import Finder, Got

AHEAD = 10  # pages had at once: a host's are asked for one after the other
ANSWERS = {"r": RELEVANT, "y": RELEVANT, "n": IRRELEVANT, "i": IRRELEVANT, "u": UNKNOWN, "?": UNKNOWN}
UNDO, QUIT = ("z", "undo"), ("q", "quit")


class Labelling:
    """The unlabelled of some pages, in order, and what was said of those before."""

    def __init__(self, holder: TopicFolder, names: Sequence[str], finder: Finder) -> None:
        self.holder = holder
        self.finder = finder
        labels = holder.labels()
        wanted = {
            name: FILES + got.file.name if got.file else got.name
            for name, got in zip(names, map(named, names), strict=True)
        }
        self.waiting = deque(name for name, page in wanted.items() if page not in labels)
        self.before = len(wanted) - len(self.waiting)  # labelled already
        self.had: deque[Got] = deque()
        self.lost: list[Got] = []
        self.done: list[Got] = []  # labelled in this session

    def next(self) -> Got | None:
        """The page to be labelled now."""
        while not self.had and self.waiting:
            names = [self.waiting.popleft() for _ in range(min(AHEAD, len(self.waiting)))]
            for got in self.finder.all(names):
                (self.had if got.page else self.lost).append(got)
        return self.had[0] if self.had else None

    @property
    def left(self) -> int:
        """Pages that are still to come."""
        return len(self.had) + len(self.waiting)

    def say(self, answer: str) -> str:
        """Take an answer; the label it gave, `undo`, `quit`, or nothing where it is none."""
        word = answer.strip().lower()
        if word in QUIT:
            return "quit"
        if word in UNDO:
            return "undo" if self._undone() else ""
        value = ANSWERS.get(word[:1] if word in (RELEVANT, IRRELEVANT, UNKNOWN, "not", "yes", "no") else word, "")
        if value and self.had:
            got = self.had.popleft()
            self.holder.label(self.holder.copied(got.file) if got.file else got.name, value, got.page)
            self.done.append(got)
        return value

    def _undone(self) -> bool:
        """The latest label of this session taken back, and its page to be labelled again."""
        if self.done:
            self.holder.unlabel()
            self.had.appendleft(self.done.pop())
            return True
        return False
