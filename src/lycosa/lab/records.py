"""What the lab knows: a run, fetch by fetch, and the pages of a web as one topic sees them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lycosa.pages.records import Flags, Positions

Values = NDArray[np.float64]

PAGE, AGAIN, FAILURE, REFUSAL, REDIRECT, DUPLICATE = range(6)  # how a fetch ended
OUTSIDE = -1  # the place of a page that the web does not have

# A row per fetch, in order; failed ones too, for they cost as much.
FETCH = np.dtype(
    [
        ("key", "<u8"),
        ("page", "<i4"),  # the page's place in the web
        ("kind", "u1"),
        ("depth", "<u2"),
        ("score", "<f8"),  # the guide's, NaN where there is no page
        ("margin", "<f8"),
    ]
)


NO_KEYS = np.zeros(0, np.uint64)


class LabError(LycosaError):
    """An experiment, a stored web or results that cannot be used."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """One hunt of an experiment. Seeds are in `fetches`; measures leave them out."""

    web: str
    topic: str
    strategy: str
    repetition: int
    budget: int
    fetches: NDArray[np.void]
    stopped: str = ""  # why it ended, in words
    facts: Mapping[str, float] = field(default_factory=dict)  # seconds, links, peak_memory, epochs ...


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The pages of a web, one row each, as one topic of an experiment sees them.

    What cannot be had (no committee was asked for, no second description given) is missing from `columns`.
    """

    web: str
    topic: str
    seeds: Positions  # places of the start pages
    target: Flags  # what is to be found: labelled pages that are no seeds
    columns: Mapping[str, NDArray[np.generic]] = field(default_factory=dict)
    facts: Mapping[str, float | str] = field(default_factory=dict)  # domain, guide_accuracy, nyu_threshold ...
    by_url: NDArray[np.uint64] = field(default_factory=NO_KEYS.copy)  # of targets that are no pages

    # columns: guide, guide_margin (f8) the guiding judge of every page; committee (bool) its majority, no page
    # judged by a model that saw it; cosine, second_cosine (f8) with the guiding and an independent description;
    # nyu_cosine (f8) raw; predicate (bool); host, digest (i4) numbers of hosts and of equal contents; size (i8) bytes;
    # in_degree (i4) and pagerank (f8) within the web; level (i4) links from the nearest seed, -1 where none leads.
