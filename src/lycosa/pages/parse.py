"""From bytes to a page: decode, make the tree, mark the links, take the text once and tokenise it once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.pages.charset import charset_of, decoded, utf8
from lycosa.pages.climbs import Climbs
from lycosa.pages.cues import cue_of, text_cue
from lycosa.pages.fingerprints import digest, simhash
from lycosa.pages.head import Head, body_robots, head_of, resolved, said_in_headers, values_of
from lycosa.pages.language import language_of
from lycosa.pages.leaves import LEAF, leaf_numbers, leaves_around, parted
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.markup import ready
from lycosa.pages.records import Cued, Links, Page, Ranges, Text
from lycosa.pages.spelling import hashes
from lycosa.pages.tokens import MARKS, marked
from lycosa.pages.tree import find, mark, tree_of
from lycosa.pages.urls import Joiner, absolute, url_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turbohtml import Element

    from lycosa.pages.cues import Cue
    from lycosa.pages.head import Headers
    from lycosa.pages.tokens import Marked

CAP = 2 * 1024 * 1024  # bytes of a page that are read

_PLACES = ("url", "meta", "headings", "title", "body")
_OPENS, _CLOSES, _PARTS = 1, 2, 3
_OPEN, _CLOSE, _PART = map(chr, (_OPENS, _CLOSES, _PARTS))
_MARKUP = ("", "text/html", "application/xhtml+xml", "application/xml", "text/xml")


def parse(
    url: str,
    headers: Headers,
    body: bytes,
    cues: Iterable[str] = (),
    lexicon: Lexicon | None = None,
) -> Page:
    """The page that these bytes are, whatever they are; `cues` not asked for cost nothing.

    Only the first 2 MB are read. A body of another type than text has no text and no links.
    """
    draft = Draft(url, {name: cue_of(name) for name in cues}, Lexicon() if lexicon is None else lexicon)
    whole, body = body, body[:CAP]
    content_type = "".join(values_of(headers, "content-type")[:1])
    kind = content_type.partition(";")[0].strip().lower()
    draft.charset = charset_of(body, content_type)
    draft.notes = [] if len(whole) == len(body) else ["truncated"]
    if kind in _MARKUP:
        html = utf8(body, draft.charset)
        if not draft.read(html, headers, marked=True):
            draft.read(html, headers, marked=False)
        return draft.page()
    draft.head, draft.joiner = said_in_headers(headers), Joiner(url)
    if kind.startswith("text/"):
        draft.body = decoded(body, draft.charset)
        for sign in MARKS:
            draft.body = draft.body.replace(sign, " ")
    draft.sound()
    return draft.page()


@dataclass(slots=True)
class Draft:
    """A page in the making."""

    url: str
    asked: dict[str, Cue]
    lexicon: Lexicon
    notes: list[str] = field(default_factory=list)
    charset: str = ""
    head: Head = field(default_factory=Head)
    base: str = ""
    joiner: Joiner = field(init=False)
    headings: tuple[str, ...] = ()
    body: str = ""
    urls: list[str] = field(default_factory=list)
    nofollow: list[bool] = field(default_factory=list)
    leads: list[bool] = field(default_factory=list)
    blocks: Climbs | None = None
    columns: dict[str, Any] = field(default_factory=dict)
    found: Marked = field(init=False)
    anchors: Ranges = field(init=False)

    def read(self, html: bytes, headers: Headers, *, marked: bool) -> bool:
        """Take from the tree all that the page needs.

        Links are marked before there is a tree, if `marked`. In markup that is broken or odd the marks may not be
        those of the links that the tree has: then the answer is no, and links must be marked in the tree.
        """
        tree = tree_of(ready(html, links=marked))
        found = find(tree)
        head = self.head = head_of(tree, said_in_headers(headers))
        head.robots |= body_robots(found.metas)
        based = head.base or next((node.attr("href") or "" for node in found.bases), "")
        self.base = (absolute(self.url, based) if based else None) or self.url
        self.headings = headings_of(found.headings, len(html))
        self.joiner = Joiner(self.base)
        links = mark(found, self.joiner.join_all, marked=marked)
        self.urls, self.nofollow, self.leads = links.urls, links.nofollow, links.leads
        self.blocks, self.columns = None, {}
        if self.asks("block", "tag_path", "place"):
            self.climb(Climbs(links.nodes))
        body = tree.select_one("body")
        if body is None:
            self.body = ""
        else:
            self.body = parted(LEAF.join(body.strings)) if self.asks("leaves") else body.text
        return self.sound()

    def asks(self, *words: str) -> bool:
        """Whether one of these cues is asked for."""
        return any(cue.word in words for cue in self.asked.values())

    def climb(self, climbs: Climbs) -> None:
        """What must be taken from the tree before it is gone."""
        self.blocks = climbs
        for name, cue in self.asked.items():
            if cue.word == "block":
                climbs.mark_blocks(name, cue)
            elif cue.word == "tag_path":
                self.columns[name] = climbs.tag_paths()
            elif cue.word == "place":
                self.columns["region"] = climbs.regions()

    def sound(self) -> bool:
        """Tokenise all text in one go; whether the marks in it are those of the links."""
        head = self.head
        own, about = " ".join(url_words(self.url)), f"{head.keywords}\n{head.description}"
        self.found = marked(_PART.join((own, about, "\n".join(self.headings), head.title, self.body)))
        anchors = paired(self.found, self.leads)
        self.anchors = anchors or Ranges(*np.zeros((2, len(self.urls)), np.int64))
        return anchors is not None

    def page(self) -> Page:
        """The page, by what the marks in its text say."""
        head, found = self.head, self.found
        edges = [0, *found.places[found.marks == _PARTS].tolist(), len(found.starts)]
        words = hashes(found.codes, found.starts)
        text = Text(
            self.lexicon.spelled(found.codes, found.starts, words),
            self.lexicon,
            {name: (edges[i], edges[i + 1]) for i, name in enumerate(_PLACES)},
        )
        content = self.content()
        return Page(
            url=self.url,
            text=text,
            links=self.links(text, found, self.anchors),
            content=content,
            title=head.title,
            headings=self.headings,
            description=head.description,
            keywords=head.keywords,
            robots=frozenset(head.robots),
            base=self.base or self.url,
            canonical=(self.joiner.join(head.canonical) if head.canonical else None) or "",
            hreflang=resolved(self.joiner.join, head.hreflang),
            charset=self.charset,
            language=language_of(content, self.charset, head.language),
            digest=digest(content),
            simhash=simhash(words[edges[3] :]),
            notes=tuple(self.notes),
        )

    def content(self) -> str:
        """The body's text without marks."""
        text = _clean(self.body)
        if self.asks("leaves"):
            text = text.replace(LEAF, "")
        return self.blocks.unmarked(text) if self.blocks else text

    def links(self, text: Text, found: Marked, anchors: Ranges) -> Links:
        """The links with the cues asked for."""
        cues: dict[str, Cued] = {}
        links = Links(self.urls, *anchors, np.array(self.nofollow, np.bool_), cues, self.columns)
        for name, cue in self.asked.items():
            if cue.word == "block":
                body = text.places["body"]
                ranges = self.blocks.block(name, cue, anchors, body, found) if self.blocks else anchors
                cues[name] = Cued(text, ranges)
            elif cue.word == "leaves":
                leaf = self.columns["leaf"] = leaf_numbers(found, len(text.tokens))
                cues[name] = Cued(text, leaves_around(leaf, anchors, text.places["body"], cue.options["most"]))
            elif cue.word == "place":
                first, last = text.places["body"]
                self.columns["position"] = (anchors.starts - first) / max(1, last - first)
            elif cue.word != "tag_path":
                cues[name] = text_cue(text, links, name)
        return links


def paired(found: Marked, leads: list[bool]) -> Ranges | None:
    """Where each link begins and ends, of those that lead somewhere; nothing if the marks are not those of links.

    Links may nest, but hardly ever do.
    """
    of_links = found.marks <= _CLOSES
    marks, places = found.marks[of_links], found.places[of_links]
    opens = marks == _OPENS
    if len(marks) != 2 * len(leads) or np.count_nonzero(opens) != len(leads):
        return None
    starts, ends = places[opens], places[~opens]
    if not opens[::2].all():
        depth = np.cumsum(np.where(opens, 1, -1)) + ~opens
        if depth.min(initial=1) < 1:
            return None
        by_depth = np.argsort(depth, kind="stable")
        first, last = by_depth[::2], by_depth[1::2]
        ends = places[last[np.argsort(first)]]
    if all(leads):
        return Ranges(starts, ends)
    kept = np.array(leads, np.bool_)
    return Ranges(starts[kept], ends[kept])


def headings_of(nodes: Iterable[Element], most: int) -> tuple[str, ...]:
    """Their texts. Where headings nest, each holds all the next: together they are cut at so many characters."""
    texts = []
    for node in nodes:
        text = node.text
        most -= len(text)
        if most < 0:
            break
        texts.append(text)
    if not texts:
        return ()
    return tuple(" ".join(text.split()) for text in _clean(_PART.join(texts)).split(_PART))  # no page holds the mark


def _clean(text: str) -> str:
    """A text without the marks of links."""
    return text.replace(_OPEN, "").replace(_CLOSE, "") if _OPEN in text else text
