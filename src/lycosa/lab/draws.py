"""Where the hunts of a topic begin, what its guide learns from, and what is to be found."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa import judges
from lycosa.lab.records import LabError
from lycosa.pages.urls import Canon
from lycosa.topics.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lycosa.lab.experiment import Experiment
    from lycosa.lab.graph import Graph
    from lycosa.lab.store import Store

NOTHING: tuple[int, ...] = ()
NEAR = 3  # bits in which the fingerprints of near-duplicates differ at most
FOUND = 10  # pages that a query finds where there are no seeds
SEARCH = "bm25"


class Draw(NamedTuple):
    """Places of pages. Targets are neither seeds nor what the guide learned from, nor their near-duplicates."""

    web: str
    topic: str
    seeds: tuple[int, ...]
    positives: tuple[int, ...]
    negatives: tuple[int, ...]
    targets: tuple[int, ...]
    by_url: tuple[int, ...] = ()  # keys of targets that are no pages: they count where a URL that is taken counts


def dice(number: int, *names: str) -> np.random.Generator:
    """A generator that depends on nothing but these."""
    digest = blake2b("\n".join(names).encode(), digest_size=8).digest()
    return np.random.default_rng([number, int.from_bytes(digest, "little")])


def chosen(store: Store, experiment: Experiment) -> list[str]:
    """The topics of a web that the experiment hunts, in order."""
    asked, labels = experiment.topics, store.labels
    if asked.names:
        for name in asked.names:
            if name not in labels and name not in experiment.targets:
                raise LabError(f"{store.name} has no topic {name}; lycosa lab webs {store.name} lists those it has")
        return list(asked.names)
    found = [
        name
        for name, places in labels.items()
        if len(places) >= asked.least
        and not any(name == out or name.startswith(out + ".") for out in asked.leave_out)
        and not (asked.leaves and any(other.startswith(name + ".") for other in labels))
    ]
    if len(found) < max(1, asked.draw):
        of = f"{len(found)} topics of {asked.least} pages or more"
        raise LabError(f"{store.name} has {of}, and {max(1, asked.draw)} are asked for: lower topics.least")
    if not asked.draw:
        return found
    order = dice(experiment.number, "topics", store.name).permutation(len(found))[: asked.draw]
    return [found[place] for place in sorted(order.tolist())]


def drawn(store: Store, graph: Graph, name: str, experiment: Experiment, folder: Path) -> Draw:
    """The draw of a topic; the same whatever other topics there are."""
    places, by_url = store.labels.get(name, []), NOTHING
    if name in experiment.targets:
        places, by_url = listed(store, experiment.targets[name], folder)
    rng = dice(experiment.number, "pages", store.name, name)
    order = [places[at] for at in rng.permutation(len(places)).tolist()]
    start, guide = experiment.start, experiment.guide
    positives = order[: guide.positives or (start.seeds if start.far else 0)]
    if guide.examples.get(name):
        positives = shown(store, name, guide.examples[name])
    seeds = order[: start.seeds] if start.seeds else searched(store, query_of(name, experiment))
    if start.far:
        seeds = far_from(graph, places, start.far, start.seeds, rng)
        _enough(seeds, start.seeds, f"{store.name}: pages {start.far} links away from {name}")
    known = list(dict.fromkeys([*seeds, *positives]))
    if guide.examples.get(name):
        wanted = [place for place in places if not like(store, place, seeds)]
        refuse_targets(store, name, positives, wanted)
    left = [place for place in places if place not in set(known)]
    targets = [place for place in left if not like(store, place, known)]
    _enough(targets, 1, f"{store.name}: pages of {name} that are no seeds and teach the guide nothing")
    negatives = others(store, places, known, guide.negatives, rng)
    found = sorted(targets)
    return Draw(store.name, name, tuple(seeds), tuple(positives), tuple(negatives), tuple(found), tuple(by_url))


def _enough(found: Sequence[int], asked: int, what: str) -> None:
    if len(found) < asked:
        raise LabError(f"{what}: there are {len(found)}, and {asked} are needed; ask for fewer, or leave the topic out")


def listed(store: Store, file: str, folder: Path) -> tuple[list[int], tuple[int, ...]]:
    """The pages of a file of URLs, and the keys of those that the web answers for but that are no pages, as PDF."""
    try:
        urls = [line.strip() for line in (folder / file).read_text("utf-8-sig").splitlines()]
    except (OSError, UnicodeDecodeError):
        raise LabError(f"{folder / file}: cannot be read; it is a file of URLs, one a line") from None
    kept = [url for url in urls if url and not url.startswith("#")]
    canon, numbers = Canon(), store.numbers(Canon())
    known = {url: numbers[key] for url in kept if (key := canon.key(url)) in numbers}
    by_url = dict.fromkeys(canon.key(url) for url, number in known.items() if store.arrived[number] < 0)
    return shown(store, file, [url for url in kept if canon.key(url) not in by_url]), tuple(by_url)


def shown(store: Store, of: str, urls: Sequence[str]) -> list[int]:
    """The pages that these URLs lead to."""
    canon = Canon()
    numbers = store.numbers(canon)
    places = [store.arrived[numbers[key]] if (key := canon.key(url)) in numbers else -1 for url in urls]
    lost = [url for url, place in zip(urls, places, strict=True) if place < 0]
    if lost:
        raise LabError(f"{of}: {len(lost)} of {len(urls)} URLs are no pages of {store.name}, {lost[0]} the first")
    return list(dict.fromkeys(map(int, places)))


def searched(store: Store, query: str) -> list[int]:
    """The pages that a search for the query would bring first."""
    judge = judges.find(SEARCH)
    judge.begin(Topic(name=query, query=query))
    pages = map(store.page, range(len(store)))
    scores = np.array([float(judge.margins(page.text, page.text.page)[0]) for page in pages])
    best = np.argsort(-scores, kind="stable")[:FOUND]
    return [place for place in best.tolist() if scores[place] > 0]


def far_from(graph: Graph, places: Sequence[int], links: int, n: int, rng: np.random.Generator) -> list[int]:
    """So many pages from which the topic is so many links away."""
    there = np.flatnonzero(graph.reversed.levels(places, links) == links)
    return [int(there[at]) for at in rng.permutation(len(there))[:n]]


def others(store: Store, places: Sequence[int], known: Sequence[int], n: int, rng: np.random.Generator) -> list[int]:
    """So many labelled pages of other topics."""
    if not n:
        return []
    labelled = sorted({place for pages in store.labels.values() for place in pages} - set(places) - set(known))
    _enough(labelled, n, f"{store.name}: labelled pages of other topics")
    return [labelled[at] for at in rng.permutation(len(labelled))[:n].tolist()]


def like(store: Store, place: int, known: Sequence[int]) -> bool:
    """Whether a page is one of these, or nearly."""
    return bool(twins(store, place, known))


def twins(store: Store, place: int, known: Sequence[int]) -> list[int]:
    """Those of these pages that are the page again, or nearly."""
    rows, own = store.pages[list(known)], store.pages[place]
    if not len(rows):
        return []
    same = (rows["digest"] == own["digest"]).all(axis=1)
    apart = np.bitwise_count(rows["simhash"] ^ own["simhash"])
    near = (apart <= NEAR) & (rows["simhash"] > 0) & (own["simhash"] > 0)
    return [known[at] for at in np.flatnonzero(same | near).tolist()]


def refuse_targets(store: Store, topic: str, positives: Sequence[int], wanted: Sequence[int]) -> None:
    """A guide must not have learned from what is to be found."""
    for place in positives:
        if found := twins(store, place, wanted):
            what = "a target" if place in found else f"nearly the target {store.url_of(found[0])}"
            raise LabError(
                f"the guide of {topic} would learn from {store.url_of(place)}, which is {what}: "
                "take it out of guide.examples"
            )


def query_of(name: str, experiment: Experiment) -> str:
    """The words of a topic: given ones, or those at the end of its name."""
    last = name.rpartition(".")[2]
    plain = " ".join(re.findall(r"[^\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", last)))
    return experiment.queries.get(name) or plain.lower()
