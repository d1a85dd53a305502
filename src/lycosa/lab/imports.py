"""A web read once and for all: what replays need of it, as arrays and strings in a folder."""

from __future__ import annotations

import json
import shutil
import zlib
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from lycosa.engines.answers import read
from lycosa.lab.columns import Column, Strings
from lycosa.lab.kept import ANSWER, BLOCKS, FORMAT, LEAD, PAGE, PLACES, Facts, Odd, cue_key
from lycosa.lab.records import LabError
from lycosa.pages.cues import cue_of
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.urls import Canon, url_words
from lycosa.webs.base import Exchange

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from lycosa.lab.sources import Source
    from lycosa.pages.records import Page
    from lycosa.webs.base import Failure

USUAL = ("block(2, 40)",)  # blocks that are kept where nobody asks for others
KEPT_HEADERS = ("location", "retry-after", "date")


@dataclass(slots=True)
class Wish:
    """What a web is to keep beyond the usual."""

    name: str
    source: str
    cues: tuple[str, ...] = USUAL
    page_bytes: int = 0
    bodies: bool = False
    labels: dict[str, list[str]] = field(default_factory=dict)
    servable: bool = False  # the source can be opened again
    missing: bool = False  # labels of URLs that are not there are passed over


class Import:
    """A web on its way into a folder."""

    def __init__(self, folder: Path, wish: Wish) -> None:
        self.folder = folder
        self.wish = wish
        self.blocks = [name for name in wish.cues if cue_of(name).word == "block"]
        self.asked = [*self.blocks, "leaves", "tag_path", "place"]
        self.canon = Canon()
        self.lexicon = Lexicon()
        self.urls: dict[str, int] = {}
        self.paths: dict[str, int] = {}
        self.met: dict[int, int] = {}  # key to answer
        self.odd: dict[int, Odd] = {}
        self.answers = Column(folder / "answers.npy", ANSWER)
        self.pages = Column(folder / "pages.npy", PAGE)
        self.tokens = Column(folder / "tokens.npy", "<u4")
        self.leaves = Column(folder / "leaves.npy", "u1")
        self.links = Column(folder / "links.npy", _link(len(self.blocks)))
        self.facts = Strings(folder, "facts")
        self.bodies = Strings(folder, "bodies") if wish.bodies else None

    def url(self, url: str) -> int:
        """The number of a URL."""
        return self.urls.setdefault(url, len(self.urls))

    def add(self, answer: Exchange | Failure) -> None:
        """One more answer; of two to one URL the first holds."""
        key = self.canon.key(answer.url)
        if key in self.met:
            return
        number = self.met[key] = len(self.met)
        page = read(answer, self.asked, self.lexicon, self.wish.page_bytes or None)
        row = np.zeros(1, ANSWER)
        row["url"], row["key"], row["seconds"] = self.url(answer.url), key, answer.seconds
        row["page"] = self.pages.rows if page else -1
        if isinstance(answer, Exchange):
            row["status"], row["size"] = answer.status, len(answer.body)
        self.answers.extend(row)
        if odd := _odd(answer):
            self.odd[number] = odd
        if page:
            self._page(page, number)
        if self.bodies:
            self.bodies.append(_packed(answer))

    def _page(self, page: Page, answer: int) -> None:
        places = page.text.places
        row = np.zeros(1, PAGE)
        row["answer"], row["edges"] = answer, [places.get(name, (0, 0))[1] for name in PLACES]
        row["digest"], row["simhash"] = np.frombuffer(page.digest.ljust(32, b"\0"), np.uint8), page.simhash
        self.tokens.extend(page.text.tokens)
        leaf = page.links.columns.get("leaf", np.zeros(len(page.text.tokens), np.int32))
        self.leaves.extend(np.packbits(np.diff(leaf, prepend=0) > 0))
        self._links(page)
        row["tokens"], row["leaves"], row["links"] = self.tokens.rows, self.leaves.rows, self.links.rows
        self.pages.extend(row)
        self.facts.append(msgspec.msgpack.encode(_facts(page)))

    def _links(self, page: Page) -> None:
        links = page.links
        rows = np.zeros(len(links), self.links.kind)
        rows["url"] = np.fromiter(map(self.url, links.urls), np.int64, len(links))
        rows["start"], rows["end"], rows["nofollow"] = links.starts, links.ends, links.nofollow
        if len(links) and "tag_path" in links.columns:
            rows["region"] = links.columns["region"]
            rows["path"] = [self.paths.setdefault(path, len(self.paths)) for path in links.columns["tag_path"]]
        for place, name in enumerate(self.blocks):
            rows[BLOCKS][:, place] = np.column_stack(links.cues[name].ranges)
        self.links.extend(rows)

    def finish(self, labels: dict[str, list[str]]) -> None:
        """All answers have come."""
        self._urls()
        for name, texts in (("words", self.lexicon.words), ("paths", self.paths)):
            strings = Strings(self.folder, name)
            strings.extend(texts)
            strings.close()
        self.close()
        (self.folder / "odd.msgpack").write_bytes(msgspec.msgpack.encode(list(self.odd.items())))
        told = json.dumps({"labels": self._places(labels), "about": self._about()}, indent=None, sort_keys=True)
        (self.folder / "web.json").write_text(told, "utf-8")

    def close(self) -> None:
        """Nothing comes any more."""
        for one in (self.answers, self.pages, self.tokens, self.leaves, self.links, self.facts, self.bodies):
            if one:
                one.close()

    def _urls(self) -> None:
        """The URLs, and the words of each: after this no word is new."""
        strings = Strings(self.folder, "urls")
        words, ends = Column(self.folder / "url_words.npy", "<u4"), Column(self.folder / "url_word_ends.npy", "<u8")
        keys = Column(self.folder / "url_keys.npy", "<u8")
        for urls in _batches(list(self.urls), 10_000):
            strings.extend(urls)
            keys.extend(np.fromiter(map(self.canon.key, urls), np.uint64, len(urls)))
            listed = [self.lexicon.ids(url_words(url)) for url in urls]
            ends.extend(words.rows + np.cumsum([len(one) for one in listed], dtype=np.uint64))
            words.extend(np.concatenate(listed))
        for one in (strings, words, ends, keys):
            one.close()

    def _places(self, labels: dict[str, list[str]]) -> dict[str, list[int]]:
        """Topic to answers, in the order of the labels."""
        found: dict[str, list[int]] = {}
        lost: list[str] = []
        for topic, urls in labels.items():
            numbers = [self.met.get(self.canon.key(url)) for url in urls]
            found[topic] = list(dict.fromkeys(number for number in numbers if number is not None))
            lost += [url for url, number in zip(urls, numbers, strict=True) if number is None]
        if lost and not self.wish.missing:
            many = sum(map(len, labels.values()))
            raise LabError(
                f"{len(lost):,} of {many:,} labels are of URLs that are not in {self.wish.name}, {lost[0]} the first:"
                " take them out, or pass over them with --missing"
            )
        return {topic: numbers for topic, numbers in found.items() if numbers}

    def _about(self) -> dict[str, Any]:
        wish = self.wish
        return {
            "format": FORMAT,
            "name": wish.name,
            "source": wish.source,
            "cues": list(wish.cues),
            "blocks": {cue_key(name): place for place, name in enumerate(self.blocks)},
            "page_bytes": wish.page_bytes,
            "bodies": wish.bodies,
            "servable": wish.servable,
            "answers": self.answers.rows,
            "pages": self.pages.rows,
            "links": self.links.rows,
            "tokens": self.tokens.rows,
        }


def import_web(source: Source, folder: Path, wish: Wish, told: Callable[[int], None] = lambda _: None) -> None:
    """Read a web into a folder, which is there whole at the end or not at all."""
    if folder.exists():
        raise LabError(f"there is a web called {wish.name} already: import it --as another name, or delete {folder}")
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        with closing(Import(part, wish)) as made:
            for number, answer in enumerate(source.answers(made.urls), 1):
                made.add(answer)
                told(number)
            if not made.pages.rows:
                raise LabError(f"{wish.source}: holds no page")
            made.finish(_joined(source.labels, wish.labels))
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _joined(*tables: dict[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for labels in tables:
        for topic, urls in labels.items():
            found.setdefault(topic, []).extend(urls)
    return found


def _link(blocks: int) -> np.dtype[np.void]:
    fields: list[Any] = [("url", "<u4"), ("start", "<u4"), ("end", "<u4"), ("path", "<u4")]
    return np.dtype([*fields, ("region", "u1"), ("nofollow", "?"), (BLOCKS, "<u4", (blocks, 2))])


def _odd(answer: Exchange | Failure) -> Odd | None:
    """What of an answer is more than a status and a size."""
    if not isinstance(answer, Exchange):
        return Odd(reason=answer.reason, detail=answer.detail)
    robots = answer.url.partition("?")[0].endswith("/robots.txt")
    if answer.status in range(200, 300) and not robots and not answer.truncated:
        return None
    headers = tuple((name, value) for name, value in answer.headers if name.lower() in KEPT_HEADERS)
    return Odd(headers=headers, truncated=answer.truncated, body=answer.body if robots else b"")


def _facts(page: Page) -> Facts:
    return Facts(
        url=page.url,
        title=page.title,
        headings=page.headings,
        description=page.description,
        keywords=page.keywords,
        robots=tuple(sorted(page.robots)),
        base=page.base,
        canonical=page.canonical,
        hreflang=page.hreflang,
        charset=page.charset,
        language=page.language,
        notes=page.notes,
        lead=" ".join(page.content[: 4 * LEAD].split())[:LEAD],
    )


def _packed(answer: Exchange | Failure) -> bytes:
    if not isinstance(answer, Exchange):
        return b""
    return zlib.compress(msgspec.msgpack.encode((answer.status, answer.headers, answer.body)), 3)


def _batches(urls: list[str], size: int) -> Iterable[list[str]]:
    return (urls[begin : begin + size] for begin in range(0, len(urls), size))
