"""Languages as topics name them: `en`, as pages are told apart by, also where `en-GB` is written."""

from __future__ import annotations

import re

from lycosa.topics.topic import TopicError

TAG = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*", re.IGNORECASE | re.ASCII)


def language_code(text: str, where: str) -> str:
    """The code of a language tag, without script and region."""
    tag = TAG.fullmatch(text.strip())
    if tag is None:
        raise TopicError(f"{where}: {text!r} is no code of a language; write it like en or de")
    return tag[1].lower()
