"""What pages say: the word lists and sentences of each subject, made ready once for all practice webs."""

from __future__ import annotations

import re
import tomllib
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from lycosa.webs.practice.draws import draw, keyed, stream

ROUNDS = 24  # how often each frame is filled in
RETOLD = (
    "In {place} they say: ",
    "{person} once wrote: ",
    "It is worth repeating. ",
    "From the {year} notes: ",
)
TITLES = (
    "{A}",
    "{A}",
    "{A} and {b}",
    "{A} in {place}",
    "Notes on {a}",
    "{A}, a short history",
    "{A}: questions",
)


def read(name: str) -> dict[str, Any]:
    """One of the data files."""
    return tomllib.loads(files("lycosa.webs").joinpath("data", f"practice_{name}.toml").read_text("utf-8"))


@cache
def general() -> dict[str, Any]:
    """Prose, frames and names that belong to no topic."""
    return read("general")


def slug(text: str) -> str:
    """A title as a path would have it."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


class Subject:
    """A topic's words, or those of everything else, and the sentences made of them."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name
        self.about: str = data["about"]
        self.kin: str = data.get("kin", "")
        self.things: list[str] = data["things"]
        self.who: list[str] = data["who"]
        self.acts: list[str] = data["acts"]
        self.facts: list[str] = data["facts"]

    @cached_property
    def sentences(self) -> list[str]:
        """Plain facts, facts retold, and every frame filled in many ways."""
        told = [said for fact in self.facts for said in (fact, *(opening + fact for opening in RETOLD))]
        frames = [frame for frame in general()["frames"] for _ in range(ROUNDS)]
        return self._filled([*self.facts * 8, *told, *frames])

    @cached_property
    def openings(self) -> list[str]:
        """First sentences."""
        return self._filled(general()["opening"] * ROUNDS)

    @cached_property
    def titles(self) -> list[str]:
        """Titles; the first words are a thing of the subject."""
        return self._filled([title.replace("{a}", thing).replace("{A}", thing[0].upper() + thing[1:])
                             for thing in self.things for title in TITLES])  # fmt: skip

    @cached_property
    def slugs(self) -> list[str]:
        """The same as paths."""
        return [slug(title) for title in self.titles]

    @cached_property
    def anchors(self) -> list[str]:
        """The thing that each title is about."""
        return [thing for thing in self.things for _ in TITLES]

    def _filled(self, frames: list[str]) -> list[str]:
        draws = stream(keyed(self.name, len(frames)))
        names = general()
        filled = []
        for frame in frames:
            who = draw(draws, self.who)
            filled.append(
                frame.format(
                    a=draw(draws, self.things),
                    b=draw(draws, self.things),
                    who=who,
                    Who=who[0].upper() + who[1:],
                    act=draw(draws, self.acts),
                    place=draw(draws, names["places"]),
                    person=draw(draws, names["persons"]),
                    season=draw(draws, names["seasons"]),
                    year=1850 + next(draws) % 150,
                )
            )
        return filled


@cache
def planted() -> tuple[Subject, ...]:
    """All topics that can be planted, kin beside kin."""
    return tuple(Subject(name, data) for name, data in read("topics").items())


@cache
def everything_else() -> Subject:
    """What pages without a topic talk about."""
    return Subject("", general())


@cache
def languages() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Languages other than English, with their texts."""
    return tuple(read("languages").items())
