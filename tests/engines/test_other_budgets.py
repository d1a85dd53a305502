"""A hunt that is over can be given more, and what was asked for on the way is part of its log."""

from __future__ import annotations

from msgspec.structs import replace

from tests.engines.killing import killed_at, lasting, to_the_end
from tests.engines.sound import sound


def kinds(folder):
    return [kind for _, _, kind, *_ in lasting(folder).events]


def test_budgets_given_anew_hold_over_checkpoints_and_kills(asked, tmp_path):
    folder = tmp_path / "hunt"
    often = replace(asked, folder=str(folder), every=30)
    few, more, most = (replace(often, settings={"pages": pages}) for pages in (20, 110, 130))

    assert to_the_end(few).pages == 20
    assert killed_at(more, ("checkpoint", "before", 2))  # the first is there, and the log goes on after it
    assert to_the_end(more).pages == 110
    assert to_the_end(most).pages == 130
    assert kinds(folder).count("command") == 2
    assert sound(folder).states


def test_what_is_over_and_asked_for_once_more_ends_at_once(asked, tmp_path):
    again = replace(asked, folder=str(tmp_path / "hunt"), settings={"pages": 20})
    first = to_the_end(again)
    pages = lasting(tmp_path / "hunt").pages

    assert to_the_end(again) == first
    assert lasting(tmp_path / "hunt").pages == pages


def test_a_body_is_read_again_under_the_cap_it_came_under(asked, tmp_path):
    folder = tmp_path / "hunt"
    to_the_end(replace(asked, folder=str(folder), settings={"pages": 20}))
    to_the_end(replace(asked, folder=str(folder), settings={"pages": 40}, fetch={"decoded": 3000}))

    assert sound(folder).states
