"""Examples kept from a judge, so that it can be asked what it makes of their like."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from lycosa import judges
from lycosa.judges.base import JudgeError
from lycosa.judges.training import against, distinct, page_words, read_as, texts_of
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Text
from lycosa.topics.topic import Example, Examples

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lycosa.judges.base import Judge, Values
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

BESIDES = 2  # the number of the draw that makes up unrelated texts; a judge's own has another


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Examples and start pages, each once, as a judge is asked for them; the topic has all of them as examples."""

    texts: list[Text]
    examples: list[Example]
    relevant: NDArray[np.bool_]
    topic: Topic
    made_up: bool  # nobody showed what does not belong, so these texts are mere words of the language

    @classmethod
    def of(cls, topic: Topic, start: Sequence[Page] = ()) -> Shown:
        """What a topic and its start pages show."""
        relevant = distinct([*map(page_words, start), *texts_of(topic.examples.relevant)])
        language = topic.language if topic.languages else read_as(relevant, topic.language)
        unrelated, made_up = against(topic, relevant, language, BESIDES)
        lexicon = Lexicon()
        texts = [Text(lexicon.ids(words), lexicon) for words in (*relevant, *unrelated)]
        examples = [Example(text=" ".join(words)) for words in (*relevant, *unrelated)]
        shown = cls(texts, examples, np.arange(len(texts)) < len(relevant), topic, made_up)
        return replace(shown, topic=shown.without(np.zeros(len(texts), np.bool_)))

    def without(self, held: NDArray[np.bool_]) -> Topic:
        """The topic with the other examples only."""
        rest = [(self.examples[place], bool(self.relevant[place])) for place in np.flatnonzero(~held).tolist()]
        examples = Examples(
            relevant=tuple(one for one, is_relevant in rest if is_relevant),
            unrelated=tuple(one for one, is_relevant in rest if not (is_relevant or self.made_up)),
        )
        return msgspec.structs.replace(self.topic, examples=examples)

    def held_out(
        self,
        begin: Callable[[Topic], Judge],
        of: NDArray[np.int64],
        told: Callable[[Judge, Values], Values] = lambda judge, margins: margins,
    ) -> Values:
        """What judges, each begun without a fold, make of its examples: their margins, or what is told of them."""
        values = np.zeros(len(self.texts))
        for fold in range(int(of.max()) + 1):
            judge = begin(self.without(of == fold))
            held = np.flatnonzero(of == fold)
            values[held] = told(judge, margins_of(judge, [self.texts[place] for place in held.tolist()]))
        return values


def margins_of(judge: Judge, texts: Sequence[Text]) -> Values:
    """The margin of each text."""
    if judge.classes:
        raise JudgeError(f"{judge} judges over classes; a judge of one value is wanted here")
    return np.array([float(judge.margins(text, text.page)[0]) for text in texts])


def begun(name: str, topic: Topic) -> Judge:
    """The judge of that name, made ready; what it lacks is named."""
    judge = judges.find(name)
    judges.check_needs(judge, topic)
    judge.begin(topic)
    return judge
