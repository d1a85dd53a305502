from __future__ import annotations

import gzip
import json
import zipfile
from typing import TYPE_CHECKING

import pytest

from lycosa.lab.records import LabError
from lycosa.lab.sources import named_url
from lycosa.pages.errors import LycosaError
from tests.lab.storing import stored
from tests.webs.warcs import Said, write

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.lab.store import Store

PAGES = {"http://a.test/one.html": "<title>One</title><a href='two.html'>two", "http://a.test/two.html": "<p>Two"}


def told(store: Store) -> dict[str, str]:
    """URL to title, or the beginning of the text."""
    return {store.url_of(place): store.facts(place).title or store.facts(place).lead for place in range(len(store))}


def files(folder: Path) -> Path:
    """The pages as files, and some that are none."""
    for url, html in PAGES.items():
        path = folder / "news" / url.rpartition("/")[2]
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(html)
    (folder / "news" / "picture.png").write_bytes(b"\x89PNG")
    (folder / ".hidden").write_text("<p>no")
    return folder


def zipped(folder: Path, archive: Path) -> Path:
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(folder.rglob("*")):
            packed.write(path, path.relative_to(folder))
    return archive


DUE = {"http://a.test/news/one.html": "One", "http://a.test/news/two.html": "Two"}


def test_a_folder_of_files_stands_below_its_base(tmp_path: Path) -> None:
    store = stored(tmp_path, str(files(tmp_path / "f")), base="http://a.test/", by_folder=True)

    assert told(store) == DUE
    assert store.page(0).links.urls == ["http://a.test/news/two.html"]
    assert store.labels == {"news": [0, 1]}


def test_so_does_a_zip_of_them(tmp_path: Path) -> None:
    archive = zipped(files(tmp_path / "f"), tmp_path / "f.zip")

    assert told(stored(tmp_path, str(archive), base="http://a.test/")) == DUE


def test_names_of_files_with_blanks_and_letters_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "a b ü?.html").write_text("<p>x")

    assert list(told(stored(tmp_path, str(tmp_path / "f"), base="http://a.test/"))) == [
        "http://a.test/a%20b%20%C3%BC%3F.html"
    ]


def test_without_a_base_one_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="say where they stand with --base"):
        stored(tmp_path, str(files(tmp_path / "f")))


def test_files_named_by_their_urls_need_none(tmp_path: Path) -> None:
    """As WebKB has them: labels are folders, and each file begins with the server's head."""
    head = "Date: Tue, 14-Jan-97\nServer: NCSA/1.5\nContent-type: text/html; charset=iso-8859-1\n\n"
    for folder, name, text in (
        ("course", "http_^^www.a.test^~ann^cs1", head + "<title>CS 1</title>"),
        ("faculty", "http_^^www.a.test^~ann^", head + "<title>Ann</title>"),
        ("course", "http%3A%2F%2Fb.test%2Fx%3Fy%3D1", "<title>Plain</title>"),
    ):
        path = tmp_path / "w" / folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
    store = stored(tmp_path, str(tmp_path / "w"), by_folder=True)

    assert told(store) == {
        "http://b.test/x?y=1": "Plain",
        "http://www.a.test/~ann/cs1": "CS 1",
        "http://www.a.test/~ann/": "Ann",
    }
    assert {topic: len(places) for topic, places in store.labels.items()} == {"course": 2, "faculty": 1}


@pytest.mark.parametrize("name", ["page.html", "http_x", "http%3A", "ftp_^^a.test^", "httpx_^^a.test^", "^^"])
def test_other_names_are_no_urls(name: str) -> None:
    assert named_url(name) == ""


@pytest.mark.parametrize("packed", [False, True])
def test_lines_of_json_may_bring_labels(tmp_path: Path, packed: bool) -> None:
    lines = [
        json.dumps({"url": "http://a.test/one.html", "html": PAGES["http://a.test/one.html"], "labels": ["x", "y"]}),
        "",
        json.dumps({"url": "HTTP://A.test/two.html", "html": "<p>Zwei ü", "labels": "x", "more": 1}),
    ]
    data = "\n".join(lines).encode()
    path = tmp_path / ("w.jsonl.gz" if packed else "w.jsonl")
    path.write_bytes(gzip.compress(data) if packed else data)
    store = stored(tmp_path, str(path))

    assert told(store) == {"http://a.test/one.html": "One", "http://a.test/two.html": "Zwei ü"}
    assert store.labels == {"x": [0, 1], "y": [0]}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "a line is an object like"),
        ('{"url": "http://a.test/"}', "a line is an object like"),
        ("[1]", "a line is an object like"),
        ('{"url": "nowhere", "html": ""}', "url must be a web address"),
        ('{"url": "http://a.test/", "html": 1}', "html a text"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "w.jsonl").write_text('{"url": "http://a.test/", "html": ""}\n' + line + "\n")

    with pytest.raises(LabError, match=f"line 2: .*{said}"):
        stored(tmp_path, str(tmp_path / "w.jsonl"))


def warc(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return write(folder / "w.warc.gz", *(Said(url, html.encode()) for url, html in PAGES.items()))


def test_a_warc_file_a_folder_of_them_and_a_collection_are_the_same_web(tmp_path: Path) -> None:
    ways = [warc(tmp_path / "one"), tmp_path / "one", tmp_path / "collection"]
    warc(tmp_path / "collection" / "warc")
    found = [told(stored(tmp_path / f"store{number}", str(way))) for number, way in enumerate(ways)]

    assert found == [{"http://a.test/one.html": "One", "http://a.test/two.html": "Two"}] * 3


def test_labels_beside_a_warc_are_its_labels(tmp_path: Path) -> None:
    warc(tmp_path / "w")
    (tmp_path / "w" / "labels.tsv").write_text("url\ttopic\nhttp://a.test/two.html\tnumbers\n")

    assert stored(tmp_path, str(tmp_path / "w")).labels == {"numbers": [1]}


def test_a_wacz_holds_warcs(tmp_path: Path) -> None:
    made = warc(tmp_path / "one")
    path = tmp_path / "w.wacz"
    with zipfile.ZipFile(path, "w") as packed:
        packed.write(made, "archive/data.warc.gz")
        packed.writestr("datapackage.json", "{}")
    store = stored(tmp_path, str(path))

    assert len(store) == 2
    assert not store.about["servable"]


def test_a_wacz_without_one_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "w.wacz", "w") as packed:
        packed.writestr("datapackage.json", "{}")

    with pytest.raises(LabError, match="holds no archive/"):
        stored(tmp_path, str(tmp_path / "w.wacz"))


@pytest.mark.parametrize("source", ["", "nothing", "practice(pages=-1)", "practise"])
def test_what_is_no_source_is_refused(tmp_path: Path, source: str) -> None:
    with pytest.raises(LycosaError) as told:
        stored(tmp_path, source)

    assert "\n" not in str(told.value)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "w.doc").write_text("x")
    (tmp_path / "empty").mkdir()

    with pytest.raises(LabError, match="nothing a web can be made of"):
        stored(tmp_path, str(tmp_path / "w.doc"))
    with pytest.raises(LabError, match="holds no HTML file"):
        stored(tmp_path, str(tmp_path / "empty"))


def test_a_practice_web_is_stored_with_what_its_articles_lead_to(small: Store) -> None:
    urls = {small.url(url) for url in small.links["url"].tolist()}
    answered = {small.url(url) for url in small.answers["url"].tolist()}
    articles = {url for url in answered if small.page(0)}
    first = {small.page(place).url for place in range(400)}

    assert articles >= first
    assert {url for place in range(400) for url in small.page(place).links.urls} <= answered
    assert len(urls - answered) > 0


@pytest.mark.parametrize("name", ["w.zip", "w.wacz", "w.jsonl.gz"])
def test_what_is_damaged_is_said(tmp_path: Path, name: str) -> None:
    packed = gzip.compress(b'{"url": "http://a.test/", "html": "<p>x"}' * 100)
    (tmp_path / name).write_bytes(packed[:-20])

    with pytest.raises(LabError, match=f"{name}: is damaged"):
        stored(tmp_path, str(tmp_path / name), base="http://a.test/")
    assert not (tmp_path / "small").exists()
