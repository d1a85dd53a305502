"""Looking by hand (García Dorado 2008, chapter 10): a sample of each strategy's catch, its answers, its precision.

Who answers sees pages in an order that says nothing of who fetched them; a page that several samples hold is asked
once.

    DIR/assess/sheet.json     the pages to look at, in order
    DIR/assess/draws.json     which of them each strategy's sample holds: not for who answers
    DIR/assess/answers.json   what was answered, in the order it was
"""

from __future__ import annotations

import csv
import json
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lycosa.lab.catch import catch
from lycosa.lab.records import LabError
from lycosa.lab.sampling import corrected, interval, sample_size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from lycosa.lab.files import Seen
    from lycosa.lab.results import Results

FOLDER = "assess"
RELEVANT, NOT, UNKNOWN = ANSWERS = ("relevant", "not", "unknown")
BOUNDARY = 0.5


class Item(NamedTuple):
    """A page to look at, for a topic."""

    web: str
    topic: str
    page: int
    url: str
    title: str
    lead: str


class Drawn(NamedTuple):
    """A page of a strategy's sample: its place on the sheet, its half of the crawl, who judged it relevant."""

    item: int
    half: int
    guide: bool
    label: bool


class Sample(NamedTuple):
    """What was drawn of a strategy's catch."""

    population: int
    drawn: list[Drawn]


class Precision(NamedTuple):
    """A share of relevant pages by hand, with what the judges say of the same pages."""

    strategy: str
    half: int  # 0 for the whole crawl
    looked: int
    relevant: int
    unknown: int
    precision: float
    low: float
    high: float
    guide: float
    labels: float


@dataclass
class Assessment:
    """A sheet, the samples it was made from, and the answers so far."""

    items: list[Item]
    samples: dict[str, Sample]
    answers: dict[int, str] = field(default_factory=dict)  # item to answer, in the order they were given

    @property
    def open(self) -> list[int]:
        """The items without an answer, in order."""
        return [place for place in range(len(self.items)) if place not in self.answers]

    def answer(self, item: int, said: str) -> None:
        """Put down an answer; an earlier one is replaced."""
        if said not in ANSWERS:
            raise LabError(f"the answer {said!r} is none; it can be {', '.join(ANSWERS)}")
        if not 0 <= item < len(self.items):
            raise LabError(f"there is no page {item + 1}; the sheet has {len(self.items)}")
        self.answers.pop(item, None)
        self.answers[item] = said

    def undo(self) -> int | None:
        """Take back the last answer; gives its item."""
        return self.answers.popitem()[0] if self.answers else None

    def figures(self) -> list[Precision]:
        """Each strategy's precision over the whole crawl, then by half of it."""
        return [self._figure(name, half) for name in self.samples for half in (0, 1, 2)]

    def _figure(self, strategy: str, half: int) -> Precision:
        sample = self.samples[strategy]
        held = [one for one in sample.drawn if half in {0, one.half}]
        said = [(one, self.answers[one.item]) for one in held if one.item in self.answers]
        told = [(one, answer) for one, answer in said if answer != UNKNOWN]
        found = sum(answer == RELEVANT for _, answer in told)
        # Of a half, as much of the population as of the sample.
        population = round(sample.population * len(held) / max(1, len(sample.drawn)))
        low, high = interval(found, len(told), max(population, len(told)))
        return Precision(
            strategy,
            half,
            len(told),
            found,
            len(said) - len(told),
            found / len(told) if told else math.nan,
            low,
            high,
            _share([one.guide for one, _ in told]),
            _share([one.label for one, _ in told]),
        )


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else math.nan


def drawn(
    results: Results, pages: Callable[[str], Sequence[Seen]], names: Sequence[str], number: int, size: int = 0
) -> Assessment:
    """A sample of each strategy's catch, over all topics, and a sheet of all of them in a drawn order."""
    rng = np.random.default_rng(number)
    picked: dict[str, tuple[int, list[Caught]]] = {}
    for name in names:
        held = _caught(results, name)
        count = min(len(held), size) if size else corrected(sample_size(), len(held))
        chosen = rng.choice(len(held), count, replace=False) if count else np.zeros(0, np.int64)
        picked[name] = len(held), [held[place] for place in chosen.tolist()]
    keys = list(dict.fromkeys((one.topic, one.page) for _, few in picked.values() for one in few))
    order = [keys[place] for place in rng.permutation(len(keys)).tolist()]
    places = {key: place for place, key in enumerate(order)}
    seen = {web: pages(web) for web in dict.fromkeys(web for web, _ in results.topics)}
    items = [_item(results.topics[topic], page, seen) for topic, page in order]
    samples = {
        name: Sample(count, [Drawn(places[one.topic, one.page], one.half, one.guide, one.label) for one in few])
        for name, (count, few) in picked.items()
    }
    return Assessment(items, samples)


class Caught(NamedTuple):
    """A page of a catch, and what guide and labels say of it."""

    topic: int
    page: int
    half: int
    guide: bool
    label: bool


def _caught(results: Results, name: str) -> list[Caught]:
    """All that the first repetitions caught."""
    found = []
    for topic, (few, ground) in enumerate(zip(results.hunted[name], results.grounds, strict=True)):
        run = few[0]
        for place in catch(run, ground).tolist():
            page = int(run.fetches["page"][place])
            half = 1 if place < run.budget / 2 else 2
            guide = bool(run.fetches["score"][place] >= BOUNDARY)
            found.append(Caught(topic, page, half, guide, bool(ground.target[page])))
    return found


def _item(topic: tuple[str, str], page: int, seen: dict[str, Sequence[Seen]]) -> Item:
    web, name = topic
    held = seen[web]
    url, title, lead = held[page] if page < len(held) else ("", "", "")
    return Item(web, name, page, url, title, lead)


def save(folder: Path, found: Assessment) -> None:
    """Sheet and samples once, answers each time."""
    inside = folder / FOLDER
    inside.mkdir(parents=True, exist_ok=True)
    if not (inside / "draws.json").exists():
        _put(inside / "sheet.json", [item._asdict() for item in found.items])
        samples = {name: [one.population, one.drawn] for name, one in found.samples.items()}
        _put(inside / "draws.json", samples)
    _put(inside / "answers.json", list(found.answers.items()))


def load(folder: Path) -> Assessment | None:
    """The one that lies there, or none."""
    inside = folder / FOLDER
    if not (inside / "draws.json").exists():
        return None
    try:
        items = [Item(**row) for row in _got(inside / "sheet.json")]
        samples = {
            name: Sample(population, [Drawn(*one) for one in few])
            for name, (population, few) in _got(inside / "draws.json").items()
        }
        answers = {int(item): str(said) for item, said in _got(inside / "answers.json")}
    except (OSError, ValueError, TypeError) as wrong:
        raise LabError(f"{inside}: cannot be read ({wrong}); move it away to begin anew") from None
    return Assessment(items, samples, answers)


def _put(path: Path, what: Any) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps(what, indent=1, ensure_ascii=False) + "\n", "utf-8")
    part.replace(path)


def _got(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


HEADS = ("number", "topic", "title", "url", "beginning", "answer")


FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def harmless(text: str) -> str:
    """Words of the web in a table: no program that opens it takes them for a formula.

    >>> harmless("=1+1"), harmless("Bees")
    ("'=1+1", 'Bees')
    """
    return f"'{text}" if text.startswith(FORMULAS) else text


def write_sheet(found: Assessment, path: Path) -> None:
    """The sheet as a table to be filled in."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADS)
        for place, item in enumerate(found.items):
            said = found.answers.get(place, "")
            told = map(harmless, (item.topic, item.title, item.url, item.lead))
            writer.writerow([place + 1, *told, said])


def read_sheet(found: Assessment, path: Path) -> int:
    """Put down the answers of a filled-in table, lines without one aside; gives how many there were."""
    count = 0
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for line, row in enumerate(csv.DictReader(file), 2):
                said = (row.get("answer") or "").strip().lower()
                if said:
                    _answer_line(found, path, line, row.get("number") or "", said)
                    count += 1
    except UnicodeDecodeError:
        raise LabError(f"{path}: not UTF-8; save the table as UTF-8") from None
    return count


def _answer_line(found: Assessment, path: Path, line: int, number: str, said: str) -> None:
    if not number.strip().isdecimal():
        raise LabError(f"{path}, line {line}: no number of a page; keep the column `number` as it was written")
    try:
        found.answer(int(number) - 1, LETTERS.get(said, said))
    except LabError as wrong:
        raise LabError(f"{path}, line {line}: {wrong}") from None


LETTERS = {"r": RELEVANT, "n": NOT, "u": UNKNOWN}
