from __future__ import annotations

import importlib
import pkgutil
import re

import lycosa
from lycosa.pages import errors
from lycosa.pages.errors import LycosaError


def families() -> set[tuple[str, str, str]]:
    """Every error of ours in the code: its name, its parent's, its module."""
    for module in pkgutil.walk_packages(lycosa.__path__, "lycosa."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    waiting = [LycosaError]
    found = set()
    while waiting:
        parent = waiting.pop()
        children = [child for child in parent.__subclasses__() if child.__module__.startswith("lycosa.")]
        found |= {(child.__name__, parent.__name__, child.__module__) for child in children}
        waiting += children
    return found


def drawn() -> set[tuple[str, str, str]]:
    """The same, from the tree that `pages/errors.py` draws."""
    found = set()
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        branch = re.match(r"([ │]*)[├└]── (\w+)(?:\s.*\(([\w.]+)\))?$", line)
        if branch:
            above[len(branch[1]) // 4 :] = [branch[2]]
            if len(above) > 1:
                found.add((branch[2], above[-2], f"lycosa.{branch[3]}"))
    return found


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    assert drawn() == families()


def test_every_error_of_ours_is_a_value_error() -> None:
    """So that who uses the library may catch it without knowing us."""
    assert issubclass(LycosaError, ValueError)
    assert all(name.endswith("Error") for name, _, _ in families())
