from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Written in halves, so that this file does not find itself.
REFUSED = {
    "a registry's address": "|".join(
        ["pypi" + r"\.org", "python" + r"hosted\.org", r"/simple/" + r"?\s", "--(extra-)?" + "index-url"]
    ),
    "a path of one machine": r"(?<![\w.\-/])/(work|root|Users/\w+|home/\w+)/" + r"\w",
    "a note to oneself": r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b",
    "an unfinished merge": r"^(<{7}|>{7}) ",
}


def committed() -> list[str]:
    """The files git knows; of a tree without git, all that would be committed."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]
    hidden = re.compile(r"(^|/)(\.(?!ci|editorconfig|gitignore)|__pycache__|build|dist)")
    found = (str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file())
    return sorted(name for name in found if not hidden.search(name))


def faults(name: str, text: str) -> list[str]:
    """What of a text should not have been committed, with its lines."""
    return [
        f"{name}:{number}: {what}: {line.strip()}"
        for number, line in enumerate(text.splitlines(), 1)
        for what, pattern in REFUSED.items()
        if re.search(pattern, line)
    ]


def test_no_committed_file_says_where_it_was_made() -> None:
    names = committed()
    found = [fault for name in names for fault in faults(name, (ROOT / name).read_text("utf-8", "replace"))]

    assert len(names) > 20
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "torch @ https://files.python" + "hosted.org/packages/x",
        "--index" + "-url somewhere",
        "see '/ro" + "ot/notes.txt'",
        "WEBS = /home/" + "ann/webs",
        "# TO" + "DO: think",
    ],
)
def test_what_is_refused_is_found(line: str) -> None:
    assert faults("f", f"fine\n{line}\n")


@pytest.mark.parametrize("line", ["<a href='/home/'>", "a/root/b", "https://a.example/work/x", "# a hack of wood"])
def test_what_looks_like_it_is_not(line: str) -> None:
    assert faults("f", line) == []


def test_nothing_is_committed_as_pickle_or_lock_of_addresses() -> None:
    assert [name for name in committed() if name.endswith((".pkl", ".pickle", "uv.lock", ".whl"))] == []


def test_every_file_begins_as_the_house_asks() -> None:
    """Code has a docstring on its first line; an empty `__init__` of a folder of data is no code."""
    code = [name for name in committed() if name.startswith(("src/", "bench/")) and name.endswith(".py")]
    texts = {name: (ROOT / name).read_text("utf-8") for name in code}

    assert [name for name, text in texts.items() if text.strip() and not text.startswith(('"""', 'r"""'))] == []
