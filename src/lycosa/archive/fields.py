"""Lines of `name: value` that nothing in a name or a value can break."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lycosa.archive.records import Pairs

HEAD_MOST = 32_000  # bytes of headers; fastwarc reads no more than 32 KiB of them
URL_MOST = 12_000  # bytes; a revisit names two

_WELL = re.compile(r"(?:[!-9;-~]+: [^\r\n\0]*\r\n)*")
_NO_NAME = re.compile(r"[^!-9;-~]")
_NO_VALUE = re.compile(r"[\r\n\0]")
_NO_URL = re.compile(r"[\0-\x20\x7f<>]")
_NO_WORD = re.compile(r"[^!-~]")


def octets(text: str) -> bytes:
    """The bytes a text was made from; whatever it holds, some bytes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def characters(data: bytes) -> str:
    """The text of bytes that need not be UTF-8; `octets` gives them back."""
    return data.decode("utf-8", "surrogateescape")


def lines(pairs: Sequence[tuple[str, str]]) -> bytes:
    """One line for each pair, as they are where they can be, mended where a line would end too early."""
    text = "".join([f"{name}: {value}\r\n" for name, value in pairs])
    if text.count("\n") != len(pairs) or not _WELL.fullmatch(text):
        text = "".join([f"{_NO_NAME.sub('_', name) or '_'}: {one_line(value)}\r\n" for name, value in pairs])
    return octets(text)


def one_line(value: str) -> str:
    """A value without what ends lines."""
    return _NO_VALUE.sub(" ", value)


def word(text: str) -> str:
    """A value that is one word of ASCII, and a short one."""
    return _NO_WORD.sub("_", text[:64])


def target(url: str) -> str:
    """A URL without blanks, controls and angle brackets, which readers strip; cut where readers would give up."""
    text = _NO_URL.sub(lambda found: f"%{ord(found[0]):02X}", url[:URL_MOST])
    return text if len(octets(text)) <= URL_MOST else octets(text)[:URL_MOST].decode("utf-8", "ignore")


def pairs_of(rows: Iterable[bytes]) -> Pairs:
    """Lines taken apart; one that begins with a blank goes on where the last one ended."""
    pairs: list[tuple[str, str]] = []
    for row in rows:
        text = characters(row)
        if text[:1] in (" ", "\t") and pairs:
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]} {text.strip(_BLANKS)}")
        elif ":" in text:
            name, _, value = text.partition(":")
            pairs.append((name.strip(_BLANKS), value.strip(_BLANKS)))
    return tuple(pairs)


_BLANKS = " \t"
