"""Short contexts get words added; long ones, and those that name nothing, stay as they are."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.crawl.widening import Widening
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.topics.topic import Concept, Topic

TOPIC = Topic(
    name="cars",
    query="racing car",
    synonyms=(("automobile", 0.5), ("motor car", 0.5)),
    concepts=(
        Concept("race", ("race", "grand prix"), broader=("event",), related=("track", "nowhere")),
        Concept("event", ("event",)),
        Concept("track", ("race track",)),
        Concept("flag", ("flag",)),
    ),
)


def widened(name: str, text: str, *ranges: tuple[int, int], topic: Topic = TOPIC) -> list[str]:
    """The words of each range, with what is added."""
    lexicon = Lexicon()
    read = Text(lexicon.ids(text.split()), lexicon)
    starts, ends = np.array(ranges or [(0, len(read.tokens))], np.int64).reshape(-1, 2).T
    wide, (first, last) = Widening(name, topic)(read, Ranges(starts, ends))
    words = [lexicon.words[number] for number in wide.tokens.tolist()]
    return [" ".join(words[a:b]) for a, b in zip(first.tolist(), last.tolist(), strict=True)]


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("automobiles here", "automobiles here racing car"),
        ("a motor car", "a motor car racing car"),
        ("motor boats", "motor boats"),
        ("car", "car"),  # the query's own words bring nothing
        ("automobile and motor car", "automobile and motor car racing car"),  # each word once
        ("four more words automobile", "four more words automobile racing car"),
        ("five words and more automobile", "five words and more automobile"),  # no longer short
    ],
)
def test_a_synonym_brings_the_querys_words(text, wide):
    assert widened("synonyms(5)", text) == [wide]


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("races", "races race event track"),  # its own label, and those a step away
        ("grand prix", "grand prix race event track"),
        ("the event", "the event event race"),
        ("flag", "flag flag"),
        ("nothing", "nothing"),
    ],
)
def test_a_concept_brings_its_label_and_those_beside_it(text, wide):
    assert widened("concepts(5)", text) == [wide]


def test_each_range_is_its_own():
    """Five ranges of one text: overlapping, empty, long, and one that ends within a phrase."""
    text = "an automobile or a motor car"
    found = widened("synonyms(4)", text, (0, 2), (1, 3), (3, 3), (0, 6), (3, 5))

    assert found == ["an automobile racing car", "automobile or racing car", "", text, "a motor"]


@pytest.mark.parametrize("name", ["synonyms(9)", "concepts(9)"])
def test_a_topic_that_knows_nothing_adds_nothing(name):
    assert widened(name, "an automobile race", topic=Topic(name="cars", query="car")) == ["an automobile race"]


@pytest.mark.parametrize("name", ["synonyms(9)", "concepts(9)"])
def test_no_ranges_make_no_text(name):
    lexicon = Lexicon()
    nothing = np.zeros(0, np.int64)
    wide, ranges = Widening(name, TOPIC)(Text(lexicon.ids(["race"]), lexicon), Ranges(nothing, nothing))

    assert (len(wide.tokens), len(ranges.starts)) == (0, 0)
