from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from lycosa.pages.names import NamingError
from lycosa.webs.base import WebError
from lycosa.webs.find import find_web
from lycosa.webs.labelled import copies, drawn, labelled_topic, pages_of, topic_names
from lycosa.webs.practice import PracticeError, PracticeWeb

if TYPE_CHECKING:
    from pathlib import Path


def test_a_name_makes_a_practice_web() -> None:
    web = find_web("practice(pages=1600, number=7)")

    assert isinstance(web, PracticeWeb)
    assert (web.pages, web.number) == (1600, 7)


@pytest.mark.parametrize("text", ["", " ", "nonesuch", "practise", "practice_web", "x/y.warc.gz"])
def test_what_is_no_web_is_refused_with_what_could_be(text: str) -> None:
    with pytest.raises(WebError, match=re.escape("name a WARC file, a folder of them, or practice(pages=5000)")):
        find_web(text)


def test_a_name_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(WebError, match="write it like practice"):
        find_web("practice(pages=")
    with pytest.raises(NamingError, match="its parameters"):
        find_web("practice(paes=3)")
    with pytest.raises(PracticeError, match="whole number"):
        find_web("practice(pages=-3)")


def test_the_folder_of_a_user_who_is_not_there_is_no_web() -> None:
    with pytest.raises(WebError, match="no such web"):
        find_web("~nobody-of-this-name/web")


def test_what_exists_as_a_path_goes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "practice").mkdir()
    monkeypatch.chdir(tmp_path)

    with pytest.raises(WebError, match="holds no WARC file"):
        find_web("practice")


def test_a_practice_web_knows_its_topics_and_copies_of_their_pages() -> None:
    web = PracticeWeb(pages=1600)
    name = topic_names(web)[0]
    urls = pages_of(web, name)

    assert urls == web.topics()[name]
    assert labelled_topic(web, name).description == web.description(name)
    assert copies(web, name, urls[0] + "?print=1")
    assert not copies(web, topic_names(web)[1], urls[0])
    assert pages_of(web, "nonesuch") == []


def test_topics_of_a_web_too_large_to_list_can_still_be_hunted() -> None:
    web = PracticeWeb(pages=10**9)

    assert len(pages_of(web, topic_names(web)[0])) == 20_000


def test_seeds_are_drawn_without_repeats_and_by_the_number_alone() -> None:
    urls = [f"http://a.test/{page}" for page in range(50)]

    assert drawn(urls, 5, 1) == drawn(urls, 5, 1) != drawn(urls, 5, 2)
    assert sorted(drawn(urls, 99, 3)) == sorted(urls)
    assert drawn([], 5, 1) == []
