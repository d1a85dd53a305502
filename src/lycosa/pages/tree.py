"""A page's tree: a few walks find all that matters, then marks are put where links begin and end."""

from __future__ import annotations

from functools import cache
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from selectolax.lexbor import LexborHTMLParser

if TYPE_CHECKING:
    from collections.abc import Callable

    from selectolax.lexbor import LexborNode

    Attributes = dict[str, str | None]

HIDDEN = ("script", "style", "noscript", "iframe", "noembed", "noframes")
HEADINGS = ("h1", "h2", "h3")
OPENS, CLOSES = b"\x01", b"\x02"

_NOWHERE = "javascript:"  # what an anchor without href leads to
_WITHOUT_EVENTS = 1


class Found(NamedTuple):
    """The elements of a page that matter here, in document order."""

    links: list[LexborNode]
    pictures: list[LexborNode]
    headings: list[LexborNode]
    bases: list[LexborNode]
    metas: list[LexborNode]
    areas: list[LexborNode]  # those among the links


class Marked(NamedTuple):
    """The links that lead somewhere. Each stands between two marks in the tree's text, and so may others."""

    nodes: list[LexborNode]
    urls: list[str]
    nofollow: list[bool]
    leads: list[bool]  # for each pair of marks whether it is that of such a link


def tree_of(html: bytes) -> LexborHTMLParser:
    """The tree as browsers that run scripts see it: what noscript holds is no markup."""
    return LexborHTMLParser(html, options=_WITHOUT_EVENTS, scripting=True)


def find(tree: LexborHTMLParser, sought: frozenset[str]) -> Found:
    """All that matters, after what no reader sees is taken out of the tree; only what is `sought` can be in it.

    Each selector costs a look at each element, so none is asked in vain.
    """
    links, pictures, others = _selectors(sought)
    headings: list[LexborNode] = []
    bases: list[LexborNode] = []
    metas: list[LexborNode] = []
    hidden: list[LexborNode] = []
    kinds = {"base": bases, "meta": metas, **dict.fromkeys(HEADINGS, headings)}
    for node in tree.css(others) if others else ():
        kinds.get(node.tag or "", hidden).append(node)
    for node in hidden:
        node.decompose(recursive=False)
    found = Found(tree.css(links), tree.css(pictures) if pictures else [], headings, bases, metas, [])
    if "area" in sought:
        found.areas.extend(node for node in found.links if node.tag == "area")
    return found


@cache
def _selectors(sought: frozenset[str]) -> tuple[str, str, str]:
    """For links, for pictures in links, for all else."""
    headings = HEADINGS if "h1" in sought else ()
    return (
        "a,area[href]" if "area" in sought else "a",
        "a[href] img[alt]" if "img" in sought or "image" in sought else "",
        ",".join((*(name for name in (*HIDDEN, "base", "meta") if name in sought), *headings)),
    )


def mark(found: Found, join: Callable[[list[str]], list[str | None]], *, marked: bool) -> Marked:
    """Read the links, and put pictures' words where the pictures stand.

    Where anchors are not marked already, marks are put around those that lead to a web page.
    """
    for picture in found.pictures:
        words = picture.attributes.get("alt")
        if words:
            picture.insert_before(f" {words} ")
    said = [node.attributes for node in found.links]
    urls = join([attributes.get("href", _NOWHERE) or "" for attributes in said])
    leads = [url is not None for url in urls]
    if found.areas or not marked:
        _mark_all(found, said, leads, marked=marked)
    if all(leads):
        nodes = found.links
    else:
        nodes, said = list(compress(found.links, leads)), list(compress(said, leads))
        leads = leads if marked else [True] * len(nodes)
    nofollow = ["rel" in attributes and _nofollow(attributes["rel"]) for attributes in said]
    return Marked(nodes, [url for url in urls if url is not None], nofollow, leads)


def _nofollow(rel: str | None) -> bool:
    return rel is not None and "nofollow" in rel.lower().split()


def _mark_all(found: Found, said: list[Attributes], leads: list[bool], *, marked: bool) -> None:
    """Marks in the tree: around areas, and around anchors where these have none."""
    for node, attributes, lead in zip(found.links, said, leads, strict=True):
        if node.tag == "area" if marked else lead:
            _mark(node, attributes)


def _mark(node: LexborNode, attributes: Attributes) -> None:
    """An area has no text of its own: its alternative text goes between the marks."""
    node.insert_before(OPENS)
    if "alt" in attributes and node.tag == "area":
        node.insert_before(attributes["alt"] or "")
    node.insert_after(CLOSES)
