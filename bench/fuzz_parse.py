"""Parsing must never raise: a hundred thousand pages of chance bytes, of soup, of sound pages gone wrong."""

from __future__ import annotations

import json
import random
import sys
import time
import traceback

from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse

INPUTS = 100_000
SEED = 2006
CUES = (
    "page",
    "anchor",
    "url",
    "window(40)",
    "window(4, anchor='inside')",
    "block(2, 40)",
    "tag_path",
    "place",
)

_TOKENS = (
    "<a href='x'>|<a href=//b.test/?q=1&amp;r=2#f>|</a>|<p>|</p>|<div class='a b' id=c>|"
    "</div>|<b>|</b>|<i>|</i>|<table>|</table>|<tr>|<td>|<ul>|<li>|</ul>|<svg>|</svg>|<math>|"
    "<script>|</script>|<style>|</style>|<!--|-->|<template>|</template>|<select>|<option>|"
    "<base href='/d/'>|<meta charset=koi8-r>|<meta name=robots content='none'>|<title>|"
    "</title>|<h1>|</h1>|<img alt='big cat'>|<area href=y alt=z>|<noscript>|</noscript>|"
    "<iframe>|<textarea>|<frameset>|<body>|</body>|<html lang=de>|<button>|<object>|<nobr>|"
    "<link rel=canonical href=/c>|<![CDATA[|]]>|<!DOCTYPE html>|&amp;|&#1;|&#xF0001;|"
    "&#x110000;|&nosuch;|&|<|>|\"|'|=|/|\x00|\x01|\x02|\xff|\xfe|\xef\xbb\xbf|\xe7\x8b\xbc|"
    "\r\n| |words of a page"
)
SOUP = [token.encode("latin-1") for token in _TOKENS.split("|")]
TYPES = [
    "text/html",
    "text/html; charset=utf-8",
    "text/html; charset=utf-16",
    "text/html; charset=x",
    "text/plain",
    "",
]
LABELS = ["big5", "gb18030", "euc-jp", "iso-2022-jp", "shift_jis", "windows-1252", "iso-8859-8-i", "utf-16be"]


def sound(chance: random.Random) -> bytes:
    """A page as people write them."""
    links = "".join(
        f"<li><a href='/p{chance.randrange(99)}.html'>word{chance.randrange(99)} more</a> text</li>" for _ in range(5)
    )
    article = "".join(f"<p>Some <em>text</em> of {chance.randrange(99)} words.</p>" for _ in range(4))
    head = "<title>A page</title><meta name=description content='About it'><link rel=canonical href='/c'>"
    return f"<!DOCTYPE html><html lang=en><head>{head}</head><body><nav><ul>{links}</ul></nav>{article}".encode()


def wrong(chance: random.Random) -> bytes:
    """A sound page with bytes lost, doubled, moved and changed."""
    html = bytearray(sound(chance))
    for _ in range(chance.randrange(1, 12)):
        at = chance.randrange(len(html) + 1)
        to = at + chance.randrange(20)
        match chance.randrange(4):
            case 0:
                del html[at:to]
            case 1:
                html[at:at] = html[at:to]
            case 2:
                html[at:at] = chance.choice(SOUP)
            case _:
                html[at:to] = chance.randbytes(to - at)
    return bytes(html)


def soup(chance: random.Random) -> bytes:
    """Tags in any order."""
    return chance.choice([b"", b" "]).join(chance.choices(SOUP, k=chance.randrange(60)))


def noise(chance: random.Random) -> bytes:
    """Bytes in any order."""
    return chance.randbytes(chance.randrange(300))


def main() -> int:
    """Parse them all, and print the first that raises."""
    chance = random.Random(SEED)
    lexicon = Lexicon()
    makers = [wrong, soup, soup, noise]
    began = time.process_time()
    for number in range(INPUTS):
        body = makers[number % len(makers)](chance)
        kind = chance.choice([*TYPES, f"text/html; charset={chance.choice(LABELS)}"])
        if number % 5000 == 0:
            lexicon = Lexicon()
        try:
            parse("http://a.test/b/c", [("Content-Type", kind)], body, CUES, lexicon)
        except Exception:  # noqa: BLE001 - whatever it raises is the finding
            traceback.print_exc()
            print(f"input {number}, {kind}: {body!r}", file=sys.stderr)
            return 1
    seconds = time.process_time() - began
    print(f"{INPUTS / seconds:.0f} inputs a second", file=sys.stderr)
    figure = {"name": "fuzz_parse", "value": INPUTS, "unit": "inputs", "baseline": "raised", "ratio": None}
    print(json.dumps(figure))
    return 0


if __name__ == "__main__":
    sys.exit(main())
