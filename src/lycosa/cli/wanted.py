"""What a user wants replayed: topic, seeds and targets, from words, a path or a labelled topic's name."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lycosa.engines.hunts import START
from lycosa.engines.neighbours import TOML, beside
from lycosa.pages.urls import Canon, absolute
from lycosa.topics.read import read_topic
from lycosa.topics.topic import Topic, TopicError, topic_from
from lycosa.webs.labelled import copies, drawn, labelled_topic, pages_of, topic_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.webs.base import LabelledWeb

FEW = 5  # seeds drawn where nobody says how many


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to hunt and from where; targets are the keys of the topic's labelled pages that are no seeds."""

    topic: Topic
    seeds: list[str]
    targets: frozenset[int]
    web: LabelledWeb

    def labelled(self, key: int, url: str) -> bool:
        """Whether what a URL shows belongs to the topic by the web's labels; a copy of a target does too."""
        return key in self.targets or copies(self.web, self.topic.name, url)


def wanted(
    text: str, web: LabelledWeb, seeds: Sequence[str], n: int | None, number: int, canon: Canon | None = None
) -> Wanted:
    """A topic's name goes before a path, a path before mere words."""
    topic = topic_of(text, web)
    urls = pages_of(web, topic.name)
    examples = [one.url for one in topic.examples.relevant if one.url]
    chosen = [checked(seed) for seed in seeds] or examples[:START]
    if n is not None or not chosen:
        chosen += drawn([url for url in urls if url not in chosen], FEW if n is None else n, number)
    if not chosen:
        raise TopicError(seedless(text, web))
    key = (canon or Canon()).key
    targets = frozenset(map(key, urls)) - frozenset(map(key, chosen))
    return Wanted(topic, chosen, targets, web)


def topic_of(text: str, web: LabelledWeb) -> Topic:
    """The topic that is meant."""
    return labelled_topic(web, text) if text in topic_names(web) else topic_here(text)


def topic_here(text: str) -> Topic:
    """The topic of a file or folder, or of mere words."""
    path = str(Path(text).expanduser()) if text.startswith("~/") else text
    if looks_like_path(text) or is_topic(path):
        return beside(read_topic(path), folder_of(path))
    return topic_from(text)


def folder_of(path: str) -> Path:
    """The folder of a topic that is named by it or by its topic.toml."""
    given = Path(path).expanduser()
    return given.parent if given.name == TOML else given


def is_topic(path: str) -> bool:
    """Whether a file or a folder with a topic.toml has this name."""
    try:
        return Path(path).is_file() or Path(path, "topic.toml").is_file()
    except OSError:  # too long for a name
        return False


def looks_like_path(text: str) -> bool:
    """Whether nobody would hunt these words."""
    return text.endswith((".toml", "/")) or text.startswith(("/", "./", "../", "~/")) or in_a_folder(text)


def in_a_folder(text: str) -> bool:
    """Whether a folder that is there would hold it, so that a misspelled topic is not hunted as words."""
    try:
        return "/" in text and Path(text).parent.is_dir()
    except OSError:
        return False


def checked(seed: str) -> str:
    """The seed as browsers read it."""
    url = absolute(seed, "")
    if url is None:
        raise TopicError(f"--seed {seed}: no web address; write it like http://example.org/")
    return url


def seedless(text: str, web: LabelledWeb) -> str:
    """What to say to someone who gave nowhere to begin."""
    known = topic_names(web)
    if text in known:
        return f"no seeds for {text!r}: give --seed URL, or --seeds with more than 0"
    near = difflib.get_close_matches(text, known, n=3)
    if near:
        return f"no seeds for {text!r}, which is no topic of this web: did you mean {' or '.join(near)}?"
    some = f", or hunt a topic of this web, {' or '.join(known[:3])} say" if known else ""
    return f"no seeds for {text!r}: give --seed URL{some}"
