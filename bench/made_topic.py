"""A topic of the practice web that has all a strategy can need, made of what its pages say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.topics.topic import BackLink, Concept, Example, Examples, Node, Term, Topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.engines.answers import Answers
    from lycosa.pages.urls import Canon
    from lycosa.webs.practice import PracticeWeb

SHORT = 4000  # characters of an example


def texts(answers: Answers, urls: Sequence[str]) -> list[str]:
    """What the pages say that can be had."""
    pages = map(answers.arrived, urls)
    return [page.content[:SHORT] for page in pages if page]


def topic_of(web: PracticeWeb, answers: Answers, name: str) -> Topic:
    """The topic with examples, vocabulary, a tree of all topics, back-links and concepts."""
    about = web.description(name)
    said = {other: tuple(Example(text=text) for text in texts(answers, web.seeds(other, 8))) for other in web.names}
    others = [example for other, examples in said.items() if other != name for example in examples[:1]]
    words = sorted({word for word in about.lower().split() if len(word) > 4 and word.isalpha()})
    return Topic(
        name=name,
        query=name,
        description=about,
        vocabulary=tuple(Term(3.0 if word in name else 1.0, (word,)) for word in [name, *words]),
        examples=Examples(relevant=said[name], unrelated=tuple(others)),
        tree=tuple(Node(f"Top/{other}", other == name, examples) for other, examples in said.items()),
        back_links=tuple(
            BackLink(layer, example.text, (example.text[:200],), f"http://b{layer}.test/{number}")
            for layer, other in enumerate(web.names[:3], 1)
            for number, example in enumerate(said[other])
        ),
        concepts=(
            Concept(name, (name,), related=tuple(words), focus=True),
            *(Concept(word, (word,)) for word in words),
        ),
    )


def given_of(web: PracticeWeb, canon: Canon, name: str) -> dict[str, Any]:
    """What only the lab knows, near enough to take as long: targets by label, scores alike."""
    known = {canon.key(url): 1.0 if name in web.truth(url) else 0.25 for url in map(web.url, range(web.plan.size))}
    keys = np.array(sorted(known), np.uint64)
    values = np.array([known[key] for key in keys.tolist()])
    return {"truth": (keys, values), "unseen": (keys, values)}
