"""Hosts that go on without end: on `in-calendar.test` every path leads to more of the same."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Trap(NamedTuple):
    """An answer: a page, or where it is to be found."""

    body: str
    to: str = ""


def listed(*links: str) -> str:
    return "".join(f'<li><a href="{link}">more</a>' for link in links)


def page(words: str, *links: str) -> Trap:
    return Trap(f"<!DOCTYPE html><title>{words}</title><p>A lighthouse and {words}.</p><ul>{listed(*links)}</ul>")


def number(path: str) -> int:
    digits = "".join(filter(str.isdigit, path))
    return int(digits[-12:] or 0)


def calendar(path: str) -> Trap:
    """A page for every month until the end of time, each with words of its own."""
    month = number(path)
    words = " ".join(f"day{zlib.crc32(b'%d %d' % (month, day)) % 997}" for day in range(30))
    return page(f"month {month} {words}", f"/month/{month + 1}", f"/month/{month + 2}", "/month/1?print=yes")


def sessions(path: str) -> Trap:
    """Three pages, and each link has a session of its own: in a parameter that is known for it, and in the path."""
    visit, name = zlib.crc32(path.encode()), number(path[-1:]) % 3
    links = [f"/s{visit + n:x}/p{n % 3}" for n in range(3)]
    return page(f"room {name} has {'a lamp ' * (name + 1)}", *links, *(f"/p{n}?PHPSESSID={visit:x}" for n in range(3)))


def sorry(path: str) -> Trap:
    """Nothing is there, and it does not say so; there is always more to be had."""
    found = [f"/gone/{number(path) * 3 + n + 1}" for n in range(3)]
    return Trap(f"<title>Sorry</title><p>Sorry, we could not find that. Try the lighthouse.<ul>{listed(*found)}</ul>")


def moving(path: str) -> Trap:
    """What is not there is said to be at one place."""
    if path == "/oops":
        return page("nothing much")
    first = number(path) * 10
    return Trap("", "/oops") if first else page("a list", *(f"/{n}" for n in range(1, 10)))


def mirror(path: str) -> Trap:
    """The same pages on every host of that name, said to be of that host."""
    return page(f"mirrored {path.strip('/') or 'home'} {'glass ' * len(path)}", "/", "/a", "/bb", "/ccc")


def deep(path: str) -> Trap:
    """Every folder has a folder."""
    return page(f"{path.count('/')} floors up {'stairs ' * path.count('/')}", f"{path.rstrip('/')}/up/")


TRAPS: dict[str, Callable[[str], Trap]] = {
    function.__name__: function for function in (calendar, sessions, sorry, moving, mirror, deep)
}


def trapped(host: str, path: str) -> Trap | None:
    """What a trap says: on `in-sorry.test`, `mirror2.in-mirror.test`. Its robots.txt is not there."""
    name = next((label[3:] for label in host.split(".") if label.startswith("in-")), "")
    return TRAPS[name](path) if name in TRAPS and path != "/robots.txt" else None
