"""`lycosa topic` from the command line: everything lies in plain files, and what is wrong is one line."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

from lycosa.cli.main import DONE, FAILED, USAGE, run
from lycosa.collection.opened import Opened
from lycosa.pages.parse import parse
from lycosa.topics import read_topic
from lycosa.topics.labels import kept_as
from tests.cli.live import CONTACT, at, watched
from tests.topics.wordnet import write_wordnet

if TYPE_CHECKING:
    from pathlib import Path

BEES = "http://bees.test/queen"
WASPS = "http://wasps.test/"
PAGES = {
    BEES: "<title>The queen</title><meta name=keywords content='honey bee; Queen Bee, hive'>"
    "<body>The queen bee lays eggs in the hive, and worker bees feed her.",
    WASPS: "<title>Wasps</title><body>Wasps build nests of paper and sting.",
}
HIVE = (
    "<html lang=en><title>A hive</title><meta name=keywords content='honey bee'><p>Bees bring nectar to the honey comb."
)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hive.html").write_text(HIVE, "utf-8")
    (tmp_path / "wasps.txt").write_text("Wasps sting; their nests are of paper.", "utf-8")
    return tmp_path


@pytest.fixture
def bees(here, capsys):
    assert run(["topic", "new", "bees", "--language", "en", "--example", "hive.html", "--unrelated", "wasps.txt"]) == 0
    capsys.readouterr()
    return here / "bees"


def files(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): file.read_text("utf-8") for file in sorted(folder.rglob("*")) if file.is_file()
    }


def refused(capsys, *args: str, code: int = USAGE) -> str:
    assert run(["topic", *args]) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("lycosa: ")
    assert said.err.count("\n") == 1
    return str(said.err).removeprefix("lycosa: ").rstrip()


def test_a_new_topic_is_a_folder_of_plain_files(bees):
    told = files(bees)

    assert list(told) == ["examples/hive.html", "examples/wasps.txt", "labels.tsv", "topic.toml"]
    assert told["labels.tsv"] == "examples/hive.html\trelevant\nexamples/wasps.txt\tirrelevant\n"
    topic = read_topic(str(bees))
    assert (topic.name, topic.query, topic.languages) == ("bees", "bees", ("en",))
    assert "nectar" in topic.examples.relevant[0].text
    assert "paper" in topic.examples.unrelated[0].text


def test_what_is_said_of_a_new_topic_is_read_back(here):
    rules = ["--rule", "a fan site counts", "--rule", "a shop does not", "--not-related", "Nascar"]
    words = ["--query", "formula 1", "--description", "Grand prix racing.", "--point-of-view", "a fan"]
    assert run(["topic", "new", "Formula 1", *words, *rules, "--language", "en-GB"]) == DONE

    topic = read_topic(str(here / "formula-1"))
    assert (topic.name, topic.query, topic.description) == ("Formula 1", "formula 1", "Grand prix racing.")
    assert (topic.point_of_view, topic.not_related, topic.languages) == ("a fan", ("Nascar",), ("en",))
    assert topic.rules == ("a fan site counts", "a shop does not")


def test_an_address_is_fetched_once_and_its_page_kept(bees, capsys):
    with watched({**PAGES, "http://bees.test/robots.txt": "User-agent: *\nAllow: /"}) as (port, web):
        asked = ["topic", "add", "bees", BEES, *CONTACT, *at(port), "--allow-private", "--gap", "0"]
        assert run(asked) == DONE
        assert web.paths("bees.test") == ["/robots.txt", "/queen"]
    assert capsys.readouterr().out == "1 example added; the topic has 2 relevant and 1 unrelated.\n"

    kept = (bees / kept_as(BEES)).read_bytes()
    page, whole = (parse(BEES, {"content-type": "text/html"}, body) for body in (kept, PAGES[BEES].encode()))
    assert page.content.split() == whole.content.split()
    assert (page.title, page.keywords, page.language) == (whole.title, whole.keywords, whole.language)
    assert read_topic(str(bees)).examples.relevant[1].text.startswith("The queen")


@pytest.mark.usefixtures("bees")
def test_what_cannot_be_had_is_said_and_the_rest_is_kept(capsys):
    with watched(PAGES) as (port, _):
        asked = ["topic", "add", "bees", BEES, "http://bees.test/gone", *CONTACT, *at(port), "--gap", "0"]
        assert run(asked) == FAILED
    said = capsys.readouterr()
    assert said.out == "1 example added; the topic has 2 relevant and 1 unrelated.\n"
    assert said.err == "lycosa: http://bees.test/gone: answered 404\n"


@pytest.mark.usefixtures("bees", "nobody")
def test_bad_input_is_one_line(capsys, here):
    (here / "empty.html").write_text("<title>no text</title>", "utf-8")
    (here / "broken").mkdir()
    for args, said in (
        (["new", "bees"], "holds a topic already"),
        (["show", "wasps"], "wasps: no topic there; lycosa topic new makes one"),
        (["add", "bees", "nothing.html"], "neither a file nor a web address"),
        (["add", "bees"], "Missing argument"),
        (["add", "bees", BEES], "no contact"),
        (["check", "bees"], "give one of these: pages to score; --hard DIR;"),
        (["check", "bees", "hive.html", "--hard", "nowhere"], "give one of these"),
        (["new", "other", "--example", BEES], "no contact"),
        (["check", "bees", "--best", "2"], "name the one collection"),
        (["check", "bees", "--hard", "nowhere"], "no collection there"),
        (["check", "bees", "hive.html", "--judge", "nonsense"], "unknown judge"),
        (["label", "bees", BEES], "give a URL and what it is"),
        (["label", "bees", BEES, "perhaps"], "perhaps"),
        (["tree", "bees", "--add", "A//B"], "'A//B' is no path"),
        (["tree", "bees", "--want", "A"], "no node 'A'"),
        (["tree", "bees", "--move", "page", "A"], "no node 'A'"),
        (["new", "other", "--language", "klingon"], "no code of a language"),
    ):
        assert said in refused(capsys, *args)
    assert "holds no text" in said_of(capsys, "add", "bees", "empty.html")
    assert "neither a file" in refused(capsys, "new", "stones", "--example", "nothing.html")
    assert not (here / "stones").exists()
    assert not (here / "other").exists()


@pytest.mark.usefixtures("bees")
def test_of_ten_megabytes_of_one_word_as_much_is_read_as_of_a_page(here, capsys):
    (here / "big.txt").write_text("honey " * 1_700_000, "utf-8")
    assert run(["topic", "check", "bees", "big.txt", "hive.html", "--json"]) == DONE
    big, hive = map(json.loads, capsys.readouterr().out.splitlines())

    assert big["words"] < 400_000, "2 MB"
    assert 0 <= big["score"] <= 1
    assert hive["relevant"]


def said_of(capsys, *args: str) -> str:
    run(["topic", *args])
    return str(capsys.readouterr().err)


@pytest.mark.usefixtures("bees")
def test_an_example_in_another_language_is_said_to_be_one(here, capsys):
    german = "Die Königin legt die Eier in die Waben, und die Arbeiterinnen bringen den Honig in den Stock. " * 5
    (here / "german.txt").write_text(german, "utf-8")

    said = said_of(capsys, "add", "bees", "german.txt")
    assert said == ("lycosa: german.txt: is in de, and the topic asks for en: pages in de will count as not relevant\n")


@pytest.mark.usefixtures("bees")
def test_the_same_example_twice_teaches_once_and_it_is_said(here, capsys):
    (here / "copy.html").write_text(HIVE, "utf-8")
    run(["topic", "add", "bees", "hive.html", "copy.html"])
    assert capsys.readouterr().out.startswith("1 example added; the topic has 2 relevant")

    assert "2 relevant examples, copies among them: 1;" in said_of(capsys, "show", "bees")


@pytest.mark.usefixtures("bees")
def test_a_topic_says_how_it_stands(capsys):
    assert run(["topic", "show", "bees", "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)

    assert (told["rung"], told["relevant"], told["unrelated"], told["quality"]) == ("examples", 1, 1, None)
    assert "nectar" in dict(told["for"])
    assert told["would_help"][0].startswith("19 more relevant pages")
    assert run(["topic", "show", "bees"]) == DONE
    assert "quality     not known: it takes two relevant" in capsys.readouterr().out


@pytest.mark.usefixtures("bees")
def test_quality_is_told_with_its_interval_where_there_are_enough_examples(here, capsys):
    for number in range(3):
        (here / f"b{number}.txt").write_text(f"Honey bees swarm {number} and the hive hums.", "utf-8")
        (here / f"w{number}.txt").write_text(f"Granite is quarried {number} in blocks.", "utf-8")
        run(["topic", "add", "bees", f"b{number}.txt"])
        run(["topic", "add", "bees", "--unrelated", f"w{number}.txt"])
    capsys.readouterr()
    assert run(["topic", "show", "bees", "--json"]) == DONE
    found = json.loads(capsys.readouterr().out)["quality"]

    value, low, high = found["accuracy"]
    assert 0 <= low <= value <= high <= 1
    assert (found["relevant"], found["unrelated"]) == (4, 4)


@pytest.mark.usefixtures("bees")
def test_a_page_is_scored_with_the_terms_that_made_it(capsys):
    assert run(["topic", "check", "bees", "hive.html", "wasps.txt", "--json"]) == DONE
    hive, wasps = map(json.loads, capsys.readouterr().out.splitlines())

    assert hive["relevant"]
    assert hive["score"] > 0.5 > wasps["score"]
    assert "bees" in dict(hive["terms"])


@pytest.mark.usefixtures("bees")
def test_a_page_in_another_language_is_gated_and_it_is_said(here, capsys):
    text = "Bees. Die Königin legt die Eier in die Waben, und die Arbeiterinnen bringen den Honig in den Stock. " * 5
    (here / "german.txt").write_text(text, "utf-8")
    assert run(["topic", "check", "bees", "german.txt"]) == DONE
    said = capsys.readouterr()

    assert said.out.startswith("0.000  not relevant for its language alone (0.")
    assert said.err == ("lycosa: 1 of 1 pages are not relevant for their language alone (de 1; asked for: en)\n")


def test_a_vocabulary_is_proposed_written_once_and_read_back(bees, capsys):
    assert run(["topic", "vocabulary", "bees"]) == DONE
    said = capsys.readouterr().out
    terms = {str(term): term.weight for term in read_topic(str(bees)).vocabulary}
    assert said.startswith(f"{len(terms)} terms proposed in bees/vocabulary.txt")
    assert terms["honey bee"] == 3, "a phrase of the keywords"
    assert 0 < terms["nectar"] <= 1
    assert max(weight for term, weight in terms.items() if "@and" in term) <= 2

    assert "is there already; edit it, or overwrite it with --force" in refused(capsys, "vocabulary", "bees")
    assert run(["topic", "vocabulary", "bees", "--force", "--same"]) == DONE
    assert {term.weight for term in read_topic(str(bees)).vocabulary} == {1.0}


@pytest.mark.usefixtures("here")
def test_without_examples_there_is_nothing_to_propose(capsys):
    run(["topic", "new", "stones"])
    capsys.readouterr()
    assert "nothing to propose" in refused(capsys, "vocabulary", "stones", code=FAILED)


def test_a_topic_is_described_by_the_words_of_pages(bees, capsys):
    assert run(["topic", "describe", "bees", "hive.html"]) == DONE
    assert read_topic(str(bees)).words == "A hive Bees bring nectar to the honey comb."

    with watched(PAGES) as (port, _):
        options = [*CONTACT, *at(port), "--gap", "0", "--urls"]
        assert run(["topic", "describe", "bees", BEES, "--second", *options]) == DONE
    assert (bees / "second.txt").read_text("utf-8").startswith("bees test queen The queen The queen bee")
    assert "second.txt" not in read_topic(str(bees)).words
    capsys.readouterr()
    assert "is there already" in refused(capsys, "describe", "bees", "hive.html")


def test_synonyms_are_written_for_the_user_to_edit(here, capsys, monkeypatch):
    monkeypatch.setenv("LYCOSA_WORDNET", write_wordnet(here / "wordnet"))
    run(["topic", "new", "wolves", "--language", "en"])
    assert run(["topic", "synonyms", "wolves"]) == DONE

    assert read_topic("wolves").synonyms == (("grey hunter", 0.5), ("masher", 0.5), ("woman chaser", 0.5))
    monkeypatch.setenv("LYCOSA_WORDNET", str(here))
    capsys.readouterr()
    assert "no synonyms: no WordNet in" in refused(capsys, "synonyms", "wolves", "--force")


def labelled(monkeypatch, answers: str, *args: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    return run(["topic", "label", "bees", *args])


def test_one_page_is_labelled_and_the_lists_say_so(bees, capsys):
    assert run(["topic", "label", "bees", BEES, "relevant", "--no-page"]) == DONE
    assert run(["topic", "label", "bees", WASPS, "irrelevant", "--no-page"]) == DONE
    assert (bees / "related.txt").read_text("utf-8") == f"{BEES}\n"
    assert run(["topic", "label", "bees", BEES, "unknown"]) == DONE

    assert (bees / "related.txt").read_text("utf-8") == ""
    assert (bees / "unrelated.txt").read_text("utf-8") == f"{WASPS}\n"
    assert capsys.readouterr().out.splitlines()[0] == (
        f"{BEES} is relevant; the topic has 2 relevant and 1 unrelated labels."
    )


def test_a_list_is_gone_through_broken_off_undone_and_gone_on_with(bees, here, monkeypatch, capsys):
    for number in range(4):
        (here / f"p{number}.html").write_text(f"<title>\x1b[2JPage {number}</title>Text {number}", "utf-8")
    (here / "list.txt").write_text("# to do\n" + "".join(f"p{n}.html\t0.5\ttitle\n" for n in range(4)), "utf-8")

    assert labelled(monkeypatch, "r\nn\nz\nwhat\nr\nq\n", "--from", "list.txt") == DONE
    said = capsys.readouterr().out
    assert said.startswith("Does it belong to bees? 4 pages.")
    assert said.endswith("2 labelled now, 2 left; the topic has 3 relevant and 1 unrelated labels.\n")
    assert "\x1b[2J" not in said
    assert (bees / "labels.tsv").read_text("utf-8").splitlines()[2:] == [
        "examples/p0.html\trelevant",
        "examples/p1.html\trelevant",
    ]
    assert labelled(monkeypatch, "u\n", "--from", "list.txt") == DONE
    assert "4 pages, 2 of them labelled already" in capsys.readouterr().out
    assert labelled(monkeypatch, "not\n", "--from", "list.txt") == DONE
    assert capsys.readouterr().out.endswith(
        "1 labelled now, 0 left; the topic has 3 relevant and 2 unrelated labels.\n"
    )


def test_the_rules_of_relevance_are_shown_before_the_first_page(here, monkeypatch, capsys):
    run(
        [
            "topic",
            "new",
            "bees",
            "--rule",
            "a shop does not count",
            "--not-related",
            "wasps",
            "--point-of-view",
            "a keeper",
        ]
    )
    (here / "list.txt").write_text("hive.html\n", "utf-8")
    capsys.readouterr()
    labelled(monkeypatch, "", "--from", "list.txt")

    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "Does it belong to bees, as a keeper sees it? 1 page.",
        "  - a shop does not count",
        "  - wasps does not count",
    ]
    assert any("Bees bring nectar" in line for line in lines)


def test_a_tree_grows_is_marked_and_places_pages(bees, here, capsys):
    tree = ["topic", "tree", "bees"]
    assert run([*tree, "--add", "Insects/Bees", "--add", "Insects/Wasps", "--want", "Insects/Bees"]) == DONE
    assert run([*tree, "--example", "Insects/Bees", "hive.html", "--example", "Insects/Wasps", "wasps.txt"]) == DONE
    (here / "nest.txt").write_text("A nest of paper, and wasps that sting.", "utf-8")
    capsys.readouterr()
    assert run([*tree, "--place", "nest.txt", "--json"]) == DONE
    said = capsys.readouterr()
    nodes = {node["path"]: node for node in map(json.loads, said.out.splitlines())}

    assert "nest.txt goes to Insects/Wasps" in said.err
    assert nodes["Insects/Wasps"]["examples"] == ["examples/wasps.txt", "examples/nest.txt"]
    assert [path for path, node in nodes.items() if node["wanted"]] == ["Insects/Bees"]

    assert run([*tree, "--move", "examples/nest.txt", "Insects/Bees", "--unwant", "Insects/Bees"]) == DONE
    topic = read_topic(str(bees))
    assert [(node.path, node.wanted, len(node.examples)) for node in topic.tree] == [
        ("Insects", False, 0),
        ("Insects/Bees", False, 2),
        ("Insects/Wasps", False, 1),
    ]
    assert "nest" in topic.tree[1].examples[1].text
    assert run([*tree, "--remove", "Insects"]) == DONE
    assert read_topic(str(bees)).tree == ()


@pytest.mark.usefixtures("nobody")
def test_pages_of_a_hunt_are_chosen_for_labelling_and_labelled_from_its_archive(caught, here, monkeypatch, capsys):
    run(["topic", "new", "bees", "--query", "lighthouses lamp"])
    capsys.readouterr()
    assert run(["topic", "check", "bees", "--hard", str(caught), "--top", "5", "--json"]) == DONE
    hard = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    doubts = [abs(one["score"] - 0.5) for one in hard]
    assert len(hard) == 5
    assert doubts == sorted(doubts)

    draw = ["topic", "check", "bees", "--best", "2", "--middle", "1", "--worst", "2", str(caught)]
    assert run(draw) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[2].split(":")[0] for line in lines] == ["best", "best", "middle", "worst", "worst"]
    assert run(draw) == DONE
    assert capsys.readouterr().out.splitlines() == lines, "one number, one draw"

    (here / "draws.txt").write_text("\n".join(lines), "utf-8")
    assert labelled(monkeypatch, "r\nr\nn\nn\nn\n", "--from", "draws.txt", "--in", str(caught)) == DONE
    examples = read_topic("bees").examples
    assert (len(examples.relevant), len(examples.unrelated)) == (2, 3)
    assert all(one.text and one.url for one in (*examples.relevant, *examples.unrelated))
    with Opened(caught) as collection:
        assert sorted(collection.catalogue.labels().values()) == ["irrelevant"] * 3 + ["relevant"] * 2
    capsys.readouterr()
    missing = refused(capsys, "add", "bees", "http://nowhere.test/", "--in", str(caught))
    assert missing.startswith("http://nowhere.test/: not in the collection; to fetch it: no contact")
    assert run(draw) == DONE
    assert not {line.split("\t")[0] for line in capsys.readouterr().out.splitlines()} & {
        line.split("\t")[0] for line in lines
    }, "what is labelled is not drawn again"


@pytest.mark.usefixtures("here")
def test_anchors_of_links_to_relevant_pages_are_proposed(caught, capsys):
    run(["topic", "new", "lights", "--query", "lighthouses", "--example", "hive.html"])
    capsys.readouterr()
    assert run(["topic", "vocabulary", "lights", "--from", str(caught), "--print"]) == DONE
    _, _, anchors = capsys.readouterr().out.partition("# From links to relevant pages\n")

    assert len(anchors.splitlines()) > 5
    assert "lighthouses" in anchors or "light" in anchors


def test_a_trained_judge_is_kept_and_gone_by_until_the_topic_changes(bees, here, capsys):
    assert run(["topic", "train", "bees", "--judge", "cosine(like='examples')", "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    kept = (bees / "judge.trained").read_bytes()
    assert told["bytes"] == len(kept)
    assert told["seconds"] >= 0
    assert run(["topic", "show", "bees"]) == DONE
    said = capsys.readouterr()
    assert "judge       cosine(like='examples'), as it was trained" in said.out
    assert said.err == ""

    run(["topic", "train", "bees", "--judge", "cosine(like='examples')"])
    assert (bees / "judge.trained").read_bytes() == kept, "trained twice on the same, the same bytes"
    (here / "more.txt").write_text("A swarm of bees hangs on a branch.", "utf-8")
    run(["topic", "add", "bees", "more.txt"])
    capsys.readouterr()
    assert run(["topic", "check", "bees", "hive.html"]) == DONE
    assert capsys.readouterr().err == (
        "lycosa: bees/judge.trained was trained on the topic as it was before; lycosa topic train bees mends that\n"
    )


@pytest.mark.usefixtures("bees")
def test_how_a_machine_chose_its_penalty_is_shown_as_the_thesis_shows_it(here, capsys):
    for number in range(4):
        (here / f"bee{number}.txt").write_text(f"The bees of hive {number} bring nectar home to comb.", "utf-8")
        (here / f"paper{number}.txt").write_text(f"Mill {number} makes paper and sells it by the ream.", "utf-8")
    run(["topic", "add", "bees", *(f"bee{number}.txt" for number in range(4))])
    run(["topic", "add", "bees", "--unrelated", *(f"paper{number}.txt" for number in range(4))])
    capsys.readouterr()
    assert run(["topic", "train", "bees", "--judge", "svm(choose='vectors')"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    head = next(place for place, line in enumerate(lines) if line.split()[:2] == ["C", "vectors"])

    assert "scores off by 0." in " ".join(lines[:head])
    assert [line.split()[0] for line in lines[head + 1 :]] == ["0.1", "0.3", "1", "3", "10", "30", "100"]
    assert all(1 <= int(line.split()[1]) <= 10 for line in lines[head + 1 :])
    assert run(["topic", "train", "bees", "--judge", "cosine"]) == DONE
    assert "vectors" not in capsys.readouterr().out


def test_a_hunt_of_a_topic_takes_the_judge_that_was_trained_for_it(bees, capsys):
    from lycosa.cli.order import judge_here
    from lycosa.judges.ladder import USUAL

    assert judge_here("bees") == judge_here("wolf spiders") == USUAL
    run(["topic", "train", "bees", "--judge", "language_model"])
    assert judge_here("bees") == judge_here("bees/") == judge_here("bees/topic.toml") == "language_model"
    assert capsys.readouterr().err == ""
    (bees / "description.txt").write_text("Bees that live in hives.", "utf-8")
    assert judge_here("bees") == "language_model"
    assert "trained on the topic as it was before; lycosa topic train bees mends" in capsys.readouterr().err
    (bees / "judge.trained").write_bytes(b"lycosa judge\nnonsense")
    capsys.readouterr()
    assert refused(capsys, "show", "bees") == "bees/judge.trained: damaged, or not all of a judge; train it again"


def test_a_vocabulary_of_a_language_without_blanks_is_of_pairs(here, capsys):
    (here / "tea.txt").write_text("绿茶和红茶都来自茶树的叶子。采茶以后要烘干，做成茶叶。", "utf-8")
    (here / "ball.txt").write_text("足球比赛每队有十一名球员，球队进球。", "utf-8")
    run(["topic", "new", "茶", "--language", "zh", "--example", "tea.txt", "--unrelated", "ball.txt"])
    assert run(["topic", "vocabulary", "茶"]) == DONE
    terms = {str(term) for term in read_topic("茶").vocabulary}

    assert {"绿茶", "茶叶", "红茶"} <= terms
    assert not any("球" in term for term in terms)
    capsys.readouterr()
    assert run(["topic", "check", "茶", "tea.txt", "ball.txt", "--judge", "vocabulary", "--json"]) == DONE
    tea, ball = map(json.loads, capsys.readouterr().out.splitlines())
    assert tea["score"] > 0.5 > ball["score"] == 0.0
