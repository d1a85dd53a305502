"""Is this relevant? One file per judge; a new file is found by looking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.judges.base import Judge, JudgeError
from lycosa.pages.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

__all__ = ["Judge", "JudgeError", "check_needs", "find", "known", "registry"]

PRESETS = {"svm+vocabulary": "mixture(svm, vocabulary)"}
registry = Registry(__name__, Judge, "judge", JudgeError, PRESETS)
find = registry.find


def known() -> dict[str, type[Judge]]:
    """Word to class, by word."""
    return registry.known


def check_needs(judge: Judge, topic: Topic, start: Sequence[Page] = ()) -> None:
    """Name what the judge needs and the topic lacks, before anything is fetched."""
    examples = topic.examples.relevant or start
    held = {
        "words": topic.words,
        "query": topic.query,
        "vocabulary": topic.vocabulary,
        "examples": examples,
        "back_links": topic.back_links,
        "tree": topic.tree,
        "concepts": any(concept.focus for concept in topic.concepts),
    }
    missing = [need for need in judge.needs if not any(held.get(one) for one in need.split("|"))]
    if missing:
        wanted = " and ".join(" or ".join(MISSING[one] for one in need.split("|")) for need in missing)
        raise JudgeError(f"the judge {judge} cannot judge the topic {topic.name!r}: give it {wanted}")


MISSING = {
    "words": "a description or a query",
    "query": "a query",
    "vocabulary": "a vocabulary (vocabulary.txt beside topic.toml, one `weight: term` a line)",
    "examples": "example pages",
    "tree": "a tree of topics",
    "back_links": "back-links (pages that link to its examples)",
    "concepts": "an ontology with a concept in focus (concepts.csv or concepts.ttl beside topic.toml)",
}
