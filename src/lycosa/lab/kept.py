"""The form in which a stored web keeps its answers, pages and links."""

from __future__ import annotations

import msgspec
import numpy as np

from lycosa.pages.cues import cue_of

FORMAT = 1  # of all these
PLACES = ("url", "meta", "headings", "title", "body")  # stretches of a page's text, in their order
BLOCKS = "blocks"
LEAD = 300  # characters of a page's beginning

# An answer each; status 0 where there was none.
ANSWER = np.dtype(
    [
        ("key", "<u8"),
        ("url", "<u4"),
        ("page", "<i4"),  # -1 where it is none
        ("size", "<i8"),
        ("seconds", "<f8"),
        ("status", "<u2"),
    ]
)

# A page each; of its tokens, leaves and links where they end among those of all.
PAGE = np.dtype(
    [
        ("answer", "<u4"),
        ("edges", "<u4", (len(PLACES),)),
        ("tokens", "<u8"),
        ("leaves", "<u8"),
        ("links", "<u8"),
        ("digest", "u1", (32,)),
        ("simhash", "<u8"),
    ]
)


class Odd(msgspec.Struct, frozen=True, array_like=True):
    """What of an answer is more than a status and a size."""

    reason: str = ""
    detail: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    truncated: str = ""
    body: bytes = b""  # of a robots.txt


class Facts(msgspec.Struct, frozen=True, array_like=True):
    """What a page says of itself."""

    url: str
    title: str
    headings: tuple[str, ...]
    description: str
    keywords: str
    robots: tuple[str, ...]
    base: str
    canonical: str
    hreflang: tuple[tuple[str, str], ...]
    charset: str
    language: str
    notes: tuple[str, ...]
    lead: str


def cue_key(name: str) -> str:
    """A cue's name with every option written out: two ways of writing one cue are one key.

    >>> cue_key("block(2, 40)") == cue_key("block") == cue_key("block(most=40)")
    True
    """
    cue = cue_of(name)
    return f"{cue.word}({', '.join(f'{option}={value!r}' for option, value in cue.options.items())})"
