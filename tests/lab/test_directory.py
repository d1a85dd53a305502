"""Dumps of a directory: read in any pieces, drawn by number, and turned into labels and an experiment."""

from __future__ import annotations

import gzip
import tomllib
import tracemalloc
from collections import Counter
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.cli.main import DONE, USAGE, run
from lycosa.lab import directory
from lycosa.lab.directory import Listed, Wish, drawn, listed, name_of
from lycosa.lab.experiment import read_experiment
from lycosa.lab.records import LabError
from lycosa.webs.recorded import read_descriptions, read_labels

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/" xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">
  <!-- Generated at 2004-01-27 00:01:18 GMT from DMOZ 2.0 -->
  <Topic r:id=""><catid>1</catid></Topic>
"""


def quoteattr(text: str) -> str:
    """In double quotes, always."""
    return '"' + escape(text, {'"': "&quot;"}) + '"'


def entry(page: Listed, *, old: bool = False) -> str:
    within = "" if old else f"<topic>{escape(page.category)}</topic>"
    said = f"<d:Title>{escape(page.title)}</d:Title><d:Description>{escape(page.description)}</d:Description>"
    return f"  <ExternalPage about={quoteattr(page.url)}>\n    {said}\n    {within}\n  </ExternalPage>\n"


def dump(pages: list[Listed], *, old: bool = False) -> str:
    """As the directory wrote it: each category with its links, then its pages."""
    parts = [HEAD]
    for category in dict.fromkeys(page.category for page in pages):
        mine = [page for page in pages if page.category == category]
        links = "".join(f"    <link r:resource={quoteattr(page.url)}/>\n" for page in mine)
        parts.append(f"  <Topic r:id={quoteattr(category)}>\n    <catid>7</catid>\n{links}  </Topic>\n")
        parts += [entry(page, old=old) for page in mine]
    return "".join([*parts, "</RDF>\n"])


def category(name: str, count: int) -> list[Listed]:
    where = f"http://p{{}}.test/{name.lower()}?a=1&b=2"
    return [Listed(name, where.format(n), f"Page <{n}> & co", f'Says "{n}".') for n in range(count)]


words = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=9)
entries = st.lists(st.builds(Listed, words.map(lambda w: f"Top/{w}"), words.map(lambda w: f"http://{w}"), words, words))


@settings(max_examples=40)
@given(entries, st.booleans(), st.integers(1, 3000))
def test_what_was_written_is_read_in_whatever_pieces_it_comes(tmp_path_factory, pages, old, chunk):
    path = tmp_path_factory.getbasetemp() / "content.rdf"
    path.write_text(dump(pages, old=old), "utf-8")
    before, directory.CHUNK = directory.CHUNK, max(chunk, len(HEAD))
    try:
        found = list(listed(path))
    finally:
        directory.CHUNK = before

    assert Counter(found) == Counter(pages)


def test_packed_or_not_it_is_the_same(tmp_path: Path):
    text = dump(category("Top/Arts", 5))
    (tmp_path / "a.rdf").write_text(text, "utf-8")
    (tmp_path / "b.rdf.gz").write_bytes(gzip.compress(text.encode()))

    assert list(listed(tmp_path / "a.rdf")) == list(listed(tmp_path / "b.rdf.gz")) == category("Top/Arts", 5)


def test_what_is_not_legal_xml_costs_only_itself(tmp_path: Path):
    """An entry that was never closed, a byte that is no UTF-8, an ampersand alone: as dumps had them before 2003."""
    good = category("Top/Arts", 3)
    broken = '  <ExternalPage about="http://open.test/">\n<d:Title>never closed\n'
    text = HEAD + entry(good[0]) + broken + entry(good[1]) + entry(good[2]).replace("&amp;", "&")
    (tmp_path / "a.rdf").write_bytes(text.encode().replace(b"Says", b"Say\xff", 1))
    found = list(listed(tmp_path / "a.rdf"))

    assert [page.url for page in found] == [page.url for page in good]
    assert found[2] == good[2]


def many() -> list[Listed]:
    """Ten categories that are fit, one that is small, two with words that are left out."""
    fit = [page for number in range(10) for page in category(f"Top/Arts/Kind_{number}", 41 + number)]
    return [
        *fit,
        *category("Top/Arts/Small", 39),
        *category("Top/Regional/Asia", 60),
        *category("Top/Society/International_Relations", 60),
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "content.rdf.gz").write_bytes(gzip.compress(dump(many()).encode()))
    return tmp_path / "content.rdf.gz"


def test_small_categories_and_words_left_out_are_not_drawn(path: Path):
    found = drawn(path, Wish(draw=0))

    assert list(found.pages) == [f"Arts.Kind_{number}" for number in range(10)]
    assert {topic: len(pages) for topic, pages in found.pages.items()} == {f"Arts.Kind_{n}": 41 + n for n in range(10)}
    assert (found.categories, found.fit) == (13, 10)


def test_the_draw_is_by_its_number_and_each_may_be_drawn(path: Path):
    first = list(drawn(path, Wish(draw=3)).pages)
    seen = {topic for number in range(25) for topic in drawn(path, Wish(draw=3, number=number)).pages}

    assert len(first) == 3
    assert list(drawn(path, Wish(draw=3)).pages) == first
    assert len(seen) == 10


def test_other_words_may_be_left_out(path: Path):
    found = drawn(path, Wish(draw=0, without=("arts",)))

    assert set(found.pages) == {"Regional.Asia", "Society.International_Relations"}


def test_more_than_there_are_cannot_be_drawn(path: Path):
    with pytest.raises(LabError, match="10 of 13 categories have 40 pages or more, and 11 are asked for"):
        drawn(path, Wish(draw=11))


def test_a_page_listed_twice_is_one_and_what_is_no_web_page_is_none(tmp_path: Path):
    pages = category("Top/Arts", 3)
    other = Listed("Top/Arts", "ftp://old.test/", "Old", "")
    (tmp_path / "a.rdf").write_text(dump([*pages, pages[0], other]), "utf-8")

    assert drawn(tmp_path / "a.rdf", Wish(least=1, draw=1)).pages == {"Arts": pages}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<html>not found</html>", "no dump of a directory"),
        (b"", "0 of 0 categories"),
        (gzip.compress(dump(many()).encode())[:900], "is damaged"),
    ],
)
def test_what_is_no_dump_is_one_line(tmp_path: Path, data: bytes, said: str):
    (tmp_path / "a.rdf").write_bytes(data)

    with pytest.raises(LabError, match=said):
        drawn(tmp_path / "a.rdf", Wish(draw=1))


def test_memory_does_not_grow_with_the_dump(tmp_path: Path):
    """Nine megabytes are read in a few."""
    page = entry(Listed("Top/Arts", "http://a.test/", "A", "word " * 100))
    with (tmp_path / "a.rdf").open("w", encoding="utf-8") as file:
        file.write(HEAD)
        file.writelines(page for _ in range(9_000_000 // len(page)))
    tracemalloc.start()
    count = sum(1 for _ in listed(tmp_path / "a.rdf"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert count == 9_000_000 // len(page)
    assert peak < 7_000_000


def test_the_command_writes_labels_with_descriptions_and_an_experiment(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    out = tmp_path / "odp"
    assert run(["lab", "topics", "--from", str(path), "--out", str(out), "--draw", "3", "--web", "odp"]) == DONE
    told = tomllib.loads((out / "experiment.toml").read_text("utf-8"))
    labels, said = read_labels(out / "labels.tsv"), read_descriptions(out / "labels.tsv")

    assert "3 topics with" in capsys.readouterr().out
    assert list(labels) == told["topics"]["names"] == list(drawn(path, Wish(draw=3)).pages)
    assert (told["webs"], told["start"]["seeds"], told["number"], told["fetches"]) == (["odp"], 20, 1, 10_000)
    assert labels == {topic: [page.url for page in pages] for topic, pages in drawn(path, Wish(draw=3)).pages.items()}
    url = next(iter(labels.values()))[4]
    assert said[url] == 'Page <4> & co. Says "4".'


def test_what_is_written_is_an_experiment_on_a_web_with_these_labels(path: Path, tmp_path: Path):
    """As `lycosa lab run` and `lycosa lab import --labels` read them."""
    out = tmp_path / "odp"
    directory.write(drawn(path, Wish(draw=3)), out, "odp")
    experiment = read_experiment(out / "experiment.toml")

    assert experiment.topics.names == tuple(read_labels(out / "labels.tsv"))
    assert (experiment.start.seeds, experiment.guide.positives, experiment.guide.negatives) == (20, 20, 40)
    assert experiment.webs == ("odp",)


def test_a_topic_without_targets_is_refused(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    args = ["lab", "topics", "--from", str(path), "--out", str(tmp_path / "odp"), "--draw", "0", "--seeds", "41"]

    assert run(args) == USAGE
    assert "Arts.Kind_0: has no more than 41 pages" in capsys.readouterr().err
    assert not (tmp_path / "odp").exists()


def test_a_dump_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["lab", "topics", "--from", str(tmp_path / "no.gz"), "--out", str(tmp_path)]) == USAGE
    assert "No such file" in capsys.readouterr().err


def test_names_go_from_the_broad_to_the_narrow():
    assert name_of("Top/Computers/Artificial_Intelligence") == "Computers.Artificial_Intelligence"
    assert name_of("Top") == "Top"
