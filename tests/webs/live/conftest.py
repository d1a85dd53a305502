"""The hostile server, one for all tests here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.webs.hostile import hostile

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    with hostile() as number:
        yield number
