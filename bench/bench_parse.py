"""What parsing a real-size page costs, next to a bare parse and the hrefs; what each further cue adds."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from fastwarc.warc import ArchiveIterator, WarcRecordType
from selectolax.lexbor import LexborHTMLParser

from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Page = tuple[str, list[tuple[str, str]], bytes]

WEBS = Path(__file__).parents[1] / os.environ.get("LYCOSA_WEBS", "../shared/webs")
WEB = WEBS / "docs" / "docs.warc.gz"
EVERY = 10
ROUNDS = 5
BASELINE = "bare parse and hrefs"
HOT = ("page", "window(40)")
CUES = ("anchor", "url", "window(20, anchor='inside')", "block(2, 40)", "tag_path", "place")


def pages() -> list[Page]:
    """Every tenth page of the web."""
    found = []
    with WEB.open("rb") as stream:
        for number, record in enumerate(ArchiveIterator(stream, record_types=WarcRecordType.response)):
            if number % EVERY == 0:
                headers = [(name, value) for name, value in record.http_headers or ()]
                found.append((record.headers["WARC-Target-URI"], headers, record.reader.read()))
    return found


def bare(page: Page) -> int:
    """The least one could do."""
    return len([node.attributes.get("href") for node in LexborHTMLParser(page[2]).css("a[href]")])


def parsed(cues: Sequence[str]) -> Callable[[Page], int]:
    """Parsing with these cues; all pages share a lexicon, as in a crawl."""
    lexicon = Lexicon()
    return lambda page: len(parse(*page, cues, lexicon).links)


def best(work: dict[str, Callable[[Page], int]], web: list[Page]) -> dict[str, float]:
    """Microseconds a page, the best of interleaved rounds: other work on the machine only ever adds."""
    times = dict.fromkeys(work, 9e9)
    for _ in range(ROUNDS):
        for name, one in work.items():
            began = time.process_time()
            for page in web:
                one(page)
            times[name] = min(times[name], (time.process_time() - began) / len(web) * 1e6)
    return times


def main() -> None:
    """Parse, with the cues of a common strategy; each further cue; all together."""
    if not WEB.exists():
        print(f"no recorded web at {WEB}: set LYCOSA_WEBS to the folder of webs", file=sys.stderr)
        return
    work = {BASELINE: bare, "parse": parsed(HOT), **{cue: parsed((*HOT, cue)) for cue in CUES}}
    times = best({**work, "all": parsed((*HOT, *CUES))}, pages())
    values = {
        "parse_bare": times[BASELINE],
        "parse_window_40": times["parse"],
        "parse_all_cues": times["all"],
    }
    values |= {f"parse_more_for {cue}": times[cue] - times["parse"] for cue in CUES}
    for name, value in values.items():
        figure = {"name": name, "value": round(value, 1), "unit": "us", "baseline": BASELINE}
        print(json.dumps({**figure, "ratio": round(value / times[BASELINE], 2)}))


if __name__ == "__main__":
    main()
