"""InfoSpiders: agents that live off relevant pages, learn which words lead there, split and die."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.pages.lexicon import word_hash
from lycosa.strategies.agents import TERMS, Agents
from lycosa.strategies.base import Strategy
from lycosa.strategies.keywords import phrases
from lycosa.strategies.records import NEW, Moves, Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Ending, Fetched, Heads, Hunt, State, Ticket, Tokens

NEAR = "near(100)#stems"
WORDS = "page#stems"
WIDTH = 1 << 14  # places of the table that counts on how many pages words stand
LATER = 0.5  # what the best link of a page counts towards the link that led there


class Infospiders(Strategy):
    """Each agent in turn fetches one of its own URLs: a draw by what its net and the page say of the link.

    A net sees how near each of the agent's terms stands to the link (the sum of 1/distance within 100 words); a link
    is drawn with odds exp(beta * (net + score of the page) / 2). A fetch costs `cost`, a page of a score of `relevant`
    feeds the agent its score, and both teach the net. With `enough` energy an agent splits in two, the child with a
    word of the page as a new term; with none left it dies. There are `agents` to begin with, never fewer (the
    strongest splits where one would be lacking), and twice as many at most, each with `urls` URLs at most.

    >>> Infospiders(agents=4).lanes
    'own'
    """

    word = "infospiders"
    family = "learning"
    paper = "Menczer and Belew 2000; Menczer, Pant and Srinivasan 2004"
    uses = ("page", NEAR, WORDS)
    needs = ("query",)
    trail = (f"near:{TERMS}f4",)
    lanes = "own"
    grows = "features"
    kept: tuple[str, ...] = ("turn", "pages", "standing")
    least: ClassVar = {"agents": 1, "urls": 2, "cost": 0, "enough": 0, "beta": 0, "rate": 0}

    def __init__(
        self,
        agents: int = 8,
        urls: int = 64,
        cost: float = 0.1,
        enough: float = 2.0,
        beta: float = 20.0,
        rate: float = 0.1,
        relevant: float = 0.5,
    ) -> None:
        self.agents = agents
        self.urls = urls
        self.cost = cost
        self.enough = enough
        self.beta = beta
        self.rate = rate
        self.relevant = relevant

    def begin(self, hunt: Hunt) -> None:
        """All alike but for a little chance: the topic's words, and trust in each of them."""
        super().begin(hunt)
        self.all = Agents(2 * self.agents, self.urls)
        told = list(dict.fromkeys(word_hash(stem) for phrase in phrases(hunt.topic) for stem in phrase))[:TERMS]
        self.all.terms[: self.agents, : len(told)] = told
        self.all.weights[: self.agents, :TERMS] = hunt.rng.normal(0.5, 0.1, (self.agents, TERMS))
        self.all.energy[: self.agents] = self.enough / 2
        self.all.alive[: self.agents] = True
        self.turn = -1
        self.pages = 0
        self.standing = np.zeros(WIDTH, np.int32)  # on how many pages a word stands

    def learn(self, end: Ending) -> Moves | None:
        """What came of it, in energy; without a page only the cost."""
        agent = self._agent(end.ticket)
        self.all.forget(end.ticket.key)
        if end.kind == "redirect":
            return None
        self.all.energy[agent] += self._gain(end.page)
        return None if self.all.energy[agent] > 0 else self._dead(agent)

    def _gain(self, page: Fetched | None) -> float:
        """What a fetch brings: the score of a relevant page, less the cost."""
        fed = page.score if page and page.score >= self.relevant and not page.ticket.again else 0.0
        return fed - self.cost

    def _dead(self, agent: int) -> Moves | None:
        """Its URLs are forgotten. Where too few agents are left, the strongest that can splits in its place."""
        room = (~np.isnan(self.all.priority)).sum(axis=1) > 1
        room[agent] = False
        heir = int(np.argmax(np.where(self.all.alive & room, self.all.energy, -1.0)))
        few = self.all.alive.sum() <= self.agents
        if few and not (room[heir] and self.all.energy[heir] > 0):
            self.all.energy[agent] = self.enough / 2  # nobody is better off: another try
            return None
        self.all.alive[agent] = False
        left = self.all.urls(agent)
        self.all.priority[agent] = np.nan
        gone = Moves(left, np.full(len(left), -np.inf), np.full(len(left), agent))
        return self._born(heir, 0, gone) if few else gone

    def _agent(self, ticket: Ticket) -> int:
        """Whose it is; seeds go round, and what a dead agent left out goes to the strongest."""
        agent = ticket.lane if ticket.via else ticket.number % self.agents
        return agent if self.all.alive[agent] else int(np.argmax(np.where(self.all.alive, self.all.energy, -1.0)))

    def rank(self, page: Fetched) -> Offers:
        """Links not seen before, as the agent values them; it may split."""
        agent, links = self._agent(page.ticket), page.links
        near = self.all.near(agent, page.scores[NEAR])
        values = self.all.values(agent, near)
        if page.ticket.via:
            target = self._gain(page) + LATER * float(values.max(initial=0.0))
            self.all.taught(agent, page.ticket.trail["near"].astype(np.float64), target, self.rate)
        drawn = self.beta * (0.5 * values + 0.5 * page.score) + self.hunt.rng.gumbel(size=len(links))
        new = np.flatnonzero(links.status == NEW)
        stays, left = self.all.take(agent, links.keys[new], drawn[new])
        priority = np.full(len(links), np.nan)
        priority[new[stays]] = drawn[new[stays]]
        more = Moves(left, np.full(len(left), -np.inf), np.full(len(left), agent))
        return Offers(priority, agent, {"near": near}, self._split(agent, page.scores[WORDS], more))

    def _split(self, agent: int, words: Tokens, moves: Moves) -> Moves:
        """With energy enough, half of the agent's URLs go to a child."""
        stems, times = np.unique(words.row(0), return_counts=True)
        self.pages += 1
        self.standing[stems % WIDTH] += 1
        if self.all.energy[agent] < self.enough or self.all.alive.all():
            return moves
        telling = times * np.log((1 + self.pages) / (1 + self.standing[stems % WIDTH]))
        telling[np.isin(stems, self.all.terms[agent])] = -1.0
        return self._born(agent, int(stems[np.argmax(telling)]) if len(stems) else 0, moves)

    def _born(self, parent: int, term: int, moves: Moves) -> Moves:
        """A child, whose URLs move to it besides what moves anyway."""
        child = self.all.child(parent, term, self.hunt.rng)
        waits = ~np.isnan(self.all.priority[child])
        keys, priority = self.all.keys[child][waits], self.all.priority[child][waits]
        lanes = np.append(moves.lane, np.full(len(keys), child))
        return Moves(np.append(moves.keys, keys), np.append(moves.priority, priority), lanes)

    def choose(self, heads: Heads) -> int:
        """The next agent after the last, of those that have something."""
        place = int(np.searchsorted(heads.lane, self.turn, side="right")) % len(heads.lane)
        self.turn = int(heads.lane[place])
        return place

    def state(self) -> State:
        """With the agents."""
        return {**super().state(), "all": self.all.state()}

    def restore(self, state: State) -> None:
        """Back to that."""
        self.all.restore(state["all"])
        super().restore({name: value for name, value in state.items() if name != "all"})
