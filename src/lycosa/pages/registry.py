"""Finding what a room holds: one file, one class, found by looking, never registered."""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
from functools import cached_property
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Generic, TypeVar

from lycosa.pages.names import Name, Named, parse_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lycosa.pages.errors import LycosaError

T = TypeVar("T", bound=Named)


class Registry(Generic[T]):
    """The named classes of a package, and those that plugins bring by an entry point of the group."""

    def __init__(
        self,
        package: str,
        base: type[T],
        kind: str,
        refuse: type[LycosaError],
        presets: dict[str, str] | None = None,
        families: Sequence[str] = (),
    ) -> None:
        self.package = package
        self.base = base
        self.kind = kind
        self.refuse = refuse
        self.presets = presets or {}
        self.families = families

    @cached_property
    def known(self) -> dict[str, type[T]]:
        """Word to class, by word."""
        found = [*self._own(), *(entry.load() for entry in entry_points(group=self.package))]
        return {kind.word: kind for kind in sorted(found, key=lambda kind: kind.word)}

    def by_family(self) -> Iterator[tuple[str, list[type[T]]]]:
        """The families in their order, then those that plugins bring, each with its own by word."""
        order = dict.fromkeys([*self.families, *sorted(getattr(kind, "family", "") for kind in self.known.values())])
        for family in order:
            members = [kind for kind in self.known.values() if getattr(kind, "family", "") == family]
            if members:
                yield family, members

    def presets_of(self, word: str) -> dict[str, str]:
        """The presets of one, and what each means."""
        return {preset: means for preset, means in self.presets.items() if parse_name(means).word == word}

    def _own(self) -> list[type[T]]:
        modules = (info.name for info in pkgutil.iter_modules(importlib.import_module(self.package).__path__))
        members = [vars(importlib.import_module(f"{self.package}.{name}")).values() for name in modules]
        return [kind for values in members for kind in values if self._counts(kind)]

    def _counts(self, kind: object) -> bool:
        return (
            inspect.isclass(kind)
            and issubclass(kind, self.base)
            and bool(vars(kind).get("word"))
            and kind.__module__.startswith(self.package)
        )

    def find(self, name: str | Name | T) -> T:
        """The one a name means; a name not known is refused with the nearest ones that are. One that is there is it."""
        if isinstance(name, self.base):
            return name
        parsed = parse_name(name) if isinstance(name, str) else name
        if not isinstance(parsed, Name):
            raise self.refuse(f"{name!r} is not the name of a {self.kind}; write it like {next(iter(self.known))}")
        if parsed.word in self.presets:
            base = parse_name(self.presets[parsed.word])
            options = {**dict(base.options), **dict(parsed.options)}
            return self.find(Name(base.word, base.args + parsed.args, tuple(options.items())))
        if parsed.word not in self.known:
            raise self.refuse(self._unknown(parsed.word))
        return self.known[parsed.word].made(parsed)

    def _unknown(self, word: str) -> str:
        near = difflib.get_close_matches(word, [*self.known, *self.presets], n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"it can be {', '.join([*self.known, *self.presets])}"
        return f"unknown {self.kind} {word!r}: {hint}"
