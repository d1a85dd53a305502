"""The oracle: what a strategy could do that knows the targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.strategies.base import Strategy
from lycosa.strategies.growing import looked_up
from lycosa.strategies.records import Offers

if TYPE_CHECKING:
    from lycosa.strategies.records import Fetched


class Oracle(Strategy):
    """Targets first, then what is fewest links away from one: a bound, for it sees pages before they are fetched.

    A target is worth 1, a page that leads to one in n links .5^n, all else nothing. Only the lab knows that.

    >>> Oracle().needs
    ('truth',)
    """

    word = "oracle"
    family = "bounds"
    paper = "the usual bound of simulated crawls, for example Pezzuti et al. 2025"
    uses = ()
    needs = ("truth",)
    bound = True

    def rank(self, page: Fetched) -> Offers:
        """What each target is worth; a page of another web nothing."""
        keys, values = self.hunt.given[self.needs[0]]
        return Offers(looked_up(keys, values, page.links.keys, 0.0))
