"""The charset of a page, in the order of the HTML standard: byte order mark, HTTP header, meta, detection."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache

from resiliparse.parse.encoding import detect_encoding, map_encoding_to_html5

SCANNED = 1024  # bytes in which the standard looks for a meta charset
SAMPLED = 8192

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"))
_IN_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_META = re.compile(rb"<!--.*?-->|<meta[\s/]((?:[^>\"']|\"[^\"]*\"|'[^']*')*)", re.IGNORECASE | re.DOTALL)
_ATTRIBUTE = re.compile(rb"([^\s=/>\"']+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+)))?")
_IN_META = re.compile(rb"charset\s*=\s*[\"']?\s*([^\s\"';]+)", re.IGNORECASE)

_CODECS = {  # where Python's codec of that name takes less than browsers do, or has another name
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
}
_RENAMED = {  # Python's name to the standard's
    "cp866": "ibm866",
    "euc_jp": "euc-jp",
    "euc_kr": "euc-kr",
    "iso2022_jp": "iso-2022-jp",
    "iso8859-11": "windows-874",
    "mac-roman": "macintosh",
    "utf-16-be": "utf-16be",
    "utf-16-le": "utf-16le",
}
_UNLISTED = {"x-mac-cyrillic": "x-mac-cyrillic", "x-mac-ukrainian": "x-mac-cyrillic"}


def charset_of(body: bytes, content_type: str = "") -> str:
    """The name of the page's charset, one that `decoded` knows."""
    marked = with_bom(body)
    if marked:
        return marked
    found = _IN_HEADER.search(content_type) if content_type else None
    return (found and known(found[1])) or in_meta(body[:SCANNED]) or detected(body)


def with_bom(body: bytes) -> str:
    """What a byte order mark at the very start says, or nothing."""
    for mark, name in _BOMS:
        if body.startswith(mark):
            return known(name)
    return ""


def in_meta(head: bytes) -> str:
    """What the first meta that names a charset says, comments skipped. UTF-16 there means UTF-8."""
    for meta in _META.finditer(head):
        name = _said(meta[1]) if meta[1] else ""
        if name:
            return "utf-8" if name.startswith("utf-16") else name
    return ""


def _said(attributes: bytes) -> str:
    values: dict[bytes, bytes] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(attributes):
        values.setdefault(name.lower(), double or single or bare)
    label = values.get(b"charset", b"")
    if not label and values.get(b"http-equiv", b"").lower() == b"content-type":
        found = _IN_META.search(values.get(b"content", b""))
        label = found[1] if found else b""
    return known(label.decode("ascii", "replace"))


def detected(body: bytes) -> str:
    """What the bytes look like; plain ASCII counts as UTF-8."""
    if body.isascii():
        return "utf-8"
    try:
        body.decode()
    except UnicodeDecodeError:
        return known(detect_encoding(_telling(body)) or "") or "windows-1252"
    return "utf-8"


def _telling(body: bytes) -> bytes:
    """A stretch of the body around its first byte that is not ASCII."""
    first = len(body) - len(body.lstrip(bytes(range(128))))
    start = max(0, first - SAMPLED // 4)
    return body[start : start + SAMPLED]


@lru_cache(1024)
def known(label: str) -> str:
    """The name of the charset a label means in browsers (iso-8859-1 is windows-1252), or nothing."""
    label = label.strip().lower()
    name = _UNLISTED.get(label) or (map_encoding_to_html5(label, fallback_utf8=False) or "").lower()
    name = _RENAMED.get(name) or name.replace("cp125", "windows-125").replace("iso8859", "iso-8859")
    try:
        codecs.lookup(_CODECS.get(name, name))
    except LookupError:
        return ""
    return name


def utf8(body: bytes, charset: str) -> bytes:
    """The body in UTF-8, without byte order mark. What the charset does not know becomes U+FFFD."""
    if charset == "utf-8":
        return body.removeprefix(b"\xef\xbb\xbf")
    return decoded(body, charset).encode("utf-8", "replace")


def decoded(body: bytes, charset: str) -> str:
    """The body as text."""
    return body.decode(_CODECS.get(charset, charset), "replace").removeprefix("\ufeff")
