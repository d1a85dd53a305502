"""The settings of the tools bite."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

WRONG = """
import random
import warnings

import pytest
from hypothesis import given, strategies as st

def test_that_warns():
    warnings.warn("soon gone", DeprecationWarning)

@pytest.mark.xfail(reason="it is expected to fail")
def test_that_passes_unexpectedly(): pass

@given(st.integers())
def test_that_leaves_the_example_to_chance(n):
    assert n < 1000, f"found {n}"

def test_that_is_fine(): pass
"""


def ran(folder: Path, *args: str) -> tuple[int, str]:
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *args, "tests"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests/conftest.py", tmp_path / "tests")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_warnings_unexpected_passes_and_unknown_markers_fail_and_examples_repeat(checkout: Path) -> None:
    (checkout / "tests/test_it.py").write_text(WRONG)
    (checkout / "tests/test_typo.py").write_text("import pytest\n\n@pytest.mark.typo\ndef test_it(): pass\n")
    code, printed = ran(checkout, "--continue-on-collection-errors")

    assert code == 1
    assert "'typo' not found in `markers`" in printed
    assert "DeprecationWarning: soon gone" in printed
    assert "XPASS(strict)" in printed
    assert re.search(r"found (\d+)", printed) is not None
    assert "3 failed, 1 passed, 1 error" in printed.splitlines()[-1]
    assert not (checkout / ".hypothesis/examples").exists()


@pytest.mark.parametrize(
    ("file", "source", "rule"),
    [
        ("src/lycosa/webs/x.py", "import urllib.request\n", "TID251"),
        ("src/lycosa/crawl/x.py", "def f(a):\n    return a\n", "ANN001"),
        ("src/lycosa/cli/x.py", "try:\n    x = 1\nexcept:\n    pass\n", "E722"),
        ("tests/x/test_x.py", "def test_x():\n    assert 1 == 1\n", "PLR0133"),
        ("bench/bench_x.py", "import pickle\n", "TID251"),
    ],
)
def test_the_style_is_checked_everywhere(file: str, source: str, rule: str) -> None:
    ended = subprocess.run(
        [
            Path(sys.executable).with_name("ruff"),
            "check",
            "--no-cache",
            "--output-format",
            "concise",
            "--stdin-filename",
            file,
            "-",
        ],
        cwd=ROOT,
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == 1
    assert f" {rule} " in ended.stdout


def test_types_are_checked_everywhere(checkout: Path) -> None:
    """A wrong type in any of the three folders is found by `make lint`; code must have all its types."""
    wrong = "def f(n: int) -> str:\n    return n\n\n\ndef g(n):\n    return n\n"
    files = ["src/lycosa/x.py", "tests/one/test_x.py", "tests/two/test_x.py", "bench/bench_x.py"]
    for file in files:
        (checkout / file).parent.mkdir(parents=True, exist_ok=True)
        (checkout / file).write_text(wrong)
    ended = subprocess.run(
        [Path(sys.executable).with_name("mypy"), "--cache-dir", checkout / "cache"],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^(\S+?):\d+: error: .*\[([\w-]+)\]$", ended.stdout, re.MULTILINE)

    assert {file for file, code in found if code == "return-value"} == set(files)
    assert {file for file, code in found if code == "no-untyped-def"} == {files[0], files[3]}
