"""A guard against markup made to exhaust the parser, whose time grows with the square of some depths.

Elements nested deeper than 512 and attributes beyond the 128th of a tag are left out. Pages that may do so
are read tag by tag and, where it is true, written anew with every element closed in its place.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST = 512
ATTRIBUTES = 128
REPEATED = 16  # html and body tags of a page, whose attributes the parser puts together
LONG = 1024  # bytes from one tag's < to the next one's, from which on a tag may have too many attributes

VOID = frozenset(
    b"area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr".split()
)
FORMATTING = frozenset(b"b big code em font i nobr s small strike strong tt u".split())
RENAMED = {chr(name[0] + 1) + name[1:].decode(): name.decode() for name in sorted(FORMATTING)}
RAW = frozenset(b"script style textarea title xmp iframe noembed noframes noscript".split())
_UNSEEN = RAW - {b"textarea", b"title"}
_ONCE = frozenset((b"html", b"head", b"body"))
_DRAWN = frozenset((b"svg", b"math"))
_CELLS = (b"td", b"th")
_ENDED_BY = {  # an element that ends the one before it
    b"p": (b"p",),
    b"li": (b"li",),
    b"dt": (b"dt", b"dd"),
    b"dd": (b"dt", b"dd"),
    b"option": (b"option",),
    b"td": _CELLS,
    b"th": _CELLS,
    b"tr": (*_CELLS, b"tr"),
    b"tbody": (*_CELLS, b"tr", b"tbody", b"thead", b"tfoot"),
}
ENDED = frozenset(name for names in _ENDED_BY.values() for name in names)

_VALUE = rb"\"[^\"]*+\"|'[^']*+'|[^ \t\n\f\r>\"'][^ \t\n\f\r>]*+"
_ATTRIBUTE = rb"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+(?:" + _VALUE + rb"|(?=>)))?+"
_TAG = rb"<(/?)([a-zA-Z][^ \t\n\f\r/>]*+)((?:[ \t\n\f\r/]++|" + _ATTRIBUTE + rb")*+)>"
_TOKEN = re.compile(
    rb"<!--(?:-?>|.*?--!?>|.*)|" + _TAG + rb"|<[!?][^>]*+>?|</(?:>|[^a-zA-Z>][^>]*+>?)|<[a-zA-Z/].*",
    re.DOTALL,
)
_ONE_TAG = re.compile(_TAG)
_ONE_ATTRIBUTE = re.compile(_ATTRIBUTE)

Token = tuple[bytes, bytes, bytes, bytes]  # text before, "/" of an end tag, name in lower case, attributes


def shallow(html: bytes) -> bytes | None:
    """The page written anew without what nests too deep, or None if nothing does."""
    return _written(html) if _nests(html) else None


def overloaded(html: bytes, at: int) -> bool:
    """Whether the tag at this place has too many attributes."""
    tag = _ONE_TAG.match(html, at)
    return tag is not None and len(tag[3]) > LONG and len(_ONE_ATTRIBUTE.findall(tag[3])) > ATTRIBUTES


def _tokens(html: bytes) -> Iterator[Token]:
    """Tags, each with the text before it. The text within raw elements comes as text before their end tag."""
    at = 0
    found = _TOKEN.search(html)
    while found:
        name = (found[2] or b"").lower()
        yield html[at : found.start()], found[1] or b"", name, found[3] or b""
        at = found.end()
        if name in RAW and not found[1]:
            end = re.compile(rb"</" + name + rb"(?=[ \t\n\f\r/>])", re.IGNORECASE).search(html, at)
            found = _TOKEN.search(html, end.start()) if end else None
        else:
            found = None if name == b"plaintext" else _TOKEN.search(html, at)
    yield html[at:], b"", b"", b""


def _nests(html: bytes) -> bool:
    """Whether it may nest too deep: only end tags that clearly fit are taken to end an element."""
    stack: list[bytes] = []
    once = 0
    for _, closing, name, attributes in _tokens(html):
        once += name in _ONCE
        if once > 2 * REPEATED:
            return True
        if len(attributes) > LONG and len(_ONE_ATTRIBUTE.findall(attributes)) > ATTRIBUTES:
            return True
        if not name or name in VOID or name in RAW or name in _ONCE:
            continue
        if closing:
            while stack and stack[-1] != name and stack[-1] in ENDED:
                stack.pop()
            if stack and stack[-1] == name:
                stack.pop()
        else:
            _end_before(name, stack)
            stack.append(name)
            if len(stack) > DEEPEST:
                return True
    return False


def _end_before(name: bytes, stack: list[bytes]) -> list[bytes]:
    """Take off the stack what a start tag ends."""
    ended = []
    names = _ENDED_BY.get(name, ())
    while stack and stack[-1] in names:
        ended.append(stack.pop())
    return ended


def _written(html: bytes) -> bytes:
    """The page with each element closed in its place, without scripts, drawings' frames and formatting."""
    writer = _Writer()
    for text, closing, name, attributes in _tokens(html):
        writer.text(text)
        if not name or name in FORMATTING or name in _DRAWN:
            continue
        if closing:
            writer.end(name)
        else:
            writer.start(name, attributes)
    return b"".join(writer.out)


class _Writer:
    """Writes tags so that what it has open is what the parser will have open."""

    def __init__(self) -> None:
        self.out: list[bytes] = []
        self.stack: list[bytes] = []
        self.open: dict[bytes, int] = {}
        self.raw = b""

    def text(self, text: bytes) -> None:
        if text and self.raw not in _UNSEEN:
            self.out.append(text.replace(b"<", b"&lt;"))

    def start(self, name: bytes, attributes: bytes) -> None:
        if name in _ONCE and self.open.setdefault(name, 0):
            return
        if name == b"a" and self.open.get(name):
            self.end(name)
        for ended in _end_before(name, self.stack):
            self._ended(ended)
        if name in RAW:
            self.raw = name
        if len(self.stack) >= DEEPEST and not (name in VOID or name in RAW or name == b"a"):
            self.out.append(b"\n")
            return
        self.out.append(b"<" + name + _written_attributes(attributes) + b">")
        if name in _ONCE:
            self.open[name] = 1
        elif name not in VOID:
            self.stack.append(name)
            self.open[name] = self.open.get(name, 0) + 1

    def end(self, name: bytes) -> None:
        if name == self.raw:
            self.raw = b""
        if name in _ONCE or not self.open.get(name):
            self.out.append(b"\n")
            return
        while self.open[name] and (top := self.stack.pop()):
            self._ended(top)
            if top == name:
                break

    def _ended(self, name: bytes) -> None:
        self.open[name] -= 1
        self.out.append(b"</" + name + b">")


def _written_attributes(attributes: bytes) -> bytes:
    if not attributes.strip(b" \t\n\f\r/"):
        return b""
    kept = islice(_ONE_ATTRIBUTE.finditer(attributes), ATTRIBUTES)
    return b" " + b" ".join(found[0] for found in kept)
