"""What lies beside the runs of an experiment: pages looked at by hand, and how well contexts describe."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lycosa.lab import assess, contexts
from lycosa.lab.report.words import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from lycosa.lab.report.tables import Row

HALVES = ("both", "first", "second")


class Table(NamedTuple):
    """A table of the page, as text."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


def rows(folder: Path) -> dict[str, list[Row]]:
    """The tables of what lies there; what does not is left out."""
    looked = assess.load(folder)
    by_hand = [one._asdict() for one in looked.figures()] if looked else []
    described = contexts.load(folder)
    quality = [{"web": described[0], **one._asdict()} for one in described[1]] if described else []
    said = [{"described_by": name, "pages": count} for name, count in described[2].items()] if described else []
    made = {"by_hand": by_hand, "contexts": quality, "described_by": said}
    return {name: few for name, few in made.items() if few}


def shown(made: Mapping[str, Sequence[Row]]) -> list[Table]:
    """The same for the page."""
    return [*_by_hand(made.get("by_hand", ())), *_contexts(made.get("contexts", ()), made.get("described_by", ()))]


def _by_hand(few: Sequence[Row]) -> list[Table]:
    told = [
        [
            row["strategy"],
            HALVES[row["half"]],
            f"{row['looked']}",
            f"{number(row['precision'])} [{number(row['low'])}, {number(row['high'])}]",
            number(row["guide"]),
            number(row["labels"]),
            f"{row['unknown']}",
        ]
        for row in few
        if row["looked"]
    ]
    heads = ("strategy", "half of the crawl", "looked at", "precision by hand [95 %]", "guide", "labels", "unknown")
    note = (
        "A random sample of each catch, looked at without seeing who fetched what; guide and labels on the same pages."
    )
    return [Table("By hand", heads, told, note)] if told else []


def _contexts(few: Sequence[Row], said: Sequence[Row]) -> list[Table]:
    told = [
        [row["cue"], f"{row['links']}", number(row["similarity"]), number(row["error"], 4), number(row["zero"], 1)]
        for row in few
    ]
    whose = "; ".join(f"{row['pages']} pages by {row['described_by']}" for row in said)
    note = f"One linking page is drawn of each target on {few[0]['web']}; described: {whose}." if few else ""
    heads = ("cue", "links", "average similarity", "s.e.", "zero similarity, %")
    return [Table("Context quality", heads, told, note)] if told else []
