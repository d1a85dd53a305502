"""Where in a tree of topics a text belongs (Chakrabarti, van den Berg and Dom 1999)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.judges.classing import Classing
from lycosa.judges.training import distinct, page_words, texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.training import Words
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic


class Tree(Classing):
    """The probability of each node of the topic's tree that has examples; together they are 1.

    Each node has a linear machine of tf-idf, fitted by least squares against all others. Where one node alone is
    wanted, start pages and the topic's own examples belong to it.
    """

    word = "tree"
    paper = "Chakrabarti, van den Berg and Dom 1999"
    needs = ("tree",)

    def texts(self, topic: Topic, start: Sequence[Page]) -> dict[str, list[Words]]:
        """The examples of each node."""
        held = {node.path: texts_of(node.examples) for node in topic.tree}
        wanted = [node.path for node in topic.tree if node.wanted]
        if len(wanted) == 1:
            held[wanted[0]] += [*map(page_words, start), *texts_of(topic.examples.relevant)]
        return {path: distinct(texts) for path, texts in held.items()}
