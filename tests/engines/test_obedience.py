"""What a page or its host asks of crawlers is obeyed in a live hunt, and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.collection.opened import Opened
from lycosa.crawl.events import Barred, Duplicated, Redirected
from lycosa.engines.verify import verify
from lycosa.topics.topic import Scope
from tests.engines.hunting import hunted, page
from tests.webs.watched import Said

if TYPE_CHECKING:
    from typing import Any

    from tests.engines.hunting import Hunted
    from tests.webs.watched import Pages

A, B = "http://a.example.com/", "http://b.test/"


def head(line: str, *links: str, words: str) -> str:
    return page(*links, words=words).replace("<title>", f"{line}<title>")


def catalogue(hunt: Hunted) -> dict[str, Any]:
    with Opened(hunt.folder) as collection:
        return {row["url"]: row for row in collection.catalogue.pages()}


def barred(hunt: Hunted) -> list[tuple[str, str]]:
    return [(event.url, event.rule) for event in hunt.heard(Barred)]


def test_nofollow_is_obeyed_wherever_it_is_said(tmp_path):
    """In a header, in the page's head, on one link; and what is said to another crawler is not."""
    pages: Pages = {
        A: page(f"{A}tag", f"{A}meta", f"{A}link", f"{A}other"),
        f"{A}tag": Said(page(f"{A}no1", words="tag"), headers=("X-Robots-Tag: noarchive, nofollow",)),
        f"{A}meta": head('<meta name="robots" content="NOFOLLOW">', f"{A}no2", words="meta"),
        f"{A}link": page(f"{A}no3", words="link").replace("<a", "<a rel='nofollow'"),
        f"{A}other": Said(page(f"{A}yes", words="other"), headers=("X-Robots-Tag: otherbot: nofollow",)),
        **{f"{A}{path}": page(words=path) for path in ("no1", "no2", "no3", "yes")},
    }
    hunt = hunted(tmp_path / "hunt", pages, A)

    assert sorted(hunt.web.paths("a.example.com")) == ["/", "/link", "/meta", "/other", "/robots.txt", "/tag", "/yes"]


def test_a_page_not_to_be_indexed_is_archived_and_marked(tmp_path):
    pages: Pages = {
        A: page(f"{A}tag", f"{A}meta", f"{A}none"),
        f"{A}tag": Said(page(f"{A}far", words="tag"), headers=("X-Robots-Tag: noindex",)),
        f"{A}meta": head('<meta name="robots" content="noindex">', words="meta"),
        f"{A}none": head('<meta name="robots" content="none">', f"{A}never", words="none"),
        f"{A}far": page(words="far"),
    }
    hunt = hunted(tmp_path / "hunt", pages, A)
    found = catalogue(hunt)

    assert {url: row["noindex"] for url, row in found.items()} == {
        A: 0,
        f"{A}tag": 1,
        f"{A}meta": 1,
        f"{A}none": 1,
        f"{A}far": 0,
    }
    assert all(row["len"] for row in found.values())
    assert verify(hunt.folder).faults == ()


def test_a_page_is_known_by_the_name_it_gives_itself_on_its_site(tmp_path):
    """By tag or header, on another host of the site too; that name is not fetched again."""
    pages: Pages = {
        A: page(f"{A}p?x=1", f"{A}q?x=1", f"{A}r?x=1", f"{A}p", f"{A}q"),
        f"{A}p?x=1": head('<link rel="canonical" href="/p">', words="p"),
        f"{A}q?x=1": Said(page(words="q"), headers=(f'Link: <{A}q>; rel="canonical"',)),
        f"{A}r?x=1": head('<link rel="canonical" href="http://www.example.com/r">', words="r"),
        **{f"{A}{name}": page(words=f"again {name}") for name in "pq"},
    }
    hunt = hunted(tmp_path / "hunt", pages, A)

    assert set(catalogue(hunt)) == {A, f"{A}p", f"{A}q", "http://www.example.com/r"}
    assert sorted(hunt.web.paths("a.example.com")) == ["/", "/p?x=1", "/q?x=1", "/r?x=1", "/robots.txt"]
    assert hunt.web.paths("www.example.com") == []
    assert verify(hunt.folder).faults == ()


def test_a_name_on_another_site_is_only_noted(tmp_path):
    pages: Pages = {
        A: page(f"{A}p", f"{B}p"),
        f"{A}p": head(f'<link rel="canonical" href="{B}p">', words="ours"),
        f"{B}p": page(words="theirs"),
    }
    hunt = hunted(tmp_path / "hunt", pages, A)

    assert set(catalogue(hunt)) == {A, f"{A}p", f"{B}p"}


def test_a_second_page_of_the_same_name_is_a_duplicate(tmp_path):
    named = '<link rel="canonical" href="/p">'
    pages: Pages = {A: page(f"{A}p?1", f"{A}p?2")}
    pages |= {f"{A}p?{n}": head(named, words=f"page {n}") for n in (1, 2)}
    hunt = hunted(tmp_path / "hunt", pages, A)

    assert set(catalogue(hunt)) == {A, f"{A}p"}
    assert len(hunt.heard(Duplicated)) == 1


def test_the_target_of_a_redirect_meets_robots_and_scope(tmp_path):
    """Rules of its own host and of the topic; each is told by name, and the target is not asked for."""
    pages: Pages = {
        A: page(f"{A}1", f"{A}2", f"{A}3", f"{A}4"),
        f"{A}1": Said(status=301, headers=(f"Location: {B}no",)),
        f"{A}2": Said(status=302, headers=("Location: http://outside.test/",)),
        f"{A}3": Said(status=307, headers=(f"Location: {A}book.pdf",)),
        f"{A}4": Said(status=308, headers=(f"Location: {B}yes",)),
        f"{B}robots.txt": "User-agent: *\nDisallow: /no",
        f"{B}yes": page(words="yes"),
    }
    hunt = hunted(tmp_path / "hunt", pages, A, scope=Scope(leave_out=("outside.test",)))

    assert len(hunt.heard(Redirected)) == 4
    assert sorted(barred(hunt)) == [
        (f"{A}book.pdf", "unread"),
        (f"{B}no", "robots"),
        ("http://outside.test/", "leave_out"),
    ]
    assert hunt.web.paths("b.test") == ["/robots.txt", "/yes"]
    assert hunt.web.paths("outside.test") == []
    assert "/book.pdf" not in hunt.web.paths("a.example.com")


def test_a_start_page_leads_no_further_than_the_scope(tmp_path):
    pages: Pages = {A: Said(status=301, headers=("Location: http://outside.test/",)), B: page()}
    hunt = hunted(tmp_path / "hunt", pages, f"{A} {B}", scope=Scope(leave_out=("outside.test",)))

    assert hunt.web.paths("outside.test") == []
    assert hunt.ended.faults == {A: "leave_out"}


def test_plain_text_is_a_page_without_links(tmp_path):
    text = Said(f"A lighthouse. <a href='{A}no'>{A}no</a>", headers=("Content-Type: text/plain",))
    hunt = hunted(tmp_path / "hunt", {A: page(f"{A}text"), f"{A}text": text}, A)

    assert hunt.web.paths("a.example.com") == ["/robots.txt", "/", "/text"]
    assert catalogue(hunt)[f"{A}text"]["score"] > 0


def test_a_file_that_is_not_read_is_noted_and_not_fetched(tmp_path):
    """By the ending of its name, not by what stands after a question mark; and by its type once it has come."""
    pages: Pages = {
        A: page(f"{A}book.pdf", f"{A}page?file=book.pdf", f"{A}pdf"),
        f"{A}page?file=book.pdf": page(words="about a book"),
        f"{A}pdf": Said("%PDF", headers=("Content-Type: application/pdf",)),
    }
    hunt = hunted(tmp_path / "hunt", pages, A)

    assert sorted(hunt.web.paths("a.example.com")) == ["/", "/page?file=book.pdf", "/pdf", "/robots.txt"]
    assert barred(hunt) == [(f"{A}book.pdf", "unread")]
    assert hunt.crawl.tally.reasons == {"unread": 1, "content_type": 1}
    with Opened(hunt.folder) as collection:
        found = list(collection.catalogue.db.execute("SELECT url, kind FROM found"))
    assert found == [(f"{A}book.pdf", "file")]


def test_a_host_is_not_probed_where_its_robots_txt_forbids_it(tmp_path):
    """Pages much alike make it suspect; the path that cannot be there must be allowed like any other."""
    alike = {f"{A}p{n}": page(words="sorry, there is nothing here") for n in range(4)}
    pages: Pages = {A: page(*alike), **alike, f"{A}robots.txt": "User-agent: *\nDisallow: /\nAllow: /p\nAllow: /$"}
    hunt = hunted(tmp_path / "hunt", pages, A, soft_404=True)

    assert sorted(hunt.web.paths("a.example.com")) == ["/", "/p0", "/p1", "/p2", "/p3", "/robots.txt"]


def test_an_error_page_that_comes_as_if_all_were_well_is_found_out(tmp_path):
    """The first is taken for a page, the second for its twin: then the host is asked, and the others are failures."""
    sorry = page(f"{A}more", words="sorry, there is nothing here")
    listed = [f"{A}{n}" for n in range(5)]
    pages: Pages = {A: page(*listed), **dict.fromkeys(listed, sorry), f"{A}more": sorry}
    probe = next(path for path in probes(tmp_path / "first", pages))
    hunt = hunted(tmp_path / "hunt", {**pages, f"{A}{probe}": sorry}, A, soft_404=True)

    assert hunt.crawl.tally.reasons["soft_404"] == 4
    assert (hunt.crawl.tally.pages, hunt.crawl.tally.duplicates) == (2, 1)
    assert hunt.web.paths("a.example.com").count(f"/{probe}") == 1


def probes(folder: Any, pages: Pages) -> list[str]:
    """Paths that a host was asked for which no page leads to."""
    hunt = hunted(folder, dict(pages), A, soft_404=True)
    return [path[1:] for path in hunt.web.paths("a.example.com") if f"http://a.example.com{path}" not in pages][1:]


def test_dead_links_that_all_lead_to_one_place_are_found_out(tmp_path):
    listed = [f"{A}{n}" for n in range(6)]
    pages: Pages = {A: page(*listed), f"{A}sorry": page(words="nothing here")}
    pages |= {url: Said(status=302, headers=(f"Location: {A}sorry",)) for url in listed}
    hunt = hunted(tmp_path / "hunt", pages, A, soft_404=True)

    assert hunt.crawl.tally.reasons == {"soft_404": 4}
    assert hunt.crawl.tally.redirects == 2
