"""`lycosa explain` says of any URL what became of it, and why."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import pytest

from lycosa.cli.main import DONE, USAGE, run
from lycosa.crawl.scope import RULES
from tests.cli.little import HUB, LINKS, site
from tests.cli.live import CONTACT, QUICK, at, watched

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Told = Callable[[str], dict[str, Any]]


def anchor(name: str) -> str:
    """The words of the link to a page of the site."""
    return " ".join(["more about http hub test", *name.split(".")])


def hunted(folder: Path, *more: str) -> Path:
    args = ["crawl", "lighthouse", "--seed", HUB, "--out", str(folder), *CONTACT, *QUICK]
    strategy = ("--strategy", "url_combined", "--duplicates", "exact")
    with watched(site()) as (port, _), redirect_stdout(io.StringIO()):
        assert run([*args, *strategy, *more, *at(port)]) == DONE
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    return hunted(tmp_path_factory.mktemp("whole") / "hunt")


@pytest.fixture
def told(whole, capsys) -> Told:
    def tell(url: str) -> dict[str, Any]:
        assert run(["explain", str(whole), url, "--json"]) == DONE
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return tell


def test_a_page_has_its_way_its_link_with_every_cue_and_the_terms_of_its_score(told):
    found = told(HUB + "deep")

    assert (found["what"], found["title"], found["hops"]) == ("page", "Deep", 2)
    assert [(step["url"], step["hops"]) for step in found["chain"]] == [(HUB, 0), (HUB + "lens", 1)]
    assert found["link"]["anchor"] == anchor("deep")
    cues = {cue["cue"]: cue for cue in found["link"]["cues"]}
    assert len(cues) == len(found["link"]["cues"])
    assert [name for name, cue in cues.items() if cue["used"]] == ["anchor", "url", "page"]
    lens = told(HUB + "lens")
    assert cues["page"]["score"] == lens["score"]
    assert found["priority"] == pytest.approx(
        0.5 * lens["score"] + 0.25 * cues["anchor"]["score"] + 0.25 * cues["url"]["score"], abs=1e-4
    )
    assert lens["terms"][0][0] == "lighthouse"


def test_a_seed_is_called_one(told, whole, capsys):
    assert (told(HUB)["hops"], told(HUB)["priority"], told(HUB)["chain"]) == (0, None, [])
    assert run(["explain", str(whole), HUB]) == DONE
    assert "It is a seed." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "what", "why", "other"),
    [
        ("gone", "failed", "answered 404", ""),
        ("moved", "redirect", "its server names another URL", HUB + "tower"),
        ("plan.pdf", "refused", RULES["unread"], ""),
        ("private", "refused", "http://hub.test/robots.txt forbids it: Disallow: /private", ""),
    ],
)
def test_what_gave_no_page_says_why_and_where_its_link_stands(told, name, what, why, other):
    found = told(HUB + name)

    assert (found["what"], found["other"]) == (what, other)
    assert why in found["why"]
    assert found["chain"][-1]["url"] == HUB
    assert found["link"]["anchor"] == anchor(name)


def test_a_copy_says_whose(told):
    ones = {name: told(HUB + name) for name in ("lamp", "copy")}
    (page, double) = sorted(ones.values(), key=lambda one: one["what"], reverse=True)

    assert (page["what"], double["what"]) == ("page", "duplicate")
    assert double["other"] == page["url"]


def test_a_redirects_target_has_the_link_that_led_to_the_redirect(told):
    assert told(HUB + "tower")["link"]["anchor"] == anchor("moved")


def test_what_is_not_known_is_told_with_what_is_spelled_alike(told):
    found = told(HUB + "lense")

    assert found["what"] == "unknown"
    assert HUB + "lens" in found["near"]


def test_what_waits_has_its_place_in_the_queue(tmp_path, capsys):
    folder = hunted(tmp_path / "hunt", "--pages", "2")
    places = {}
    for name in LINKS:
        assert run(["explain", str(folder), HUB + name, "--json"]) == DONE
        found = json.loads(capsys.readouterr().out)
        if found["what"] == "waiting":
            places[found["place"]] = found["priority"]

    assert sorted(places) == list(range(1, len(places) + 1))
    assert [places[place] for place in sorted(places)] == sorted(places.values(), reverse=True)


def test_what_is_no_address_is_one_line(whole, capsys):
    assert run(["explain", str(whole), "not a url"]) == USAGE
    assert capsys.readouterr().err == "lycosa: not a url: no web address; write it like http://example.org/page\n"
