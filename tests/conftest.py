"""What all tests share: hypothesis without chance, the recorded webs, and an account of what was skipped."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[1]

# What is started in the background may ignore Ctrl-C, and so would all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples every time; how long one takes says nothing on a machine with other work.
settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")


def webs_folder() -> Path:
    """Where recorded webs are looked for: LYCOSA_WEBS, or beside the checkout."""
    return ROOT / os.environ.get("LYCOSA_WEBS", "../shared/webs")


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def needs_webs() -> Path:
    """The folder of recorded webs. Without one its tests are skipped, or fail where LYCOSA_NEED_WEBS is 1."""
    webs = webs_folder()
    missing = [name for name in ("schools", "docs") if not (webs / name).is_dir()]
    if missing:
        reason = f"recorded webs absent: no {' and no '.join(missing)} in LYCOSA_WEBS"
        if os.environ.get("LYCOSA_NEED_WEBS") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return webs.resolve()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The marker asks for the fixture."""
    for item in items:
        if item.get_closest_marker("needs_webs") and "needs_webs" not in getattr(item, "fixturenames", ()):
            item.fixturenames.insert(0, "needs_webs")  # type: ignore[attr-defined]  # functions have them


def skip_lines(reports: Iterable[pytest.TestReport]) -> list[str]:
    """How many tests were skipped, and a line for each reason, the commonest first."""
    why = [report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr) for report in reports]
    reasons = Counter(reason.removeprefix("Skipped: ") for reason in why)
    lines = [f"  {count} because: {reason}" for reason, count in reasons.most_common()]
    return [f"skipped: {reasons.total()}", *lines]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end what was skipped and why."""
    for line in skip_lines(terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line(line)
