from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from lycosa.cli.main import DONE, FAILED, STOPPED, USAGE, run
from lycosa.judges import ladder
from lycosa.lab.areas import target_recall
from tests.webs.warcs import Said, write

if TYPE_CHECKING:
    from pathlib import Path

TOPIC = """
name = "spiders"
query = "wolf spider"
description = "wolf spider hunts prey in a silk burrow"
"""


def ended(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = run(["replay", *args])
    said = capsys.readouterr()
    return code, said.out, said.err


def told(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    code, out, err = ended(capsys, *args, "--json")

    assert code == DONE, err
    facts: dict[str, Any] = json.loads(out)
    return facts


def test_strategies_are_compared_in_one_table_and_told_in_words(small_web: Path, capsys) -> None:
    both = ("--strategy", "best_first", "--strategy", "breadth_first")
    code, out, err = ended(capsys, "spiders", "--web", str(small_web), *both, "--seeds", "2", "--pages", "10")
    lines = out.splitlines()

    assert (code, err) == (DONE, "")
    assert lines[0].split() == ["strategy", "pages", "relevant", "harvest", "area", "recall", "failed", "ended", "by"]
    assert lines[1].split()[:2] == ["best_first", "10"]
    assert lines[2].split()[:2] == ["breadth_first", "10"]
    assert lines[3].startswith("recall: of the 10 other labelled pages")
    assert lines[-1].endswith("the budget of 10 pages is used up.")


def test_recall_is_that_of_the_lab(small_web: Path, capsys) -> None:
    """All 12 spiders lie within reach: at the end the 11 others are caught, and the area is the mean on the way."""
    facts = told(capsys, "spiders", "--web", str(small_web), "--seeds", "1", "--fetches", "60")
    hunt = facts["hunts"][0]

    assert facts["targets"] == hunt["labelled"] == 11
    assert hunt["target_recall"]["end"] == 1.0
    assert 0.5 < hunt["target_recall"]["area"] < 1.0
    assert target_recall([1, 0, 2, 3], {1, 2}, 4) == pytest.approx((0.5 + 0.5 + 1 + 1) / 4)


def test_what_a_page_says_cannot_steer_the_terminal(small_web: Path, capsys) -> None:
    _, out, _ = ended(capsys, "spiders", "--web", str(small_web))

    assert "\x1b" not in out
    assert "\x07" not in out
    assert "Page " in out


def test_of_the_best_pages_as_many_are_shown_as_asked_and_no_seed(small_web: Path, capsys) -> None:
    facts = told(capsys, "spiders", "--web", str(small_web), "--top", "3")
    scores = [page["score"] for page in facts["best"]]

    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert not {page["url"] for page in facts["best"]} & set(facts["seeds"])
    assert all(page["labelled"] for page in facts["best"])


def test_seeds_are_drawn_by_number(small_web: Path, capsys) -> None:
    drawn = [
        told(capsys, "spiders", "--web", str(small_web), "--number", number, "--seeds", "3")["seeds"]
        for number in ("1", "1", "2")
    ]

    assert drawn[0] == drawn[1] != drawn[2]
    assert len(set(drawn[0])) == 3


def test_a_topic_file_named_like_a_label_is_measured_against_it(small_web: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "topic.toml").write_text(TOPIC, "utf-8")
    facts = told(capsys, str(tmp_path), "--web", str(small_web), "--seed", "http://h0.test/0", "--judge", "predicate")

    assert facts["seeds"] == ["http://h0.test/0"]
    assert facts["targets"] == 11
    assert facts["hunts"][0]["relevant"] == 12


def test_words_are_a_topic_and_need_seeds(small_web: Path, capsys) -> None:
    web = str(small_web / "small.warc.gz")
    facts = told(capsys, "wolf spider", "--web", web, "--seed", "http://h0.test/0")

    assert facts["topic"] == "wolf spider"
    assert facts["targets"] == 0
    assert facts["hunts"][0]["target_recall"] is None


def test_rules_and_caps_reach_the_crawl(small_web: Path, capsys) -> None:
    web = ("--web", str(small_web), "--seed", "http://h0.test/0")
    facts = told(capsys, "spiders", *web, "--preset", "seed_001", "--cap", "9", "--depth", "1")

    assert facts["settings"]["cap"] == 9
    assert facts["settings"]["spacing"] == 100
    assert facts["settings"]["pages"] == 1000
    assert facts["hunts"][0]["pages"] == 5


def test_www_and_index_files_make_no_other_url_where_asked(tmp_path: Path, capsys) -> None:
    """The page is asked for under names that the web does not have."""
    pages = {"http://www.a.test/": "<a href=http://a.test/x/index.html>x</a>", "http://www.a.test/x/": "wolf"}
    web = write(tmp_path / "w.warc.gz", *(Said(url, body.encode()) for url, body in pages.items()))
    asked = ("wolf", "--web", str(web), "--seed", "http://www.a.test/", "--judge", "predicate")

    assert told(capsys, *asked)["hunts"][0]["reasons"] == {"not_recorded": 1}
    facts = told(capsys, *asked, "--www", "--index")
    assert (facts["settings"]["www"], facts["settings"]["index"]) == (True, True)
    assert (facts["hunts"][0]["pages"], facts["hunts"][0]["relevant"]) == (2, 1)


def test_a_web_that_is_cut_is_hunted_and_said_to_be(small_web: Path, tmp_path: Path, capsys) -> None:
    path = tmp_path / "cut.warc.gz"
    path.write_bytes((small_web / "small.warc.gz").read_bytes()[:-9])
    code, out, err = ended(capsys, "spiders", "--web", str(path), "--seed", "http://h0.test/0")

    assert (code, err) == (DONE, f"lycosa: {path}: ends within a record; only what is whole before it is hunted\n")
    assert "best_first" in out


def test_scope_on_the_command_line_narrows_the_hunt(small_web: Path, tmp_path: Path, capsys) -> None:
    left = tmp_path / "left.txt"
    left.write_text("# not these\nh1.test\n\nhttp://h2.test/2\n", "utf-8")
    web = ("--web", str(small_web), "--seed", "http://h0.test/0")
    facts = told(capsys, "spiders", *web, "--leave-out", str(left))
    urls = [page["url"] for page in told(capsys, "spiders", *web, "--leave-out", str(left), "--top", "99")["best"]]

    assert facts["hunts"][0]["reasons"]["leave_out"] > 0
    assert urls
    assert not [url for url in urls if "h1.test" in url or url == "http://h2.test/2"]
    stay = told(capsys, "spiders", *web, "--stay-in", "h0.test", "--top", "99")["best"]
    assert {page["url"].split("/")[2] for page in stay} == {"h0.test"}
    skipped = told(capsys, "spiders", *web, "--skip-link", "Number 5", "--skip-link", "number 6", "--top", "99")
    assert skipped["hunts"][0]["reasons"]["link_text"] > 0
    assert {"http://h2.test/5", "http://h0.test/6"}.isdisjoint(page["url"] for page in skipped["best"])


def test_a_topic_may_lie_in_the_home_folder(small_web: Path, tmp_path: Path, monkeypatch, capsys) -> None:
    (tmp_path / "hunt").mkdir()
    (tmp_path / "hunt" / "topic.toml").write_text(TOPIC, "utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))

    assert told(capsys, "~/hunt", "--web", str(small_web))["topic"] == "spiders"


def test_a_hunt_without_a_page_fails_and_says_why(small_web: Path, capsys) -> None:
    code, out, _ = ended(capsys, "wolf spider", "--web", str(small_web), "--seed", "http://h0.test/nowhere")

    assert code == FAILED
    assert "1 of 1 fetches failed: 1 not in this web." in out
    assert "Check that the seeds are spelled as their pages are" in out


def test_a_guard_is_told_by_the_exit_code(small_web: Path, capsys) -> None:
    code, out, _ = ended(capsys, "spiders", "--web", str(small_web), "--size", "3000")

    assert code == STOPPED
    assert "the budget of 3,000 bytes is used up" in out


def test_a_judge_too_strict_is_named(small_web: Path, capsys) -> None:
    args = ("--web", str(small_web), "--judge", "predicate(keyword='tarantula')")
    _, out, _ = ended(capsys, "spiders", *args)

    assert "The judge predicate(keyword='tarantula') finds nothing of the topic" in out


def test_a_language_not_wanted_is_named(small_web: Path, capsys) -> None:
    asked = ("spiders", "--web", str(small_web), "--language", "de")
    _, out, _ = ended(capsys, *asked, "--judge", "cosine")
    code, _, err = ended(capsys, *asked)

    assert "The topic asks for de" in out
    assert " en: add the language" in out
    assert code == USAGE
    assert err.count("\n") == 1
    assert "read as en, which is none of its languages (de)" in err, "nothing is learned from start pages in English"


def test_the_usual_judge_is_told_by_the_name_of_whom_it_chose(small_web: Path, tmp_path: Path, capsys) -> None:
    asked = ("--web", str(small_web), "--seed", "http://h0.test/0")

    assert told(capsys, "spiders", *asked)["judge"] == ladder.LIKES, "a labelled topic has its start pages alone"
    assert told(capsys, "wolf spider", *asked)["judge"] == ladder.WORDS, "where words say it, seeds are no examples"
    (tmp_path / "topic.toml").write_text(TOPIC, "utf-8")
    assert ended(capsys, str(tmp_path), *asked)[0] == DONE
    assert run(["topic", "train", str(tmp_path), "--judge", "bm25"]) == DONE
    capsys.readouterr()
    assert told(capsys, str(tmp_path), *asked)["judge"] == "bm25", "as trained"


def test_progress_is_silent_where_nobody_watches(small_web: Path, lycosa) -> None:
    shown = lycosa("replay", "spiders", "--web", str(small_web), FORCE_COLOR="1")

    assert shown.returncode == DONE
    assert shown.stderr == ""
    assert "\x1b" not in shown.stdout


def test_hashes_of_strings_change_nothing(small_web: Path, lycosa) -> None:
    """Apart from the seconds it took."""
    args = ("replay", "spiders", "--web", str(small_web), "--strategy", "random", "--in-flight", "3", "--json")
    facts = [json.loads(lycosa(*args, PYTHONHASHSEED=number).stdout) for number in ("1", "2")]
    for one in facts:
        del one["hunts"][0]["seconds"]

    assert facts[0] == facts[1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ["spiders", "--web", "{web}", "--strategy", "best_frist"],
            "unknown strategy 'best_frist': did you mean best_first",
        ),
        (["spiders", "--web", "{web}", "--judge", "cosin"], "unknown judge 'cosin': did you mean cosine"),
        (["", "--web", "{web}"], "the topic is empty: say what to hunt"),
        (["spider", "--web", "{web}"], "did you mean spiders?"),
        (
            ["moss", "--web", "{web}"],
            "no seeds for 'moss': give --seed URL, or hunt a topic of this web, spiders or stones",
        ),
        (["spiders", "--web", "{tmp}/text.warc.gz"], "is not a WARC file"),
        (["spiders", "--web", "{tmp}/broken.warc.gz"], "broken.warc.gz: "),
        (["spiders", "--web", "{tmp}/none.warc.gz"], "no such web: name a WARC file, a folder of them, or practice"),
        (["spiders", "--web", "{tmp}/latin"], "labels must be UTF-8"),
        (["spiders", "--web", "practice(paes=100)"], "paes"),
        (["{tmp}/key", "--web", "{web}"], "line 2, qurey: no such key; did you mean query?"),
        (["{tmp}/hollow", "--web", "{web}"], "the topic is empty: give it a description"),
        (["spiders", "--web", "{web}", "--seed", "no address"], "no web address"),
        (["spiders", "--web", "{web}", "--preset", "seed_01"], "did you mean seed_001?"),
        (["spiders", "--web", "{web}", "--cap", "-1"], "cap cannot be -1"),
        (["spiders", "--web", "{web}", "--in-flight", "0"], "give 1 or more"),
        (["spiders", "--web", "{web}", "--seeds", "0"], "no seeds for 'spiders': give --seed URL, or --seeds"),
        (["spiders", "--web", "{web}", "--stay-in", ""], "--stay-in: no domain in it"),
        (["spiders", "--web", "{web}", "--skip-link", " "], "--skip-link: no words in it"),
        (["spiders", "--web", "{web}", "--language", "klingon"], "'klingon' is no code of a language"),
        (["s" * 5000, "--web", "{web}"], "give --seed URL"),
        (["spiders", "--web", "{web}", "--judge", "predicate(keyword=5)"], "keyword cannot be 5"),
        (["spiders", "--web", "{web}", "--leave-out", "{tmp}/none.txt"], "none.txt: No such file"),
        (["spiders", "--web", "{web}", "--leave-out", "{tmp}/latin.txt"], "latin.txt: not UTF-8"),
    ],
)
def test_bad_input_is_one_clear_line_and_code_2(
    small_web: Path, tmp_path: Path, lycosa, args: list[str], said: str
) -> None:
    spoil(small_web, tmp_path)
    shown = lycosa("replay", *(arg.format(web=small_web, tmp=tmp_path) for arg in args))

    assert shown.returncode == USAGE
    assert shown.stdout == ""
    assert shown.stderr.startswith("lycosa: ")
    assert shown.stderr.count("\n") == 1
    assert said in shown.stderr


def spoil(web: Path, folder: Path) -> None:
    """Files that cannot be used, each in its own way."""
    warc = (web / "small.warc.gz").read_bytes()
    (folder / "text.warc.gz").write_text("hello", "utf-8")
    (folder / "broken.warc.gz").write_bytes(warc[:4] + bytes(300))
    (folder / "latin.txt").write_bytes("gr\u00fcn.test\n".encode("latin-1"))
    for name, text in (("key", 'name = "x"\nqurey = "wolf"\n'), ("hollow", 'name = "x"\n')):
        (folder / name).mkdir()
        (folder / name / "topic.toml").write_text(text, "utf-8")
    (folder / "latin").mkdir()
    (folder / "latin" / "web.warc.gz").write_bytes(warc)
    (folder / "latin" / "labels.tsv").write_bytes("url\ttopic\nhttp://h0.test/0\tSch\u00f6n\n".encode("latin-1"))


@pytest.mark.needs_webs
def test_a_topic_of_the_schools_is_hunted_by_its_seeds_alone(needs_webs: Path, capsys) -> None:
    args = ("--web", str(needs_webs / "schools"), "--fetches", "100", "--strategy", "best_first")
    facts = told(capsys, "Science.Biology.Birds", *args)

    assert facts["hunts"][0]["fetches"] == 100
    assert facts["hunts"][0]["target_recall"]["end"] > 0.05
