"""What a page says of itself in head and headers: title, description, robots, canonical URL, languages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from turbohtml import Element, Namespace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from turbohtml import Document

    Headers = Mapping[str, str] | Sequence[tuple[str, str]]

_LINK = re.compile(r"<([^>]*)>([^<]*)")
_CANONICAL = re.compile(r";\s*rel\s*=\s*(?:\"[^\"]*\bcanonical\b[^\"]*\"|canonical\b)", re.IGNORECASE)
_WITH_VALUE = ("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview")


@dataclass(slots=True)
class Head:
    """What was said, as it was said; URLs are still relative."""

    title: str = ""
    description: str = ""
    keywords: str = ""
    language: str = ""
    base: str = ""
    canonical: str = ""
    robots: set[str] = field(default_factory=set)
    hreflang: list[tuple[str, str]] = field(default_factory=list)


def values_of(headers: Headers, name: str) -> list[str]:
    """The values of all headers of that name."""
    pairs = headers.items() if hasattr(headers, "items") else headers
    return [value for key, value in pairs if key.lower() == name]


def said_in_headers(headers: Headers) -> Head:
    """What the HTTP headers say of the page."""
    head = Head()
    for value in values_of(headers, "x-robots-tag"):
        name, colon, _ = value.partition(":")
        if not colon or name.strip().lower() in _WITH_VALUE or "," in name:  # else it speaks to one crawler
            head.robots |= directives(value)
    for value in values_of(headers, "link"):
        found = [url for url, options in _LINK.findall(value) if _CANONICAL.search(options)]
        head.canonical = head.canonical or "".join(found[:1])
    head.language = "".join(values_of(headers, "content-language")[:1])
    return head


def directives(content: str) -> set[str]:
    """The single rules of a robots meta or header; `none` is two of them."""
    rules = {rule.strip().lower() for rule in content.split(",")} - {""}
    return rules - {"none"} | {"noindex", "nofollow"} if "none" in rules else rules


def head_of(tree: Document, head: Head) -> Head:
    """What the page's head says, added to what the headers said; the page's own word goes first."""
    if tree.root is not None:
        head.language = tree.root.attr("lang") or head.language
    said = Head(canonical=head.canonical, language=head.language, robots=head.robots)
    top = tree.select_one("head")
    linked = ""
    for node in top.children if top else ():
        if not isinstance(node, Element):
            continue
        tag = node.tag
        if tag == "meta":
            _meta(said, node)
        elif tag == "link":
            linked = linked or _link(said, node)
        elif tag == "title":
            said.title = said.title or _squeezed(node.text)
        elif tag == "base":
            said.base = said.base or node.attr("href") or ""
    said.canonical = linked or said.canonical
    said.title = said.title or _title(tree)
    return said


def _title(tree: Document) -> str:
    """The first title wherever it ended up: markup that is broken may close the head too early."""
    titles = (node for node in tree.select("title") if node.namespace is Namespace.HTML)
    return next((title for node in titles if (title := _squeezed(node.text))), "")


def _meta(said: Head, node: Element) -> None:
    name = (node.attr("name") or node.attr("http-equiv") or "").strip().lower()
    content = node.attr("content") or ""
    if name == "description":
        said.description = said.description or _squeezed(content)
    elif name == "keywords":
        said.keywords = said.keywords or _squeezed(content)
    elif name == "robots":
        said.robots |= directives(content)
    elif name == "content-language":
        said.language = said.language or content.strip()


def _link(said: Head, node: Element) -> str:
    """Notes the page in another language; answers with the canonical URL if the link names it."""
    href = (node.attr("href") or "").strip()
    rel = (node.attr("rel") or "").lower().split()
    if href and "alternate" in rel and (language := node.attr("hreflang")):
        said.hreflang.append((_squeezed(language), href))
    return href if "canonical" in rel else ""


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def resolved(join: Callable[[str], str | None], pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Pages in other languages with absolute URLs; those that lead nowhere are left out."""
    found = ((language, join(href)) for language, href in pairs)
    return tuple((language, url) for language, url in found if url)


def body_robots(nodes: Iterable[Element]) -> set[str]:
    """Robots rules of metas that ended up in the body, where browsers and search engines still obey them."""
    said = Head()
    for node in nodes:
        _meta(said, node)
    return said.robots
