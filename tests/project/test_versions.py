from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

import lycosa

if TYPE_CHECKING:
    from pathlib import Path


def test_the_version_is_the_same_everywhere(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    changes = re.findall(r"^## (\S+)", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)

    assert project["version"] == lycosa.__version__ == changes[0]


def test_the_changes_go_from_new_to_old(root: Path) -> None:
    changes = re.findall(r"^## (\S+)", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    numbers = [tuple(map(int, version.split("."))) for version in changes]

    assert numbers == sorted(set(numbers), reverse=True)
