"""`lycosa crawl` from the command line, against the practice web on loopback."""

from __future__ import annotations

import json
import shlex
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from lycosa.cli.main import DONE, FAILED, STOPPED, USAGE, run
from lycosa.collection.lock import Lock
from lycosa.collection.opened import Opened
from tests.cli.live import CONTACT, QUICK, at, crawl, page, process, seeds, watched

if TYPE_CHECKING:
    from pathlib import Path

    from tests.webs.watched import Said

HUB = "http://hub.test/"


def caught_in(folder: Path) -> list[dict[str, Any]]:
    with Opened(folder) as collection:
        return list(collection.catalogue.pages())


def refusal(capsys: pytest.CaptureFixture[str], args: list[str]) -> str:
    """The one line on stderr of a command that cannot be used so."""
    assert run(args) == USAGE
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("lycosa: ")
    assert said.err.count("\n") == 1
    return said.err


def test_the_last_lines_say_what_was_caught_why_it_stopped_and_what_comes_next(port, tmp_path, capsys, nobody):
    assert run(crawl(port, tmp_path / "a hunt", "--pages", "40")) == DONE
    said = capsys.readouterr()

    assert said.err == ""
    assert said.out.startswith("score  title")
    assert "of 40 pages are relevant" in said.out
    assert "the budget of 40 pages is used up." in said.out
    commands = [shlex.split(line[line.index("lycosa ") :]) for line in said.out.splitlines()[-3:]]
    for _, *args in commands:
        assert run([*args, *(() if args[0] != "crawl" else ("--top", "0"))]) == DONE
    assert len(caught_in(tmp_path / "a hunt")) == 80
    assert not nobody.exists()


def test_run_again_it_goes_on_and_fetches_nothing_twice(port, tmp_path, capsys):
    folder = tmp_path / "hunt"
    assert run(crawl(port, folder, "--pages", "30")) == DONE
    before = caught_in(folder)
    assert run(crawl(port, folder, "--pages", "60")) == DONE
    after = caught_in(folder)

    assert (len(before), len(after)) == (30, 60)
    assert after[:30] == before
    assert len({one["url"] for one in after}) == 60
    with Opened(folder) as collection:
        asked = "SELECT key, count(*) FROM event WHERE kind = 'page' GROUP BY key HAVING count(*) > 1"
        assert collection.catalogue.db.execute(asked).fetchall() == []
    assert run(["verify", str(folder)]) == DONE
    assert capsys.readouterr().out.splitlines()[-1].startswith("whole: ")


def test_a_hunt_that_does_not_know_what_its_topic_was_taught_since_says_so(port, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"The lamp of lighthouse {name} turns by night.", "utf-8")
    assert run(["topic", "new", "lights", "--query", "lighthouses", "--example", "a.txt"]) == DONE
    args = ["crawl", "lights", *CONTACT, *QUICK, *at(port), *seeds()]
    assert run([*args, "--pages", "10"]) == DONE
    assert run([*args, "--pages", "15"]) == DONE
    assert capsys.readouterr().err == ""

    run(["topic", "add", "lights", "b.txt"])
    assert run([*args, "--pages", "20"]) == DONE

    assert "goes by the topic as it was when the hunt began" in capsys.readouterr().err


def test_a_hunt_whose_budget_is_spent_stops_at_once_and_says_how_to_go_on(port, tmp_path, capsys):
    for _ in range(2):
        assert run(crawl(port, tmp_path / "hunt", "--pages", "20")) == DONE
    out = capsys.readouterr().out

    assert len(caught_in(tmp_path / "hunt")) == 20
    assert out.rstrip().endswith("--pages 40")


def test_json_is_one_object_and_complaints_stay_on_stderr(port, tmp_path, capsys):
    lost = ("--seed", "http://no-such-host.test/")
    assert run(crawl(port, tmp_path / "hunt", "--pages", "20", "--json", *lost)) == DONE
    said = capsys.readouterr()
    told = json.loads(said.out)

    assert (told["pages"], told["topic"], told["stopped"]["reason"]) == (20, "lighthouses", "pages")
    assert (told["doubts"], len(told["best"])) == ([], 10)
    assert said.err == "lycosa: start page http://no-such-host.test/: answered 404\n"


def test_a_folder_with_a_hunt_of_another_topic_is_left_alone(caught, port, capsys):
    args = crawl(port, caught, "--pages", "500")
    args[1] = "beekeeping"

    assert "holds a hunt of 'lighthouses', not of 'beekeeping'; name another folder" in refusal(capsys, args)
    assert len(caught_in(caught)) == 120


def test_a_folder_with_something_else_is_left_alone(port, tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("mine")

    assert "holds something else than a collection; name another folder" in refusal(capsys, crawl(port, tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        (["--strategy", "breadth_first"], "--strategy best_first"),
        (["--judge", "predicate"], "--judge auto"),
        (["--number", "5"], "--number 1"),
        (["--gap", "7"], "--gap"),
        (["--host-pages", "7"], "--host-pages"),
        (["--preset", "seed_001"], "--site-pages"),
        (["--seed", "http://elsewhere.test/"], "the seeds"),
        (["--stay-in", "example.org"], "where it may go"),
        (["--language", "en"], "--language"),
        (["--ignore-robots"], "--ignore-robots"),
    ],
)
def test_what_cannot_change_within_a_hunt_is_refused(caught, port, capsys, changed, named):
    said = refusal(capsys, crawl(port, caught, "--pages", "500", *changed))

    assert f"{named} " in said
    assert "another folder" in said


def test_nothing_but_the_folder_is_needed_to_go_on(caught, tmp_path, monkeypatch, capsys):
    """Contact, seeds and manners are those of before."""
    shutil.copytree(caught, tmp_path / "lighthouses.hunt")
    monkeypatch.chdir(tmp_path)

    assert run(["crawl", "lighthouses", "--pages", "130"]) == DONE
    assert len(caught_in(tmp_path / "lighthouses.hunt")) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "holds no seeds; write web addresses, one a line"),
        (b"# none\n\n", "holds no seeds"),
        (b"http://a.test/\n\nnot one\n", "line 3: 'not one' is no web address"),
        (b"ftp://a.test/\n", "line 1: 'ftp://a.test/' is no web address"),
        (b"http://a.test/\xe9\n", "not UTF-8; save the file as UTF-8"),
    ],
)
def test_a_file_of_seeds_that_cannot_be_used_names_the_line(tmp_path, capsys, text, said):
    (tmp_path / "seeds.txt").write_bytes(text)
    args = ["crawl", "bees", "--seeds", str(tmp_path / "seeds.txt"), "--out", str(tmp_path / "hunt"), *CONTACT]

    assert said in refusal(capsys, args)
    assert not (tmp_path / "hunt").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--seeds", "nowhere.txt"], "nowhere.txt: No such file"),
        (["--seed", "not a url"], "--seed not a url: no web address; write it like http://example.org/"),
        ([], "no seeds for 'bees': give --seed URL, --seeds FILE, or examples in the topic"),
        (["--seed", HUB, "--resolve", "hub.test"], "--resolve hub.test: write it like example.org=127.0.0.1:8080"),
        (["--seed", HUB, "--contact", "me"], "'me' is no contact"),
        (["--seed", HUB, "--strategy", "bestfirst"], "best_first"),
        (["--seed", HUB, "--judge", "cosin"], "cosine"),
        (["--seed", HUB, "--preset", "seed_1"], "seed_001"),
        (["--seed", HUB, "--proxy", "squid"], "write it like http://127.0.0.1:3128"),
        (["--seed", HUB, "--pages", "-1"], "pages cannot be -1"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_makes_nothing(tmp_path, capsys, args, said):
    with watched({HUB: page("Hub")}) as (port, _):
        common = ["crawl", "bees", "--out", str(tmp_path / "hunt"), *CONTACT, *at(port), *QUICK]

        assert said in refusal(capsys, [*common, *args])
    assert not (tmp_path / "hunt").exists()


def test_seeds_of_which_none_can_be_had_say_why_and_end_with_1(tmp_path, capsys):
    """Nobody listens there; on the live web a closed port looks the same."""
    with watched({}) as (port, _):
        pass
    args = ["crawl", "bees", "--seed", HUB, "--out", str(tmp_path / "hunt"), *CONTACT, *QUICK, *at(port)]

    assert run([*args, "--patience", "1"]) == FAILED
    said = capsys.readouterr()
    assert said.err == f"lycosa: start page {HUB}: the host refused the connection\n"
    assert "0 of 0 pages are relevant" in said.out
    assert "the host refused the connection" in said.out
    assert "Check that the seeds are spelled right" in said.out


def test_a_hunt_without_a_page_says_why_and_how_to_begin_again(tmp_path, capsys):
    """Nothing was fetched, so no share of fetches failed."""
    with watched({}) as (port, _):
        pass
    args = ["crawl", "bees", "--seed", HUB, "--out", str(tmp_path / "hunt"), *CONTACT, *QUICK, *at(port)]

    assert run([*args, "--retries", "0"]) == FAILED
    out = capsys.readouterr().out
    assert "of 0 fetches" not in out.partition("\n")[2]
    assert "left alone until they do: the host refused the connection (" in " ".join(out.split())
    assert f"delete {tmp_path / 'hunt'} or name another folder (--out)" in out


def test_without_a_network_every_seed_says_that_its_host_was_not_found(tmp_path, capsys):
    args = ["crawl", "bees", "--seed", "http://no-such-host.invalid/", "--out", str(tmp_path / "hunt"), *CONTACT]

    assert run([*args, *QUICK, "--patience", "1"]) == FAILED
    assert "the host's name was not found" in capsys.readouterr().err


def test_loopback_is_not_hunted_unless_that_is_allowed(tmp_path, capsys):
    with watched({}) as (port, web):
        args = ["crawl", "bees", "--seed", f"http://127.0.0.1:{port}/", "--out", str(tmp_path / "hunt"), *CONTACT]

        assert run([*args, *QUICK, "--patience", "1"]) == FAILED
        assert web.visits == []
    assert "the host's address is private or reserved; --allow-private permits it" in capsys.readouterr().err


@pytest.mark.parametrize(("guard", "reason"), [(("--size", "30000"), "bytes"), (("--seconds", "0.001"), "time")])
def test_a_guard_ends_it_with_3(port, tmp_path, capsys, guard, reason):
    assert run(crawl(port, tmp_path / "hunt", "--json", "--pages", "5")) == DONE
    assert run(crawl(port, tmp_path / "hunt", "--json", "--pages", "500", *guard)) == STOPPED
    _, last = capsys.readouterr().out.split("\n{", 1)

    assert json.loads("{" + last)["stopped"]["reason"] == reason


def test_where_nothing_is_left_it_ends_with_0_and_says_so(tmp_path, capsys):
    with watched({HUB: page("Hub", HUB + "1"), HUB + "1": page("One")}) as (port, _):
        args = ["crawl", "lighthouse", "--seed", HUB, "--out", str(tmp_path / "hunt"), *CONTACT, *QUICK, *at(port)]

        assert run(args) == DONE
    out = capsys.readouterr().out
    assert "nothing is left to fetch after 2 pages" in out
    assert "lycosa crawl" not in out


def test_robots_txt_is_obeyed_unless_it_is_to_be_ignored(tmp_path, capsys):
    pages: dict[str, str | Said] = {HUB: page("Hub"), HUB + "robots.txt": "User-agent: *\nDisallow: /"}
    with watched(pages) as (port, web):
        args = ["crawl", "lighthouse", "--seed", HUB, *CONTACT, *QUICK, *at(port)]

        assert run([*args, "--out", str(tmp_path / "polite")]) == FAILED
        assert web.paths("hub.test") == ["/robots.txt"]
        assert run([*args, "--out", str(tmp_path / "own"), "--ignore-robots"]) == DONE
    said = capsys.readouterr()
    assert said.err == f"lycosa: start page {HUB}: forbidden by the host's robots.txt\n"
    assert "forbidden by the host's robots.txt" in said.out


def test_a_preset_keeps_the_manners_of_the_live_web(tmp_path, capsys):
    with watched({HUB: page("Hub"), HUB + "robots.txt": "User-agent: *\nDisallow: /"}) as (port, _):
        args = ["crawl", "lighthouse", "--seed", HUB, "--out", str(tmp_path / "hunt"), *CONTACT, *at(port)]

        assert run([*args, "--preset", "seed_001"]) == FAILED
    run_ = (tmp_path / "hunt/run.toml").read_text()
    assert "gap = 1.0\n" in run_
    assert "robots = true\n" in run_
    assert "cap = 512\n" in run_
    capsys.readouterr()


def test_a_judge_that_finds_all_relevant_is_doubted(port, tmp_path, capsys):
    args = crawl(port, tmp_path / "hunt", "--pages", "70", "--judge", "predicate(keyword='the')")

    assert run(args) == DONE
    out = " ".join(capsys.readouterr().out.split())
    assert "The judge predicate(keyword='the') may be broken: it finds" in out
    assert "more than 80%. Look at those with the lowest scores" in out


def test_a_script_that_no_example_has_makes_the_judge_doubtful(tmp_path, capsys):
    """As in García Dorado 2008, chapter 11: what the judge cannot read it finds relevant by chance."""
    pages = {f"{HUB}{n}": page(f"маяк {n}", words=f"lamp {n} " + "слово " * 60) for n in range(30)}
    with watched({HUB: page("Hub", *pages), **pages}) as (port, _):
        args = ["crawl", "lamp", "--seed", HUB, "--out", str(tmp_path / "hunt"), *CONTACT, *QUICK, *at(port)]

        assert run([*args, "--judge", "predicate(keyword='lamp')", "--json"]) == DONE
    (doubt,) = json.loads(capsys.readouterr().out)["doubts"]
    assert "of 30 relevant pages looked at, 30 have the script cyrillic, which none of the examples has" in doubt
    assert "--language en" in doubt


def test_titles_do_not_steer_the_terminal(tmp_path, capsys):
    evil = "Evil \x1b]0;owned\x07\x1b[2J\u202e title"
    with watched({HUB: page(evil, HUB + "1"), HUB + "1": page(evil, words="1")}) as (port, _):
        asked = ["lighthouse", "--seed", HUB, *CONTACT, *QUICK, *at(port)]
        folder = str(tmp_path / "hunt")

        assert run(["crawl", *asked, "--out", folder]) == DONE
        assert run(["doctor", *asked, "--out", str(tmp_path / "other")]) == DONE
    for command in (["pages", folder], ["status", folder], ["explain", folder, HUB], ["explain", folder, HUB + "1"]):
        assert run(command) == DONE
    said = capsys.readouterr()
    assert "owned" in said.out
    assert not [letter for letter in said.out + said.err if letter != "\n" and not letter.isprintable()]


def test_a_second_process_on_the_same_folder_is_told_to_wait(caught, port, tmp_path):
    shutil.copytree(caught, tmp_path / "hunt")
    with Lock(tmp_path / "hunt"), process(*crawl(port, tmp_path / "hunt", "--pages", "500")) as other:
        out, err = other.communicate()

    assert (other.returncode, out) == (USAGE, "")
    assert err == f"lycosa: {tmp_path / 'hunt'}: another crawl is at work on it; wait, or name another folder\n"


def test_readers_look_at_a_folder_on_which_a_crawl_is_at_work(caught, tmp_path, capsys):
    shutil.copytree(caught, tmp_path / "hunt")
    with Lock(tmp_path / "hunt"):
        assert run(["status", str(tmp_path / "hunt"), "--json"]) == DONE
        assert json.loads(capsys.readouterr().out)["at_work"] is True
        for command in ("pages", "export", "verify"):
            assert run([command, str(tmp_path / "hunt")]) == DONE
    assert seeds(1)[1] in capsys.readouterr().out


def test_pages_gated_out_by_their_language_are_told_by_language(port, tmp_path, capsys):
    folder = tmp_path / "hunt"
    run(crawl(port, folder, "--pages", "30", "--language", "nl", "--json"))
    told = json.loads(capsys.readouterr().out)
    assert told["gated"]["en"] > 20
    assert told["relevant"] == 0
    assert any("pages are not relevant for their language alone (en " in line for line in told["causes"])

    assert run(["status", str(folder), "--json"]) == DONE
    status = json.loads(capsys.readouterr().out)
    assert status["gated"] == {code: pages for code, pages in status["languages"].items() if code not in ("nl", "und")}
    run(["status", str(folder)])
    assert "gated     not asked for, so not relevant: en " in capsys.readouterr().out
