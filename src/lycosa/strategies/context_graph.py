"""Context graph: how many links a page is away from what is hunted, by what such pages say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lycosa.judges.stems import stems_of
from lycosa.judges.training import training
from lycosa.pages.lexicon import Lexicon
from lycosa.strategies import StrategyError
from lycosa.strategies.base import Strategy
from lycosa.strategies.features import WIDTH, bags_of, log_odds, packed, squashed
from lycosa.strategies.growing import Growing
from lycosa.strategies.layers import SOURCES, Layers
from lycosa.strategies.one_against_rest import one_against_rest
from lycosa.strategies.records import Offers, Rows, Tokens
from lycosa.strategies.tunneling import by_shorter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lycosa.strategies.features import Bags
    from lycosa.strategies.records import Ending, Fetched, Heads, Hunt, State, Values

RELEVANT = 0.5
WORDS = 128  # of a page, distinct stems
EARLY = 50  # pages fed before the first fit
MOST = 300  # pages of the crawl that teach a layer, the newest: as many as Diligenti and others took
EMPTY = -1e9  # the margin of a layer that no page has shown
PENALTY = 1.0


class ContextGraph(Strategy):
    """A classifier for each layer: layer 0 is what is hunted, layer 1 links to it, layer 2 to that.

    A page belongs to the layer that gives it the largest score, and its links wait in that layer's queue, ordered by
    the score; the lowest queue goes first. Layers are shown by the topic's examples and back-links and, after 50
    pages and then `every` so many, by what was fetched, its links read backwards. `negatives` adds a last layer of
    unrelated pages; `erase` drops the links of pages that score less than that in every layer. `kind` is what
    classifies: linear support vector machines of the stems that stand in a page, weighed by idf, or naive Bayes.

    >>> ContextGraph(layers=3, negatives=True).layers
    3
    """

    word = "context_graph"
    family = "path"
    paper = "Diligenti et al. 2000; García Dorado 2008 section 6.4, algorithm 3 and section 9.2.2"
    uses = ("page", "page#stems")
    needs = ("back_links",)
    lanes = "own"
    trail = ("layer:u1", "source:u4")
    remember = SOURCES
    grows = "pages"
    kept = ("weights", "bias", "idf", "shown", "shown_layers", "due")
    choices: ClassVar = {"kind": ("svm", "bayes")}
    least: ClassVar = {"layers": 1, "every": 1}

    def __init__(
        self,
        layers: int = 5,
        negatives: bool = False,
        erase: float | None = None,
        kind: str = "svm",
        every: int = 500,
    ) -> None:
        if not (erase is None or (isinstance(erase, float | int) and 0 <= erase <= 1)):
            raise StrategyError(f"context_graph: erase cannot be {erase!r}; write a score from 0 to 1, or None")
        self.layers = layers
        self.negatives = negatives
        self.erase = erase
        self.kind = kind
        self.every = every

    def begin(self, hunt: Hunt) -> None:
        """The layers as the topic shows them."""
        super().begin(hunt)
        topic = hunt.topic
        texts = [one.text for one in topic.examples.relevant if one.text]
        told = [(0, text) for text in texts]
        told += [(one.layer, one.text) for one in topic.back_links if one.layer < self.layers]
        if self.negatives:
            told += [(self.layers, " ".join(words)) for words in training(topic).unrelated]
        self.shown = columns([stems_of(text, topic.language) for _, text in told])
        self.shown_layers = np.array([layer for layer, _ in told], np.uint8)
        self.crawled, self.words, self.due = Layers(self.layers), Growing("u2"), False
        self.studied(self.work(self._samples()))

    def _samples(self) -> State:
        """What teaches: the topic's pages, and of each layer the newest of the crawl's."""
        layers, words = self.crawled.held, self.words.held.reshape(-1, WORDS)
        newest = [np.flatnonzero(layers == layer)[-MOST:] for layer in range(self.layers)]
        rows = np.concatenate(newest)
        return {
            "words": np.concatenate([self.shown, words[rows]]),
            "layers": np.concatenate([self.shown_layers, layers[rows]]),
            "count": self.layers + self.negatives,
            "kind": self.kind,
        }

    def learn(self, end: Ending) -> None:
        """What a page says and where it lies."""
        if end.page is not None and self.crawled.find(end.page.key) < 0:
            sources = end.ticket.sightings["source"].astype(np.int32)
            self.crawled.add(end.page, sources, relevant=end.page.score >= RELEVANT)
            self.words.add(packed(end.page.scores["page#stems"], WORDS)[0])
            self.due |= len(self.crawled) == EARLY or len(self.crawled) % self.every == 0

    def rank(self, page: Fetched) -> Offers:
        """The layer's queue, the score there."""
        row = self.crawled.find(page.key)
        places = self.words.held[row * WORDS : (row + 1) * WORDS]
        idf = self.idf[places]
        length = float(np.sqrt(idf @ idf)) or 1.0
        scores = squashed(idf @ self.weights[places] / length + self.bias)
        layer = int(np.argmax(scores))
        score = np.nan if self.erase is not None and scores[layer] < self.erase else float(scores[layer])
        return Offers(np.full(len(page.links), score), lane=layer, trail={"layer": layer, "source": row})

    def merged(self, old: Rows, new: Rows) -> Rows:
        """The lower layer; of equals the higher score."""
        return by_shorter(old, new, "layer")

    def choose(self, heads: Heads) -> int:
        """The lowest layer that is awake."""
        return int(np.argmin(heads.lane))

    def study(self) -> State | None:
        """All samples, when so many pages have come."""
        if not self.due:
            return None
        self.due = False
        return self._samples()

    @staticmethod
    def work(data: State) -> State:
        """One classifier a layer against all others."""
        bags = bags_of(data["words"])
        held = np.bincount(bags.places, minlength=WIDTH)
        idf = np.log((1.0 + bags.size) / (1.0 + held)) + 1.0
        idf[0] = 0.0
        bags = bags.normed(idf)
        count, layers = data["count"], data["layers"]
        weights, bias = bayes(bags, layers, count) if data["kind"] == "bayes" else machines(bags, layers, count)
        bias[np.bincount(layers, minlength=count)[:count] == 0] = EMPTY
        return {"weights": weights.astype(np.float32), "bias": bias, "idf": idf.astype(np.float32)}

    def studied(self, result: State) -> None:
        """For the pages to come; links that wait keep their queue."""
        self.weights: NDArray[Any] = result["weights"]
        self.bias: Values = result["bias"]
        self.idf: NDArray[Any] = result["idf"]

    def state(self) -> State:
        """The pages too."""
        return {**super().state(), "crawled": self.crawled.state(), "words": self.words.held.copy()}

    def restore(self, state: State) -> None:
        """Back to that state."""
        self.crawled.restore(state["crawled"])
        self.words.restore(state["words"])
        super().restore({name: state[name] for name in ("epoch", *self.kept)})


def machines(bags: Bags, layers: NDArray[Any], count: int) -> tuple[Values, Values]:
    """Support vector machines."""
    return one_against_rest(bags, layers, count, PENALTY)


def bayes(bags: Bags, layers: NDArray[Any], count: int) -> tuple[Values, Values]:
    """Naive Bayes."""
    weights = np.zeros((WIDTH, count))
    for layer in range(count):
        inside, outside = (bags.gathered((layers == layer) == side, WIDTH) for side in (True, False))
        weights[:, layer] = log_odds(inside, outside)
    return weights, np.zeros(count)


def columns(texts: Sequence[Sequence[str]]) -> NDArray[np.uint16]:
    """Texts as columns of places."""
    lexicon = Lexicon()
    ids = lexicon.ids([word for text in texts for word in text])
    bounds = np.cumsum([0, *map(len, texts)])
    return packed(Tokens(lexicon.hashes[ids].astype(np.uint32), bounds), WORDS)
