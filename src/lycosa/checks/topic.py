"""A topic that has all a strategy or a judge can need, in the words of the world the laws are checked in."""

from __future__ import annotations

from lycosa.topics.topic import BackLink, Concept, Example, Examples, Node, Term, Topic

RELEVANT = (
    "The wolf spider hunts prey at night and hides in a burrow.",
    "A wolf spider lines its burrow with silk and hunts from there.",
    "Prey of the wolf: what the spider hunts near its silk burrow.",
)
UNRELATED = (
    "The market by the river: a tax on stone.",
    "An engine of stone drives the market; the tax is low.",
    "River and market, market and tax, tax and engine.",
    "The tax on the engine was due when the river rose over the market.",
)
LAYERS = (
    ("Pages on spider and burrow: stone by stone, silk of the river.", "links to the wolf spider and its silk burrow"),
    ("Of river and stone: where prey hunts by the market.", "see the river pages for spider and prey"),
    ("The market, its tax and its engine; a river of pages.", "all of the market, stone and river too"),
)

TOPIC = Topic(
    name="wolf spiders",
    query="wolf spider",
    description="wolf spider hunts prey in a silk burrow",
    vocabulary=(
        Term(5.0, ("wolf spider",)),
        Term(2.0, ("hunts",)),
        Term(3.0, ("silk", "burrow")),
        Term(-2.0, ("tax",)),
    ),
    examples=Examples(
        relevant=tuple(Example(text=text) for text in RELEVANT),
        unrelated=tuple(Example(text=text) for text in UNRELATED),
    ),
    synonyms=(("hunts", 0.5), ("prey", 0.5)),
    tree=(
        Node("Nature/Animals/Spiders", wanted=True, examples=tuple(Example(text=text) for text in RELEVANT)),
        Node(
            "Nature/Landscape/Rivers",
            examples=(Example(text="A river of stone, a river in the stone."), Example(text="Stone and river, river.")),
        ),
        Node("Trade/Markets", examples=tuple(Example(text=text) for text in UNRELATED)),
    ),
    back_links=tuple(
        BackLink(layer, f"{text} {word}.", (f"{context} {word}",), f"http://b{layer}.test/{word}")
        for layer, (text, context) in enumerate(LAYERS, 1)
        for word in ("wolf", "silk", "stone", "engine")
    ),
    concepts=(
        Concept("spider", ("spider", "wolf spider"), broader=("animal",), related=("silk",), focus=True),
        Concept("animal", ("animal", "prey")),
        Concept("silk", ("silk", "silk burrow"), related=("burrow",)),
        Concept("burrow", ("burrow",), broader=("stone",)),
        Concept("stone", ("stone",)),
    ),
)
