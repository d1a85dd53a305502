"""Every exception to a rule has its reason beside it."""

from __future__ import annotations

import io
import re
import tokenize
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXCEPTION = re.compile(r"#\s*(?:noqa\b(?::\s*[A-Z0-9]+(?:,\s*[A-Z0-9]+)*)?|type:\s*ignore\b(?:\[[\w, -]+\])?)")


def unexplained(source: str) -> list[str]:
    """The comments that switch a rule off and do not say why after it: `# noqa: E501  # a table`."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and EXCEPTION.search(token.string):
            reason = EXCEPTION.sub("", token.string).strip(" #")
            if len(reason.split()) < 2:
                found.append(f"{token.start[0]}: {token.string}")
    return found


def test_what_is_switched_off_in_code_says_why() -> None:
    """Of tests only the wrong types they hand over on purpose are left out."""
    files = [path for folder in ("src", "bench") for path in sorted((ROOT / folder).rglob("*.py"))]
    found = [f"{path.relative_to(ROOT)}:{line}" for path in files for line in unexplained(path.read_text("utf-8"))]

    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    ("line", "passes"),
    [
        ("x = 1  # noqa: E501", False),
        ("x = 1  # noqa: E501, S101", False),
        ("x = 1  # noqa", False),
        ("x = 1  # type: ignore[arg-type]", False),
        ("x = 1  # noqa: E501  # a table", True),
        ("x = 1  # type: ignore[arg-type,misc]  # the stubs are wrong", True),
        ("x = '# noqa: E501'", True),
    ],
)
def test_a_reason_is_two_words_at_least(line: str, passes: bool) -> None:
    assert (unexplained(f"{line}\n") == []) is passes


def test_what_is_switched_off_in_the_settings_says_why() -> None:
    """Each rule, warning or module left out stands on a line of its own, with a comment."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    project = tomllib.loads(text)["tool"]
    lint = project["ruff"]["lint"]
    rules = [*lint["ignore"], *(rule for rules in lint["per-file-ignores"].values() for rule in rules)]
    warnings = [line for line in project["pytest"]["filterwarnings"] if line != "error"]
    looser = [
        f"{key} = {str(value).lower()}"
        for module in project["mypy"]["overrides"]
        for key, value in module.items()
        if key not in ("module", "check_untyped_defs")
    ]
    stripped = [line.strip() for line in text.splitlines()]

    assert rules
    assert looser
    for wanted in [*(f'"{rule}",' for rule in rules), *(f'"{line}",' for line in warnings), *looser]:
        lines = [line for line in stripped if line.startswith(wanted)]

        assert lines, wanted
        assert all(re.search(r"# \S+ \S+", line) for line in lines), wanted
