"""How many links a text is from what is hunted (Diligenti et al. 2000; García Dorado 2008, section 6.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.judges.classing import Classing
from lycosa.judges.training import distinct, training
from lycosa.pages.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.training import Words
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

OTHER = "other"


class Layers(Classing):
    """The probability of each layer of the context graph: "0" what is hunted, "1" what links to it, and so on.

    The layers are the topic's examples and back-links; "other" is the layer of unrelated texts, farthest from the
    centre, of the language's words where none are shown. Each has a linear machine of tf-idf.
    """

    word = "layers"
    paper = "Diligenti et al. 2000; García Dorado 2008, sections 6.4 and 9.2.2"
    needs = ("examples", "back_links")

    def texts(self, topic: Topic, start: Sequence[Page]) -> dict[str, list[Words]]:
        """Each text in the lowest layer that shows it."""
        shown = training(topic, start)
        held: dict[Words, str] = dict.fromkeys(shown.relevant, "0")
        for link in sorted(topic.back_links, key=lambda link: link.layer):
            held.setdefault(tuple(tokens(link.text)), str(link.layer))
        for text in shown.unrelated:
            held.setdefault(text, OTHER)
        names = [*dict.fromkeys(held.values())]
        return {name: distinct([text for text, own in held.items() if own == name]) for name in names}
