"""Settings that cannot be are refused in one line."""

from __future__ import annotations

import pytest

from lycosa.crawl.settings import PRESETS, Settings, SettingsError
from tests.crawl.small import A, Web, hunted, why

NUMBERS = [name for name in Settings.__struct_fields__ if name not in ("duplicates", "nofollow")]


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [-1, float("nan"), float("inf")])
def test_no_number_is_negative_or_none_at_all(name, value):
    with pytest.raises(SettingsError, match=f"^{name} cannot be {value}: [^\n]*0"):
        Settings(**{name: value}).check()


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [2**63, 10**400])
def test_no_number_is_larger_than_can_be_kept(name, value):
    with pytest.raises(SettingsError, match=f"^{name} cannot be so large: [^\n]*{2**63 - 1} at most$"):
        Settings(**{name: value}).check()


@pytest.mark.parametrize(("name", "value"), [("duplicates", "fuzzy"), ("dry_floor", 20.0)])
def test_what_makes_no_sense_is_refused_with_what_does(name, value):
    with pytest.raises(SettingsError, match=f"{name} cannot be .*: it is .*") as refused:
        Settings(**{name: value}).check()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("settings", [Settings(), *PRESETS.values()])
def test_what_ships_can_be(settings):
    settings.check()


@pytest.mark.parametrize("name", NUMBERS)
def test_zero_is_no_limit_anywhere(name):
    """All nine pages are fetched, whichever setting is 0."""
    web = Web({f"{A}{n}": f"{A}{n + 1} {A}{(n * 3) % 9}" for n in range(9)})
    crawl = hunted(web, A + "0", **{name: 0})

    assert (crawl.tally.pages, why(crawl)) == (9, "dead_end")


def test_seed_001_s_caps_are_the_paper_s():
    preset = PRESETS["seed_001"]
    assert (preset.cap, preset.site_pages, preset.url_length, preset.spacing) == (512, 100, 200, 100)
    assert preset.page_bytes == 400 * 1024
