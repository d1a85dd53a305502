"""Contexts: an SVM of the words around links to examples, for the words around links (Pant and Srinivasan 2006)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from msgspec.structs import replace

from lycosa.judges.svm import Svm
from lycosa.judges.training import texts_of
from lycosa.topics.topic import Example, Examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

MIRRORS = ("directory.google.com", "dmoz")  # of the directory that the examples are from: they say what it says
RELEVANT, UNRELATED = 20, 40  # contexts drawn of each
SEED = 1  # of the draw


class Contexts(Svm):
    """The judge `svm`, shown link contexts instead of pages: what is said around links to the topic's examples.

    Of the contexts in the topic's back-links to examples, mirrors of the Open Directory left out, 20 are drawn; of its
    unrelated examples 40 stretches of so many `words`, or texts of its language where it shows none.
    """

    word = "contexts"
    paper = "Pant and Srinivasan 2006, section 10.4"
    needs = ("back_links",)
    choices: ClassVar = Svm.choices
    least: ClassVar = {**Svm.least, "words": 1}

    def __init__(self, words: int = 40, units: str = "tfidf", c: float = 0.0, choose: str = "folds") -> None:
        super().__init__(units, c, choose)
        self.words = words

    def begin(self, topic: Topic, start: Sequence[Page] = ()) -> None:
        """Draw the contexts, and fit to them."""
        del start  # pages are not what is judged
        dice = np.random.default_rng(SEED)
        examples = Examples(
            relevant=drawn(link_contexts(topic), RELEVANT, dice),
            unrelated=drawn(stretches(topic, self.words), UNRELATED, dice),
        )
        super().begin(replace(topic, examples=examples))


def link_contexts(topic: Topic) -> list[str]:
    """The contexts of links to examples, each once."""
    own = [one for one in topic.back_links if one.layer == 1 and not any(name in one.url for name in MIRRORS)]
    return list(dict.fromkeys(context for one in own for context in one.contexts if context.strip()))


def stretches(topic: Topic, words: int) -> list[str]:
    """The unrelated examples, cut."""
    texts = texts_of(topic.examples.unrelated)
    return [" ".join(text[start : start + words]) for text in texts for start in range(0, len(text), words)]


def drawn(texts: Sequence[str], most: int, dice: np.random.Generator) -> tuple[Example, ...]:
    """So many of them, in their order."""
    chosen = list(range(len(texts)))
    if len(texts) > most:
        chosen = sorted(dice.choice(len(texts), most, replace=False).tolist())
    return tuple(Example(text=texts[place]) for place in chosen)
