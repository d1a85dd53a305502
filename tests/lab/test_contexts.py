"""Context quality: by hand, against a slow form, and on a stored web."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.cli.main import DONE, USAGE, run
from lycosa.judges.stems import stems_of
from lycosa.lab import contexts
from lycosa.lab.contexts import Described, Linked, description_of, one_each, quality, similarity
from lycosa.lab.graph import Graph
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse

if TYPE_CHECKING:
    from pathlib import Path

PAGE = b"""<html><title>Garden notes</title><body><p>Bees and flowers live in the garden.
See <a href="http://b.test/honey">honey from wild bees</a> or
<a href="http://b.test/stone">here</a>. Granite is a stone of quarries.</p></body></html>"""

texts = st.lists(st.sampled_from(["bee", "honey", "stone", "quarry", "wolf", "the", "of"]), max_size=12)


def slow(one: str, other: str) -> float:
    """From the definition: counts of stems, the dot product by the lengths."""
    first, second = Counter(stems_of(one, "en")), Counter(stems_of(other, "en"))
    dot = sum(first[word] * second[word] for word in first)
    lengths = math.sqrt(sum(n * n for n in first.values()) * sum(n * n for n in second.values()))
    return dot / lengths if lengths else 0.0


@given(texts, texts)
def test_similarity_is_the_cosine_of_counts_of_stems(one, other):
    lexicon = Lexicon()
    ids = [lexicon.ids(stems_of(" ".join(words), "en")) for words in (one, other)]

    assert similarity(*ids) == pytest.approx(slow(" ".join(one), " ".join(other)))


def page():
    return parse("http://a.test/", {"Content-Type": "text/html; charset=utf-8"}, PAGE, ("block",))


def test_each_cue_is_compared_with_the_description():
    made = page()
    described = Described("Honey of wild bees.", contexts.EDITOR)
    found = {one.cue: one for one in quality([Linked(made, 0, described)], ("anchor", "url", "window(10)", "page"))}

    assert found["anchor"].similarity == pytest.approx(slow("honey from wild bees", "Honey of wild bees."))
    assert found["anchor"].similarity == pytest.approx(1.0)
    whole = "Garden notes Bees and flowers live in the garden. See honey from wild bees or here. "
    whole += "Granite is a stone of quarries."
    assert found["page"].similarity == pytest.approx(slow(whole, "Honey of wild bees."))
    assert 0 < found["page"].similarity < found["window(10)"].similarity < 1
    assert {one.zero for one in found.values()} == {0.0}


def test_zero_similarity_is_counted_in_per_cent_of_the_links():
    """`here` says nothing of stones; the words around it do."""
    made = page()
    stones = Described("Stones from a quarry.", contexts.OWN)
    both = [Linked(made, 0, Described("Honey.", contexts.OWN)), Linked(made, 1, stones)]
    found = {one.cue: one for one in quality(both, ("anchor", "page"))}

    assert (found["anchor"].links, found["anchor"].zero) == (2, 50.0)
    assert found["page"].zero == 0.0
    assert found["anchor"].similarity == pytest.approx(slow("honey from wild bees", "Honey.") / 2)
    values = [slow("honey from wild bees", "Honey."), 0.0]
    assert found["anchor"].error == pytest.approx(np.std(values, ddof=1) / math.sqrt(2))


def test_of_no_links_nothing_is_said():
    (only,) = quality([], ("anchor",))

    assert only.links == 0
    assert math.isnan(only.similarity)


@pytest.mark.parametrize(
    ("title", "beginning", "editor", "text", "source"),
    [
        ("Bees", "They fly. They sting.", "All about bees", "All about bees", contexts.EDITOR),
        ("Bees", "They fly. They sting.", "  ", "Bees They fly.", contexts.OWN),
        ("Bees", "In v1.2 they fly! Far.", "", "Bees In v1.2 they fly!", contexts.OWN),
        ("Bees", "no end at all", "", "Bees no end at all", contexts.OWN),
        ("", "", "", "", contexts.OWN),
    ],
)
def test_a_page_is_described_by_its_editor_else_by_itself(title, beginning, editor, text, source):
    assert description_of(title, beginning, editor) == Described(text, source)


def test_one_linking_page_is_drawn_of_each_target():
    """Pages 0 to 3 lead to 4, page 0 leads to 5, none to 6."""
    graph = Graph(7, np.array([0, 0, 1, 2, 3]), np.array([4, 5, 4, 4, 4]))
    seen = {tuple(one_each([4, 5, 6], graph, number)) for number in range(40)}

    assert tuple(one_each([4, 5, 6], graph, 3)) == tuple(one_each([4, 5, 6], graph, 3))
    assert seen == {((4, source), (5, 0)) for source in range(4)}


def test_whose_words_they_were_is_told():
    made = page()
    linked = [Linked(made, 0, Described("a", source)) for source in (contexts.OWN, contexts.EDITOR, contexts.OWN)]

    assert contexts.sources(linked) == {contexts.EDITOR: 1, contexts.OWN: 2}


SUBJECTS = ("honey", "granite")


def address(number: int) -> str:
    return f"http://{SUBJECTS[number % 2]}.test/{number}"


def body(number: int) -> str:
    """Half of the links say in their anchor where they lead, all within their paragraph, a few nowhere."""
    links = ""
    for to in (number + 1, number + 2, number + 3):
        subject = SUBJECTS[to % 2]
        anchor = f"{subject} {to}" if to % 4 < 2 else "more"
        around = f"About {subject}:" if to % 8 else "And"
        links += f'<p>{around} <a href="{address(to % 40)}">{anchor}</a> is where some go.</p>' + "<p>filler</p>" * 30
    subject = SUBJECTS[number % 2]
    return f"<html><title>On {subject}</title><body><p>All of {subject}. It is known.</p>{links}</body></html>"


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored web of forty pages, each of which leads to the next three."""
    folder = tmp_path_factory.mktemp("webs")
    lines = [json.dumps({"url": address(n), "html": body(n), "labels": [SUBJECTS[n % 2]]}) for n in range(40)]
    (folder / "web.jsonl").write_text("\n".join([*lines, ""]), "utf-8")
    assert run(["lab", "import", str(folder / "web.jsonl"), "--as", "small", "--store", str(folder / "webs")]) == DONE
    return folder / "webs"


def test_on_a_stored_web_the_command_tells_all_cues(stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    capsys.readouterr()
    args = ["lab", "contexts", "small", "--store", str(stored), "--most", "60"]
    assert run([*args, "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    by_cue = {one["cue"]: one for one in told["cues"]}

    assert list(by_cue) == list(contexts.CUES)
    assert told["sources"] == {contexts.OWN: by_cue["page"]["links"]}
    assert by_cue["page"]["zero"] <= by_cue["window(40)"]["zero"] <= by_cue["window(10)"]["zero"]
    assert run([*args, "--into", str(tmp_path)]) == DONE
    assert "similarity" in capsys.readouterr().out
    saved = contexts.load(tmp_path)
    assert saved
    assert [one._asdict() for one in saved[1]] == told["cues"]


def test_descriptions_of_a_table_of_labels_go_first(stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    from lycosa.lab.shelf import open_stored

    store = open_stored("small", stored)
    topic, places = next(iter(store.labels.items()))
    rows = [f"{store.url_of(place)}\t{topic}\tSaid by an editor" for place in places]
    (tmp_path / "labels.tsv").write_text("\n".join(rows), "utf-8")
    capsys.readouterr()
    args = ["lab", "contexts", "small", "--store", str(stored), "--labels", str(tmp_path / "labels.tsv"), "--json"]
    assert run([*args, "--cue", "anchor"]) == DONE
    told = json.loads(capsys.readouterr().out)

    assert 0 < told["sources"][contexts.EDITOR] <= len(places)
    assert [one["cue"] for one in told["cues"]] == ["anchor"]


def test_a_cue_that_is_none_is_one_line(stored: Path, capsys: pytest.CaptureFixture[str]):
    capsys.readouterr()
    assert run(["lab", "contexts", "small", "--store", str(stored), "--cue", "anhcor"]) == USAGE
    assert "there is no cue 'anhcor'" in capsys.readouterr().err
