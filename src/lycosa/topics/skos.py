"""Thesauri in SKOS: as much of Turtle and RDF/XML as they are written in, and the concepts they tell of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin
from xml.etree import ElementTree as ET

from lycosa.topics.topic import Concept, TopicError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SKOS = "http://www.w3.org/2004/02/skos/core#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
LABELS = (f"{SKOS}prefLabel", f"{RDFS}label", f"{SKOS}altLabel", f"{SKOS}hiddenLabel")
BROADER = (f"{SKOS}broader", f"{RDFS}subClassOf")
NARROWER = f"{SKOS}narrower"
RELATED = f"{SKOS}related"

TOKEN = re.compile(
    r"""(?P<blank>\s+|\#[^\n]*)
    |(?P<iri><[^<>"\s]*>)
    |(?P<text>\"\"\"(?:[^\\]|\\.)*?\"\"\"|'''(?:[^\\]|\\.)*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    |(?P<type>\^\^)
    |(?P<end>[.;,])(?=\s|$|[\]#;.,<])
    |(?P<name>[\w.-]*:[\w.:%/-]*[\w%/-]|[\w-]*:)
    |(?P<word>[+\-\w.]+)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Triple(NamedTuple):
    """What is said of a subject: the IRI of something else, or a text in a language."""

    subject: str
    predicate: str
    value: str
    language: str | None = None  # of a text; an IRI has none


def concepts_from(triples: Iterable[Triple], languages: Sequence[str] = ()) -> tuple[Concept, ...]:
    """What has a label, in the order of its first one; labels in the languages, or all where it has none in them."""
    labels: dict[str, list[Triple]] = {}
    broader: dict[str, dict[str, None]] = {}
    related: dict[str, dict[str, None]] = {}
    for one in triples:
        if one.predicate in LABELS and one.language is not None:
            labels.setdefault(one.subject, []).append(one)
        elif one.predicate in BROADER:
            broader.setdefault(one.subject, {})[one.value] = None
        elif one.predicate == NARROWER:
            broader.setdefault(one.value, {})[one.subject] = None
        elif one.predicate == RELATED:
            related.setdefault(one.subject, {})[one.value] = None
            related.setdefault(one.value, {})[one.subject] = None
    return tuple(
        Concept(subject, _wanted(held, languages), tuple(broader.get(subject, ())), tuple(related.get(subject, ())))
        for subject, held in labels.items()
    )


def _wanted(held: Sequence[Triple], languages: Sequence[str]) -> tuple[str, ...]:
    """The preferred label first."""
    ordered = sorted(held, key=lambda one: LABELS.index(one.predicate))
    spoken = [one for one in ordered if not one.language or one.language.partition("-")[0].lower() in languages]
    return tuple(dict.fromkeys(one.value for one in (spoken if languages and spoken else ordered)))


def triples_of_turtle(text: str, source: str) -> Iterator[Triple]:
    """The statements of a Turtle text without blank nodes and lists, which thesauri hardly ever have."""
    reader = _Turtle(text, source)
    while reader.kind:
        if reader.word.lower() in ("@prefix", "prefix", "@base", "base"):
            reader.directive()
        else:
            yield from reader.statements()


class _Turtle:
    """A text read token by token."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.line = 1
        self.prefixes: dict[str, str] = {}
        self.base = ""
        self.tokens = TOKEN.finditer(text)
        self.kind, self.word = "", ""
        self.next()

    def next(self) -> str:
        """The word that stood here; go on to the one after it."""
        word = self.word
        self.line += word.count("\n")
        for found in self.tokens:
            self.kind, self.word = str(found.lastgroup), found[0]
            if self.kind != "blank":
                return word
            self.line += self.word.count("\n")
        self.kind = self.word = ""
        return word

    def fault(self, expected: str) -> TopicError:
        """What is wrong here."""
        return TopicError(f"{self.source}, line {self.line}: expected {expected}, found {self.word or 'the end'!r}")

    def directive(self) -> None:
        """A prefix or the base."""
        word = self.next().lower()
        name = self.next() if word.endswith("prefix") else ""
        if self.kind != "iri":
            raise self.fault("an <IRI>")
        iri = urljoin(self.base, self.next()[1:-1])
        if name:
            self.prefixes[name] = iri
        else:
            self.base = iri
        if word.startswith("@"):
            self.ended()

    def ended(self) -> None:
        """The full stop."""
        if self.word != ".":
            raise self.fault("a full stop")
        self.next()

    def statements(self) -> Iterator[Triple]:
        """All that is said of one subject."""
        subject = self.iri("a subject")
        while self.word != ".":
            predicate = RDF + "type" if self.word == "a" and self.next() else self.iri("a predicate")
            yield self.value(subject, predicate)
            while self.word == ",":
                self.next()
                yield self.value(subject, predicate)
            while self.word == ";":
                self.next()
            if self.kind not in ("iri", "name", "word") and self.word != ".":
                raise self.fault("; or a full stop")
        self.ended()

    def iri(self, expected: str) -> str:
        """An IRI, written out or with a prefix."""
        if self.kind == "iri":
            return urljoin(self.base, self.next()[1:-1])
        prefix, colon, rest = self.word.partition(":")
        if self.kind != "name" or prefix + colon not in self.prefixes:
            raise self.fault(f"{expected}, an <IRI> or a name with a known prefix")
        self.next()
        return self.prefixes[prefix + colon] + rest

    def value(self, subject: str, predicate: str) -> Triple:
        """What stands at the end of a statement."""
        if self.kind == "word":
            return Triple(subject, predicate, self.next(), "")
        if self.kind != "text":
            return Triple(subject, predicate, self.iri("a value"))
        text = self.next()
        marks = 3 if text[:3] in ('"""', "'''") and len(text) > 5 else 1
        value, language = ESCAPE.sub(_unescaped, text[marks:-marks]), ""
        if self.kind == "language":
            language = self.next()[1:]
        elif self.kind == "type":
            self.next()
            self.iri("a type")
        return Triple(subject, predicate, value, language)


def _unescaped(found: re.Match[str]) -> str:
    sign = found[1]
    return chr(int(sign[1:], 16)) if sign[0] in "uU" and len(sign) > 1 else ESCAPED.get(sign, sign)


def triples_of_xml(text: str, source: str) -> Iterator[Triple]:
    """The statements of RDF/XML: elements about something, and what stands in them."""
    if "<!ENTITY" in text:
        raise TopicError(f"{source}: declares entities of its own, which are not read; write their texts out")
    try:
        root = ET.fromstring(text)  # noqa: S314 - no entities, and the user's own file
    except ET.ParseError as wrong:
        raise TopicError(f"{source}: no XML: {wrong}") from None
    for node in root:
        yield from _said_of(node)


def _said_of(node: ET.Element) -> Iterator[Triple]:
    subject = node.get(f"{{{RDF}}}about") or node.get(f"{{{RDF}}}ID") or ""
    for part in node if subject else ():
        predicate = part.tag.replace("{", "").replace("}", "")
        resource = part.get(f"{{{RDF}}}resource")
        if resource:
            yield Triple(subject, predicate, resource)
            continue
        for inner in part:
            if about := inner.get(f"{{{RDF}}}about"):
                yield Triple(subject, predicate, about)
                yield from _said_of(inner)
        if not len(part) and part.text:
            language = part.get("{http://www.w3.org/XML/1998/namespace}lang", "")
            yield Triple(subject, predicate, part.text.strip(), language)
