"""`lycosa label` and `lycosa crawl --retrain`: what is said of a hunt's pages teaches its judge while it runs."""

from __future__ import annotations

import json

import pytest

from lycosa.cli.main import DONE, USAGE, run
from lycosa.collection.collection import Collection
from lycosa.collection.opened import Opened
from lycosa.judges import ladder
from lycosa.webs.find import practice
from tests.cli.live import TOPIC, WEB, crawl


@pytest.fixture
def hunt(port, tmp_path, capsys):
    folder = tmp_path / "hunt"
    assert run(crawl(port, folder, "--pages", "60")) == DONE
    capsys.readouterr()
    return folder


def pages(folder):
    with Opened(folder) as collection:
        return [page["url"] for page in collection.catalogue.pages()]


def label_some(folder, capsys):
    """As many as can be held out too, by what the practice web says of its pages."""
    web = practice(WEB)
    sides: dict[str, list[str]] = {"relevant": [], "irrelevant": []}
    for url in pages(folder):
        sides["relevant" if TOPIC in web.truth(url) else "irrelevant"].append(url)
    for value, urls in sides.items():
        for url in urls[:8]:
            assert run(["label", str(folder), url, value]) == DONE
    return capsys.readouterr().out.splitlines()[-1]


def test_labels_teach_the_judge_of_a_hunt_and_its_log_leads_to_the_same_state(hunt, port, capsys):
    assert "irrelevant labels." in label_some(hunt, capsys)
    asked = crawl(port, hunt, "--pages", "160", "--retrain", "30", "--json")
    assert run(asked) == DONE
    told = json.loads(capsys.readouterr().out)

    assert told["trainings"]
    for one in told["trainings"]:
        no_worse = all(after >= before for before, after in zip(one["before"][:2], one["after"][:2], strict=True))
        assert no_worse or not one["kept"]
        assert one["pseudo"] <= 3 * one["true"]
    with Opened(hunt) as collection:
        kinds = [event.kind for _, event in collection.catalogue.events()]
        kept = sum(one["kept"] for one in told["trainings"])
        assert kinds.count("judge") == kept
        if kept:
            assert "rerank" in kinds
    assert run(["status", str(hunt), "--json"]) == DONE
    stands = json.loads(capsys.readouterr().out)
    assert stands["retrained"] == kept
    assert stands["judge"] == (ladder.EXAMPLES if kept else ladder.WORDS), "labels are examples"
    assert run(["verify", str(hunt)]) == DONE
    assert capsys.readouterr().out.splitlines()[-1].startswith("whole: ")
    assert run(crawl(port, hunt, "--pages", "170")) == DONE, "without --retrain it goes on under the judge in force"


def test_a_judge_that_was_not_trained_again_is_said_to_be_so_and_why(port, tmp_path, capsys):
    for pages, said in (("20", "fewer than 30 pages"), ("40", "4 relevant and 4 unrelated examples or labels")):
        assert run(crawl(port, tmp_path / pages, "--pages", pages, "--retrain", "30")) == DONE
        assert f"was not trained again: {said}" in " ".join(capsys.readouterr().out.split()).replace("it takes ", "")


def test_a_page_may_be_labelled_while_a_crawl_is_at_work(hunt, capsys):
    url = pages(hunt)[0]
    with Collection(hunt):
        assert run(["label", str(hunt), url, "relevant"]) == DONE
        assert run(["label", str(hunt), url, "irrelevant"]) == DONE
    assert "0 relevant and 1 irrelevant labels" in capsys.readouterr().out


def test_what_cannot_be_labelled_or_retrained_is_one_line(hunt, port, tmp_path, capsys):
    for args, said in (
        (["label", str(hunt), "http://nowhere.test/", "relevant"], "no page of this hunt"),
        (["label", str(hunt), "nonsense", "relevant"], "no web address"),
        (["label", str(tmp_path), pages(hunt)[0], "relevant"], "no collection there"),
        (crawl(port, tmp_path / "new", "--judge", "bm25", "--retrain", "9"), "learns nothing from examples"),
        (crawl(port, tmp_path / "new", "--strategy", "shark", "--retrain", "9"), "cannot be ranked again"),
    ):
        assert run(args) == USAGE
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert said in err
