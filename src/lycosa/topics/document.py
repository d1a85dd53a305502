"""A topic's TOML: parsed, and searched for the line that a mistake stands on."""

from __future__ import annotations

import difflib
import re
import tomllib
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from lycosa.pages.urls import absolute
from lycosa.topics.topic import Example, Examples, Scope, Topic, TopicError

if TYPE_CHECKING:
    from collections.abc import Iterable

TABLES: dict[str, type[msgspec.Struct]] = {"": Topic, "examples": Examples, "scope": Scope}
FOUND = "neighbours"  # by looking beside the folder
T = TypeVar("T")
TYPES = {
    "str": "a string",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "array": "a list",
    "object": "a table",
}


class Document:
    """A TOML text that can say where a key stands."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text

    def parsed(self) -> dict[str, Any]:
        """Its tables; what is no TOML is said with the line."""
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
        """Where the key stands, or its table; else the first line."""
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
            self.check_table(raw.get(table, {}) if table else raw, table, struct)
        examples = raw.get("examples")
        for table, held in examples.items() if isinstance(examples, dict) else ():
            self._check_example_keys("examples", table, held)

    def check_table(self, held: Any, table: str, struct: type[msgspec.Struct]) -> None:
        """Refuse a key that the table does not have."""
        known = [name for name in struct.__struct_fields__ if name != FOUND]
        for key in held if isinstance(held, dict) else ():
            if key not in known:
                raise TopicError(f"{self.where(table, key)}: no such key; {nearest(key, known)}")
            self._check_example_keys(table, key, held[key] if key == "examples" else ())

    def _check_example_keys(self, table: str, key: str, held: Any) -> None:
        known = Example.__struct_fields__
        for example in held if isinstance(held, list | tuple) else ():
            for name in example if isinstance(example, dict) else ():
                if name not in known:
                    raise TopicError(f"{self.where(table, key)}: no such key {name!r}; {nearest(name, known)}")

    def converted(self, raw: Any, kind: type[T], table: str = "") -> T:
        """The value as one of a kind; what it cannot be is named with its line."""
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as wrong:
            what, _, place = str(wrong).partition(" - at `$")
            above, _, key = re.sub(r"\[.*?\]", "", place.rstrip("`")).rpartition(".")
            expected = re.match(r"Expected `(\w+).*`, got `(\w+).*`", what)
            said = f"must be {TYPES.get(expected[1], expected[1])}" if expected else what
            where = self.where(table or above.lstrip("."), key) if key else self.where("", table)
            raise TopicError(f"{where}: {' '.join(said.split())}") from None

    def check_examples(self, examples: Iterable[Example], where: str) -> None:
        """Each has one place where it is to be had."""
        for number, example in enumerate(examples, 1):
            if sum(map(bool, (example.url, example.file, example.text))) != 1:
                raise TopicError(f"{where}: example {number} must have one of url, file, text")
            if example.url and absolute(example.url, "") is None:
                raise TopicError(f"{where}: {example.url!r} is no web address; write it like http://example.org/")

    def check_scope(self, topic: Topic) -> None:
        """No entry is empty, which would mean all."""
        for key in ("stay_in", "leave_out", "link_texts"):
            if not all(map(str.strip, getattr(topic.scope, key))):
                raise TopicError(f"{self.where('scope', key)}: an empty entry; take it out")


def nearest(word: str, known: tuple[str, ...] | list[str]) -> str:
    """A proposal for a misspelt word: the nearest known ones, or all of them."""
    near = difflib.get_close_matches(word, known, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"


def _names(line: str, key: str | None) -> bool:
    return key is not None and re.match(rf'\s*["\']?{re.escape(key)}["\']?\s*[=.]', line) is not None
