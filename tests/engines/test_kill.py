"""Killed at any moment, a hunt comes back as its log says, and nothing that was committed is lost or had twice."""

from __future__ import annotations

import pytest

from lycosa.webs.practice import PracticeWeb
from tests.engines.hunter import Asked
from tests.engines.killing import Saga, lasting, quick_tries, rebuilt_alike, served, to_the_end
from tests.engines.sound import sound

# Small; its hosts have a robots.txt or none, want to be left alone for a while, lie about what is missing, fail.
ROUGH = PracticeWeb(pages=400, number=4, planted=4, host_count=12)
# No host fails or wants to be left alone, so what comes next is a matter of the pages alone.
CALM = PracticeWeb(pages=400, number=4, planted=4, host_count=6, broken=0, unwell=0)


def seeds(web: PracticeWeb) -> tuple[str, ...]:
    """Some pages of the topic, and hosts that are not well."""
    unwell = [f"http://{web.hosts.name(host)}/" for host in range(web.hosts.well, web.hosts.total)]
    return (*web.seeds("beekeeping", 5), *unwell)


@pytest.mark.parametrize(("number", "settings"), [(1, {}), (2, {"memory": 60})])
def test_a_hunt_killed_again_and_again_loses_nothing_and_has_nothing_twice(tmp_path, number, settings):
    """With 16 connections, 14 times, wherever the dice say; with shelves on disk too."""
    folder = tmp_path / "hunt"
    with served(repr(ROUGH)) as port, quick_tries():
        asked = Asked(folder=str(folder), port=port, seeds=seeds(ROUGH), settings={"pages": 300, **settings})
        saga = Saga(asked, number)
        ended = saga.run(14)
        saga.look()
        verdict = sound(folder)

        assert verdict.state == rebuilt_alike(folder)
    assert len(saga.kills) == 14
    assert saga.out  # tickets were out when checkpoints were saved
    assert verdict.states > 3
    assert ended.pages == len(saga.kept.pages) == 300


def order(folder):
    """The endings, as they came."""
    return [(kind, key) for _, _, kind, _, key, _ in lasting(folder).events if kind not in ("take", "lost")]


def test_with_one_connection_the_order_is_that_of_a_hunt_never_killed(tmp_path):
    settings = {"pages": 150, "connections": 1}
    with served(repr(CALM)) as port, quick_tries():
        lived = Asked(folder=str(tmp_path / "a"), port=port, seeds=seeds(CALM), settings=settings, parallel=1)
        to_the_end(lived)
        killed = Asked(folder=str(tmp_path / "b"), port=port, seeds=seeds(CALM), settings=settings, parallel=1)
        saga = Saga(killed, 3)
        saga.run(7)

        assert order(tmp_path / "b") == order(tmp_path / "a")
        assert sound(tmp_path / "b").states > 3
