"""Ctrl-C once finishes what is on its way and saves, twice stops at once, and both can be gone on with."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from typing import TYPE_CHECKING

from lycosa.cli.main import DONE, run
from lycosa.collection.opened import Opened
from tests.cli.live import CONTACT, QUICK, at, page, process, watched
from tests.webs.watched import Said, Watched

if TYPE_CHECKING:
    from pathlib import Path

HUB = "http://hub.test/"
SLOW = "http://slow.test/"
LONG, SHORT = 600.0, 1.0  # seconds; nobody waits the long ones out


class Noticing(Watched):
    """Tells when the slow page is asked for."""

    def __init__(self, pages: dict[str, str | Said | list[Said]]) -> None:
        super().__init__(pages)
        self.asked = threading.Event()

    def said(self, url: str) -> Said:
        if url == SLOW:
            self.asked.set()
        return super().said(url)


def site(seconds: float) -> Noticing:
    """Two quick pages and a slow one, which is quick when it is asked for again."""
    slow = [Said(page("Slow"), seconds=seconds), Said(page("Slow"))]
    return Noticing({HUB: page("Hub", HUB + "one", SLOW), HUB + "one": page("One"), SLOW: slow})


def order(port: int, folder: Path) -> list[str]:
    return ["crawl", "lighthouse", "--seed", HUB, "--out", str(folder), *CONTACT, *QUICK, *at(port)]


def pages(folder: Path) -> list[str]:
    with Opened(folder) as collection:
        return [one["url"] for one in collection.catalogue.pages()]


def test_once_waits_for_what_is_on_its_way(tmp_path, capsys):
    with watched({}, web := site(SHORT)) as (port, _):
        with process(*order(port, tmp_path / "hunt")) as hunt:
            assert web.asked.wait(60)
            hunt.send_signal(signal.SIGINT)
            out, err = hunt.communicate(timeout=60)
        assert hunt.returncode == 130
        assert "finishing what is on its way, and saving; Ctrl-C again stops at once" in err
        assert "it was interrupted; run it again to go on." in out
        assert SLOW in pages(tmp_path / "hunt")
        assert run(["crawl", "lighthouse", "--out", str(tmp_path / "hunt")]) == DONE
    assert max(Counter((visit.host, visit.path) for visit in web.visits).values()) == 1
    assert sorted(pages(tmp_path / "hunt")) == [HUB, HUB + "one", SLOW]
    assert run(["verify", str(tmp_path / "hunt")]) == DONE
    capsys.readouterr()


def test_twice_stops_at_once_and_what_was_on_its_way_is_asked_for_again(tmp_path, capsys):
    with watched({}, web := site(LONG)) as (port, _):
        with process(*order(port, tmp_path / "hunt")) as hunt:
            assert web.asked.wait(60)
            hunt.send_signal(signal.SIGINT)
            assert hunt.stderr is not None
            assert "Ctrl-C again stops at once" in hunt.stderr.readline()
            hunt.send_signal(signal.SIGINT)
            hunt.communicate(timeout=60)
        assert hunt.returncode == 130
        assert SLOW not in pages(tmp_path / "hunt")
        assert run(["crawl", "lighthouse", "--out", str(tmp_path / "hunt")]) == DONE
    assert [visit.path for visit in web.of("slow.test")].count("/") == 2
    assert sorted(pages(tmp_path / "hunt")) == [HUB, HUB + "one", SLOW]
    assert run(["verify", str(tmp_path / "hunt")]) == DONE
    capsys.readouterr()
