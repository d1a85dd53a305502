"""What each judge takes for a page of 2,400 words with 80 windows of 40, and for the page alone, beside `cosine`.

Words are read before. Judges that learn are trained on 20 relevant and 40 unrelated texts of that length;
bench_learned.py compares these with scikit-learn, tokenising included.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from lycosa import judges
from lycosa.checks.topic import TOPIC
from lycosa.judges.ladder import EXAMPLES, LIKES
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.tokens import tokens
from lycosa.topics.topic import Example, Examples

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.bench_learned import PAGES, RELEVANT, ROUNDS, UNRELATED, WINDOW, WINDOWS, WORDS, made_up

if TYPE_CHECKING:
    from lycosa.judges.base import Judge

BASELINE = "cosine"


def texts(number: int) -> list[Text]:
    """Pages, half of them of the topic; each time other objects, so that no judge knows them."""
    lexicon = Lexicon()
    written = [*made_up(number, PAGES // 2, 0.3), *made_up(number + 1, PAGES // 2, 0.0)]
    return [Text(lexicon.ids(tokens(text)), lexicon) for text in written]


def taken(judge: Judge, *, windows: bool) -> float:
    """Microseconds of the processor a page in the best of some rounds."""
    starts = np.sort(np.random.default_rng(5).integers(0, WORDS - WINDOW, WINDOWS if windows else 0))
    known = texts(3)
    times = []
    for _ in range(ROUNDS + 1):  # the first, in which words are new, is never the best
        pages = [Text(text.tokens, text.lexicon) for text in known]
        began = time.process_time()
        for text in pages:
            judge.margins(text, Ranges(np.append(0, starts), np.append(len(text.tokens), starts + WINDOW)))
        times.append(time.process_time() - began)
    return float(1e6 * min(times) / PAGES)


def main() -> None:
    """A line for each judge."""
    shown = [tuple(Example(text=text) for text in made_up(*how)) for how in ((1, RELEVANT, 0.3), (2, UNRELATED, 0.0))]
    topic = replace(TOPIC, examples=Examples(*shown))
    usual = 0.0
    for name in dict.fromkeys([BASELINE, *judges.known(), *judges.PRESETS, EXAMPLES, LIKES]):
        judge = judges.find(name)
        judge.begin(topic)
        both, alone = (taken(judge, windows=windows) for windows in (True, False))
        usual = usual or both
        figure = {"name": f"judging_{name}", "value": round(both, 1), "unit": "us", "baseline": BASELINE}
        print(json.dumps({**figure, "ratio": round(both / usual, 3), "page": round(alone, 1)}), flush=True)


if __name__ == "__main__":
    main()
