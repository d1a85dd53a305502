"""What judges that learn cost: a page of 2,400 words and 80 windows of 40 words, from text to decisions.

The baseline is scikit-learn's own vectoriser and classifier over the same weights, all 81 texts in one call, in the
same run; its analyser keeps the stem of each word it has met. Both take words apart, and both decide alike.
"""

from __future__ import annotations

import json
import re
import time
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.neural_network import MLPClassifier
from sklearn.svm import LinearSVC

from lycosa import judges
from lycosa.judges.bayes import Bayes
from lycosa.judges.svm import Svm
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.pages.spelling import hashes
from lycosa.pages.stems import stem
from lycosa.pages.tokens import marked
from lycosa.topics.topic import Example, Examples, Topic
from lycosa.topics.words import stop_words, word_frequencies

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lycosa.judges.neural import Neural

WORDS, WINDOWS, WINDOW = 2400, 80, 40
RELEVANT, UNRELATED, PAGES, ROUNDS = 20, 40, 10, 5
PATTERN = re.compile(r"(?u)\b\w+\b")
NAMES = ("svm", "svm(units='words')", "svm(units='words+phrases')", "bayes", "neural")


def made_up(number: int, count: int, own: float) -> list[str]:
    """Texts of English words as frequent as they are; of a share of them one in fifty words of the language alone."""
    frequencies = {word: share for word, share in word_frequencies("en").items() if word.isalpha()}
    words = np.array(list(frequencies))
    shares = np.array(list(frequencies.values()))
    dice = np.random.default_rng(number)
    special = np.where(np.arange(len(words)) % 50 == 0, shares, 0.0)
    mixed = (1 - own) * shares / shares.sum() + own * special / special.sum()
    return [" ".join(words[dice.choice(len(words), WORDS, p=mixed)].tolist()) for _ in range(count)]


@cache
def stemmed(word: str) -> str:
    """A word's stem, worked out once."""
    return stem(word)


def stems(text: str) -> list[str]:
    """What scikit-learn's vectoriser is to count."""
    stops = stop_words("en")
    return [stemmed(word) for word in PATTERN.findall(text.lower()) if word not in stops]


def phrases(text: str) -> list[str]:
    """The same, and phrases of up to three."""
    held = stems(text)
    return [" ".join(held[at : at + length]) for length in (1, 2, 3) for at in range(len(held) - length + 1)]


def theirs(judge: Any) -> Callable[[list[str]], NDArray[np.bool_]]:
    """scikit-learn's way to the same decisions: margins above 0."""
    if isinstance(judge, Bayes):
        counts = CountVectorizer(analyzer=stems, vocabulary=list(judge.odds))
        bayes = MultinomialNB()
        bayes.classes_ = np.array([False, True])
        bayes.feature_log_prob_ = np.stack([np.zeros(len(judge.odds)), list(judge.odds.values())])
        bayes.class_log_prior_ = np.zeros(2)
        return lambda texts: bayes.predict(counts.transform(texts))
    vectoriser = vectoriser_of(judge)
    machine = LinearSVC() if isinstance(judge, Svm) else MLPClassifier((judge.hidden,), activation="tanh")
    machine.classes_ = np.array([False, True])
    if isinstance(judge, Svm):
        machine.coef_, machine.intercept_ = judge.weights[None, :], np.array([judge.bias])
        return lambda texts: machine.decision_function(vectoriser.transform(texts)) > 0
    machine.coefs_, machine.intercepts_ = [judge.inner, judge.outer[:, None]], [judge.inner_bias, judge.outer_bias]
    machine.n_layers_, machine.n_outputs_, machine.out_activation_ = 3, 1, "logistic"
    return lambda texts: machine.predict_proba(vectoriser.transform(texts))[:, 1] > 0.5


def vectoriser_of(judge: Svm | Neural) -> Any:
    """The vectoriser that sees texts as the judge does."""
    space = judge.space
    if space.units == "words":
        return CountVectorizer(binary=True, vocabulary=space.features, token_pattern=PATTERN.pattern)
    analyzer = stems if space.units == "tfidf" else phrases
    vectoriser = TfidfVectorizer(analyzer=analyzer, vocabulary=space.features, sublinear_tf=True)
    vectoriser.idf_ = space.idf
    return vectoriser


def ours(judge: Any, lexicon: Lexicon, ranges: Ranges) -> Callable[[str], NDArray[np.bool_]]:
    """Words taken apart, then the margins of all ranges."""

    def decide(content: str) -> NDArray[np.bool_]:
        read = marked(content)
        text = Text(lexicon.spelled(read.codes, read.starts, hashes(read.codes, read.starts)), lexicon)
        above: NDArray[np.bool_] = judge.margins(text, ranges) > 0
        return above

    return decide


def best(work: Callable[[int], object]) -> float:
    """Microseconds of the processor a page in the best of some rounds: other work does not count."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for place in range(PAGES):
            work(place)
        times.append(time.process_time() - began)
    return 1e6 * min(times) / PAGES


def main() -> None:
    """A line for each judge."""
    shown = [tuple(Example(text=text) for text in made_up(*how)) for how in ((1, RELEVANT, 0.3), (2, UNRELATED, 0.0))]
    topic = Topic(name="t", languages=("en",), examples=Examples(*shown))
    pages = [*made_up(3, PAGES // 2, 0.3), *made_up(4, PAGES // 2, 0.0)]
    dice = np.random.default_rng(5)
    starts = np.sort(dice.integers(0, WORDS - WINDOW, WINDOWS))
    pieces = [
        [page, *(" ".join(page.split(" ")[start : start + WINDOW]) for start in starts.tolist())] for page in pages
    ]
    for name in NAMES:
        judge = judges.find(name)
        began = time.process_time()
        judge.begin(topic)
        taken = time.process_time() - began
        lexicon = Lexicon()
        tokens = len(marked(pages[0]).starts)
        decide = ours(judge, lexicon, Ranges(np.append(0, starts), np.append(tokens, starts + WINDOW)))
        other = theirs(judge)
        agreed = [np.array_equal(decide(page), other(texts)) for page, texts in zip(pages, pieces, strict=True)]
        assert all(agreed), f"{name}: {agreed.count(False)} of {PAGES} pages are decided otherwise"
        quick = best(lambda place, decide=decide: decide(pages[place]))  # type: ignore[misc]  # bound now
        slow = best(lambda place, other=other: other(pieces[place]))  # type: ignore[misc]  # bound now
        figure = {"name": f"learned_{name}", "value": round(quick, 1), "unit": "us", "baseline": "scikit-learn"}
        print(json.dumps({**figure, "ratio": round(quick / slow, 4), "training": round(taken, 2)}), flush=True)


if __name__ == "__main__":
    main()
