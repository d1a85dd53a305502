"""What pages that pass cash on have in common: who holds how much, and whom to fetch again."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lycosa.strategies.base import Strategy
from lycosa.strategies.growing import Ledger
from lycosa.strategies.records import BARRED, FETCHED, OUT, Moves, Offers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Ending, Fetched, Hunt, LinkRows, State, Ticket, Values


class Cash(Strategy):
    """A waiting URL's cash is its priority; what seeds, fetched pages and pages on their way are owed is in a ledger.

    A page gives its cash to the pages it links to when it is fetched. `total` is what every page has been given
    besides: each started so much behind it as there was when it was found.
    """

    family = "link structure"
    merge = "sum"
    grows = "pages"
    kept: tuple[str, ...] = ("fed", "total")
    least: ClassVar = {"again": 0}
    again: int

    def begin(self, hunt: Hunt) -> None:
        """All cash is the seeds', in equal parts."""
        super().begin(hunt)
        self.ledger = Ledger(cash="f8", came="u1")
        self.seeds = frozenset(hunt.seeds.tolist())
        self.fed = 0
        self.total = 0.0

    def learn(self, end: Ending) -> Moves | None:
        """The cash of a page that did not come goes back to the page that led to it; a redirect takes its own along."""
        if end.kind != "page":
            gone = 0.0 if end.kind == "redirect" else self._carried(end.ticket) + self.total
            cash = gone + self._owing(end.ticket.key)
            if end.ticket.via and cash:
                row = self.ledger.row(end.ticket.via)
                self.ledger["cash"][row] += cash
        return None

    def rank(self, page: Fetched) -> Offers:
        """The page's cash, revised, in shares; those of URLs that do not wait are owed to them."""
        self.fed += 1
        shares = self.given(page, self._carried(page.ticket) + self._owing(page.key) + self.total)
        row = self.ledger.row(page.key)
        self.ledger["came"][row], self.ledger["cash"][row] = 1, -self.total
        owed = self._owed(page.links)
        some = owed & (shares > 0)
        places = [self.ledger.row(key) for key in page.links.keys[some].tolist()]
        self.ledger["cash"][places] += shares[some]
        return Offers(np.where(owed, np.nan, self.entered(page.links, shares)), more=self._richest())

    def given(self, page: Fetched, cash: float) -> Values:
        """What each link gets of the cash."""
        raise NotImplementedError

    def entered(self, links: LinkRows, shares: Values) -> Values:
        """Shares as priorities."""
        return shares

    @staticmethod
    def alive(links: LinkRows) -> Values:
        """1 for each link that leads or may lead to a page, 0 for those that are known not to."""
        dead = ((links.status == FETCHED) & np.isnan(links.scores)) | (links.status == BARRED)
        living: Values = (~dead).astype(np.float64)
        return living

    def _carried(self, ticket: Ticket) -> float:
        """What came with the ticket: a seed's part, or what the URL had in the frontier."""
        if ticket.again:
            return 0.0
        return ticket.priority if ticket.depth or ticket.via else 1.0 / max(len(self.seeds), 1)

    def _owing(self, key: int) -> float:
        """What is owed to a page, which is owed nothing then."""
        row = self.ledger.find(key)
        if row < 0:
            return 0.0
        owed = float(self.ledger["cash"][row])
        self.ledger["cash"][row] = 0.0
        return owed

    def _owed(self, links: LinkRows) -> NDArray[np.bool_]:
        waits = np.fromiter(map(self.seeds.__contains__, links.keys.tolist()), np.bool_, len(links))
        owed: NDArray[np.bool_] = waits | (links.status == FETCHED) | (links.status == OUT)
        return owed

    def _richest(self) -> Moves | None:
        """Every so many pages the fetched one with most cash is fetched again."""
        if not self.again or self.fed % self.again:
            return None
        cash = np.where(self.ledger["came"] > 0, self.ledger["cash"] + self.total, 0.0)
        best = int(np.argmax(cash))
        if cash[best] <= 0:
            return None
        return Moves(self.ledger.keys.held[best : best + 1], np.array([np.inf]), again=True)

    def state(self) -> State:
        """With the ledger."""
        return {**super().state(), "ledger": self.ledger.state()}

    def restore(self, state: State) -> None:
        """Back to that."""
        super().restore({name: value for name, value in state.items() if name != "ledger"})
        self.ledger.restore(state["ledger"])
