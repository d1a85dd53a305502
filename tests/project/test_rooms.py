from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from itertools import combinations, pairwise
from pathlib import Path

import pytest

LINT = Path(sys.executable).with_name("lint-imports")
ORDER = """
    pages topics judges strategies crawl archive webs collection scouts subtopics engines lab checks desk cli
"""
CLOCKS_AND_DISKS = "asyncio http os pathlib random secrets selectors socket sqlite3 subprocess threading time"
ROOMS = ORDER.split()
PURE = ROOMS[:5]
IMPURE = CLOCKS_AND_DISKS.split()


def built(folder: Path, files: dict[str, str]) -> tuple[int, str]:
    """What the linter says of a `lycosa` made of these files: its exit code and its report."""
    names = {f"{room}/__init__.py": "" for room in ROOMS} | {"__init__.py": ""} | files
    for name, text in names.items():
        path = folder / "lycosa" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    ended = subprocess.run(
        [
            LINT,
            "--config",
            Path(__file__).parents[2] / "pyproject.toml",
            "--no-cache",
            "--no-logo",
        ],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


def test_rooms_that_keep_the_order_pass(tmp_path: Path) -> None:
    downwards = {f"{later}/good.py": f"import lycosa.{earlier}\n" for earlier, later in pairwise(ROOMS)}
    code, report = built(tmp_path, downwards | {"archive/disk.py": "import os, time, socket\n"})

    assert code == 0, report
    assert "0 broken" in report


def test_no_room_imports_from_a_later_one(tmp_path: Path) -> None:
    """All 105 pairs, each of which must be reported."""
    pairs = list(combinations(ROOMS, 2))
    upwards = {f"{earlier}/to_{later}.py": f"import lycosa.{later}\n" for earlier, later in pairs}
    code, report = built(tmp_path, upwards)

    assert code == 1
    reported = set(re.findall(r"lycosa\.(\w+) is not allowed to import lycosa\.(\w+)", report))
    assert reported == set(pairs)


def test_an_import_for_types_alone_keeps_the_order_too(tmp_path: Path) -> None:
    hidden = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import lycosa.crawl\n"
    code, report = built(tmp_path, {"pages/bad.py": hidden})

    assert code == 1
    assert "lycosa.pages.bad -> lycosa.crawl" in report


def test_the_first_five_rooms_know_no_clock_chance_disk_or_network(tmp_path: Path) -> None:
    imports = "".join(f"import {name}\n" for name in IMPURE)
    code, report = built(tmp_path, {f"{room}/bad.py": imports for room in PURE})

    assert code == 1
    reported = set(re.findall(r"lycosa\.(\w+)\.bad -> (\w+)", report))
    assert reported == {(room, name) for room in PURE for name in IMPURE}


def test_a_room_has_no_circle_of_imports(tmp_path: Path) -> None:
    circle = {"crawl/one.py": "import lycosa.crawl.two\n", "crawl/two.py": "import lycosa.crawl.one\n"}
    code, report = built(tmp_path, circle)

    assert code == 1
    assert "No circles of imports BROKEN" in report


def test_a_room_without_a_place_in_the_order_is_refused(tmp_path: Path) -> None:
    code, report = built(tmp_path, {"attic/__init__.py": ""})

    assert code == 1
    assert "lycosa.attic" in report or "attic" in report


def test_the_contract_lists_the_rooms_in_their_order(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]

    assert [layer.strip("()") for layer in contract["layers"]] == ROOMS[::-1]


@pytest.mark.parametrize("page", ["CONTRIBUTING.md"])
def test_the_page_for_contributors_lists_the_rooms_in_their_order(root: Path, page: str) -> None:
    listed = re.findall(r"^\| `(\w+)/` \|", (root / page).read_text("utf-8"), re.MULTILINE)

    assert listed == ROOMS
