"""How well a link's context describes the page it leads to (Pant and Srinivasan 2006, section 10.1).

Of each target one page that links to it is drawn. What describes the target are its editor's words where labels bring
them, else its title and first sentence.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lycosa.judges.stems import stemmer_of
from lycosa.lab.records import LabError
from lycosa.lab.statistics.intervals import standard_error
from lycosa.pages.cues import cued
from lycosa.pages.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from lycosa.lab.graph import Graph
    from lycosa.lab.store import Store
    from lycosa.pages.lexicon import Ids
    from lycosa.pages.records import Page, Positions

CUES = ("anchor", "url", "window(10)", "window(20)", "window(40)", "block", "page")
EDITOR, OWN = "its editor's words", "its title and first sentence"
SENTENCE = re.compile(r".+?[.!?…](?=\s|$)", re.DOTALL)
FILE = "contexts.json"


class Described(NamedTuple):
    """What describes a page, and whose words they are."""

    text: str
    source: str


class Linked(NamedTuple):
    """A link: the page it stands on, its row there, and what describes the page it leads to."""

    page: Page
    row: int
    described: Described


class Quality(NamedTuple):
    """Of one cue, over all links."""

    cue: str
    links: int
    similarity: float  # the mean cosine, 0 to 1
    error: float  # its standard error
    zero: float  # per cent of links that have none at all


def description_of(title: str, beginning: str, editor: str = "") -> Described:
    """The editor's words, else the title and the first sentence.

    >>> description_of("Bees", "A bee is an insect. It flies.")
    Described(text='Bees A bee is an insect.', source='its title and first sentence')
    """
    if editor.strip():
        return Described(editor, EDITOR)
    first = SENTENCE.match(beginning.strip())
    return Described(f"{title} {first[0] if first else beginning.strip()}".strip(), OWN)


def one_each(targets: Sequence[int], graph: Graph, number: int) -> Iterator[tuple[int, int]]:
    """Target and a page that links to it, drawn by the seed number; targets that none links to are left out."""
    rng = np.random.default_rng(number)
    back = graph.reversed
    for target in targets:
        linking = back.neighbours(np.array([target]))
        if len(linking):
            yield target, int(linking[rng.integers(len(linking))])


def sample(
    store: Store, graph: Graph, leads: Positions, targets: Sequence[int], number: int, editors: Callable[[str], str]
) -> Iterator[Linked]:
    """The links drawn of a stored web; `leads` is the page that each of its links leads to."""
    for target, place in one_each(targets, graph, number):
        start, end = store.link_bounds[place], store.link_bounds[place + 1]
        row = int(np.flatnonzero(leads[start:end] == target)[0])
        facts = store.facts(target)
        yield Linked(store.page(place), row, description_of(facts.title, facts.lead, editors(store.url_of(target))))


def quality(linked: Iterable[Linked], cues: Sequence[str] = CUES, language: str = "en") -> list[Quality]:
    """Average similarity and zero-similarity frequency of each cue."""
    found: dict[str, list[float]] = {cue: [] for cue in cues}
    for page, row, described in linked:
        for cue in cues:
            context = cued(page, cue)
            start, end = int(context.ranges.starts[row]), int(context.ranges.ends[row])
            stemmer = stemmer_of(context.text.lexicon, language)
            own = stemmer(context.text.lexicon.ids(tokens(described.text)))[1]
            found[cue].append(similarity(stemmer(context.text.tokens[start:end])[1], own))
    return [_quality(cue, np.array(values)) for cue, values in found.items()]


def similarity(one: Ids, other: Ids) -> float:
    """The cosine of two texts, stems without stop-words by how often they stand."""
    if not len(one) or not len(other):
        return 0.0
    words, inverse = np.unique(np.concatenate([one, other]), return_inverse=True)
    first = np.bincount(inverse[: len(one)], minlength=len(words)).astype(np.float64)
    second = np.bincount(inverse[len(one) :], minlength=len(words)).astype(np.float64)
    shared = float(first @ second)
    return shared / math.sqrt(float(first @ first) * float(second @ second)) if shared else 0.0


def _quality(cue: str, values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Quality:
    if not len(values):
        return Quality(cue, 0, math.nan, math.nan, math.nan)
    zero = 100 * float(np.mean(values == 0))
    return Quality(cue, len(values), float(values.mean()), float(standard_error(values)), zero)


def sources(linked: Iterable[Linked]) -> dict[str, int]:
    """Whose words described how many of the targets."""
    return dict(sorted(Counter(one.described.source for one in linked).items()))


def save(folder: Path, web: str, found: Sequence[Quality], said: dict[str, int]) -> None:
    """Into the folder of an experiment, for its report."""
    told = {"web": web, "sources": said, "cues": [one._asdict() for one in found]}
    (folder / FILE).write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def load(folder: Path) -> tuple[str, list[Quality], dict[str, int]] | None:
    """What was saved there, if anything was."""
    path = folder / FILE
    if not path.exists():
        return None
    try:
        told = json.loads(path.read_text("utf-8"))
        return told["web"], [Quality(**one) for one in told["cues"]], told["sources"]
    except (OSError, ValueError, TypeError, KeyError) as wrong:
        raise LabError(f"{path}: cannot be read ({wrong}); run lycosa lab contexts again") from None
