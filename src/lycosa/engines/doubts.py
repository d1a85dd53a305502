"""Signs that a judge is mistaken: what it finds relevant is nearly all there is, or has in common what no example has.

A judge that had never seen Chinese or Russian gave such pages high scores by chance, and led a crawl to more of them
(García Dorado 2008, chapter 11).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from lycosa.collection.journal import Spot
from lycosa.crawl.tally import BOUNDARY
from lycosa.engines.answers import read
from lycosa.pages.hosts import host_of
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.scripts import writing_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from lycosa.collection.opened import Opened
    from lycosa.pages.records import Page

NEARLY_ALL = 0.8
MOST = 0.5
FEW = 10  # relevant pages, under which what they share says nothing
LEAST = 50  # pages, under which a hunt may well have caught nothing else
SAMPLE = 60  # pages that are read again
COMMON = ("utf-8", "windows-1252")  # charsets that say nothing
LATIN = "latin"


class Sign(NamedTuple):
    """What of a page may give a judge away."""

    relevant: bool
    host: str
    script: str
    charset: str


def sign_of(page: Page, score: float) -> Sign:
    """The signs of one page."""
    writing = writing_of(page.content)
    foreign = writing.script.name if writing.script and writing.foreign > MOST else LATIN
    return Sign(score >= BOUNDARY, host_of(page.url), foreign, page.charset)


def doubts(judge: str, examples: Sequence[Sign], relevant: Sequence[Sign]) -> list[str]:
    """What the relevant pages have in common and the examples lack."""
    if len(relevant) < FEW or not examples:
        return []
    found = []
    for name, share in (("script", MOST), ("charset", MOST), ("host", NEARLY_ALL)):
        what, times = Counter(getattr(one, name) for one in relevant).most_common(1)[0]
        known = {getattr(one, name) for one in examples}
        if times > share * len(relevant) and what not in known and what not in COMMON:
            found.append(
                f"The judge {judge} may be broken: of {len(relevant):,} relevant pages looked at, {times:,} have the "
                f"{name} {what}, which none of the examples has. {ADVICE[name]}"
            )
    return found


ADVICE = {
    "script": "Name the languages wanted (--language en), or give examples in that script.",
    "charset": "Look at some of them; name the languages wanted (--language en), or give examples like them.",
    "host": "Look at some of them; if they are not on the topic, leave that host out (--leave-out FILE).",
}


def abundance(judge: str, relevant: int, pages: int, least: int = LEAST) -> list[str]:
    """Nearly all is relevant: a topic so common is rare, a judge so mild is not."""
    if pages < least or relevant <= NEARLY_ALL * pages:
        return []
    found = f"it finds {relevant:,} of {pages:,} pages relevant, more than {NEARLY_ALL:.0%}"
    advice = "if they are not on the topic, describe it in narrower words, or try another judge (lycosa judges)"
    return [f"The judge {judge} may be broken: {found}. Look at those with the lowest scores; {advice}."]


def doubts_about(collection: Opened, judge: str) -> list[str]:
    """The same of a hunt that this judge steers: of its seeds, and of pages read again from its archive."""
    examples: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    run = collection.run
    for page in collection.catalogue.pages():
        (others if page["depth"] and page["url"] not in run.examples else examples).append(page)
    relevant = [page for page in others if page["score"] >= BOUNDARY]
    chosen = relevant[:: len(relevant) // SAMPLE + 1]
    lexicon = Lexicon()
    signs = [[_again(collection, page, lexicon) for page in some] for some in (examples[:SAMPLE], chosen)]
    return [*abundance(judge, len(relevant), len(others)), *doubts(judge, *signs)]


def _again(collection: Opened, caught: dict[str, Any], lexicon: Lexicon) -> Sign:
    """A page of the archive."""
    answer = collection.read(caught["url"], Spot(caught["warc"], caught["off"], caught["len"]))
    page = read(answer, (), lexicon)
    if page is None:  # it was one when it came
        return Sign(caught["score"] >= BOUNDARY, host_of(caught["url"]), LATIN, COMMON[0])
    return sign_of(page, caught["score"])
