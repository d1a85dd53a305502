"""`lycosa doctor` looks before a crawl does: seeds, robots.txt, judge, settings, what to expect. It writes nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from lycosa.cli.main import DONE, FAILED, run
from tests.cli.little import HUB, LINKS, site
from tests.cli.live import CONTACT, at, page, watched
from tests.webs.watched import Said

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ODD = "http://odd.test/"


@pytest.fixture
def look(tmp_path, monkeypatch, capsys):
    """What doctor says of a hunt for lighthouses on these pages, and its exit code."""
    monkeypatch.chdir(tmp_path)

    def looked(pages: Mapping[str, Any], *args: str, code: int = DONE) -> dict[str, Any]:
        with watched(pages) as (port, _):
            asked = ["doctor", "lighthouse", *CONTACT, *at(port), "--gap", "0.01", *args]
            assert run([*asked, "--json"]) == code
            told: dict[str, Any] = json.loads(capsys.readouterr().out)
            assert run(asked) == code
        out = " ".join(capsys.readouterr().out.split())
        assert all(" ".join(finding.split()) in out for finding in told["findings"])
        assert list(tmp_path.iterdir()) == []
        return told

    return looked


def test_of_each_seed_it_says_robots_score_language_and_links(look):
    told = look(site(), "--seed", HUB)
    (seed,) = told["seeds"]

    assert told["sound"] is True
    assert (seed["robots"], seed["delay"], seed["language"], seed["fault"]) == ("allows", 0.0, "en", "")
    assert (seed["links"], seed["hosts"], seed["refused"]) == (len(LINKS), 1, {"unread": 1})
    assert seed["score"] > 0.5
    assert "lighthouse" in dict(seed["terms"])
    assert 0 < told["sampled"] <= 7
    assert told["expect"]["hosts"] == 1


def test_a_seed_that_gives_no_page_says_why_and_the_others_carry_on(look):
    pages = {**site(), ODD + "robots.txt": "User-agent: *\nDisallow: /"}
    told = look(pages, "--seed", HUB, "--seed", HUB + "gone", "--seed", ODD)

    assert [seed["fault"] for seed in told["seeds"]] == ["", "http_404", "robots"]
    assert told["seeds"][2]["robots"] == "forbids"
    assert "2 of 3 seeds give no page" in told["findings"][0]


def test_without_any_seed_it_cannot_begin(look):
    told = look({}, "--seed", HUB, code=FAILED)

    assert told["sound"] is False
    assert told["findings"][0].startswith("No seed gives a page, so the crawl cannot begin")


def test_a_judge_that_needs_what_is_not_there_is_named(look):
    told = look(site(), "--seed", HUB, "--judge", "vocabulary", code=FAILED)

    assert "vocabulary" in told["findings"][0]
    assert told["findings"][0].startswith("The crawl cannot begin")


@pytest.mark.parametrize(
    ("judge", "said"),
    [("predicate(keyword='lighthouse')", "more than 80%"), ("predicate(keyword='submarine')", "score below 0.50")],
    ids=["finds all", "finds nothing"],
)
def test_a_judge_that_finds_all_or_nothing_is_doubted(look, judge, said):
    links = [f"{HUB}{number}" for number in range(12)]
    pages = {HUB: page("Hub", *links), **{link: page(f"Lamp {link}", words=link * 3) for link in links}}
    told = look(pages, "--seed", HUB, "--judge", judge, "--sample", "12")

    assert any("may be broken" in finding and said in finding for finding in told["findings"])


def test_crawl_delay_and_budget_make_the_time_it_will_take(look):
    pages = {**site(), HUB + "robots.txt": Said("User-agent: *\nCrawl-delay: 5\n")}
    told = look(pages, "--seed", HUB, "--pages", "60", "--sample", "0")

    assert told["seeds"][0]["delay"] == 5.0
    assert 300 <= told["expect"]["seconds"] < 400
    assert 9 <= told["expect"]["pages_per_minute"] <= 12


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--ignore-robots"], "robots.txt will be ignored"),
        (["--dry-window", "50"], "--dry-window does nothing without --dry-floor"),
        (["--stay-in", "elsewhere.test"], "will not be followed: outside the domains to stay in"),
        (["--language", "fr"], "are in a language not asked for (en)"),
        (["--gap", "0", "--gap-factor", "0"], "No gap is kept between two fetches of a host"),
    ],
)
def test_settings_that_will_not_do_what_is_meant_are_named(look, args, said):
    told = look(site(), "--seed", HUB, "--sample", "0", *args)

    assert any(said in finding for finding in told["findings"]), told["findings"]


def test_where_a_hunt_is_already_it_says_so(tmp_path, capsys):
    folder: Path = tmp_path / "hunt"
    with watched(site()) as (port, _):
        asked = ["lighthouse", "--seed", HUB, "--out", str(folder), *CONTACT, *at(port), "--gap", "0.01"]
        assert run(["crawl", *asked]) == DONE
        assert run(["doctor", *asked, "--sample", "0"]) == DONE
    assert f"The crawl can go on: {folder} holds this hunt already" in " ".join(capsys.readouterr().out.split())
