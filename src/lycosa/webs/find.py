"""A web from what a user writes: a path, or `practice(pages=5000, number=7)`."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lycosa.pages.names import NamingError, parse_name
from lycosa.webs.base import WebError
from lycosa.webs.practice import PracticeWeb
from lycosa.webs.recorded import RecordedWeb, open_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.pages.urls import Canon
    from lycosa.webs.base import LabelledWeb


@contextmanager
def opened(text: str, canon: Canon | None = None) -> Iterator[LabelledWeb]:
    """The web that is meant, its files closed at the end."""
    web = find_web(text, canon)
    try:
        yield web
    finally:
        if isinstance(web, RecordedWeb):
            web.close()


def find_web(text: str, canon: Canon | None = None) -> LabelledWeb:
    """The recorded web at a path, or the practice web of a name. What exists as a path is one.

    A recorded web looks URLs up by `canon`.
    """
    path = Path(os.path.expanduser(text))  # noqa: PTH111  # which leaves an unknown user's folder as it is written
    if text.strip() and path.is_dir():
        return open_folder(path, canon)
    if text.strip() and path.exists():
        beside = path.parent / "labels.tsv"
        return RecordedWeb(path, labels=beside if beside.exists() else None, canon=canon)
    return practice(text)


def practice(text: str) -> PracticeWeb:
    """The practice web of a name."""
    unknown = WebError(f"{text}: no such web: name a WARC file, a folder of them, or practice(pages=5000)")
    if not text.strip().startswith(PracticeWeb.word):
        raise unknown
    try:
        name = parse_name(text)
    except NamingError:
        raise WebError(f"cannot read the web {text!r}; write it like practice(pages=5000, number=7)") from None
    if name.word != PracticeWeb.word:
        raise unknown
    return PracticeWeb.made(name)
