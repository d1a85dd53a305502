"""How a page's text becomes bytes, and what its labels say of it: rightly, wrongly or not at all."""

from __future__ import annotations

from typing import NamedTuple


class Charset(NamedTuple):
    """Three answers to one question; they need not agree. Empty: no label."""

    header: str
    meta: str
    real: str


RIGHT = Charset("utf-8", "utf-8", "utf-8")
MISLABELLED = (
    Charset("utf-8", "", "windows-1252"),
    Charset("", "", "windows-1252"),
    Charset("", "windows-1252", "windows-1252"),
    Charset("iso-8859-1", "utf-8", "utf-8"),
    Charset("", "", "utf-8-sig"),
    Charset("", "utf-8", "windows-1252"),
    Charset("utf-16le", "", "utf-16-le"),
)


def of_foreign(legacy: str, luck: int) -> Charset:
    """A foreign page's: its old charset with one label, another or none, or UTF-8."""
    return (
        RIGHT,
        Charset(legacy, "", legacy),
        Charset("", legacy, legacy),
        Charset("", "", legacy),
        Charset("", "", "utf-8"),
    )[luck % 5]


def content_type(charset: Charset) -> str:
    """The Content-Type header."""
    return f"text/html; charset={charset.header}" if charset.header else "text/html"


def meta(charset: Charset) -> str:
    """The tag in the head."""
    return f'<meta charset="{charset.meta}">' if charset.meta else ""


def encoded(text: str, charset: Charset) -> bytes:
    """The bytes; what a charset lacks is written as a character reference."""
    return text.encode(charset.real, "xmlcharrefreplace")
