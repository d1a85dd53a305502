"""What the reading commands say of a collection is what it holds: status, pages, export."""

from __future__ import annotations

import csv
import io
import json
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import pytest
from pyarrow import parquet
from warcio.archiveiterator import ArchiveIterator

from lycosa.cli.main import DONE, USAGE, run
from lycosa.collection.exports import COLUMNS
from tests.cli.little import HUB, site
from tests.cli.live import CONTACT, QUICK, at, watched

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Said = Callable[..., str]

CAUGHT = ["", "lens", "lamp", "tower", "deep"]  # and `shy`, which asks not to be listed


@pytest.fixture(scope="module")
def little(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("little") / "hunt"
    args = ["crawl", "lighthouse", "--seed", HUB, "--out", str(folder), *CONTACT, *QUICK]
    with watched(site()) as (port, _), redirect_stdout(io.StringIO()):
        assert run([*args, *at(port)]) == DONE
    return folder


@pytest.fixture
def said(little, capsys) -> Said:
    """What a command says of the collection."""

    def say(command: str, *args: str) -> str:
        assert run([command, str(little), *args]) == DONE
        out: str = capsys.readouterr().out
        return out

    return say


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_status_counts_pages_failures_and_what_was_only_noted(said):
    told = json.loads(said("status", "--json"))
    shown = dict(line.split(None, 1) for line in said("status").splitlines())

    assert (told["pages"], told["failed"], told["hosts"]) == (6, {"http_404": 1}, 1)
    assert (told["files"], told["sitemaps"], told["at_work"]) == (1, 1, False)
    assert shown["pages"] == f"6, {told['relevant']} relevant"
    assert shown["failed"] == "1 answered 404"
    assert shown["noted"] == "1 files not read, 1 sitemaps"


def test_dead_links_are_told_with_the_pages_they_stand_on(said):
    assert objects(said("status", "--dead", "--json")) == [{"url": HUB + "gone", "on": HUB, "reason": "http_404"}]
    assert said("status", "--dead").splitlines()[1].split() == ["http_404", HUB + "gone", HUB]


def test_pages_come_best_first_or_in_the_order_in_which_they_were_had(said):
    best, first = (objects(said("pages", "--sort", sort, "--json")) for sort in ("score", "time"))

    assert [one["score"] for one in best] == sorted((one["score"] for one in best), reverse=True)
    assert {one["url"] for one in best} == {one["url"] for one in first} == {HUB + name for name in CAUGHT}
    assert first[0]["url"] == HUB
    assert objects(said("pages", "--top", "2", "--json")) == best[:2]
    assert said("pages", "--top", "1").splitlines()[1].endswith(best[0]["url"])


def test_a_page_that_asks_not_to_be_indexed_is_listed_only_when_asked_for(said):
    for command, *form in (("pages", "--json"), ("export", "--format", "jsonl")):
        kept = {one["url"] for one in objects(said(command, *form))}

        assert {one["url"] for one in objects(said(command, *form, "--noindex"))} - kept == {HUB + "shy"}


def test_only_relevant_pages_are_listed_when_asked_for(said):
    everything = objects(said("pages", "--json"))
    relevant = objects(said("pages", "--relevant", "--json"))

    assert relevant == [one for one in everything if one["score"] >= 0.5]
    assert 0 < len(relevant) < len(everything)


def test_an_export_tells_of_each_page_its_text_its_way_and_where_it_lies(said, little):
    rows = {row["url"]: row for row in objects(said("export"))}

    assert set(rows) == {HUB + name for name in CAUGHT}
    assert all(tuple(row) == COLUMNS for row in rows.values())
    deep, hub = rows[HUB + "deep"], rows[HUB]
    assert (deep["title"], deep["hops"], deep["via"], deep["language"]) == ("Deep", 2, HUB + "lens", "en")
    assert (hub["hops"], hub["via"]) == (0, "")
    assert "Bread and butter, and nothing about the sea" in deep["text"]
    for url, row in rows.items():
        with (little / "warc" / row["warc"]).open("rb") as file:
            file.seek(row["offset"])
            record = next(iter(ArchiveIterator(file)))
            assert record.rec_headers.get_header("WARC-Target-URI") == url
            assert f"<title>{row['title']}".encode() in record.content_stream().read()


def test_all_forms_hold_the_same(said, tmp_path):
    rows = objects(said("export", "--sort", "score"))
    said("export", "--sort", "score", "--format", "parquet", "--to", str(tmp_path / "hunt.parquet"))
    said("export", "--sort", "score", "--format", "csv", "--to", str(tmp_path / "hunt.csv"))

    assert said("export", "--sort", "score", "--format", "urls").split() == [row["url"] for row in rows]
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)
    assert parquet.read_table(tmp_path / "hunt.parquet").to_pylist() == rows
    with (tmp_path / "hunt.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.DictReader(file)) == [{name: str(value) for name, value in row.items()} for row in rows]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["export", "DIR", "--format", "xml"], "'xml' is not one of 'jsonl', 'csv', 'parquet', 'urls'"),
        (["export", "DIR", "--to", "/nowhere/at/all.csv"], "No such file or directory"),
        (["pages", "DIR", "--top", "-1"], "--top"),
        (["pages", "DIR", "--sort", "size"], "'size' is not one of 'score', 'time'"),
        (["status", "nowhere.hunt"], "no collection there"),
        (["verify", "nowhere.hunt"], "no collection there"),
    ],
)
def test_what_cannot_be_said_is_one_line_and_2(little, capsys, args, why):
    assert run([str(little) if word == "DIR" else word for word in args]) == USAGE
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert why in told.err
