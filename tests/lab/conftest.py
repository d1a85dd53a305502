"""A small practice web, stored once for all tests of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycosa.lab.imports import USUAL
from tests.lab.storing import SMALL, TINY, stored

if TYPE_CHECKING:
    from lycosa.lab.store import Store


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return stored(tmp_path_factory.mktemp("store"), SMALL, cues=(*USUAL, "block(3, 20, near=True)"))


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return stored(tmp_path_factory.mktemp("store"), TINY, "tiny")


@pytest.fixture(autouse=True)
def no_wordnet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether this machine has a dictionary of synonyms makes no difference, and reading one takes long."""
    monkeypatch.setenv("LYCOSA_WORDNET", "nowhere")
