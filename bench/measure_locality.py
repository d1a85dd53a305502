"""Figures of a web whose topics are known: how many links, where they lead, what their anchors promise.

    python bench/measure_locality.py WARC LABELS.TSV      a recorded web
    python bench/measure_locality.py "practice(pages=5000)"      a practice web

The practice web takes its defaults from the first and is tested against them with the second.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urldefrag, urljoin

import numpy as np
from fastwarc.warc import ArchiveIterator, WarcRecordType
from selectolax.lexbor import LexborHTMLParser

from lycosa.pages.names import parse_name
from lycosa.webs.base import Exchange
from lycosa.webs.practice import PracticeWeb

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

WORDS = re.compile(r"[^\W_]+")
SMALL = frozenset(WORDS.findall("a an and are as at by for from in is it of on or see that the this to was with"))
PLAIN = re.compile(r"(https?://[^/?#]+/[^#\s]*)(?:#.*)?")
HOPS = (1, 2, 3, 4)
SEEDS = 5
SMALLEST_TOPIC = 60
Labels = dict[str, frozenset[str]]


class Sheet(NamedTuple):
    """What is kept of a page: its title and its links as (target, anchor)."""

    title: str
    links: list[tuple[str, str]]


def sheet(url: str, body: bytes, within: str = "") -> Sheet:
    """Read a page, or the part of it within an element."""
    tree = LexborHTMLParser(body)
    title = tree.css_first("title")
    found = tree.css(f"{within} a[href]")
    links = [(resolved(url, node.attributes["href"] or ""), node.text(strip=True)) for node in found]
    return Sheet(title.text(strip=True) if title else "", [link for link in links if link[0].startswith("http")])


def resolved(base: str, href: str) -> str:
    """An absolute URL without fragment; the common kind without the cost of the general one."""
    plain = PLAIN.fullmatch(href)
    return plain[1] if plain else urldefrag(urljoin(base, href)).url


def words(text: str) -> frozenset[str]:
    """The words of an anchor or a title that say something."""
    return frozenset(WORDS.findall(text.lower())) - SMALL


def leaves(labels: Labels, smallest: int = SMALLEST_TOPIC, leave_out: str = "Geography") -> dict[str, list[str]]:
    """The topics to measure: no topic below them, and large enough. Their pages in order."""
    pages: dict[str, list[str]] = defaultdict(list)
    for url in sorted(labels):
        for topic in sorted(labels[url]):
            pages[topic].append(url)
    parents = {topic.rpartition(".")[0] for topic in pages}
    return {
        topic: pages[topic]
        for topic in sorted(pages)
        if topic not in parents and len(pages[topic]) >= smallest and topic.split(".")[0] != leave_out
    }


def distances(out: Mapping[str, Collection[str]], seeds: Iterable[str], most: int) -> dict[str, int]:
    """The pages within so many links of the seeds, and how many it takes."""
    found = dict.fromkeys(seeds, 0)
    edge = list(found)
    for hops in range(1, most + 1):
        edge = sorted({target for url in edge for target in out.get(url, ())}.difference(found))
        found |= dict.fromkeys(edge, hops)
        if not edge:
            break
    return found


def link_figures(sheets: Mapping[str, Sheet]) -> dict[str, float]:
    """Links a page: all of them, and those to pages of this web."""
    every = [len(page.links) for page in sheets.values()]
    inner = [sum(target in sheets for target, _ in page.links) for page in sheets.values()]
    into = Counter(target for page in sheets.values() for target, _ in page.links if target in sheets)
    top = np.sort([into[url] for url in sheets])[::-1]
    return {
        "links_median": float(np.median(every)),
        "links_mean": round(float(np.mean(every)), 2),
        "inner_links_median": float(np.median(inner)),
        "inner_links_mean": round(float(np.mean(inner)), 2),
        "inner_links_tenth": float(np.quantile(inner, 0.1)),
        "inner_links_ninetieth": float(np.quantile(inner, 0.9)),
        "links_into_top_percent": round(float(top[: len(sheets) // 100].sum() / top.sum()), 3),
        "links_into_top_tenth": round(float(top[: len(sheets) // 10].sum() / top.sum()), 3),
        "never_linked_to": round(float(np.mean(top == 0)), 4),
    }


def anchor_figures(sheets: Mapping[str, Sheet]) -> dict[str, float]:
    """Anchors and what they promise.

    Apart: no word of the anchor is in the target's title. Misleading: apart, and all its words are in the
    title of another page, so that a reader would expect that one.
    """
    titles = {url: words(page.title) for url, page in sheets.items()}
    known = set(titles.values())
    holders: dict[str, list[frozenset[str]]] = defaultdict(list)
    for title in known:
        for word in title:
            holders[word].append(title)

    @cache
    def promises(said: frozenset[str]) -> bool:
        rarest = min((holders.get(word, []) for word in said), key=len, default=[])
        return any(said <= title for title in rarest)

    pairs = [
        (words(anchor), titles[target]) for page in sheets.values() for target, anchor in page.links if target in sheets
    ]
    apart = [said for said, title in pairs if not said & title]
    misleading = sum(promises(said) for said in apart)
    return {
        "anchors_apart": round(len(apart) / len(pairs), 4),
        "anchors_misleading": round(misleading / len(pairs), 4),
    }


def topic_figures(sheets: Mapping[str, Sheet], topics: Mapping[str, list[str]]) -> dict[str, object]:
    """How topics hold together, as means over topics."""
    out = {url: [target for target, _ in page.links if target in sheets] for url, page in sheets.items()}
    arrivals = Counter(target for targets in out.values() for target in targets)
    rows = np.array([topic_row(out, arrivals, set(members) & set(sheets)) for members in topics.values()])
    mean = [round(float(value), 4) for value in rows.mean(axis=0)]
    return {
        "topics": len(rows),
        "locality": mean[0],
        "base_rate_links": mean[1],
        "base_rate_pages": mean[2],
        "cut_off_on_topic": mean[3],
        "beyond_hops": dict(zip(map(str, HOPS), mean[4:], strict=True)),
    }


def topic_row(out: Mapping[str, list[str]], arrivals: Counter[str], inside: set[str]) -> list[float]:
    """One topic: its links that stay in it, the share of all links and of all pages that are its own.

    Then the share of its pages that five of them as seeds do not reach over its own pages alone, however many
    links one follows, and over all pages within 1, 2, 3 and 4 links; means over four draws of seeds.
    """
    kept = [target in inside for url in inside for target in out[url]]
    own = {url: [target for target in out[url] if target in inside] for url in inside}
    order = np.random.default_rng(0).permutation(sorted(inside)).tolist()
    groups = [order[i : i + SEEDS] for i in range(0, min(len(order), 4 * SEEDS), SEEDS)]

    def missed(graph: Mapping[str, Collection[str]], most: int) -> list[float]:
        """By number of links, 1 to most: the share of the topic that takes more."""
        taken = [distances(graph, group, most) for group in groups]
        reached = [Counter(hops for url, hops in found.items() if url in inside) for found in taken]
        sizes = [[sum(c[h] for h in range(hops + 1)) for c in reached] for hops in range(1, most + 1)]
        return [1 - float(np.mean(row)) / len(inside) for row in sizes]

    into = sum(arrivals[url] for url in inside) / arrivals.total()
    near = [float(np.mean(kept)), into, len(inside) / len(out)]
    return [*near, missed(own, len(inside))[-1], *missed(out, HOPS[-1])]


def figures(sheets: Mapping[str, Sheet], labels: Labels) -> dict[str, object]:
    """All figures of a web."""
    return {
        "pages": len(sheets),
        **link_figures(sheets),
        **anchor_figures(sheets),
        **topic_figures(sheets, leaves(labels)),
    }


def recorded(warc: str, tsv: str) -> tuple[dict[str, Sheet], Labels]:
    """The pages and labels of a recorded web."""
    sheets = {}
    with Path(warc).open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=True):
            url = record.headers["WARC-Target-URI"]
            sheets[url] = sheet(url, record.reader.read())
    labels: dict[str, set[str]] = defaultdict(set)
    with Path(tsv).open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            url, topic = line.rstrip("\n").split("\t")
            labels[url].add(topic)
    return sheets, {url: frozenset(topics) for url, topics in labels.items()}


def practised(name: str) -> tuple[dict[str, Sheet], Labels]:
    """The articles of a practice web, without the navigation around them, and their topics."""
    web = PracticeWeb.made(parse_name(name))
    sheets: dict[str, Sheet] = {}
    for page in range(web.plan.size):
        answer = web.fetch(web.url(page))
        if isinstance(answer, Exchange):
            sheets[answer.url] = sheet(answer.url, answer.body, "main")
    return sheets, {url: web.truth(url) for url in sheets}


def main(args: list[str]) -> None:
    """Print the figures as JSON."""
    sheets, labels = recorded(args[0], args[1]) if len(args) == 2 else practised(args[0])
    print(json.dumps(figures(sheets, labels), indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
