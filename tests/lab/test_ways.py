"""A way of hunting is a strategy, and how its guide learns."""

from __future__ import annotations

import pytest

from lycosa import strategies
from lycosa.lab.records import LabError
from lycosa.lab.ways import Way, way_of
from lycosa.pages.errors import LycosaError


@pytest.mark.parametrize(
    ("name", "way", "again"),
    [
        ("best_first", Way(strategies.find("best_first")), "best_first"),
        ("full_page --retrain 50", Way(strategies.find("best_first"), 50), "best_first --retrain 50"),
        (
            "window_combo(words=20) --retrain 100 --label 5",
            Way(strategies.find("window_combo(words=20)"), 100, 5),
            "window_combo(words=20) --retrain 100 --label 5",
        ),
    ],
)
def test_a_name_is_taken_apart_and_put_together(name, way, again):
    assert way_of(name) == way
    assert way.name == again
    assert way_of(again).name == again


@pytest.mark.parametrize(
    "name",
    [
        "best_first --retrain",
        "best_first --retrain x",
        "best_first --retrain 0",
        "best_first --label 5",
        "best_first --label 5 --retrain 9",
        "nowhere_first --retrain 9",
        "--retrain 9",
    ],
)
def test_what_is_none_is_refused_in_one_line(name):
    with pytest.raises(LycosaError) as refused:
        way_of(name)
    assert "\n" not in str(refused.value)


def test_how_it_is_written_is_said():
    with pytest.raises(LabError, match=r"write it like best_first --retrain 100"):
        way_of("best_first --label 5")
