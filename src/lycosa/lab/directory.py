"""Topics from a dump of a directory of the web, as the Open Directory made them (Pant and Srinivasan 2006, section 5).

A dump is gigabytes of something near to RDF, not always legal XML: it is streamed, twice, and read for what is needed.
"""

from __future__ import annotations

import gzip
import html
import re
from codecs import getincrementaldecoder
from collections import Counter
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, NamedTuple

import numpy as np
import tomli_w

from lycosa.lab.records import LabError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

LEAST, DRAWN, SEEDS, FETCHES = 40, 100, 20, 10_000  # the seed's
WITHOUT = ("Regional", "International", "Adult", "Adults", "World")  # words of paths that are left out
ROOT = "Top"
CHUNK = 1 << 20
LONGEST = 1 << 22  # characters that one entry may have; what is longer is broken

ENTRY = re.compile(
    r'<Topic\s[^>]*?\bid="(?P<topic>[^"]*)"'
    r'|<ExternalPage\s[^>]*?\babout="(?P<url>[^"]*)"[^>]*>(?P<inside>.*?)</ExternalPage>',
    re.DOTALL,
)
OPENING = re.compile(r"<(?:Topic|ExternalPage)\s")
TITLE = re.compile(r"<d:Title>(.*?)</d:Title>", re.DOTALL)
DESCRIPTION = re.compile(r"<d:Description>(.*?)</d:Description>", re.DOTALL)
WITHIN = re.compile(r"<topic>(.*?)</topic>", re.DOTALL)
MARK = b"<RDF"


class Listed(NamedTuple):
    """A page that editors put into a category."""

    category: str
    url: str
    title: str
    description: str


@dataclass(frozen=True)
class Wish:
    """Which categories are wanted, and how many of them."""

    least: int = LEAST  # pages
    without: tuple[str, ...] = WITHOUT
    draw: int = DRAWN
    number: int = 1  # seeds the draw


@dataclass
class Topics:
    """What was drawn: topic to its pages, in the order of the dump."""

    pages: dict[str, list[Listed]]
    categories: int = 0  # in the dump
    fit: int = 0  # of those, as wished
    wish: Wish = field(default_factory=Wish)


def opened(path: Path) -> IO[bytes]:
    """The dump, unpacked on the way where it is packed."""
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    return gzip.open(path) if packed else path.open("rb")  # type: ignore[return-value]  # it reads as a file does


def listed(path: Path) -> Iterator[Listed]:
    """All pages of a dump. Before 2003 a page did not say its category: it is that of the last one before it."""
    category = ""
    for found in _entries(path):
        if found["topic"] is not None:
            category = _plain(found["topic"])
            continue
        inside = found["inside"]
        within = _first(WITHIN, inside) or category
        yield Listed(within, _plain(found["url"]), _first(TITLE, inside), _first(DESCRIPTION, inside))


def _entries(path: Path) -> Iterator[re.Match[str]]:
    rest = ""
    first = True
    decoder = getincrementaldecoder("utf-8")("replace")
    try:
        with opened(path) as file:
            while data := file.read(CHUNK):
                if first and MARK not in data and b"<Topic" not in data and b"<ExternalPage" not in data:
                    raise LabError(f"{path}: no dump of a directory; it should begin with <RDF and hold <ExternalPage")
                first = False
                rest += decoder.decode(data)
                end = 0
                for found in ENTRY.finditer(rest):
                    yield _last(found)
                    end = found.end()
                rest = _tail(rest[end:])
    except (EOFError, gzip.BadGzipFile) as wrong:
        raise LabError(f"{path}: is damaged ({wrong}); get it again") from None


def _last(found: re.Match[str]) -> re.Match[str]:
    """The entry itself, where one before it was never closed."""
    inner = found.string.rfind("<ExternalPage", found.start() + 1, found.end())
    return ENTRY.match(found.string, inner) or found if inner > 0 else found


def _tail(rest: str) -> str:
    """What may be the beginning of an entry that the next chunk ends."""
    found = OPENING.search(rest)
    kept = rest[found.start() :] if found else rest[-len("<ExternalPage ") :]
    return kept if len(kept) <= LONGEST else kept[-len("<ExternalPage ") :]


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return _plain(found[1]) if found else ""


def _plain(text: str) -> str:
    """In one line, without markup's signs."""
    return " ".join(html.unescape(text).split())


def fits(category: str, without: Sequence[str]) -> bool:
    """Whether none of the words stands in the path.

    >>> fits("Top/Arts/Animation", ["Regional"]), fits("Top/Regional/Asia", ["regional"]), fits("Top/Arts", ["Art"])
    (True, False, True)
    """
    words = {word.lower() for word in re.split(r"[/_]", category)}
    return bool(category) and words.isdisjoint(word.lower() for word in without)


def name_of(category: str) -> str:
    """A category as labels write it, from the broad to the narrow.

    >>> name_of("Top/Sports/Motorsports/Formula_One"), name_of("Top/Regional/St._Louis")
    ('Sports.Motorsports.Formula_One', 'Regional.St_Louis')
    """
    parts = [part.replace(".", "") for part in category.split("/") if part]
    return ".".join(parts[1:] if parts[:1] == [ROOT] and len(parts) > 1 else parts)


def drawn(path: Path, wish: Wish) -> Topics:
    """The topics: counted in a first pass, collected in a second."""
    counts = Counter(page.category for page in listed(path) if _is_web(page.url))
    fit = sorted(one for one, count in counts.items() if count >= wish.least and fits(one, wish.without))
    if len(fit) < max(1, wish.draw):
        raise LabError(
            f"{path}: {len(fit)} of {len(counts)} categories have {wish.least} pages or more, and {max(1, wish.draw)} "
            "are asked for; ask for fewer, or lower --least"
        )
    order = np.random.default_rng(wish.number).permutation(len(fit))[: wish.draw or len(fit)]
    chosen = [fit[place] for place in sorted(order.tolist())]
    held: dict[str, dict[str, Listed]] = {one: {} for one in chosen}
    for page in listed(path):
        if page.category in held and _is_web(page.url):
            held[page.category].setdefault(page.url, page)
    return Topics({name_of(one): list(pages.values()) for one, pages in held.items()}, len(counts), len(fit), wish)


def _is_web(url: str) -> bool:
    return url.startswith(("http://", "https://")) and "\t" not in url


def labels_of(found: Topics) -> Iterator[str]:
    """The lines of a table of labels: URL, topic, what its editors said of the page."""
    yield "url\ttopic\tdescription"
    for topic, pages in found.pages.items():
        for page in pages:
            said = ". ".join(text for text in (page.title, page.description) if text)
            yield f"{page.url}\t{topic}\t{said}"


def experiment_of(found: Topics, web: str, seeds: int = SEEDS, fetches: int = FETCHES) -> str:
    """An experiment on these topics, as the seed made it; the strategies are yours to add."""
    wish = found.wish
    told = {
        "title": f"{len(found.pages)} of {found.fit} categories of a directory",
        "paper": "Pant and Srinivasan 2006, section 5",
        "webs": [web],
        "strategies": ["full_page", "breadth_first"],
        "fetches": fetches,
        "number": wish.number,
        "topics": {"names": list(found.pages)},
        "start": {"seeds": seeds},
        "guide": {"positives": seeds, "negatives": 2 * seeds},
    }
    return tomli_w.dumps(told)


def write(found: Topics, folder: Path, web: str, seeds: int = SEEDS, fetches: int = FETCHES) -> None:
    """labels.tsv and experiment.toml."""
    small = [topic for topic, pages in found.pages.items() if len(pages) <= seeds]
    if small:
        raise LabError(f"{small[0]}: has no more than {seeds} pages, so none is left to be found; lower --seeds")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "labels.tsv").write_text("\n".join([*labels_of(found), ""]), "utf-8")
    (folder / "experiment.toml").write_text(experiment_of(found, web, seeds, fetches), "utf-8")
