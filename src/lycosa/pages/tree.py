"""A page's tree: a few looks find all that matters, then marks are put where links begin and end."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from turbohtml import Text, parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from turbohtml import Document, Element

HIDDEN = ("script", "style", "noscript", "iframe", "noembed", "noframes", "template")
HEADINGS = ("h1", "h2", "h3")
OPENS, CLOSES = "\x01", "\x02"

_NOWHERE = "javascript:"  # what an anchor without href leads to


class Found(NamedTuple):
    """The elements of a page that matter here, in document order."""

    links: list[Element]
    pictures: list[Element]
    headings: list[Element]
    bases: list[Element]
    metas: list[Element]
    areas: list[Element]  # those among the links
    nofollow: set[Element]  # of the links


class Marked(NamedTuple):
    """The links that lead somewhere. Each stands between two marks in the tree's text, and so may others."""

    nodes: list[Element]
    urls: list[str]
    nofollow: list[bool]
    leads: list[bool]  # for each pair of marks whether it is that of such a link


def tree_of(html: bytes) -> Document:
    """The tree as browsers that run scripts see it: what noscript holds is no markup."""
    return parse(html.decode("utf-8", "replace"), positions=False, scripting=True)


def find(tree: Document) -> Found:
    """All that matters; what no reader sees is taken out of the tree, first of all what holds more than text.

    What is looked up by name must be looked up anew once the tree has changed.
    """
    hidden = [node for name in HIDDEN for node in tree.select(name)]
    for node in hidden:
        if not all(isinstance(child, Text) for child in node.children):
            node.decompose()
    areas = tree.select("area[href]")
    found = Found(
        _either(tree, "a", "area[href]"),
        tree.select("a[href] img[alt]"),
        _either(tree, *HEADINGS),
        tree.select("base"),
        tree.select("meta"),
        areas,
        {*tree.select("a[rel~=nofollow i]"), *tree.select("area[rel~=nofollow i]")},
    )
    for node in hidden:
        node.decompose()
    return found


def _either(tree: Document, *selectors: str) -> list[Element]:
    """In document order. One name is looked up; several at once are looked for all over the tree."""
    found = [nodes for selector in selectors if (nodes := tree.select(selector))]
    if len(found) > 1:
        return tree.select(",".join(selectors))
    return found[0] if found else []


def mark(found: Found, join: Callable[[list[str]], list[str | None]], *, marked: bool) -> Marked:
    """Read the links, and put pictures' words where the pictures stand.

    Where anchors are not marked already, marks are put around those that lead to a web page.
    """
    for picture in found.pictures:
        words = picture.attr("alt")
        if words:
            picture.insert_before(Text(f" {words} "))
    nodes = found.links
    urls = join([node.attr("href", _NOWHERE) or "" for node in nodes])
    leads = [url is not None for url in urls]
    if found.areas or not marked:
        _mark_all(found, leads, marked=marked)
    if not all(leads):
        nodes = list(compress(nodes, leads))
        leads = leads if marked else [True] * len(nodes)
    nofollow = [node in found.nofollow for node in nodes] if found.nofollow else [False] * len(nodes)
    return Marked(nodes, [url for url in urls if url is not None], nofollow, leads)


def _mark_all(found: Found, leads: list[bool], *, marked: bool) -> None:
    """Marks in the tree: around areas, and around anchors where these have none."""
    for node, lead in zip(found.links, leads, strict=True):
        if node.tag == "area" if marked else lead:
            _mark(node)


def _mark(node: Element) -> None:
    """An area has no text of its own: its alternative text goes between the marks."""
    words = node.attr("alt") if node.tag == "area" else None
    node.insert_before(Text(f"{OPENS}{words or ''}"))
    node.insert_after(Text(CLOSES))
