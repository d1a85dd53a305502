"""What a labelled web knows of a topic: its words, its pages, and seeds drawn from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lycosa.topics.topic import Topic
from lycosa.webs.practice import PracticeWeb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.webs.base import LabelledWeb

MOST = 20_000  # pages of a topic that are looked at; a practice web may have any number


def topic_names(web: LabelledWeb) -> list[str]:
    """The topics that the web has labels for."""
    return list(web.names) if isinstance(web, PracticeWeb) else list(web.topics())


def pages_of(web: LabelledWeb, name: str) -> list[str]:
    """The URLs labelled with a topic; none where the web does not know it."""
    if name not in topic_names(web):
        return []
    return web.seeds(name, MOST) if isinstance(web, PracticeWeb) else web.topics()[name]


def labelled_topic(web: LabelledWeb, name: str) -> Topic:
    """The topic of that name. A recorded web has no words for it: its seeds' own text must do."""
    return Topic(name=name, description=web.description(name) if isinstance(web, PracticeWeb) else "")


def copies(web: LabelledWeb, name: str, url: str) -> bool:
    """Whether a URL shows a page of the topic under another address, as only a practice web can tell."""
    return isinstance(web, PracticeWeb) and name in web.truth(url)


def drawn(urls: Sequence[str], n: int, number: int) -> list[str]:
    """So many of the URLs, by the seed number."""
    order = np.random.default_rng(number).permutation(len(urls))
    return [urls[place] for place in order[:n].tolist()]
