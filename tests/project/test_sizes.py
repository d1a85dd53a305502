from __future__ import annotations

import ast
import re
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
CODE = sorted((ROOT / "src").rglob("*.py"))


def lengths(source: str) -> dict[str, int]:
    """Function to its lines, the docstring's not counted."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            said = node.body[0]
            documented = isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant)
            docstring = (said.end_lineno or 0) - said.lineno + 1 if documented else 0
            found[f"{node.name}:{node.lineno}"] = (node.end_lineno or 0) - node.lineno + 1 - docstring
    return found


def bounds(pattern: str) -> list[int]:
    """The numbers of a sentence of the page for contributors."""
    found = re.search(pattern, (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert found, pattern
    return [int(number) for number in found.groups()]


def all_lengths() -> dict[str, int]:
    return {
        f"{path.relative_to(ROOT)}:{name}": lines
        for path in CODE
        for name, lines in lengths(path.read_text("utf-8")).items()
    }


def test_functions_are_short() -> None:
    typical, share, long, longest = bounds(
        r"median is at most (\d+) lines, at most 1 in (\d+) is above (\d+), none above (\d+)"
    )
    found = all_lengths()
    above = {name: lines for name, lines in found.items() if lines > long}

    assert median(found.values()) <= typical
    assert len(above) <= len(found) / share, above
    assert {name: lines for name, lines in above.items() if lines > longest} == {}


def test_files_are_short() -> None:
    share, long, longest = bounds(r"At most 1 file in (\d+) is above (\d+) lines, none above (\d+)")
    found = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in CODE}
    above = {name: lines for name, lines in found.items() if lines > long}

    assert len(above) <= len(found) / share, above
    assert {name: lines for name, lines in above.items() if lines > longest} == {}


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("def f():\n    return 1\n", 2),
        ('def f():\n    """Say."""\n    return 1\n', 2),
        ('def f():\n    """Say\n\n    more."""\n\n    return 1\n', 3),
        ("@made\nasync def f(\n    a,\n):\n    return 1\n", 4),
    ],
)
def test_lines_of_a_function_are_counted_without_its_docstring(source: str, lines: int) -> None:
    assert list(lengths(source).values()) == [lines]
