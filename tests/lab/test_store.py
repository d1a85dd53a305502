from __future__ import annotations

import re
import shutil
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lycosa.engines.answers import ending, read
from lycosa.lab.imports import Wish, import_web
from lycosa.lab.kept import cue_key
from lycosa.lab.records import LabError
from lycosa.lab.sources import opened
from lycosa.lab.store import Store
from lycosa.pages.cues import cued
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.names import NamingError
from lycosa.pages.records import Page
from lycosa.pages.urls import Canon
from lycosa.strategies.records import ROBOTS
from lycosa.webs.base import Exchange
from lycosa.webs.find import practice
from tests.lab.storing import SMALL, stored, ticket_for
from tests.webs.warcs import Said, write

if TYPE_CHECKING:
    from pathlib import Path

ASKED = (
    "anchor",
    "url",
    "page",
    "window(40)",
    "window(20, anchor='inside')",
    "near(100)",
    "block(2, 40)",
    "block(3, 20, near=True)",
    "leaves(5)",
    "leaves(2)",
    "tag_path",
    "place",
)
NOT_KEPT = ("text", "links", "content")


def words(page: Page, name: str) -> list[list[str]]:
    """The words of a cue of every link."""
    text, (starts, ends) = cued(page, name)
    spans = zip(starts.tolist(), ends.tolist(), strict=True)
    return [[text.lexicon.words[token] for token in text.tokens[start:end]] for start, end in spans]


def test_every_page_is_the_page_that_was_parsed(small: Store) -> None:
    web, lexicon = practice(SMALL), Lexicon()
    for place in range(0, len(small), 3):
        kept = small.page(place)
        page = read(web.fetch(small.url_of(place)), ASKED, lexicon)
        assert page
        for name in (field.name for field in fields(Page) if field.name not in NOT_KEPT):
            assert getattr(kept, name) == getattr(page, name), (place, name)
        assert [small.lexicon.words[token] for token in kept.text.tokens] == [
            lexicon.words[token] for token in page.text.tokens
        ]
        assert kept.text.places == page.text.places
        assert kept.links.urls == page.links.urls
        for name in ("starts", "ends", "nofollow"):
            np.testing.assert_array_equal(getattr(kept.links, name), getattr(page.links, name))
            assert getattr(kept.links, name).dtype == getattr(page.links, name).dtype
        for name in set(ASKED) - {"tag_path", "place"}:
            assert words(kept, name) == words(page, name), (place, name)
        for name in ("tag_path", "region", "position", "leaf"):
            np.testing.assert_array_equal(kept.links.columns[name], page.links.columns[name])


def test_every_answer_ends_a_ticket_as_the_webs_own_does(small: Store) -> None:
    """Robots tickets too: what they say is kept."""
    web, lexicon = practice(SMALL), Lexicon()
    seen = set()
    for number in range(len(small.answers)):
        url = small.url(int(small.answers["url"][number]))
        answer = web.fetch(url)
        page = read(answer, (), lexicon)
        for kind in ("page", ROBOTS) if url.endswith("/robots.txt") else ("page",):
            ticket = ticket_for(url, kind)
            place = int(small.answers["page"][number])
            told = ending(ticket, small.answer(number), small.page(place) if place >= 0 else None)
            due = ending(ticket, answer, page)
            assert type(told) is type(due)
            seen.add(type(told).__name__)
            for name in ("size", "reason", "trip", "may_pass", "busy", "to", "text"):
                assert getattr(told, name, None) == getattr(due, name, None), (url, name)

    assert seen >= {"Came", "Failed", "Moved"}


def test_labels_are_places_of_pages_in_their_order(small: Store) -> None:
    web = practice(SMALL)
    truth = web.topics()

    assert set(small.labels) == set(truth)
    for topic, urls in truth.items():
        place_of = {small.url_of(place): place for place in range(len(small))}
        assert small.labels[topic] == [place_of[url] for url in urls if url in place_of]


def test_a_label_of_a_redirect_is_one_of_the_page_it_leads_to(tmp_path: Path) -> None:
    moved = Said("http://a.test/old", b"", "301 Moved", (("Location", "/new"),))
    round_ = Said("http://a.test/round", b"", "301 Moved", (("Location", "/round"),))
    warc = write(tmp_path / "w.warc.gz", moved, round_, Said("http://a.test/new", b"<title>New</title>"))
    labels = {"news": ["http://a.test/old", "http://a.test/new"], "rounds": ["http://a.test/round"]}
    store = stored(tmp_path, str(warc), labels=labels)

    assert store.labels == {"news": [0]}
    assert store.page(0).title == "New"


def test_the_first_of_two_answers_to_a_url_holds(tmp_path: Path) -> None:
    said = [Said("http://a.test/x", b"<p>one"), Said("http://A.test/x#y", b"<p>two")]
    store = stored(tmp_path, str(write(tmp_path / "w.warc.gz", *said)))

    assert len(store) == 1
    assert store.facts(0).lead == "one"


def test_numbers_follow_what_counts_as_the_same_url(tmp_path: Path) -> None:
    said = [Said("http://www.a.test/x"), Said("http://a.test/x", b"<p>other")]
    store = stored(tmp_path, str(write(tmp_path / "w.warc.gz", *said)))
    plain, www = Canon(), Canon(www=True)

    assert [store.numbers(plain)[plain.key(one.url)] for one in said] == [0, 1]
    assert store.numbers(www) == {www.key("http://a.test/x"): 0}


def test_a_block_that_was_not_kept_is_refused_with_what_to_do(small: Store) -> None:
    page = small.page(0)
    with pytest.raises(LabError, match=re.escape("import it again with --cue 'block(3, 60)'")):
        cued(page, "block(3, 60)")
    with pytest.raises(NamingError, match="no cue 'nonsense'"):
        cued(page, "nonsense")


def test_a_cue_may_be_written_in_more_than_one_way() -> None:
    assert cue_key("block(2, 40)") == cue_key("block") == cue_key("block(most=40, least=2)")
    assert cue_key("block(3)") != cue_key("block")


def test_a_web_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    with opened(SMALL) as source:
        answers: dict[str, Exchange] = {}
        stopped = source._replace(answers=lambda _: map(answers.__getitem__, ["gone"]))
        with pytest.raises(KeyError):
            import_web(stopped, folder, Wish("web", SMALL))

    assert list(tmp_path.iterdir()) == []


def test_two_webs_under_one_name_are_refused(small: Store) -> None:
    with opened(SMALL) as source, pytest.raises(LabError, match="there is a web called small already"):
        import_web(source, small.folder, Wish("small", SMALL))


def test_labels_of_urls_that_are_not_there_are_refused_or_passed_over(tmp_path: Path) -> None:
    warc = str(write(tmp_path / "w.warc.gz", Said("http://a.test/")))
    labels = {"x": ["http://a.test/", "http://b.test/"], "y": ["http://c.test/"]}
    with pytest.raises(LabError, match=r"2 of 3 labels are of URLs that are not in small, http://b.test/ the first"):
        stored(tmp_path, warc, labels=labels)

    assert stored(tmp_path, warc, labels=labels, missing=True).labels == {"x": [0]}


def test_a_web_without_a_page_is_refused(tmp_path: Path) -> None:
    warc = write(tmp_path / "w.warc.gz", Said("http://a.test/", b"", "404 Not Found"))
    with pytest.raises(LabError, match="holds no page"):
        stored(tmp_path, str(warc))


def test_another_version_or_a_damaged_store_says_what_to_do(small: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(small.folder, copy)
    told = (copy / "web.json").read_text("utf-8")
    (copy / "web.json").write_text(told.replace('"format": 1', '"format": 0'), "utf-8")
    with pytest.raises(LabError, match="another version"):
        Store(copy)
    (copy / "web.json").unlink()
    with pytest.raises(LabError, match="no stored web there"):
        Store(copy)


def test_page_bytes_cut_pages_when_they_are_stored(tmp_path: Path) -> None:
    warc = str(write(tmp_path / "w.warc.gz", Said("http://a.test/", b"<p>wolf spider")))
    store = stored(tmp_path, warc, page_bytes=7)

    assert store.facts(0).lead == "wolf"
    answer = store.answer(0)
    assert isinstance(answer, Exchange)
    assert len(answer.body) == len(b"<p>wolf spider")


def test_few_pages_are_kept_ready_when_they_have_many_links(small: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from lycosa.lab import store as module

    fresh = Store(small.folder)
    monkeypatch.setattr(module, "MOST_LINKS", 500)
    for place in range(50):
        fresh.page(place)

    assert 0 < len(fresh.ready) < 50
    assert sum(len(page.links) for page in fresh.ready.values()) == fresh.ready_links
