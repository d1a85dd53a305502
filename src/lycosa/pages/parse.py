"""From bytes to a page: decode, make the tree, mark the links, take the text once and tokenise it once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.pages.charset import charset_of, decoded, utf8
from lycosa.pages.cues import OF_THE_TREE, cue_of, text_cue
from lycosa.pages.fingerprints import digest, simhash
from lycosa.pages.head import Head, body_robots, head_of, resolved, said_in_headers, values_of
from lycosa.pages.language import language_of
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.markup import without_marks, words_apart
from lycosa.pages.records import Links, Page, Text
from lycosa.pages.tokens import marked
from lycosa.pages.tree import find, mark, tree_of
from lycosa.pages.urls import Joiner, absolute

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lycosa.pages.head import Headers
    from lycosa.pages.records import Positions
    from lycosa.pages.tokens import Codes

CAP = 2 * 1024 * 1024  # bytes of a page that are read

_PLACES = ("meta", "headings", "title", "body")
_SECTION = "\x05"
_MARKS = ("\x01", "\x02", "\x03", "\x04", "\x06")
_OPENS, _CLOSES, _BREAKS = 1, 2, ord(_SECTION)
_HTML = ("", "text/html", "application/xhtml+xml", "application/xml", "text/xml")


class Anchors(NamedTuple):
    """What is known of the links before the text is tokenised."""

    urls: list[str]
    nofollow: list[bool]


def parse(
    url: str,
    headers: Headers,
    body: bytes,
    cues: Iterable[str] = (),
    lexicon: Lexicon | None = None,
) -> Page:
    """The page that a body is, whatever the bytes; `cues` not asked for cost nothing."""
    asked = tuple(cues)
    for name in asked:
        cue_of(name)
    notes = []
    if len(body) > CAP:
        body = body[:CAP]
        notes.append("truncated")
    content_type = "".join(values_of(headers, "content-type")[:1])
    kind = content_type.partition(";")[0].strip().lower()
    charset = charset_of(body, content_type)
    lexicon = Lexicon() if lexicon is None else lexicon
    head = said_in_headers(headers)
    if kind not in _HTML:
        text = decoded(body, charset) if kind.startswith("text/") else ""
        return _page(url, url, head, (), _bare(text), Anchors([], []), charset, lexicon, asked, notes)
    return _from_html(url, utf8(body, charset), head, charset, lexicon, asked, notes)


def _bare(text: str) -> str:
    for mark_ in (*_MARKS, _SECTION):
        text = text.replace(mark_, " ")
    return text


def _from_html(
    url: str,
    html: bytes,
    headers: Head,
    charset: str,
    lexicon: Lexicon,
    asked: tuple[str, ...],
    notes: list[str],
) -> Page:
    tree = tree_of(words_apart(without_marks(html)))
    found = find(tree)
    head = head_of(tree, headers)
    head.robots |= body_robots(found.metas)
    head.base = head.base or next((node.attributes.get("href") or "" for node in found.bases), "")
    headings = tuple(" ".join(node.text().split()) for node in found.headings)
    base = (absolute(url, head.base) if head.base else None) or url
    links = mark(found, Joiner(base).join)
    text = tree.body.text() if tree.body is not None else ""
    return _page(
        url, base, head, headings, text, Anchors(links.urls, links.nofollow), charset, lexicon, asked, notes
    )


def _page(
    url: str,
    base: str,
    head: Head,
    headings: tuple[str, ...],
    body: str,
    anchors: Anchors,
    charset: str,
    lexicon: Lexicon,
    asked: tuple[str, ...],
    notes: list[str],
) -> Page:
    whole = _SECTION.join((f"{head.keywords}\n{head.description}", "\n".join(headings), head.title, body))
    words, marks, places = marked(whole)
    edges = [0, *places[marks == _BREAKS].tolist(), len(words)]
    text = Text(
        np.fromiter(map(lexicon.__getitem__, words), np.uint32, len(words)),
        lexicon,
        {name: (edges[i], edges[i + 1]) for i, name in enumerate(_PLACES)},
    )
    starts, ends = paired(marks, places, _OPENS, _CLOSES)
    links = Links(anchors.urls, starts, ends, np.array(anchors.nofollow, np.bool_))
    cues = {name: text_cue(text, links, name) for name in asked if cue_of(name).word not in OF_THE_TREE}
    content = body.replace("\x01", "").replace("\x02", "")
    return Page(
        url=url,
        text=text,
        links=Links(links.urls, starts, ends, links.nofollow, cues),
        content=content,
        title=head.title,
        headings=headings,
        description=head.description,
        keywords=head.keywords,
        robots=frozenset(head.robots),
        base=base,
        canonical=(absolute(base, head.canonical) if head.canonical else None) or "",
        hreflang=resolved(base, head.hreflang),
        charset=charset,
        language=language_of(content, charset, head.language),
        digest=digest(content),
        simhash=simhash(text.tokens[edges[2] :], lexicon),
        notes=tuple(notes),
    )


def paired(marks: Codes, places: Positions, opens: int, closes: int) -> tuple[Positions, Positions]:
    """Where each opening mark stands, and its closing one; they nest, but hardly ever do."""
    of_these = (marks == opens) | (marks == closes)
    marks, places = marks[of_these], places[of_these]
    starts, ends = marks == opens, marks == closes
    if not (starts[::2].all() and ends[1::2].all()):
        depth = np.cumsum(np.where(starts, 1, -1)) + ends
        order = np.argsort(depth, kind="stable")
        first, last = order[::2], order[1::2]
        last = last[np.argsort(first)]
        return places[starts], places[last]
    return places[starts], places[ends]
