"""Where stored webs lie, by name."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path

from lycosa.lab.records import LabError
from lycosa.lab.store import Store

VARIABLE = "LYCOSA_STORE"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def shelf(given: str = "") -> Path:
    """The folder of stored webs: the one that is named, or that of LYCOSA_STORE, or one where data of users lie."""
    if given or os.environ.get(VARIABLE):
        return Path(given or os.environ[VARIABLE]).expanduser()
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser() / "lycosa" / "webs"


def place_for(name: str, folder: Path) -> Path:
    """Where a web of this name is to lie."""
    if not NAME.fullmatch(name) or name.endswith(".part"):
        raise LabError(f"--as {name}: a web's name has letters, digits, dots, dashes and underscores only")
    return folder / name


def stored(folder: Path) -> list[str]:
    """The names of the webs there, in order."""
    if not folder.is_dir():
        return []
    return sorted(path.parent.name for path in folder.glob("*/web.json") if not path.parent.name.endswith(".part"))


def open_stored(name: str, folder: Path) -> Store:
    """The web of that name."""
    names = stored(folder)
    if name not in names:
        near = difflib.get_close_matches(name, names, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there {_listed(names)} in {folder}"
        raise LabError(f"no stored web {name!r}: {hint}; lycosa lab import makes one")
    return Store(folder / name)


def _listed(names: list[str]) -> str:
    return f"are {', '.join(names)}" if names else "is none"
