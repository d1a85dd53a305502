"""What a live hunt shows while it runs is what its crawl counts."""

from __future__ import annotations

import asyncio

from lycosa.cli.living import Living
from lycosa.cli.progress import progress
from lycosa.crawl.settings import Settings
from lycosa.engines.local import Order, hunt, new_run
from lycosa.topics.topic import topic_from
from lycosa.webs.live.settings import FetchSettings
from tests.cli.little import HUB, site
from tests.cli.live import watched


def test_pages_speed_hosts_and_failures_stand_in_two_lines(tmp_path):
    living = Living("best_first")
    assert living.counts == "looking at the start pages"
    with watched(site()) as (port, _):
        fetch = FetchSettings(resolve={"*": ("127.0.0.1", port)}, contact="test@example.org")
        settings = Settings(pages=50, connections=1, robots=True, unread=False)
        topic = topic_from("lighthouse")
        run = new_run(topic, "cosine", "best_first", (HUB,), settings, fetch)
        ended = asyncio.run(hunt(Order(folder=tmp_path / "hunt", run=run, topic=topic), living.watch))
    catch, state = living.counts.split("\n")
    tally = ended.crawl.tally

    assert living.done == (tally.pages, 50, "pages")
    assert catch.startswith(f"{tally.relevant} relevant · harvest {tally.relevant / tally.fetches:.0%} · lately ")
    assert catch.endswith("0 waiting · 1 failed")
    assert "pages/s · 1 hosts awake, 0 asleep · 1 http_404" in state
    assert 0 < sum(living.lately) == tally.relevant
    assert len(living.lately) == tally.pages + tally.failures + tally.redirects + tally.duplicates


def test_where_stderr_is_no_terminal_nothing_is_drawn(capsys):
    with progress(["best_first"], Living) as display:
        assert [hunt.name for hunt in display.hunts] == ["best_first"]
    assert capsys.readouterr() == ("", "")
