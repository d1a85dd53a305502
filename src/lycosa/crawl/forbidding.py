"""Which line of a robots.txt forbids a URL."""

from __future__ import annotations

from protego import Protego

from lycosa.crawl.robots import AGENT


def forbidding(text: str, url: str, agent: str = AGENT) -> str:
    r"""The longest line that forbids it, of the groups that are for us; nothing where none does by itself.

    >>> forbidding("User-agent: *\nDisallow: /a\n\nUser-agent: other\nDisallow: /", "http://e.test/a/b")
    'Disallow: /a'
    """
    lines = [line for line in _ours(text, agent) if not Protego.parse(f"User-agent: *\n{line}").can_fetch(url, agent)]
    return max(lines, key=len, default="")


def _ours(text: str, agent: str) -> list[str]:
    """The Disallow lines of the groups that name us or, where none does, of those for all."""
    found: dict[str, list[str]] = {}
    named: list[str] = []
    fresh = True  # whether a further User-agent joins those before it
    for line in text.splitlines():
        name, _, value = line.partition("#")[0].partition(":")
        kind, value = name.strip().lower(), value.strip()
        if kind == "user-agent":
            named = [*named, value.lower()] if fresh else [value.lower()]
            fresh = True
        elif kind in ("disallow", "allow"):
            fresh = False
            for who in named if kind == "disallow" and value else ():
                found.setdefault(who, []).append(f"Disallow: {value}")
    return found.get(agent) or found.get("*", [])
