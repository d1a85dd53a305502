from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import webs_folder

ROOT = Path(__file__).parents[2]

TESTS = """
import pytest

@pytest.mark.needs_webs
def test_marked(): pass

def test_asking(needs_webs): assert needs_webs.is_dir()

@pytest.mark.skip(reason="it rains")
def test_rain(): pass

def test_of_nothing(): pass
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with our conftest and settings, and four tests."""
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests/conftest.py", tmp_path / "tests")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests/test_it.py").write_text(TESTS)
    return tmp_path


def ran(checkout: Path, *args: str, **settings: str) -> tuple[int, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LYCOSA", "PYTEST"))}
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *args, "tests"],
        cwd=checkout,
        env=environment | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout


def test_what_is_skipped_is_counted_by_reason(checkout: Path) -> None:
    code, printed = ran(checkout)

    assert code == 0
    assert "skipped: 3\n  2 because: recorded webs absent: " in printed
    assert "\n  1 because: it rains\n" in printed
    assert "1 passed, 3 skipped" in printed.splitlines()[-1]


def test_where_the_webs_must_be_there_their_absence_fails(checkout: Path) -> None:
    code, printed = ran(checkout, LYCOSA_NEED_WEBS="1")

    assert code == 1
    assert "Failed: recorded webs absent" in printed


def test_webs_that_are_there_are_used(checkout: Path) -> None:
    for name in ("schools", "docs"):
        (checkout / "webs" / name).mkdir(parents=True)
    code, printed = ran(checkout, LYCOSA_WEBS="webs")

    assert code == 0
    assert "3 passed, 1 skipped" in printed.splitlines()[-1]


@pytest.mark.parametrize(
    ("setting", "folder"),
    [(None, ROOT.parent / "shared/webs"), ("webs", ROOT / "webs"), ("/data/webs", Path("/data/webs"))],
)
def test_webs_are_looked_for_beside_the_checkout_or_where_the_setting_says(
    monkeypatch: pytest.MonkeyPatch, setting: str | None, folder: Path
) -> None:
    if setting is None:
        monkeypatch.delenv("LYCOSA_WEBS", raising=False)
    else:
        monkeypatch.setenv("LYCOSA_WEBS", setting)

    assert Path(os.path.normpath(webs_folder())) == folder
