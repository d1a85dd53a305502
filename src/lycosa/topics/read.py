"""Topics from files: a folder with topic.toml, or such a file alone."""

from __future__ import annotations

from typing import Any

import msgspec

from lycosa.topics.concepts import concepts_of
from lycosa.topics.document import Document, nearest
from lycosa.topics.files import beside, entries, opened, text_beside, text_in
from lycosa.topics.labels import joined, labelled, with_kept
from lycosa.topics.languages import language_code
from lycosa.topics.lists import back_links_of, spelled_out, tree_of
from lycosa.topics.topic import Examples, Topic, TopicError
from lycosa.topics.vocabulary import read_terms, term

__all__ = ["nearest", "read_topic"]

DESCRIPTION = "description.txt"  # where topic.toml has none

replace = msgspec.structs.replace


def read_topic(path: str) -> Topic:
    """The topic in a folder or file. What is wrong with it is said in one line with file, line and key."""
    file, folder, text = opened(str(path))
    document = Document(file, text)
    raw = document.parsed()
    document.check_keys(raw)
    tree, back_links = tree_of(raw, document, folder), back_links_of(raw, document, folder)
    concepts = raw.pop("concepts", [])
    _words(raw, document, folder)
    topic = document.converted(raw, Topic)
    for key in Examples.__struct_fields__:
        document.check_examples(getattr(topic.examples, key), document.where("examples", key))
    document.check_scope(topic)
    topic = _with_languages(topic, document)
    topic = _with_left_out(topic, folder, document)
    topic = _with_examples(topic, folder, document)
    topic = replace(topic, tree=tree, back_links=back_links)
    topic = replace(topic, concepts=concepts_of(concepts, topic, document, folder))
    if not (topic.words.strip() or topic.vocabulary or topic.examples.relevant):
        raise TopicError(f"{file}: the topic is empty: give it a description, a query, a vocabulary or examples")
    return topic


def _words(raw: dict[str, Any], document: Document, folder: str) -> None:
    """What is written in words, in topic.toml and in files beside it."""
    terms = [_weighed(word, weight, document) for word, weight in _table(raw, "vocabulary", document).items()]
    file = f"{folder}vocabulary.txt"
    raw["vocabulary"] = [*terms, *map(msgspec.to_builtins, read_terms(text_beside(file), file))]
    if isinstance(raw.setdefault("synonyms", []), list):
        raw["synonyms"] += _synonyms(f"{folder}synonyms.txt")
    if not raw.get("description") and (words := text_beside(f"{folder}{DESCRIPTION}").strip()):
        raw["description"] = words
    examples = raw.get("examples")
    if isinstance(examples, dict):
        raw["examples"] = {key: spelled_out(listed) for key, listed in examples.items()}


def _table(raw: dict[str, Any], key: str, document: Document) -> dict[str, Any]:
    table = raw.get(key, {})
    if not isinstance(table, dict):
        raise TopicError(f'{document.where("", key)}: must be a table of terms and weights: "pit stop" = 4')
    return table


def _synonyms(file: str) -> list[tuple[str, float]]:
    """Of the file beside: what they count, and their words."""
    return [(" ".join(one.parts), one.weight) for one in read_terms(text_beside(file), file)]


def _weighed(word: str, weight: Any, document: Document) -> dict[str, Any]:
    read = term(word, weight, document.where("vocabulary", word))
    return {"weight": read.weight, "parts": read.parts}


def _with_languages(topic: Topic, document: Document) -> Topic:
    """Languages as pages have them."""
    where = document.where("", "languages")
    return replace(topic, languages=tuple(language_code(one, where) for one in topic.languages))


def _with_examples(topic: Topic, folder: str, document: Document) -> Topic:
    """Examples in files with their text, and those that were labelled."""
    held = {}
    for key in Examples.__struct_fields__:
        where = document.where("examples", key)
        examples = getattr(topic.examples, key)
        held[key] = tuple(with_kept(one, folder, where) for one in examples)
    return replace(topic, examples=Examples(**dict(joined(held, labelled(folder)))))


def _with_left_out(topic: Topic, folder: str, document: Document) -> Topic:
    """The file of URLs and sites to leave out, read."""
    file = topic.scope.leave_out_file
    if not file:
        return topic
    where = beside(file, folder)
    try:
        text = text_in(where)
    except OSError as wrong:
        raise TopicError(
            f"{document.where('scope', 'leave_out_file')}: cannot read {where}: {wrong.strerror}"
        ) from None
    scope = replace(topic.scope, leave_out=(*topic.scope.leave_out, *entries(text)))
    return replace(topic, scope=scope)
