"""The language of a text, so that no page in another script or a broken charset passes as English."""

from __future__ import annotations

from resiliparse.parse.lang import detect_fast


def language_of(content: str, charset: str = "", declared: str = "") -> str:
    """ISO 639-1, or "und" where it cannot be told. Better "und" than a wrong "en"."""
    found: str = detect_fast(content[:1000])[0] if content else ""
    return found if len(found) == 2 else declared[:2] or charset[:0] or "und"
