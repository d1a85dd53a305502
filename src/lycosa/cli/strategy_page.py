"""The docs page of strategies, made from what they say of themselves: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lycosa import strategies
from lycosa.cli.listing import facts_of, paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterator

OPENING = """\
# Strategies

Which link next? A strategy gives every link a priority; some choose among queues, some learn as they go. This page is
made from what the strategies say of themselves (`make docs`); `lycosa strategies NAME` says the same of one.
"""
FIGURES = """\
## Our figures

"""
NONE_YET = "No run of all strategies has been recorded here yet.\n"
TABLE = "strategies_table.md"  # beside the page: a table of the lab's, the name of a strategy first in each row


class Need(NamedTuple):
    """What somebody wants, what the papers advise, and why."""

    want: str
    strategy: str
    judge: str
    found: str

    @property
    def name(self) -> str:
        """As the table of figures names it, where what is not said is steered by an SVM."""
        return self.strategy if self.judge in ("", "svm") else f"{self.strategy} ({self.judge})"


NEEDS = (
    Need(
        "coverage: most of what there is",
        "tag_tree_combo",
        "",
        "the one context that finds more targets than the full page, most of all on subjects whose pages do not link "
        "to each other (Pant and Srinivasan 2006, sections 9.3 and 11)",
    ),
    Need(
        "precision: little else among it",
        "window_combo(words=40)",
        "",
        "a higher harvest than by the full page, up to 100,000 pages (Pant and Srinivasan 2006, sections 9.2, 10.3 and "
        "11)",
    ),
    Need(
        "the best by people's judgement",
        "best_first",
        "svm+vocabulary",
        "53.9 per cent of pages relevant by hand, by the classifier alone 39.7 (García Dorado 2008, chapters 10, 12)",
    ),
    Need(
        "the most for the least work",
        "vocabulary_anchor",
        "svm",
        "50.9 per cent by hand, and hardly dearer than the classifier alone (García Dorado 2008, chapter 12)",
    ),
    Need(
        "no examples at all",
        "best_first",
        "vocabulary",
        "a list of terms is quick and good enough where speed counts (García Dorado 2008, chapter 12)",
    ),
    Need(
        "a few hundred pages around good seeds",
        "breadth_first",
        "",
        "nothing was better up to 700 pages (Menczer, Pant and Srinivasan 2004, in García Dorado 2008 section 2.4)",
    ),
)


def page(table: str = "") -> str:
    """The page, with the lab's table where there is one."""
    return "\n".join([OPENING, *_needs(table), FIGURES + (table or NONE_YET), *_families()])


def _needs(table: str) -> Iterator[str]:
    """Which strategy for which need, the papers' findings beside ours."""
    rows = figures(table)
    yield "## Which one for which need\n"
    yield "| you want | strategy | judge | the papers found | our harvest | our recall |"
    yield "|---|---|---|---|---|---|"
    for need in NEEDS:
        harvest, recall = rows.get(need.name, ("", ""))
        judge = f"`{need.judge}`" if need.judge else "any"
        yield f"| {need.want} | `{need.strategy}` | {judge} | {need.found} | {harvest} | {recall} |"
    yield ""


def figures(table: str) -> dict[str, tuple[str, str]]:
    """By strategy the first cell whose heading speaks of harvest, and the first of recall."""
    rows = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in table.splitlines() if "|" in line]
    if len(rows) < 2:
        return {}
    places = [next((i for i, head in enumerate(rows[0]) if word in head.lower()), 0) for word in ("harvest", "recall")]
    named = {row[0].replace("`", ""): row for row in rows[2:] if len(row) == len(rows[0])}
    return {name: (row[places[0]], row[places[1]]) for name, row in named.items()}


def _families() -> Iterator[str]:
    for family, members in strategies.registry.by_family():
        yield f"## {family.capitalize()}\n"
        for kind in members:
            yield from _one(facts_of(strategies.find(kind.word)))


def _one(told: dict[str, Any]) -> Iterator[str]:
    """A strategy in full."""
    yield f"### `{told['name']}`\n"
    texts, example = paragraphs(told["description"])
    for text in texts:
        yield f"{text}\n"
    if told["bound"]:
        yield "A bound for the lab, never a competitor.\n"
    presets = strategies.registry.presets_of(told["name"])
    rows = {
        "parameters": [f"{name}={value!r}" for name, value in told["parameters"].items()],
        "needs": told["needs"],
        "asks for": told["uses"],
        "presets": [f"{name} = {means}" for name, means in presets.items()],
    }
    for head, cells in rows.items():
        if cells:
            yield f"- {head}: {', '.join(f'`{cell}`' for cell in cells)}"
    yield f"- from: {told['paper']}\n"
    yield "\n".join(["```python", *example, "```", ""])


def main(folder: str = "docs") -> None:
    """Write the page."""
    table = Path(folder, TABLE)
    text = page(table.read_text("utf-8") if table.exists() else "")
    Path(folder, "strategies.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
