"""Topics from files: a folder with topic.toml, or such a file alone."""

from __future__ import annotations

import difflib
import re
import tomllib
from typing import Any

import msgspec

from lycosa.pages.parse import parse
from lycosa.pages.urls import absolute
from lycosa.topics.languages import language_code
from lycosa.topics.topic import Example, Examples, Scope, Topic, TopicError
from lycosa.topics.vocabulary import read_terms, term

TABLES: dict[str, type[msgspec.Struct]] = {"": Topic, "examples": Examples, "scope": Scope}
TYPES = {
    "str": "a string",
    "bool": "true or false",
    "float": "a number",
    "array": "a list",
    "object": "a table",
}


def read_topic(path: str) -> Topic:
    """The topic in a folder or file. What is wrong with it is said in one line with file, line and key."""
    file, folder, text = _opened(str(path))
    document = _Document(file, text)
    raw = document.parsed()
    document.check_keys(raw)
    terms = [_weighed(word, weight, document) for word, weight in _table(raw, "vocabulary", document).items()]
    beside = _text_beside(f"{folder}vocabulary.txt")
    raw["vocabulary"] = [*terms, *read_terms(beside, f"{folder}vocabulary.txt")]
    if isinstance(raw.setdefault("synonyms", []), list):
        raw["synonyms"] += _synonyms(f"{folder}synonyms.txt")
    _spell_out(raw)
    topic = document.converted(raw)
    document.check_examples(topic)
    document.check_scope(topic)
    topic = _with_languages(topic, document)
    topic = _with_left_out(topic, folder, document)
    topic = _with_files(topic, folder, document)
    if not (topic.words.strip() or topic.vocabulary or topic.examples.relevant):
        raise TopicError(f"{file}: the topic is empty: give it a description, a query, a vocabulary or examples")
    return topic


class _Document:
    """A TOML text that can say where a key stands."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text

    def parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as wrong:
            raise TopicError(f"{self.file}: {wrong}") from None
        except RecursionError:
            raise TopicError(f"{self.file}: lists or tables stand too deep in one another") from None

    def where(self, table: str, key: str) -> str:
        """`file, line 7, scope.stay_in`, as well as the line can be told."""
        dotted = f"{table}.{key}" if table else key
        return f"{self.file}, line {self.line(table, key)}, {' '.join(dotted.split())}"

    def line(self, table: str, key: str) -> int:
        current, found = "", 1
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line)
            if header:
                current = header[1]
                if current.split(".")[0] == (table or key):
                    found = number
            elif _names(line, key if current == table else f"{table}.{key}" if table and not current else None):
                return number
            elif table and not current and _names(line, table):
                found = number
        return found

    def check_keys(self, raw: dict[str, Any]) -> None:
        """Refuse a key no topic has, and propose the nearest that it has."""
        for table, struct in TABLES.items():
            held = raw.get(table, {}) if table else raw
            for key in held if isinstance(held, dict) else ():
                if key not in struct.__struct_fields__:
                    raise TopicError(f"{self.where(table, key)}: no such key; {nearest(key, struct.__struct_fields__)}")
        examples = raw.get("examples")
        for table, held in examples.items() if isinstance(examples, dict) else ():
            self._check_example_keys(table, held)

    def _check_example_keys(self, table: str, held: Any) -> None:
        known = Example.__struct_fields__
        for example in held if isinstance(held, list) else ():
            for key in example if isinstance(example, dict) else ():
                if key not in known:
                    raise TopicError(f"{self.where('examples', table)}: no such key {key!r}; {nearest(key, known)}")

    def converted(self, raw: dict[str, Any]) -> Topic:
        try:
            return msgspec.convert(raw, Topic)
        except msgspec.ValidationError as wrong:
            what, _, place = str(wrong).partition(" - at `$.")
            table, _, key = re.sub(r"\[.*", "", place.rstrip("`")).rpartition(".")
            expected = re.match(r"Expected `(\w+).*`, got `(\w+).*`", what)
            said = f"must be {TYPES.get(expected[1], expected[1])}" if expected else what
            raise TopicError(f"{self.where(table, key)}: {' '.join(said.split())}") from None

    def check_examples(self, topic: Topic) -> None:
        for key in Examples.__struct_fields__:
            for number, example in enumerate(getattr(topic.examples, key), 1):
                if sum(map(bool, (example.url, example.file, example.text))) != 1:
                    raise TopicError(
                        f"{self.where('examples', key)}: example {number} must have one of url, file, text"
                    )
                if example.url and absolute(example.url, "") is None:
                    raise TopicError(
                        f"{self.where('examples', key)}: {example.url!r} is no web address; write it like "
                        f"http://example.org/"
                    )

    def check_scope(self, topic: Topic) -> None:
        for key in ("stay_in", "leave_out", "link_texts"):
            if not all(map(str.strip, getattr(topic.scope, key))):
                raise TopicError(f"{self.where('scope', key)}: an empty entry; take it out")


def nearest(word: str, known: tuple[str, ...] | list[str]) -> str:
    """A proposal for a misspelt word: the nearest known ones, or all of them."""
    near = difflib.get_close_matches(word, known, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"


def _names(line: str, key: str | None) -> bool:
    return key is not None and re.match(rf'\s*["\']?{re.escape(key)}["\']?\s*[=.]', line) is not None


def _opened(path: str) -> tuple[str, str, str]:
    """The file, its folder with a slash, its text."""
    folder = path.rstrip("/") + "/"
    for file, beside in ((f"{folder}topic.toml", folder), (path, path[: path.rfind("/") + 1])):
        try:
            return file, beside, _text(file)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            continue
    raise TopicError(f"{path}: no topic there: neither a topic.toml in a folder of this name nor a file")


def _text(file: str) -> str:
    data = _bytes(file)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise TopicError(f"{file}, line {line}: not UTF-8; save the file as UTF-8") from None


def _bytes(file: str) -> bytes:
    with open(file, "rb") as stream:  # noqa: PTH123 - this room imports no pathlib
        return stream.read()


def _text_beside(file: str) -> str:
    try:
        return _text(file)
    except FileNotFoundError:
        return ""


def _table(raw: dict[str, Any], key: str, document: _Document) -> dict[str, Any]:
    table = raw.get(key, {})
    if not isinstance(table, dict):
        raise TopicError(f'{document.where("", key)}: must be a table of terms and weights: "pit stop" = 4')
    return table


def _synonyms(file: str) -> list[tuple[str, float]]:
    """Of the file beside: what they count, and their words."""
    return [(" ".join(one.parts), one.weight) for one in read_terms(_text_beside(file), file)]


def _weighed(word: str, weight: Any, document: _Document) -> dict[str, Any]:
    read = term(word, weight, document.where("vocabulary", word))
    return {"weight": read.weight, "parts": read.parts}


def _spell_out(raw: dict[str, Any]) -> None:
    """An example that is a mere string is a URL."""
    raw["vocabulary"] = [
        entry if isinstance(entry, dict) else msgspec.to_builtins(entry) for entry in raw["vocabulary"]
    ]
    examples = raw.get("examples")
    if isinstance(examples, dict):
        for key, listed in examples.items():
            if isinstance(listed, list):
                examples[key] = [{"url": one} if isinstance(one, str) else one for one in listed]


def _with_languages(topic: Topic, document: _Document) -> Topic:
    """Languages as pages have them."""
    where = document.where("", "languages")
    return msgspec.structs.replace(topic, languages=tuple(language_code(one, where) for one in topic.languages))


def _with_files(topic: Topic, folder: str, document: _Document) -> Topic:
    """Examples in files, with their text."""
    held = {}
    for key in Examples.__struct_fields__:
        where = document.where("examples", key)
        examples = getattr(topic.examples, key)
        held[key] = tuple(_text_of(one, folder, where) if one.file else one for one in examples)
    return msgspec.structs.replace(topic, examples=Examples(**held))


def _text_of(example: Example, folder: str, where: str) -> Example:
    file = example.file if example.file.startswith("/") else folder + example.file
    html = file.lower().endswith((".html", ".htm", ".xhtml"))
    headers = {"content-type": "text/html" if html else "text/plain"}
    try:
        page = parse(f"file://{file}", headers, _bytes(file))
    except OSError as wrong:
        raise TopicError(f"{where}: cannot read {file}: {wrong.strerror}") from None
    return msgspec.structs.replace(example, text=f"{page.title}\n{page.content}")


def _with_left_out(topic: Topic, folder: str, document: _Document) -> Topic:
    """The file of URLs and sites to leave out, read."""
    file = topic.scope.leave_out_file
    if not file:
        return topic
    where = file if file.startswith("/") else folder + file
    try:
        text = _text(where)
    except OSError as wrong:
        raise TopicError(
            f"{document.where('scope', 'leave_out_file')}: cannot read {where}: {wrong.strerror}"
        ) from None
    entries = tuple(line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    scope = msgspec.structs.replace(topic.scope, leave_out=(*topic.scope.leave_out, *entries))
    return msgspec.structs.replace(topic, scope=scope)
