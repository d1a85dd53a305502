"""What counts as the same URL is a setting, and a crawl read from its log has it too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.collection.opened import Opened
from lycosa.engines.verify import verify
from tests.engines.hunting import hunted, page

if TYPE_CHECKING:
    from tests.webs.watched import Pages

A = "http://a.example.com/"
WWW = "http://www.a.example.com/"


def test_a_live_hunt_goes_by_it_and_so_does_its_log(tmp_path):
    pages: Pages = {A: page(f"{WWW}x/index.html", f"{A}x/", words="home"), f"{WWW}x/index.html": page(words="x")}
    hunt = hunted(tmp_path / "hunt", pages, A, www=True, index=True)

    with Opened(hunt.folder) as collection:
        assert {row["url"] for row in collection.catalogue.pages()} == {A, f"{WWW}x/index.html"}
    assert verify(hunt.folder).faults == ()
    assert "/x/" not in hunt.web.paths("a.example.com")
