"""Languages as topics name them: `en`, as pages are told apart by, also where `en-GB` is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lycosa.topics.topic import TopicError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

UNKNOWN = "und"  # what cannot be told may be any language

TAG = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*", re.IGNORECASE | re.ASCII)


def language_code(text: str, where: str) -> str:
    """The code of a language tag, without script and region."""
    tag = TAG.fullmatch(text.strip())
    if tag is None:
        raise TopicError(f"{where}: {text!r} is no code of a language; write it like en or de")
    return tag[1].lower()


def is_gated(language: str, asked: Collection[str]) -> bool:
    """Whether a page in this language is not relevant whatever a judge says; where none is asked for, none is."""
    return bool(asked) and language != UNKNOWN and language not in asked


def gated(pages: Mapping[str, int], asked: Collection[str]) -> dict[str, int]:
    """Of the pages of each language those that are not relevant for it alone, the most first."""
    out = {code: times for code, times in pages.items() if is_gated(code, asked)}
    return dict(sorted(out.items(), key=lambda one: (-one[1], one[0])))


def gate_words(pages: Mapping[str, int], asked: Collection[str]) -> str:
    """How many pages of which language were gated out; nothing, where none were."""
    out = gated(pages, asked)
    if not out:
        return ""
    told = ", ".join(f"{code} {times:,}" for code, times in out.items())
    head = f"{sum(out.values()):,} of {sum(pages.values()):,} pages are not relevant for their language alone"
    return f"{head} ({told}; asked for: {' or '.join(asked)})"
