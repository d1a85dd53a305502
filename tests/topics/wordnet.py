"""A small dictionary in WordNet's format, made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Sense = tuple[tuple[str, ...], str]
Senses = dict[str, Sense]

# A sense: its lemmas, and the sense it is a kind of.
NOUNS: Senses = {
    "thing": (("thing",), ""),
    "animal": (("animal", "beast"), "thing"),
    "wolf": (("wolf", "grey_hunter"), "animal"),
    "rake": (("wolf", "masher", "woman_chaser"), "thing"),
    "cub": (("cub", "Wolf_cub"), "wolf"),
    "bee": (("bee",), "animal"),
}
VERBS: Senses = {"exist": (("be", "live"), "")}


def write_wordnet(folder: Path) -> str:
    """The files that nltk asks for, but `lexnames`, as Debian's packages leave it out."""
    folder.mkdir(exist_ok=True)
    for name, letter, senses in (("noun", "n", NOUNS), ("verb", "v", VERBS), ("adj", "a", {}), ("adv", "r", {})):
        lines, offsets = _data(letter, senses)
        (folder / f"data.{name}").write_text("".join(lines), "utf-8")
        (folder / f"index.{name}").write_text("  1 A licence.\n" + _index(letter, senses, offsets), "utf-8")
        (folder / f"{name}.exc").write_text("wolves wolf\n" if name == "noun" else "", "utf-8")
    (folder / "index.sense").write_text("", "utf-8")
    (folder / "cntlist.rev").write_text("", "utf-8")
    return str(folder)


def _data(letter: str, senses: Senses) -> tuple[list[str], dict[str, int]]:
    """Lines of equal form, so that an offset is known before it is written."""
    offsets: dict[str, int] = {}
    at = len(HEAD)
    for sense, parts in senses.items():
        offsets[sense] = at
        at += len(_line(0, letter, parts, {}))
    return [HEAD, *(_line(offsets[sense], letter, parts, offsets) for sense, parts in senses.items())], offsets


HEAD = "  1 A licence.\n"


def _line(offset: int, letter: str, parts: Sense, offsets: Mapping[str, int]) -> str:
    lemmas, above = parts
    words = " ".join(f"{lemma} 0" for lemma in lemmas)
    pointer = f"001 @ {offsets.get(above, 0):08} {letter} 0000" if above else "000"
    frames = " 00" if letter == "v" else ""
    return f"{offset:08} 03 {letter} {len(lemmas):02x} {words} {pointer}{frames} | a gloss\n"


def _index(letter: str, senses: Senses, offsets: Mapping[str, int]) -> str:
    held: dict[str, list[int]] = {}
    for sense, (lemmas, _) in senses.items():
        for lemma in lemmas:
            held.setdefault(lemma.lower(), []).append(offsets[sense])
    rows = (
        f"{lemma} {letter} {len(places)} 0 {len(places)} 0 {' '.join(f'{place:08}' for place in places)}\n"
        for lemma, places in sorted(held.items())
    )
    return "".join(rows)
