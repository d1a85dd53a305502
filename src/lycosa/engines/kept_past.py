"""What a collection knows of its hunt's past: labels, and the pages in its archive."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from lycosa.collection import past
from lycosa.collection.catalogue import unsigned
from lycosa.collection.journal import Spot
from lycosa.crawl.reading import GUIDE
from lycosa.engines.retraining import Sighted
from lycosa.judges.ladder import USUAL, examples_among

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.collection.collection import Collection
    from lycosa.engines.rebuild import Rebuilt
    from lycosa.judges.base import Judge

EARLIER = 2_000  # pages of earlier runs that are looked at


class KeptPast:
    """The past of a hunt that is kept as it goes."""

    def __init__(self, rebuilt: Rebuilt, collection: Collection) -> None:
        self.rebuilt = rebuilt
        self.collection = collection
        self.topic = collection.topic
        self.judge = collection.run.judge
        shown: Sequence[int] = [self.key(url) for url in collection.run.examples]
        self.shown = examples_among(self.topic, shown) if self.judge == USUAL else shown

    @property
    def pages(self) -> int:
        """How many were fed."""
        return self.rebuilt.crawl.tally.pages

    @property
    def guide(self) -> Judge:
        """The judge in force."""
        return self.rebuilt.crawl.reader.judges[GUIDE]

    def key(self, url: str) -> int:
        """The key of a URL."""
        return self.rebuilt.crawl.reader.canon.key(url)

    def labels(self) -> dict[int, str]:
        """What people said of pages, by key."""
        return self.collection.catalogue.labels()

    def texts(self, keys: Sequence[int]) -> list[str]:
        """Of the pages that the collection holds, what a reader sees."""
        found = []
        for key in keys:
            spot, url = self.collection.spot_of(key), self.rebuilt.crawl.url_of(key)
            page = self.rebuilt.read_back(url, spot) if spot and url else None
            if page is not None and page.content.strip():
                found.append(f"{page.title}\n{page.content}")
        return found


def earlier(collection: Collection) -> list[Sighted]:
    """The latest pages of runs before this one, as they were fed."""
    asked = (
        "SELECT event.key, score, warc, off, len FROM page JOIN event USING (seq) WHERE via != 0"
        " ORDER BY page.seq DESC LIMIT ?"
    )
    found = []
    for key, score, *spot in reversed(collection.catalogue.db.execute(asked, (EARLIER,)).fetchall()):
        priority = past.fields(collection, Spot(*spot)).get("lycosa-priority", "")
        with suppress(ValueError):
            found.append(Sighted(unsigned(key), score, float(priority)))
    return found
