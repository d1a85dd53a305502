"""Link texts that are not followed: the topic's own, and a short list of what nearly every site has."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lycosa.topics.topic import Scope


@cache
def usual_link_texts() -> tuple[str, ...]:
    """Privacy policy, contact us and their like."""
    lines = files(__package__).joinpath("data", "link_texts.txt").read_text("utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def link_texts(scope: Scope) -> tuple[str, ...]:
    """The texts of links that this scope leaves alone."""
    return scope.link_texts + (usual_link_texts() if scope.usual_link_texts else ())
