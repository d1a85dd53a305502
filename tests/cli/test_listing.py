from __future__ import annotations

import json
import subprocess
import sys

import pytest

from lycosa import judges, strategies
from lycosa.cli.main import DONE, USAGE, run
from lycosa.lab import measures


@pytest.mark.parametrize("room", [strategies, judges])
def test_every_one_has_a_line_with_its_title(room, capsys: pytest.CaptureFixture[str]) -> None:
    command = room.__name__.rpartition(".")[2]

    assert run([command]) == DONE
    out = capsys.readouterr().out
    lines = {line.split()[0]: line for line in out.splitlines() if line.startswith("  ")}
    for word, kind in room.known().items():
        assert (kind.__doc__ or "").partition("\n")[0] in lines[word]
    for preset, means in room.registry.presets.items():
        assert means in lines[preset]


def test_strategies_stand_under_their_families(capsys: pytest.CaptureFixture[str]) -> None:
    run(["strategies"])
    families = [line for line in capsys.readouterr().out.splitlines() if line and not line.startswith(" ")][:-2]

    assert families == [name for name in strategies.FAMILIES if name in {k.family for k in strategies.known().values()}]


@pytest.mark.parametrize("room", [strategies, judges])
def test_the_list_as_json_names_parameters_that_make_it_again(room, capsys: pytest.CaptureFixture[str]) -> None:
    command = room.__name__.rpartition(".")[2]

    assert run([command, "--json"]) == DONE
    listed = json.loads(capsys.readouterr().out)[command]
    assert [one["name"] for one in listed] == list(room.known())
    for one in listed:
        arguments = ", ".join(f"{key}={value!r}" for key, value in one["parameters"].items())
        assert room.find(f"{one['name']}({arguments})") == room.find(one["name"])


def test_one_is_told_in_full_with_its_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["strategies", "best_first_n(n=16)"]) == DONE
    out = capsys.readouterr().out

    assert out.startswith("best_first_n(n=16)\n")
    assert "parameters  n=16, again='max'" in out
    assert "uses        page\n" in out
    assert "paper       Uluhan 2006 figure 7" in out


def test_what_a_judge_needs_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    run(["judges", "cosine"])

    assert "needs       words or examples\n" in capsys.readouterr().out


def test_one_as_json_tells_what_it_uses(capsys: pytest.CaptureFixture[str]) -> None:
    run(["strategies", "url_combined(page=0.6)", "--json"])
    told = json.loads(capsys.readouterr().out)

    assert told["parameters"]["page"] == 0.6
    assert told["uses"] == ["cosine:page", "cosine:anchor", "cosine:url"]


@pytest.mark.parametrize("command", ["strategies", "judges"])
def test_an_unknown_name_is_one_line(command: str, lycosa) -> None:
    shown = lycosa(command, "best_frist")

    assert shown.returncode == USAGE
    assert shown.stdout == ""
    assert shown.stderr.startswith("lycosa: unknown ")
    assert shown.stderr.count("\n") == 1


def test_measures_are_listed_in_the_lab(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "measures"]) == DONE
    out = capsys.readouterr().out
    lines = {line.split()[0]: line for line in out.splitlines() if line.startswith("  ")}

    for word, kind in measures.known().items():
        assert (kind.__doc__ or "").partition("\n")[0] in lines[word]
    assert out.splitlines()[-1].startswith("More of one: lycosa lab measures ")


def test_a_measure_says_what_it_reads_and_which_way_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "measures", "harvest(judge='committee', at=500)", "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)

    assert told["name"] == "harvest(judge='committee', at=500)"
    assert (told["needs"], told["unit"], told["better"]) == (["committee"], "share", "more")
    assert run(["lab", "measures", "harvst"]) == USAGE


@pytest.mark.parametrize("command", ["strategies", "judges", "replay", "demo", "lab measures"])
def test_help_has_two_examples_and_imports_nothing_heavy(command: str) -> None:
    look = (
        "import sys\n"
        "from lycosa.cli.main import run\n"
        f"run('{command}'.split() + ['--help'])\n"
        "sys.stderr.write(' '.join(sorted({'numpy', 'rich', 'fastwarc', 'turbohtml'} & sys.modules.keys())))\n"
    )
    shown = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)

    assert shown.stdout.split("Examples:")[1].count("lycosa ") == 2
    assert shown.stderr == ""
