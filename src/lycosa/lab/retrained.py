"""A replayed hunt whose guide is trained again while it runs, as `lycosa crawl --retrain` does it live."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from lycosa.crawl.events import Fed
from lycosa.crawl.reading import GUIDE
from lycosa.crawl.tally import BOUNDARY
from lycosa.engines.retraining import SLICE, Retraining
from lycosa.lab.making import text_of
from lycosa.strategies.records import PAGE
from lycosa.topics.labels import IRRELEVANT, RELEVANT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.crawl.crawl import Crawl
    from lycosa.crawl.events import Event
    from lycosa.judges.base import Judge
    from lycosa.lab.sharing import Sight
    from lycosa.lab.ways import Way
    from lycosa.strategies.records import Ticket


class StoredPast:
    """What a replay knows of its past: pages by the web's arrays, labels by who is asked for some."""

    def __init__(self, crawl: Crawl, sight: Sight) -> None:
        self.crawl = crawl
        self.sight = sight
        self.topic = sight.topic
        self.judge = sight.guide
        self.shown: Sequence[int] = [self.key(page.url) for page in sight.start]
        self.said: dict[int, str] = {}
        store = sight.common.answers.store
        self.members = set(store.labels.get(sight.topic.name, ()))

    @property
    def pages(self) -> int:
        """How many were fed."""
        return self.crawl.tally.pages

    @property
    def guide(self) -> Judge:
        """The judge in force."""
        return self.crawl.reader.judges[GUIDE]

    def key(self, url: str) -> int:
        """The key of a URL."""
        return self.sight.common.answers.canon.key(url)

    def labels(self) -> dict[int, str]:
        """What was said of pages, by key."""
        return self.said

    def label(self, keys: Sequence[int]) -> None:
        """Say of pages what the web's labels say."""
        for key in keys:
            self.said[key] = RELEVANT if self.place(key) in self.members else IRRELEVANT

    def place(self, key: int) -> int:
        """Where the page of a key lies; below 0, where it is none."""
        answers = self.sight.common.answers
        number = answers.numbers.get(key)
        return -1 if number is None else int(answers.store.arrived[number])

    def texts(self, keys: Sequence[int]) -> list[str]:
        """Of the pages among them, what a reader sees."""
        store = self.sight.common.answers.store
        found = (text_of(store.page(place)) for place in map(self.place, keys) if place >= 0)
        return [text for text in found if text]


class Retrained:
    """Hears of each ticket that came back, and trains when it is time."""

    def __init__(self, crawl: Crawl, sight: Sight, way: Way) -> None:
        self.crawl = crawl
        self.past = StoredPast(crawl, sight)
        self.retraining = Retraining(self.past, way.retrain)
        self.ask = way.label
        self.rereading: deque[int] = deque()
        self.scores: dict[int, float] = {}  # of the pages fed, as they were fed
        self.events: list[Fed] = []
        crawl.listeners.append(self.hear)

    def hear(self, event: Event) -> None:
        """A page was fed."""
        if isinstance(event, Fed) and not event.again:
            self.events.append(event)

    def fed(self, ticket: Ticket) -> None:
        """Note what came, rank some of the earlier pages' links again, and train where that is due."""
        for event in self.events:
            self.scores[event.key] = event.score
            if ticket.via and ticket.kind == PAGE:
                self.retraining.saw(event.key, event.score, ticket.priority)
        self.events.clear()
        for _ in range(min(SLICE, len(self.rereading))):
            self._rerank(self.rereading.popleft())
        if self.retraining.due:
            self._train()

    def _rerank(self, key: int) -> None:
        place = self.past.place(key)
        if place >= 0:
            self.crawl.rerank(key, self.past.sight.common.answers.store.page(place))

    def _train(self) -> None:
        self.past.label(self._hardest())
        trained = self.retraining.round()
        if trained:
            self.crawl.put_in_force(trained.judge)
            self.rereading = deque(sorted(self.scores, key=lambda key: -self.scores[key]))

    def _hardest(self) -> list[int]:
        """The unlabelled pages that the guide was least sure of, as `lycosa topic check --hard` lists them."""
        open_ = [key for key in self.scores if key not in self.past.said]
        return sorted(open_, key=lambda key: abs(self.scores[key] - BOUNDARY))[: self.ask]
