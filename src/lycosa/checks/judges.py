"""The laws of judges, for those shipped and for plugins: call each with a judge's name."""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING

import numpy as np

from lycosa import judges
from lycosa.checks import topic
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Links, Page, Ranges, Text
from lycosa.pages.stems import stem
from lycosa.topics.topic import Example, Examples, Term, Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycosa.judges.base import Judge, State, Values

TOPIC = Topic(
    name="wolf spiders",
    query="wolf spider",
    description="Wolf spiders hunt their prey; few of them spin silk, and many live in burrows.",
    vocabulary=(
        Term(5.0, ("wolf spider",)),
        Term(1.0, ("hunts",)),
        Term(2.0, ("silk", "stone river")),
        Term(-3.0, ("tax",)),
    ),
    examples=Examples(relevant=(Example(text="The wolf spider hunts at night and hides in a burrow."),)),
    back_links=topic.TOPIC.back_links,
    tree=topic.TOPIC.tree,
    concepts=topic.TOPIC.concepts,
)
SENTENCE = """the of a in wolf spider spiders hunts hunted hunting prey burrow burrows silk stone river market
tax taxes engine engines house night 1984 été 狼 蛛 naïve"""
WORDS = SENTENCE.split()
EDGES = {"meta": (0, 8), "headings": (8, 20), "title": (20, 26), "body": (26, 400)}
WINDOW = 40
SLOWEST = 0.01  # seconds for a page of 400 words and 200 windows: far above what any sound judge takes


def page_of(number: int, lexicon: Lexicon, tail: Sequence[str] = ()) -> Page:
    """A page of made-up text, the words of `WORDS` in an order that follows from its number."""
    chosen = np.random.default_rng(number).integers(0, len(WORDS), EDGES["body"][1])
    written = [*(WORDS[place] for place in chosen.tolist()), *tail]
    places = {**EDGES, "body": (EDGES["body"][0], len(written))}
    return page_with(Text(lexicon.ids(written), lexicon, places), f"http://h{number}.test/")


def page_with(text: Text, url: str = "http://h.test/") -> Page:
    """A page that is no more than its text."""
    nowhere = np.zeros(0, np.int64)
    return Page(url, text, Links([], nowhere, nowhere, nowhere.astype(np.bool_)))


def ranges_of(text: Text, number: int = 200) -> Ranges:
    """Windows all over the text, overlapping, some empty, one of them the whole page."""
    dice = np.random.default_rng(number)
    starts = np.sort(dice.integers(0, len(text.tokens) + 1, number))
    ends = np.minimum(starts + dice.integers(0, WINDOW + 1, number), len(text.tokens))
    starts[0], ends[0] = (int(side[0]) for side in text.page)
    return Ranges(starts, ends)


def ready(name: str, lexicon: Lexicon) -> Judge:
    """The judge, begun with a topic and three start pages."""
    judge = judges.find(name)
    judge.begin(TOPIC, [page_of(number, lexicon) for number in (101, 102, 103)])
    return judge


def one(ranges: Ranges, row: int) -> Ranges:
    """One range of many."""
    return Ranges(ranges.starts[row : row + 1], ranges.ends[row : row + 1])


def name_parses_back(name: str) -> None:
    """Its name makes an equal one, and it says what it is."""
    judge = judges.find(name)
    again = judges.find(repr(judge))
    assert again == judge, f"{judge!r} does not parse back to itself"
    assert hash(again) == hash(judge), f"{judge!r} and its like differ in their hashes"
    assert all((judge.title, judge.paper)), f"{name}: a description and a paper are wanted"


def inputs_stay_untouched(name: str) -> None:
    """What it is given stays as it was."""
    lexicon = Lexicon()
    text = page_of(1, lexicon).text
    ranges = ranges_of(text)
    arrays = (text.tokens, ranges.starts, ranges.ends)
    before = [array.tolist() for array in arrays]
    for array in arrays:
        array.flags.writeable = False
    judge = ready(name, lexicon)
    judge.scores(text, ranges)
    judge.explain(text, ranges)
    judge.observe(page_with(text))
    assert before == [array.tolist() for array in arrays], f"{name}: changes what it is given"


def scores_are_scores(name: str) -> None:
    """One finite margin a range (and class), a score in [0, 1] for it that never falls where the margin rises."""
    lexicon = Lexicon()
    judge = ready(name, lexicon)
    text = page_of(2, lexicon).text
    ranges = ranges_of(text)
    margins, scores = judge.margins(text, ranges), judge.scores(text, ranges)
    shape = (*ranges.starts.shape, len(judge.classes)) if judge.classes else ranges.starts.shape
    assert margins.shape == scores.shape == shape, f"{name}: not one value a range"
    assert np.isfinite(margins).all(), f"{name}: a margin is not finite"
    assert np.array_equal(judge.curve(margins), scores), f"{name}: scores are not the curve of the margins"
    if judge.classes:
        assert np.allclose(scores.sum(axis=1), 1.0), f"{name}: the scores of all classes are not 1 together"
    curves = judge.curve(_rising(judge, margins))
    curve = curves[:, 0] if judge.classes else curves
    assert ((curve >= 0) & (curve <= 1)).all(), f"{name}: a score is not within 0 and 1"
    assert (np.diff(curve) >= 0).all(), f"{name}: a higher margin has a lower score"


def _rising(judge: Judge, margins: Values) -> Values:
    """Margins from low to high; of a judge over classes those of the first, the others as one range has them."""
    span = np.sort(np.concatenate([margins.ravel(), np.linspace(-9, 9, 99) * (abs(judge.boundary) + 1)]))
    if not judge.classes:
        return span
    return np.concatenate([span[:, None], np.repeat(margins[:1, 1:], len(span), axis=0)], axis=1)


def half_at_the_boundary(name: str) -> None:
    """Its own boundary scores 0.5; over classes none is likelier where all margins are alike."""
    judge = ready(name, Lexicon())
    if judge.classes:
        share = 1.0 / len(judge.classes)
        scores = judge.curve(np.full((1, len(judge.classes)), judge.boundary))
        assert np.allclose(scores, share, rtol=0, atol=1e-12), f"{name}: like margins score {scores.tolist()}"
        return
    score = float(judge.curve(np.array([judge.boundary]))[0])
    assert score == 0.5, f"{name}: the boundary {judge.boundary} scores {score}"


def alone_as_among_others(name: str) -> None:
    """A range has the same margin, bit for bit, whatever else is in the call."""
    lexicon = Lexicon()
    judge = ready(name, lexicon)
    text = page_of(3, lexicon).text
    ranges = ranges_of(text)
    together = judge.margins(text, ranges)
    alone = np.concatenate([judge.margins(text, one(ranges, row)) for row in range(len(together))])
    assert np.array_equal(together, alone), f"{name}: a range's margin depends on the others asked for"
    nothing = judge.margins(text, Ranges(ranges.starts[:0], ranges.ends[:0]))
    assert nothing.shape == together[:0].shape, f"{name}: no ranges must give no margins"


def numbering_is_nothing(name: str) -> None:
    """A lexicon that numbers the words another way changes no bit."""
    results = []
    for words in (WORDS, WORDS[::-1], sorted(WORDS)):
        lexicon = Lexicon()
        lexicon.ids(words)
        judge = ready(name, lexicon)
        judge.observe(page_of(4, lexicon))
        text = page_of(5, lexicon).text
        results.append((judge.boundary, judge.margins(text, ranges_of(text)).tolist()))
    assert all(result == results[0] for result in results), f"{name}: the numbering of words reaches the result"


def other_texts_leave_no_trace(name: str) -> None:
    """Texts judged before, new words and other lexicons change nothing, nor does a page fed if it is shared."""
    lexicon, other = Lexicon(), Lexicon()
    judge = ready(name, lexicon)
    text = page_of(6, lexicon).text
    ranges = ranges_of(text)
    before = judge.margins(text, ranges)
    for page in (page_of(7, lexicon, ["unheard", "of"]), page_of(8, other, ["new"])):
        judge.margins(page.text, ranges_of(page.text))
        if judge.shared:
            judge.observe(page)
    assert np.array_equal(before, judge.margins(text, ranges)), f"{name}: a text judged before changes another's"


def state_survives(name: str) -> None:
    """Its state is plain, and a new judge with that state gives the same bits and goes on learning the same."""
    lexicon = Lexicon()
    judge = ready(name, lexicon)
    judge.observe(page_of(9, lexicon))
    again = judges.find(name)
    again.restore(_stored(name, judge.state()))
    same = (again.boundary, again.classes) == (judge.boundary, judge.classes)
    assert same, f"{name}: the boundary or the classes do not survive"
    for number in (10, 11):
        fresh = Lexicon()
        text, copy = page_of(number, lexicon).text, page_of(number, fresh).text
        ranges = ranges_of(text)
        same = np.array_equal(judge.margins(text, ranges), again.margins(copy, ranges))
        assert same, f"{name}: margins differ after save and load"
        judge.observe(page_with(text))
        again.observe(page_with(copy))


def _stored(name: str, state: State) -> State:
    """The state after a way through files."""
    stored: State = {}
    for key, value in state.items():
        assert isinstance(value, np.ndarray | float | int | str), f"{name}: {key} is a {type(value).__name__}"
        if isinstance(value, np.ndarray):
            file = io.BytesIO()
            np.save(file, value, allow_pickle=False)
            value = np.load(io.BytesIO(file.getvalue()), allow_pickle=False)  # noqa: PLW2901 - the loaded one
        stored[key] = value
    return stored


def explains_what_it_saw(name: str) -> None:
    """The terms of an explanation stand in the range, as written or as stems, the heaviest first."""
    lexicon = Lexicon()
    judge = ready(name, lexicon)
    text = page_of(12, lexicon).text
    ranges = ranges_of(text)
    for row in range(len(ranges.starts)):
        tokens = text.tokens[ranges.starts[row] : ranges.ends[row]]
        written = [lexicon.words[number] for number in tokens.tolist()]
        held = {*written, *map(stem, written), "@and"}
        told = judge.explain(text, one(ranges, row))
        weights = [abs(weight) for _, weight in told]
        assert weights == sorted(weights, reverse=True), f"{name}: an explanation is not in order"
        strange = [term for term, _ in told if row and not held.issuperset(term.split())]
        assert not strange, f"{name}: explains by {strange}, which are not in the range"


def fast_enough(name: str) -> None:
    """A page and 200 windows are judged in far less time than a fetch takes."""
    lexicon = Lexicon()
    judge = ready(name, lexicon)
    text = page_of(13, lexicon).text
    ranges = ranges_of(text)
    judge.scores(text, ranges)
    taken = []
    for _ in range(5):
        begun = time.process_time()
        judge.scores(text, ranges)
        taken.append(time.process_time() - begun)
    assert min(taken) < SLOWEST, f"{name}: {min(taken) * 1000:.1f} ms for a page and 200 windows"


LAWS: tuple[Callable[[str], None], ...] = (
    name_parses_back,
    inputs_stay_untouched,
    scores_are_scores,
    half_at_the_boundary,
    alone_as_among_others,
    numbering_is_nothing,
    other_texts_leave_no_trace,
    state_survives,
    explains_what_it_saw,
    fast_enough,
)
