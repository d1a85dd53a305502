"""What is printed for people: nothing that came from the web may steer a terminal."""

from __future__ import annotations

import re
import sys

# Control characters, lone surrogates, line separators, and those that turn the direction of writing.
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def safe(text: str) -> str:
    r"""The text with its control characters spelled out.

    >>> safe("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def complain(line: str) -> None:
    """One line on stderr; of a longer text its lines, joined."""
    sys.stderr.write(f"lycosa: {safe(' '.join(line.split()))}\n")


def many(number: int, what: str) -> str:
    """So many of something.

    >>> many(1, "page"), many(2000, "page")
    ('1 page', '2,000 pages')
    """
    return f"{number:,} {what}" + ("" if number == 1 else "s")
