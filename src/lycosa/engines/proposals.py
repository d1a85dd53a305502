"""Terms a topic's vocabulary could have: from its examples, from what pages say of themselves, from links to them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from lycosa.crawl.tally import BOUNDARY
from lycosa.engines.banded import pages_of
from lycosa.engines.topic_judge import going, ready
from lycosa.judges.stems import stems_of
from lycosa.judges.terms import propose
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse
from lycosa.pages.tokens import tokens
from lycosa.topics.files import MARKUP
from lycosa.topics.labels import FILES, IRRELEVANT, RELEVANT, kept_as
from lycosa.topics.links import usual_link_texts
from lycosa.topics.pairs import PAIRED
from lycosa.topics.topic import Term
from lycosa.topics.words import stop_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lycosa.collection.opened import Opened
    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

LONGEST = 4  # words of a keyword or an anchor
PHRASE, WORD = 2.0, 0.0  # what a phrase and a word weigh at least
MACHINE = "svm(units='words')"


def from_examples(topic: Topic, most: int) -> tuple[Term, ...]:
    """By which words, phrases and pairs of words the relevant examples differ from the unrelated."""
    paired = topic.language in PAIRED
    relevant, unrelated = (
        [tuple(stems_of(one.text, topic.language) if paired else tokens(one.text)) for one in held if one.text]
        for held in (topic.examples.relevant, topic.examples.unrelated)
    )
    found = propose(relevant, unrelated, topic.language, most)
    return tuple(one for one in found if not (paired and any(" " in part for part in one.parts)))


def from_machine(topic: Topic, most: int) -> tuple[Term, ...]:
    """The words with the largest weights in a linear machine, for and against."""
    found = going(ready(MACHINE, topic), topic)
    stops = stop_words(topic.language)
    telling = [[one for one in side if one[0] not in stops] for side in found]
    sides = [telling[0][: most - most // 4], telling[1][: most // 4]]
    largest = max((abs(value) for side in sides for _, value in side), default=1.0)
    words = [Term(round(value / largest, 2), (term,)) for side in sides for term, value in side]
    return tuple(one for one in words if one.weight)


def from_keywords(holder: TopicFolder, topic: Topic, most: int) -> tuple[Term, ...]:
    """The commonest of what relevant examples call themselves in `<meta name=keywords>`."""
    said: dict[str, Counter[str]] = {RELEVANT: Counter(), IRRELEVANT: Counter()}
    for page, value in holder.labels().items():
        if value in said:
            said[value].update(list(dict.fromkeys(_keywords(holder, page))))
    return _commonest(said[RELEVANT], said[IRRELEVANT], topic.language, most)


def from_anchors(collection: Opened, holder: TopicFolder, topic: Topic, most: int) -> tuple[Term, ...]:
    """The commonest texts of a collection's links to relevant pages: labelled so or, unlabelled, judged so."""
    labels, canon = holder.labels(), collection.run.settings.canon
    values = {canon.key(page): value for page, value in labels.items() if not page.startswith(FILES)}
    relevant: dict[int, bool] = {row["key"]: row["score"] >= BOUNDARY for row in collection.catalogue.pages()}
    relevant |= {key: value == RELEVANT for key, value in values.items()}
    held, others = Counter[str](), Counter[str]()
    for page in pages_of(collection, Lexicon()):
        for key, anchor in _anchors(page, canon.key):
            if key in relevant:
                (held if relevant[key] else others)[anchor] += 1
    return _commonest(held, others, topic.language, most)


def _anchors(page: Page, key: Callable[[str], int]) -> Iterator[tuple[int, str]]:
    """Where each link leads, and its words; on one page a pair counts once."""
    words = page.text.lexicon.words
    seen = set()
    for url, start, end in zip(page.links.urls, page.links.starts.tolist(), page.links.ends.tolist(), strict=True):
        if 0 < end - start <= LONGEST and url != page.url:
            pair = (key(url), " ".join(words[token] for token in page.text.tokens[start:end].tolist()))
            if pair not in seen:
                seen.add(pair)
                yield pair


def _keywords(holder: TopicFolder, page: str) -> Iterable[str]:
    file = holder.path / (page if page.startswith(FILES) else kept_as(page))
    if not file.name.lower().endswith(MARKUP) or not file.exists():
        return []
    read = parse(f"file://{file}", {"content-type": "text/html"}, file.read_bytes())
    return filter(None, (" ".join(tokens(part)) for part in re.split(r"[,;\n|]", read.keywords)))


def _commonest(held: Counter[str], others: Counter[str], language: str, most: int) -> tuple[Term, ...]:
    """By how much oftener they are said of relevant pages than of others; each kind's best weighs one more."""
    stops = stop_words(language) | frozenset(usual_link_texts())
    share = held.total() / max(others.total(), 1)
    counts = {said: times - share * others[said] for said, times in held.items() if _telling(said, stops)}
    ordered = sorted((one for one in counts.items() if one[1] > 0), key=lambda one: (-one[1], one[0]))[:most]
    best = {
        kind: max((times for said, times in ordered if (" " in said) == kind), default=1.0) for kind in (True, False)
    }
    return tuple(
        Term(round((PHRASE if " " in said else WORD) + max(times / best[" " in said], 0.01), 2), (said,))
        for said, times in ordered
    )


def _telling(said: str, stops: frozenset[str]) -> bool:
    words = said.split()
    return len(words) <= LONGEST and said not in stops and any(word not in stops and len(word) > 1 for word in words)


def written(sections: Iterable[tuple[str, tuple[Term, ...]]], *, same: bool) -> str:
    """A vocabulary.txt: a section for each source, each term where it stands first; `same`: all weigh 1 or -1."""
    lines = [
        "# One `weight: term` a line. Strike out what says nothing of the topic, mend weights, add what is missing:",
        '# 4: "pit stop"   2: engine @and race   -3: nascar (counts against)',
    ]
    known: set[tuple[str, ...]] = set()
    for head, terms in sections:
        fresh = [one for one in terms if one.parts not in known]
        known |= {one.parts for one in fresh}
        lines += ["", f"# {head}" if fresh else f"# {head}: none"]
        lines += [_line(one, same=same) for one in fresh]
    return "\n".join(lines) + "\n"


def _line(one: Term, *, same: bool) -> str:
    weight = (1 if one.weight > 0 else -1) if same else one.weight
    return f"{weight:g}: " + " @and ".join(f'"{part}"' if " " in part else part for part in one.parts)
