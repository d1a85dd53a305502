"""Names that say everything: `shark(decay=0.5, beta=0.8)`. So strategies, judges and cues are written."""

from __future__ import annotations

import ast
import inspect
from itertools import starmap
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Mapping


BIGGEST = 1e308
LITERALS = (bool, int, float, str, type(None))


class NamingError(LycosaError):
    """A name that cannot be read, with what to do about it."""


class Name(NamedTuple):
    """A name taken apart. Arguments are numbers, strings, booleans, None or names again."""

    word: str
    args: tuple[Any, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    def __repr__(self) -> str:
        """As it is written."""
        given = [*map(repr, self.args), *starmap("{}={!r}".format, self.options)]
        return f"{self.word}({', '.join(given)})" if given else self.word


def parse_name(text: str) -> Name:
    """Take `word(args, option=value)` apart; `word` alone is a name too."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NamingError(f"cannot read the name {text!r}; write it like best_first(again='max')") from None
    return _named(node) or _call(node, text)


def _named(node: ast.expr) -> Name | None:
    """A word alone; words joined by plus signs, as in svm+vocabulary, are one."""
    if isinstance(node, ast.Name):
        return Name(node.id)
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)):
        return None
    parts = [_named(side) for side in (node.left, node.right)]
    return Name("+".join(part.word for part in parts if part)) if all(parts) else None


def _call(node: ast.expr, text: str) -> Name:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        raise NamingError(f"cannot read the name {text!r}; write it like best_first(again='max')")
    options = {keyword.arg: _value(keyword.value, text) for keyword in node.keywords if keyword.arg}
    if len(options) < len(node.keywords):
        raise NamingError(f"cannot read the name {text!r}; each option has a name, and stands once")
    return Name(node.func.id, tuple(_value(arg, text) for arg in node.args), tuple(options.items()))


def _value(node: ast.expr, text: str) -> Any:
    named = _named(node)
    if named:
        return named
    if isinstance(node, ast.Call):
        return _call(node, text)
    value = _literal(node)
    if not isinstance(value, LITERALS):
        raise NamingError(f"cannot read {ast.unparse(node)!r} in {text!r}: numbers, 'strings' and names only")
    if isinstance(value, int | float) and not abs(value) <= BIGGEST:
        raise NamingError(f"a number in {text!r} is too large: {BIGGEST:g} is the largest")
    return value


def _literal(node: ast.expr) -> Any:
    """The value that is written there; where there is none, the node itself."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return node


class Named:
    """What has a name that parses back to an equal one: text, equality, hash follow its signature.

    A parameter whose default is a `Name` takes something with a name of its own: the constructor stores what its
    registry finds under it, `self.base = find(base)`, and the default is written as that one writes itself.
    """

    word: str = ""
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # what its parameters may be, where that is a list
    least: ClassVar[Mapping[str, float]] = {}  # and what they must be at least

    def options(self) -> dict[str, Any]:
        """The parameters, in the order of the signature. The constructor stores each under its own name."""
        return {name: getattr(self, name) for name in inspect.signature(type(self)).parameters}

    def __repr__(self) -> str:
        signature = inspect.signature(type(self)).parameters
        given = [
            f"{name}={value!r}" for name, value in self.options().items() if not _is(value, signature[name].default)
        ]
        return f"{self.word}({', '.join(given)})" if given else self.word

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Named) and other.options() == self.options()

    def __hash__(self) -> int:
        return hash(repr(self))

    @classmethod
    def made(cls, name: Name) -> Self:
        """One with the name's arguments; a wrong one is refused in a line that lists the right ones."""
        signature = inspect.signature(cls)
        try:
            bound = signature.bind(*name.args, **dict(name.options))
        except TypeError as wrong:
            known = ", ".join(str(parameter) for parameter in signature.parameters.values()) or "none"
            raise NamingError(f"{name.word}: {wrong}; its parameters: {known}") from None
        try:
            made = cls(*bound.args, **bound.kwargs)  # first, for it may have a line of its own
        except LycosaError:
            raise
        except (AttributeError, TypeError, ValueError):
            made = None  # it could not make anything of a value; of which, is said below
        for option, value in bound.arguments.items():
            cls._accept(name.word, option, value, signature.parameters[option].default)
        return made or cls(*bound.args, **bound.kwargs)

    @classmethod
    def _accept(cls, word: str, option: str, value: Any, default: Any) -> None:
        if option in cls.choices and value not in cls.choices[option]:
            known = ", ".join(map(repr, cls.choices[option]))
            raise NamingError(f"{word}: {option} can be {known}, not {value!r}")
        if isinstance(default, int | float | str) and not _alike(value, default):
            raise NamingError(f"{word}: {option} cannot be {value!r}; write it like {default!r}")
        if option in cls.least and value < cls.least[option]:
            raise NamingError(f"{word}: {option} must be at least {cls.least[option]}, not {value!r}")


def _is(value: Any, default: Any) -> bool:
    """Whether a value is the default; where that is a name, whether it is the name of the value."""
    return repr(value) == repr(default) if isinstance(default, Name) else bool(value == default)


def _alike(value: Any, default: float | str) -> bool:
    """Whether a value is of its default's kind; a whole number may stand for any number."""
    return type(value) is type(default) or (type(default) is float and type(value) is int)
