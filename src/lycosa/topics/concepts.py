"""An ontology's concepts beside a topic: concepts.csv, or SKOS in concepts.ttl or concepts.rdf."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import msgspec

from lycosa.pages.tokens import tokens
from lycosa.topics.files import beside, text_beside, text_in
from lycosa.topics.skos import concepts_from, triples_of_turtle, triples_of_xml
from lycosa.topics.topic import Concept, Topic, TopicError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lycosa.topics.document import Document

NAMES = ("concepts.csv", "concepts.ttl", "concepts.rdf")
COLUMNS = ("id", "label", "broader", "related", "focus")
YES = ("yes", "true", "1", "x")
PART = "|"  # between several labels or neighbours of a concept


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[concepts]`: a file of them, and which the topic is about, by id or label."""

    file: str = ""
    focus: tuple[str, ...] = ()


def concepts_of(raw: Any, topic: Topic, document: Document, folder: str) -> tuple[Concept, ...]:
    """The concepts; where none is said to be the topic's, those whose label stands in its name or query are."""
    focus: tuple[str, ...] = ()
    if isinstance(raw, list):
        for entry in raw:
            document.check_table(entry, "concepts", Concept)
        found = document.converted(raw, tuple[Concept, ...], "concepts")
    else:
        document.check_table(raw, "concepts", Source)
        source = document.converted(raw, Source, "concepts")
        found, focus = (), source.focus
        if source.file:
            found = _read(beside(source.file, folder), topic, document.where("concepts", "file"))
    for name in NAMES:
        found = found or (_parsed(folder + name, text, topic) if (text := text_beside(folder + name)) else ())
    return _focused(found, focus, topic, document.where("concepts", "focus"))


def _read(file: str, topic: Topic, where: str) -> tuple[Concept, ...]:
    try:
        return _parsed(file, text_in(file), topic)
    except OSError as wrong:
        raise TopicError(f"{where}: cannot read {file}: {wrong.strerror}") from None


def _parsed(file: str, text: str, topic: Topic) -> tuple[Concept, ...]:
    if file.endswith(".csv"):
        return concepts_in_table(text, file)
    triples = triples_of_turtle(text, file) if file.endswith(".ttl") else triples_of_xml(text, file)
    found = concepts_from(triples, topic.languages)
    if not found:
        raise TopicError(f"{file}: no concepts in it: none has a skos:prefLabel, skos:altLabel or rdfs:label")
    return found


def concepts_in_table(text: str, source: str) -> tuple[Concept, ...]:
    """Concepts of a CSV table with the columns id, label and, where they are known, broader, related and focus."""
    rows = csv.DictReader(text.splitlines(), restkey="")
    heads = [head.strip() for head in rows.fieldnames or ()]
    if not {"id", "label"} <= set(heads) <= set(COLUMNS):
        raise TopicError(f"{source}, line 1: expected the columns {', '.join(COLUMNS)}, found {', '.join(heads)}")
    rows.fieldnames = heads
    found: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        if row.get("") or not (row["id"] and row["label"]):
            raise TopicError(f"{source}, line {rows.line_num}: a concept has an id, a label and no more than the heads")
        held = found.setdefault(row["id"].strip(), {name: [] for name in COLUMNS})
        for name in COLUMNS[1:]:
            held[name] += [part.strip() for part in (row.get(name) or "").split(PART) if part.strip()]
    return tuple(
        Concept(
            name,
            tuple(dict.fromkeys(held["label"])),
            tuple(dict.fromkeys(held["broader"])),
            tuple(dict.fromkeys(held["related"])),
            any(word.lower() in YES for word in held["focus"]),
        )
        for name, held in found.items()
    )


def _focused(found: tuple[Concept, ...], focus: Iterable[str], topic: Topic, where: str) -> tuple[Concept, ...]:
    wanted = {word.lower() for word in focus}
    known = {word.lower() for one in found for word in (one.id, *one.labels)}
    for word in sorted(wanted - known):
        raise TopicError(f"{where}: no concept has the id or label {word!r}")
    if not wanted and any(one.focus for one in found):
        return found
    said = f" {' '.join(tokens(f'{topic.name} . {topic.query}'))} "
    return tuple(
        msgspec.structs.replace(one, focus=_is_meant(one, wanted) if wanted else _is_said(one, said)) for one in found
    )


def _is_meant(one: Concept, wanted: set[str]) -> bool:
    return not wanted.isdisjoint(word.lower() for word in (one.id, *one.labels))


def _is_said(one: Concept, said: str) -> bool:
    return any(f" {' '.join(words)} " in said for words in map(tokens, one.labels) if words)
