"""The pages by which a judge takes its measure: the start pages or, where none was fetched, examples that were kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Text
from lycosa.pages.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic


def measures(topic: Topic, start: Sequence[Page]) -> list[Text]:
    """Their texts. An example that is but a few words written down is no page, and measures nothing."""
    if start:
        return [page.text for page in start]
    lexicon = Lexicon()
    kept = [one.text for one in topic.examples.relevant if one.text and (one.url or one.file)]
    return [Text(lexicon.ids(tokens(text)), lexicon) for text in kept]
