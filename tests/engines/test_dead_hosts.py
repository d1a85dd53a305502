"""Links to hosts where nobody is are dead links, told by name: no hunt waits for them, none ends asleep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.collection.opened import Opened
from lycosa.crawl.events import Unreached
from lycosa.engines.verify import verify
from tests.engines.hunting import hunted, page
from tests.webs.watched import Said

if TYPE_CHECKING:
    from tests.engines.hunting import Hunted
    from tests.webs.watched import Pages

A = "http://a.test/"
CLOSED = 1  # a port of loopback where nobody listens


def dead(hunt: Hunted) -> list[tuple[str, str, bool]]:
    """URL, reason, and whether it is known on which page it stands."""
    with Opened(hunt.folder) as collection:
        rows = collection.catalogue.db.execute("SELECT url, reason, via != 0 FROM dead ORDER BY url")
        return [(url, reason, bool(via)) for url, reason, via in rows]


def test_a_private_address_is_a_dead_link(tmp_path):
    links = ["http://10.0.0.1/x", "http://[::ffff:10.0.0.1]:8080/", "http://2130706433/y"]
    found = ["http://10.0.0.1/x", "http://127.0.0.1/y", "http://[::ffff:a00:1]:8080/"]
    hunt = hunted(tmp_path / "hunt", {A: page(*links)}, A)

    assert dead(hunt) == [(url, "address", True) for url in found]
    assert sorted(event.url for event in hunt.heard(Unreached)) == found
    assert (hunt.ended.stopped.reason, hunt.crawl.tally.failures) == ("dead_end", 3)
    assert hunt.crawl.tally.fetches == 1
    assert verify(hunt.folder).faults == ()


def test_so_is_what_a_redirect_leads_to(tmp_path):
    pages: Pages = {A: Said(status=302, headers=("Location: http://169.254.169.254/latest/",))}
    hunt = hunted(tmp_path / "hunt", pages, A)

    assert dead(hunt) == [("http://169.254.169.254/latest/", "address", False)]
    assert hunt.ended.stopped.reason == "dead_end"
    assert hunt.ended.faults == {A: "address"}


def test_a_host_that_refuses_all_connections_is_given_up(tmp_path):
    links = [f"http://closed.test/{n}" for n in range(5)]
    hunt = hunted(tmp_path / "hunt", {A: page(*links)}, A, pins={"closed.test": CLOSED}, retries=0)

    assert dead(hunt) == [(url, "refused", True) for url in links]
    assert hunt.ended.stopped.reason == "dead_end"


def test_a_dead_port_puts_no_host_to_sleep(tmp_path):
    """Whoever writes a link must not be able to keep the hunt from a host."""
    pages: Pages = {A: page("https://a.test/no", f"{A}1"), f"{A}1": page(f"{A}2", words="1"), f"{A}2": page(words="2")}
    hunt = hunted(tmp_path / "hunt", pages, A, retries=0, fetch={"connect": 1.0})

    assert hunt.web.paths("a.test")[-2:] == ["/1", "/2"]
    assert hunt.crawl.tally.pages == 3


def test_the_time_is_up_also_while_all_hosts_sleep(tmp_path):
    pages: Pages = {A: page(f"{A}1"), f"{A}robots.txt": "User-agent: *\nCrawl-delay: 30"}
    hunt = hunted(tmp_path / "hunt", pages, A, examples="", patience=60.0, seconds=1.0)

    assert hunt.ended.stopped.reason == "time"
    assert 1.0 <= hunt.ended.seconds < 20.0
