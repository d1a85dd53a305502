"""The docs page of strategies says what the strategies say of themselves."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from lycosa import judges, strategies
from lycosa.cli.strategy_page import NEEDS, TABLE, figures, main, page

DOCS = Path(__file__).parents[2] / "docs"
FIGURES = """\
| strategy | area under harvest | area under target recall |
|---|---|---|
| `best_first (svm)` | 0.41 | 0.30 |
| `window_combo(words=40)` | 0.52 | 0.33 |
"""


def test_the_page_is_up_to_date(tmp_path: Path) -> None:
    if (DOCS / TABLE).exists():
        (tmp_path / TABLE).write_text((DOCS / TABLE).read_text("utf-8"), "utf-8")
    main(str(tmp_path))

    assert (DOCS / "strategies.md").read_text("utf-8") == (tmp_path / "strategies.md").read_text("utf-8"), "make docs"


def test_every_strategy_is_on_it_once_under_its_family() -> None:
    told = page().split("\n## ")
    for word, kind in strategies.known().items():
        held = [part for part in told if f"### `{word}`\n" in part]

        assert [part.partition("\n")[0] for part in held] == [kind.family.capitalize()]
        assert kind.paper in held[0]


def test_our_figures_stand_beside_the_papers_findings() -> None:
    lines = page(FIGURES).splitlines()

    assert next(line for line in lines if "`window_combo(words=40)` | any" in line).endswith("| 0.52 | 0.33 |")
    assert next(line for line in lines if "`tag_tree_combo` | any" in line).endswith("|  |  |")
    assert FIGURES in page(FIGURES)


@pytest.mark.parametrize("table", ["", "words", "| strategy |\n|---|\n"])
def test_a_table_without_rows_has_no_figures(table: str) -> None:
    assert figures(table) == {}


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.want)
def test_what_is_advised_is_there(need) -> None:
    assert strategies.find(need.strategy)
    if need.judge:
        assert judges.find(need.judge)


@pytest.mark.parametrize("word", strategies.known())
def test_an_example_runs_as_it_stands(word: str) -> None:
    """With the class alone at hand, nothing to import."""
    kind = strategies.known()[word]
    found = doctest.DocTestFinder(recurse=False).find(kind, word, globs={kind.__name__: kind})
    told = [one for one in found if one.examples]

    assert told
    assert not any(doctest.DocTestRunner(verbose=False).run(one).failed for one in told)
