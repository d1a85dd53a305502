"""The state of a crawl as bytes, as `pages.packing` writes it."""

from __future__ import annotations

from lycosa.pages.packing import fingerprint, pack, unpack

__all__ = ["fingerprint", "pack", "unpack"]
