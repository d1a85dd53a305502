"""What an experiment is: webs, topics, start, guide, strategies and budgets, as `experiment.toml` has them."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import msgspec

from lycosa.crawl.settings import PRESETS, Settings
from lycosa.lab.records import LabError
from lycosa.topics.read import nearest

if TYPE_CHECKING:
    from pathlib import Path

SCALES = ("short", "long")


class Topics(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of the webs' topics: those that are named, or all with pages enough."""

    names: tuple[str, ...] = ()
    least: int = 60  # labelled pages
    leaves: bool = True  # without topics below them
    leave_out: tuple[str, ...] = ()  # topics, and all below them
    draw: int = 0  # so many of them, by the experiment's number; 0 for all


class Start(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where hunts begin. Without seeds: at the pages that the query finds best."""

    seeds: int = 5
    far: int = 0  # links between them and the nearest page of the topic
    query: bool = True  # the topic has its name's words as a query


class Guide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The judge that steers, and what it learns from: the seeds where nothing is said."""

    judge: str = "cosine"
    positives: int = 0  # labelled pages; the seeds are among them
    negatives: int = 0  # pages of other topics
    examples: dict[str, tuple[str, ...]] = {}  # topic to the URLs of its positives, in place of drawn ones


class Experiment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One experiment, at one scale."""

    title: str = ""
    paper: str = ""
    webs: tuple[str, ...]
    strategies: tuple[str, ...]
    fetches: tuple[int, ...] | int = 1000
    repetitions: int = 1  # for strategies that draw lots
    in_flight: int = 1
    number: int = 1  # seeds all that draws lots
    preset: str = ""
    topics: Topics = Topics()
    start: Start = Start()
    guide: Guide = Guide()
    settings: dict[str, Any] = {}
    queries: dict[str, str] = {}  # topic to its query
    descriptions: dict[str, str] = {}  # topic to what its owner says of it
    targets: dict[str, str] = {}  # topic to a file of URLs, beside the experiment, in place of its labels
    earlier: str = ""  # a collection, or a file that `replay --learned` wrote, for strategies that learn from one
    committee: bool = True  # the ground has a committee's judgement, where there is one

    @property
    def budgets(self) -> tuple[int, ...]:
        """In fetches, failed ones included."""
        return (self.fetches,) if isinstance(self.fetches, int) else self.fetches

    def rules(self, fetches: int = 0, repetition: int = 0) -> Settings:
        """The settings of one run."""
        base = PRESETS[self.preset] if self.preset else Settings()
        plain = {name: getattr(base, name) for name in base.__struct_fields__}
        return msgspec.convert(
            {**plain, **self.settings, "fetches": fetches, "pages": 0, "number": self.number + repetition}, Settings
        )


def read_experiment(path: Path, scale: str = "") -> Experiment:
    """The experiment of a file; what the table of a scale says, [short] or [long], goes before the rest."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as wrong:
        raise LabError(f"{path}: cannot be read ({getattr(wrong, 'strerror', None) or 'not UTF-8'})") from None
    except tomllib.TOMLDecodeError as wrong:
        raise LabError(f"{path}: {wrong}") from None
    scales = {name: raw.pop(name) for name in SCALES if name in raw}
    if scale and scale not in scales:
        raise LabError(f"{path}: has no table [{scale}], which --{scale} asks for")
    try:
        experiment = msgspec.convert(over(raw, scales.get(scale, {})), Experiment)
        check_plain(path, experiment)
        experiment.rules().check()
    except msgspec.ValidationError as wrong:
        raise LabError(f"{path}: {wrong}") from None
    return experiment


def over(raw: dict[str, Any], narrower: dict[str, Any]) -> dict[str, Any]:
    """The table with another laid over it, tables within it too."""
    found = dict(raw)
    for name, value in narrower.items():
        both = isinstance(value, dict) and isinstance(raw.get(name), dict)
        found[name] = over(raw[name], value) if both else value
    return found


def check_plain(path: Path, experiment: Experiment) -> None:
    """Refuse what can be told from the experiment alone."""
    for name in ("webs", "strategies"):
        given = getattr(experiment, name)
        if not given:
            raise LabError(f"{path}: {name} is empty; name one at least")
        if twice := next((one for place, one in enumerate(given) if one in given[:place]), ""):
            raise LabError(f"{path}: {name} has {twice} twice")
    if experiment.preset and experiment.preset not in PRESETS:
        raise LabError(f"{path}: unknown preset {experiment.preset!r}: {nearest(experiment.preset, list(PRESETS))}")
    least = {"fetches": min(experiment.budgets, default=0), "repetitions": experiment.repetitions}
    least |= {"in_flight": experiment.in_flight}
    for name, value in least.items():
        if value < 1:
            raise LabError(f"{path}: {name} must be 1 or more")
    asked = experiment.settings.keys() & REFUSED.keys()
    if asked:
        raise LabError(f"{path}: settings cannot have {min(asked)}: {REFUSED[min(asked)]}")


REFUSED = {
    "fetches": "it stands above, as fetches",
    "pages": "budgets are fetches, failed ones included",
    "number": "it stands above, as number",
    "text_limit": "a stored web keeps words, not characters",
}
