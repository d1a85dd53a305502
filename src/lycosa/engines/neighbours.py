"""Pages of the other topics that lie beside a topic's folder: while it shows few that do not belong, they join them."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lycosa.judges.training import stand_ins
from lycosa.topics.read import read_topic
from lycosa.topics.topic import TopicError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lycosa.topics.topic import Example, Topic

TOML = "topic.toml"
MOST = 50  # topics beside it that are read


def beside(topic: Topic, folder: Path) -> Topic:
    """The topic with as many relevant pages of the others as are wanted, of each topic in turn."""
    relevant, unrelated = topic.examples.relevant, topic.examples.unrelated
    if len(unrelated) >= len(relevant) or not (folder / TOML).is_file():
        return topic
    own = {one.text for one in (*relevant, *unrelated)}
    turns = zip_longest(*_others(folder))
    found = dict.fromkeys(one for turn in turns for one in turn if one and one.text not in own)
    return replace(topic, neighbours=tuple(found)[: stand_ins(len(relevant)) - len(unrelated)])


def _others(folder: Path) -> Iterator[list[Example]]:
    """The relevant examples of each topic in the same place; one that cannot be read has none."""
    here = folder.resolve()
    try:
        there = sorted(one for one in here.parent.iterdir() if one != here and (one / TOML).is_file())
    except OSError:
        return
    for one in there[:MOST]:
        try:
            yield [example for example in read_topic(str(one)).examples.relevant if example.text]
        except TopicError:
            continue
