"""A calm web on loopback, and hunts of it that were killed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.engines.hunter import Asked
from tests.engines.killing import killed_at, served
from tests.engines.test_kill import CALM, seeds


@pytest.fixture(scope="session")
def asked():
    with served(repr(CALM)) as port:
        yield Asked(folder="", port=port, seeds=seeds(CALM), settings={"pages": 120}, rotate=10**9)


@pytest.fixture(scope="session")
def begun(asked, tmp_path_factory):
    """A hunt that was killed."""
    folder = tmp_path_factory.mktemp("begun") / "hunt"
    assert killed_at(replace(asked, folder=str(folder)), ("write", "amid", 70))
    return folder


@pytest.fixture(scope="session")
def shelved(asked, tmp_path_factory):
    """A hunt with shelves that was killed when it had checkpoints."""
    folder = tmp_path_factory.mktemp("shelved") / "hunt"
    shelves = replace(asked, folder=str(folder), settings={"pages": 120, "memory": 60})
    assert killed_at(shelves, ("checkpoint", "before", 3))
    return folder
