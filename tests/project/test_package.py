"""What a user gets: a wheel, built as `pip` builds it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-c", "import sys, uv_build; uv_build.build_wheel(sys.argv[1])", folder],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        check=True,
        capture_output=True,
    )
    return ZipFile(next(folder.glob("*.whl")))


def test_all_files_of_the_package_are_in_the_wheel(wheel: ZipFile) -> None:
    """Data too, and the mark of a typed package."""
    folder = ROOT / "src"
    files = {
        path.relative_to(folder).as_posix()
        for path in (folder / "lycosa").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in wheel.namelist() if name.startswith("lycosa/") and not name.endswith("/")}

    assert "lycosa/py.typed" in packed
    assert packed == files


def test_nothing_else_is_in_the_wheel(wheel: ZipFile) -> None:
    rest = {name.partition("/")[0] for name in wheel.namelist()}

    assert {name.partition("-")[0] for name in rest} == {"lycosa"}


def test_the_licence_and_the_command_come_with_it(wheel: ZipFile) -> None:
    named = {name.partition(".dist-info/")[2]: name for name in wheel.namelist() if ".dist-info/" in name}

    assert "Apache License" in wheel.read(named["licenses/LICENSE"]).decode()
    assert "lycosa = lycosa.cli.main:main" in wheel.read(named["entry_points.txt"]).decode()


def test_users_are_asked_for_no_tool_of_ours(wheel: ZipFile) -> None:
    metadata = next(name for name in wheel.namelist() if name.endswith("METADATA"))
    lines = wheel.read(metadata).decode().splitlines()
    asked = {Requirement(line[15:]).name for line in lines if line.startswith("Requires-Dist: ")}

    assert "click" in asked
    assert asked.isdisjoint({"pytest", "hypothesis", "ruff", "mypy", "import-linter", "uv", "uv-build"})
