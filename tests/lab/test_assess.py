"""Looking by hand: the draw, what the sheet hides, answers that are kept, taken back and gone on with, and figures."""

from __future__ import annotations

import csv
import json
import math
from typing import TYPE_CHECKING

import pytest

from lycosa.cli.main import DONE, USAGE, run
from lycosa.lab import assess, files
from lycosa.lab.catch import catch
from lycosa.lab.records import LabError
from lycosa.lab.results import load
from lycosa.lab.sampling import interval
from tests.lab.experiment import SIGHT, made_experiment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lycosa.lab.assess import Assessment

TWO = ["best_first", "breadth_first"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An experiment of three topics."""
    return made_experiment(tmp_path / "results", topics=3)


def drawn(folder: Path, number: int = 1, size: int = 40) -> Assessment:
    return assess.drawn(load(folder), lambda web: files.pages(folder, web), TWO, number, size)


def relevant(found: Assessment, folder: Path) -> Callable[[int], bool]:
    """Who knows the targets."""
    truth = {(ground.topic, page) for ground in load(folder).grounds for page in ground.target.nonzero()[0].tolist()}
    return lambda place: (found.items[place].topic, found.items[place].page) in truth


def test_each_sample_is_drawn_from_what_its_strategy_caught(folder: Path):
    results, found = load(folder), drawn(folder)
    for name, sample in found.samples.items():
        caught = {
            (ground.topic, int(few[0].fetches["page"][place]))
            for few, ground in zip(results.hunted[name], results.grounds, strict=True)
            for place in catch(few[0], ground).tolist()
        }
        held = [(found.items[one.item].topic, found.items[one.item].page) for one in sample.drawn]
        assert sample.population == len(caught)
        assert len(held) == len(set(held)) == 40
        assert set(held) <= caught


def test_without_a_size_there_are_as_many_as_five_points_ask(folder: Path):
    sample = drawn(folder, size=0).samples["best_first"]

    assert len(sample.drawn) == math.ceil(385 / (1 + 384 / sample.population))


def test_the_draw_is_by_its_number(folder: Path):
    assert drawn(folder, 1) == drawn(folder, 1)
    assert drawn(folder, 1) != drawn(folder, 2)


def test_every_page_of_a_catch_may_be_drawn(folder: Path):
    """Over thirty draws of forty of about 340, nearly all have been."""
    seen = {(found.items[one.item].topic, found.items[one.item].page)
            for found in (drawn(folder, number) for number in range(30))
            for one in found.samples["best_first"].drawn}  # fmt: skip

    assert len(seen) > 0.93 * drawn(folder).samples["best_first"].population


def test_the_sheet_says_nothing_of_who_fetched_a_page(folder: Path, tmp_path: Path):
    found = drawn(folder)
    assess.save(folder, found)
    assess.write_sheet(found, tmp_path / "sheet.csv")
    for file in (tmp_path / "sheet.csv", folder / "assess/sheet.json"):
        assert not [name for name in SIGHT if name in file.read_text("utf-8")]
    firsts = [one.item for one in found.samples["best_first"].drawn]
    assert firsts != sorted(firsts)
    assert abs(sum(firsts) / len(firsts) - len(found.items) / 2) < len(found.items) / 6


def test_a_page_that_two_samples_hold_is_asked_once(folder: Path):
    found = drawn(folder, size=120)
    keys = [(item.topic, item.page) for item in found.items]
    both = {one.item for one in found.samples["best_first"].drawn} & {
        one.item for one in found.samples["breadth_first"].drawn
    }

    assert len(keys) == len(set(keys)) == 240 - len(both)
    assert both


def test_precision_is_what_was_answered(folder: Path):
    """With unknown pages aside, and the judges' word on the same pages beside it."""
    found = drawn(folder)
    truth = relevant(found, folder)
    for place in range(len(found.items)):
        found.answer(place, "unknown" if place % 10 == 0 else "relevant" if truth(place) else "not")
    for one in found.figures():
        held = [d for d in found.samples[one.strategy].drawn if one.half in {0, d.half} and d.item % 10]
        right = sum(truth(d.item) for d in held)
        assert (one.looked, one.relevant) == (len(held), right)
        assert one.precision == one.labels == pytest.approx(right / len(held))
        assert one.guide == pytest.approx(sum(d.guide for d in held) / len(held))
        assert one.low <= one.precision < one.high
    whole = found.figures()[0]
    assert (whole.low, whole.high) == interval(whole.relevant, whole.looked, found.samples["best_first"].population)
    assert sum(one.unknown for one in found.figures() if one.half == 0) > 0


def test_halves_are_those_of_the_crawl(folder: Path):
    """The best hunter of targets has more of them in the first half."""
    found = drawn(folder, size=300)
    truth = relevant(found, folder)
    for place in range(len(found.items)):
        found.answer(place, "relevant" if truth(place) else "not")
    by_half = {one.half: one for one in found.figures() if one.strategy == "best_first"}

    assert by_half[1].precision > by_half[2].precision
    assert by_half[1].looked + by_half[2].looked == by_half[0].looked


def test_answers_are_kept_taken_back_and_gone_on_with(folder: Path):
    found = drawn(folder)
    found.answer(0, "relevant")
    found.answer(3, "not")
    found.answer(0, "unknown")
    assess.save(folder, found)

    assert assess.load(folder) == found
    assert found.undo() == 0
    assert found.undo() == 3
    assert found.undo() is None
    assert found.open == list(range(len(found.items)))


@pytest.mark.parametrize(("item", "said"), [(0, "perhaps"), (9999, "relevant"), (-1, "not")])
def test_what_is_no_answer_is_refused(folder: Path, item: int, said: str):
    with pytest.raises(LabError):
        drawn(folder).answer(item, said)


def test_figures_before_any_answer_say_nothing(folder: Path):
    one = drawn(folder).figures()[0]

    assert (one.looked, one.low, one.high) == (0, 0.0, 1.0)
    assert math.isnan(one.precision)


ARGS = ["--strategy", "full_page", "--strategy", "breadth_first", "--size", "6"]


def typed(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """What is typed at the questions, one after the other; then there is nobody."""
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{word}\n" for word in words)))


def test_the_terminal_asks_page_by_page_and_goes_on_where_it_ended(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    typed(monkeypatch, "r", "n", "u", "b", "x", "n", "q")
    assert run(["lab", "assess", str(folder), *ARGS]) == DONE
    begun = assess.load(folder)
    shown = capsys.readouterr()

    assert begun
    assert begun.answers == {0: "relevant", 1: "not", 2: "not"}
    assert "1 of 12, is it about" in shown.err or "1 of 11, is it about" in shown.err
    assert f"{len(begun.items) - 3} of {len(begun.items)} pages left" in shown.out
    typed(monkeypatch, *["r"] * 50)
    assert run(["lab", "assess", str(folder)]) == DONE
    ended = assess.load(folder)
    assert ended
    assert not ended.open
    assert ended.items == begun.items
    assert next(one.precision for one in ended.figures()) < 1


def test_an_end_of_input_is_no_answer(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    typed(monkeypatch, "r")
    assert run(["lab", "assess", str(folder), *ARGS]) == DONE
    begun = assess.load(folder)

    assert begun
    assert len(begun.answers) == 1
    assert "1 of" in capsys.readouterr().err


def test_a_table_is_written_filled_in_and_read(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    sheet = tmp_path / "sheet.csv"
    assert run(["lab", "assess", str(folder), *ARGS, "--sheet", str(sheet)]) == DONE
    with sheet.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, said in zip(rows, ["relevant", "N", "u", ""] * 9, strict=False):
        row["answer"] = said
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(reversed(rows))
    assert run(["lab", "assess", str(folder), "--answers", str(sheet), "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    found = assess.load(folder)

    assert found
    assert {place: found.answers[place] for place in (0, 1, 2)} == {0: "relevant", 1: "not", 2: "unknown"}
    assert 3 not in found.answers
    assert told["left"] == len(found.open) == len(rows) - len(found.answers)
    assert [one["half"] for one in told["figures"]] == [0, 1, 2] * 2


@pytest.mark.parametrize(
    ("row", "said"),
    [("1,perhaps", "line 2: the answer 'perhaps' is none; it can be relevant, not, unknown"),
     ("one,r", "line 2: no number of a page"),
     ("999,r", "line 2: there is no page 999; the sheet has")],
)  # fmt: skip
def test_a_wrong_table_is_one_line_and_nothing_is_taken(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str, said: str
):
    (tmp_path / "a.csv").write_text(f"number,answer\n{row}\n", "utf-8")
    assert run(["lab", "assess", str(folder), *ARGS, "--answers", str(tmp_path / "a.csv")]) == USAGE
    found = assess.load(folder)

    assert said in capsys.readouterr().err
    assert found
    assert found.answers == {}


def test_other_strategies_than_those_drawn_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["lab", "assess", str(folder), *ARGS, "--figures"]) == DONE
    assert run(["lab", "assess", str(folder), "--strategy", "in_degree", "--figures"]) == USAGE
    assert "samples of best_first, breadth_first were drawn already" in capsys.readouterr().err


def test_a_strategy_that_did_not_hunt_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["lab", "assess", str(folder), "--strategy", "depth_first"]) == USAGE
    assert "depth_first: not among the strategies" in capsys.readouterr().err


def test_words_of_the_web_are_no_formulas_in_the_sheet(folder: Path, tmp_path: Path):
    found = drawn(folder)
    found.items[0] = found.items[0]._replace(title='=HYPERLINK("http://x.test")', lead="@x", url="http://a.test/")
    assess.write_sheet(found, tmp_path / "sheet.csv")
    with (tmp_path / "sheet.csv").open(encoding="utf-8", newline="") as file:
        row = next(csv.DictReader(file))

    assert (row["title"][:2], row["beginning"], row["url"]) == ("'=", "'@x", "http://a.test/")


def test_the_correction_for_a_small_crawl_is_shown(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["lab", "assess", str(folder), "--strategy", "full_page", "--figures"]) == DONE
    found = assess.load(folder)

    assert found
    sample = found.samples["best_first"]
    told = f"best_first: {len(sample.drawn)} of {sample.population} pages drawn; of a crawl without end it would be 385"
    assert told in capsys.readouterr().err
