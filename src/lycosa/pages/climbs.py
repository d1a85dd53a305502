"""Cues that climb from a link up the tree: its block, its path of tags, the part of the page it stands in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from turbohtml import Element, Text

from lycosa.pages.cues import windows
from lycosa.pages.markup import RENAMED
from lycosa.pages.records import Ranges
from lycosa.pages.tokens import NUMBERED, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lycosa.pages.cues import Cue
    from lycosa.pages.records import Positions
    from lycosa.pages.tokens import Codes, Marked, Narrow

HIGHEST = 64  # levels that a climb goes up at most
REGIONS = ("", "nav", "header", "footer", "aside")  # the column `region` counts in this order
_INLINE = "abbr b bdi bdo big cite code em font i mark s small span strike strong sub sup tt u"
NO_STEPS = frozenset(_INLINE.split())

_ROLES = {"navigation": "nav", "banner": "header", "contentinfo": "footer", "complementary": "aside"}
_REGIONS: dict[str, int] = {name: number for number, name in enumerate(REGIONS) if name}
_TOP = ("body", "html")
_CLOSING = NUMBERED + 0x10000
_MOST = 0x10000 - 2  # marks with a number that there are
_ANCHOR, _BODY = -1, -2
_LONGEST = 512  # characters at the end of a path that are kept
_FIRST = 200  # characters of an element that mostly tell
MOST_READ = 1 << 24  # characters of elements that are read to find blocks: where all nest, each holds all the next
_COMBINING, _SOFT_HYPHEN = "\u0300", "\xad"
_NUMBERED = re.compile("[\U000f0000-\U0010ffff]")
Known = TypeVar("Known", int, str)


class Climbs:
    """The climbs of one page: each element is looked at once, however many links stand in it."""

    def __init__(self, nodes: Sequence[Element]) -> None:
        self.nodes = nodes
        self.numbers: dict[Element, int] = {}  # marked elements
        self.blocks: dict[str, Positions] = {}  # for each link its block's number

    def mark_blocks(self, name: str, cue: Cue) -> None:
        """Find each link's block and put numbered marks around it in the tree's text."""
        blocks = _Blocks(cue.options["least"], self.numbers, reduced=cue.options["reduced"])
        self.blocks[name] = np.array([blocks.of(node) for node in self.nodes], np.int64)
        for number, element in blocks.new:
            element.insert_before(Text(chr(NUMBERED + number)))
            element.insert_after(Text(chr(_CLOSING + number)))

    def block(self, name: str, cue: Cue, anchors: Ranges, body: tuple[int, int], text: Marked) -> Ranges:
        """The ranges of the blocks, once the marked text is tokenised."""
        numbers = self.blocks[name]
        marks, places = text.marks, text.places
        starts = np.where(numbers == _BODY, body[0], anchors.starts)
        ends = np.where(numbers == _BODY, body[1], anchors.ends)
        inner = numbers >= 0
        starts[inner] = _numbered(marks, places, NUMBERED, len(self.numbers))[numbers[inner]]
        ends[inner] = _numbered(marks, places, _CLOSING, len(self.numbers))[numbers[inner]]
        if cue.options["near"]:
            return windows(anchors, Ranges(starts, ends), cue.options["most"], inside=True)
        return Ranges(starts, np.minimum(ends, starts + cue.options["most"]))

    def unmarked(self, text: str) -> str:
        """A text without the marks of blocks."""
        return _NUMBERED.sub("", text) if self.numbers else text

    def tag_paths(self) -> list[str]:
        """For each link the tags from the top down to it, with classes and id: body/ul.menu/li/a."""
        return _down(self.nodes, "", _longer)

    def regions(self) -> NDArray[np.uint8]:
        """For each link the part of the page it stands in, counted as in REGIONS."""
        above = [_above(node) or node for node in self.nodes]
        return np.array(_down(above, 0, _region), np.uint8)


def _down(nodes: Sequence[Element], top: Known, step: Callable[[Known, Element], Known]) -> list[Known]:
    """For each node what `step` makes of it and of what it made of the element above. None is looked at twice."""
    known: dict[Element, Known] = {}
    found = []
    for node in nodes:
        climbed: list[Element] = []
        element: Element | None = node
        value = top
        while element is not None and len(climbed) < HIGHEST:
            if element in known:
                value = known[element]
                break
            climbed.append(element)
            element = None if element.tag == "body" else _above(element)
        for element in reversed(climbed):
            value = known[element] = step(value, element)
        found.append(value)
    return found


def _above(element: Element) -> Element | None:
    """The element it stands in, if that is one."""
    parent = element.parent
    return parent if isinstance(parent, Element) else None


def _longer(path: str, element: Element) -> str:
    name = RENAMED.get(element.tag, element.tag)
    if classes := element.attr("class"):
        name = ".".join((name, *classes.split()))
    if own := element.attr("id"):
        name = f"{name}#{own}"
    return f"{path}/{name.replace('/', '_')}".removeprefix("/")[-_LONGEST:]


def _region(above: int, element: Element) -> int:
    part = _ROLES.get(element.attr("role") or "") or element.tag
    return _REGIONS.get(part, above)


class _Blocks:
    """Finds blocks: the nearest element around a link, itself included, with more than so many words."""

    def __init__(self, least: int, numbers: dict[Element, int], *, reduced: bool) -> None:
        self.least = least
        self.more = re.compile(rf"[\W_]*+(?:[^\W_]++[\W_]++){{{least}}}[^\W_]").match
        self.reduced = reduced
        self.numbers = numbers
        self.left = MOST_READ
        self.found: dict[Element, int] = {}
        self.new: list[tuple[int, Element]] = []

    def of(self, link: Element) -> int:
        if self._enough(link):
            return _ANCHOR
        passed: list[Element] = []
        number = _BODY
        element = _above(link)
        while element is not None and element.tag not in _TOP and len(passed) < HIGHEST:
            if element in self.found:
                number = self.found[element]
                break
            passed.append(element)
            if not (self.reduced and RENAMED.get(element.tag, element.tag) in NO_STEPS) and self._enough(element):
                number = self._marked(element)
                break
            element = _above(element)
        self.found.update(dict.fromkeys(passed, number))
        return number

    def _enough(self, element: Element) -> bool:
        """Whether it has more words than `least`; of any, once too much has been read."""
        if self.left <= 0:
            return True
        text = element.text
        self.left -= len(text)
        first = text[:_FIRST]
        if _plain(first) and self.more(first):
            return True
        return self.more(text) is not None if _plain(text) else len(tokens(text)) > self.least

    def _marked(self, element: Element) -> int:
        number = self.numbers.get(element, len(self.numbers))
        if number == len(self.numbers) < _MOST:
            self.numbers[element] = number
            self.new.append((number, element))
        return number if number < _MOST else _ANCHOR


def _plain(text: str) -> bool:
    """Whether words are runs of letters and digits: no ideographs, combining marks or soft hyphens."""
    return text.isascii() or (max(text) < _COMBINING and _SOFT_HYPHEN not in text)


def _numbered(marks: Codes | Narrow, places: Positions, first: int, count: int) -> Positions:
    """Where the marks with numbers from `first` on stand, in the order of their numbers."""
    found = np.zeros(count, np.int64)
    if marks.dtype == np.uint8:  # no number is as small
        return found
    of_these = (marks >= first) & (marks < first + count)
    found[marks[of_these] - first] = places[of_these]
    return found
