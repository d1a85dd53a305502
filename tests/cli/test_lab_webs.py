from __future__ import annotations

import json
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from lycosa.cli.main import run
from lycosa.lab.records import LabError
from lycosa.lab.serving import served
from lycosa.lab.shelf import shelf
from lycosa.lab.store import Store
from lycosa.webs.base import Exchange, Failure
from lycosa.webs.find import practice
from tests.lab.storing import stored
from tests.webs.warcs import Said, write

SMALL = "practice(pages=100, planted=2)"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYCOSA_STORE", str(tmp_path / "webs"))
    return tmp_path / "webs"


def test_a_web_is_stored_listed_and_known_by_its_name(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "import", SMALL, "--as", "p"]) == 0
    told = capsys.readouterr().out
    store = Store(place / "p")

    assert told == f"p: {len(store):,} pages, {len(store.links):,} links, 2 topics\n"
    assert run(["lab", "webs", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["p"]
    assert found["pages"] == len(store)
    assert found["topics"] == 2
    assert 0 < found["locality"] < 1
    assert run(["lab", "webs"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["p", f"{len(store):,}"]
    assert run(["lab", "webs", "p", "--json"]) == 0
    assert sum(json.loads(capsys.readouterr().out).values()) == sum(map(len, store.labels.values()))


def test_where_webs_lie_can_be_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "import", SMALL, "--as", "p", "--store", str(tmp_path / "other")]) == 0
    assert (tmp_path / "other" / "p" / "web.json").exists()
    assert run(["lab", "webs"]) == 0
    assert "no web is stored" in capsys.readouterr().out


def test_without_a_word_they_lie_where_data_of_users_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LYCOSA_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert shelf() == tmp_path / "lycosa" / "webs"
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert shelf() == tmp_path / ".local" / "share" / "lycosa" / "webs"
    assert shelf("x") == Path("x")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["import", SMALL, "--as", "a/b"], "a web's name has letters"),
        (["import", SMALL, "--as", "p", "--labels", "nowhere.tsv"], "nowhere.tsv: cannot be read"),
        (["import", SMALL, "--as", "p", "--cue", "nonsense(3)"], "there is no cue 'nonsense'"),
        (["import", "nowhere.warc.gz", "--as", "p"], "no such source"),
        (["webs", "bees"], "no stored web 'bees'"),
        (["serve", "bees"], "no stored web 'bees'"),
    ],
)
def test_what_is_wrong_is_one_line(words: list[str], said: str, place: Path, capsys) -> None:
    assert run(["lab", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1
    assert not list(place.glob("*"))


def test_a_name_that_is_taken_is_refused_and_a_near_one_proposed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "import", SMALL, "--as", "bees"]) == 0
    assert run(["lab", "import", SMALL, "--as", "bees"]) == 2
    assert "there is a web called bees already" in capsys.readouterr().err
    assert run(["lab", "webs", "bee"]) == 2
    assert "did you mean bees?" in capsys.readouterr().err


def test_labels_and_cues_of_the_users_own(tmp_path: Path, place: Path) -> None:
    warc = write(tmp_path / "w.warc.gz", Said("http://a.test/", b"<p><a href=/x>wolf spider hunts</a></p>"))
    (tmp_path / "mine.tsv").write_text("http://a.test/\twolves\nhttp://a.test/x\twolves\n")
    args = ["lab", "import", str(warc), "--as", "w", "--labels", str(tmp_path / "mine.tsv"), "--cue", "block(3, 60)"]

    assert run(args) == 2
    assert run([*args, "--missing"]) == 0
    store = Store(place / "w")
    assert store.labels == {"wolves": [0]}
    assert len(store.page(0).links.cues["block(3, 60)"].ranges.starts) == 1


def test_a_stored_web_is_served_by_its_own_names(place: Path) -> None:
    """In a process of its own, asked as a proxy."""
    assert run(["lab", "import", SMALL, "--as", "p"]) == 0
    store = Store(place / "p")
    args = [sys.executable, "-m", "lycosa", "lab", "serve", "p", "--seconds", "60"]
    with subprocess.Popen(args, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = process.stdout.readline().strip() if process.stdout else ""
            asked = HTTPConnection(address.removeprefix("http://"), timeout=20)
            asked.request("GET", store.url_of(3))
            body = asked.getresponse().read()
            asked.close()
        finally:
            process.terminate()
    came = practice(SMALL).fetch(store.url_of(3))

    assert isinstance(came, Exchange)
    assert body == came.body


def test_serving_ends_when_its_time_is_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "import", SMALL, "--as", "p"]) == 0
    assert run(["lab", "serve", "p", "--seconds", "0.01"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("http://127.0.0.1:")


def test_what_was_kept_is_what_was_answered(tmp_path: Path) -> None:
    said = [
        Said("http://a.test/", "<p>wölf".encode()),
        Said("http://a.test/old", b"gone", "301 Moved", (("Location", "/"), ("X", "y"))),
    ]
    warc = write(tmp_path / "w.warc.gz", *said)
    store = stored(tmp_path, str(warc), bodies=True)
    warc.unlink()
    with served(store) as web:
        for one in said:
            came = web.fetch(one.url)
            assert isinstance(came, Exchange)
            assert came.body == one.body
            assert came.headers == one.headers
        assert isinstance(web.fetch("http://b.test/"), Failure)


def test_a_web_without_bodies_says_how_to_have_them(tmp_path: Path) -> None:
    warc = write(tmp_path / "w.warc.gz", Said("http://a.test/"))
    store = stored(tmp_path, str(warc))
    with served(store) as web:
        assert isinstance(web.fetch("http://a.test/"), Exchange)
    warc.unlink()
    with pytest.raises(LabError, match="is not there any more"), served(store):
        pass
    lines = tmp_path / "w.jsonl"
    lines.write_text('{"url": "http://a.test/", "html": "<p>x"}\n')
    with pytest.raises(LabError, match="import it again with --bodies"), served(stored(tmp_path, str(lines), "lines")):
        pass
