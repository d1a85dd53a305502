"""Code blocks of our Markdown pages, for the tests that follow them."""

from __future__ import annotations

import re
from typing import NamedTuple


class Block(NamedTuple):
    """One fenced block: the heading it stands under, the file named just above it, its language, its text."""

    heading: str
    path: str
    language: str
    text: str


BLOCK = re.compile(r"(?:^`([\w./]+)`\n\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def blocks(page: str) -> list[Block]:
    """All blocks of a page, in order."""
    headings = [(found.start(), found[1]) for found in HEADING.finditer(page)]
    return [
        Block(
            next((name for start, name in reversed(headings) if start < found.start()), ""),
            found[1] or "",
            found[2],
            found[3],
        )
        for found in BLOCK.finditer(page)
    ]


class Said(NamedTuple):
    """A command of a `console` block and what it printed."""

    command: str
    output: str


def said(block: Block) -> list[Said]:
    """The commands of a block, after `$ `, and the lines that follow each."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    return [Said(*part.partition("\n")[::2]) for part in parts]


def alike(printed: str, shown: str) -> bool:
    """Whether a page shows what was printed; a line `...` is any lines, `...` within a line anything."""
    shape = re.escape(shown).replace(r"\.\.\.", ".*").replace(".*\\\n", "(?:.*\\\n)*?")
    return re.fullmatch(shape, printed) is not None
