"""Where links lead and what they say: by topic, by popularity, through tunnels, and at times astray."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lycosa.webs.practice.draws import ONE, draw, keyed, mixed, share
from lycosa.webs.practice.plan import SECTION
from lycosa.webs.practice.prose import general

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.webs.practice.addresses import Addresses
    from lycosa.webs.practice.properties import Properties

# A page has `links` times one of these: a tenth has less than a quarter of the mean, a tenth twice as much.
SPREAD = (0.14, 0.21, 0.28, 0.36, 0.44, 0.52, 0.6, 0.69, 0.78, 0.88, 1.0, 1.16, 1.38, 1.7, 2.2, 3.6)
HUB = 3  # a hub has so many times the links
HUB_LOCALITY = 0.7
REACH = 3  # how far, in sections of its topic, a page's neighbourhood goes
LONGEST_CHAIN = 3
EASE = ONE // 4  # how much the very first ranks are held back
FLOOR: Final[int] = EASE**5  # the fifth power: how steeply links favour the first ranks
LEVEL: Final[int] = ONE**5 - FLOOR


def ranked(count: int, luck: int) -> int:
    """A rank below count, the first by far the likeliest: n·(v⁵ - e⁵)/(1 - e⁵) for v even between e and 1."""
    eased = EASE + (luck * (ONE - EASE) >> 32)
    return count * (eased * eased * eased * eased * eased - FLOOR) // LEVEL


class Link(NamedTuple):
    """A link as it will stand on a page."""

    href: str
    anchor: str
    things: list[str]  # what the target's subject is about


class Links:
    """The links of every article of a web."""

    def __init__(self, asked: Properties, addresses: Addresses) -> None:
        self.plan = addresses.plan
        self.hosts = addresses.hosts
        self.addresses = addresses
        self.key = keyed(asked.number, "links")
        self.links = asked.links
        self.locality, self.kinship, self.ring = (
            share(asked.locality),
            share(asked.kinship),
            share(asked.ring),
        )
        self.hub_locality = share(max(asked.locality, HUB_LOCALITY))
        self.hubs = share(asked.hubs)
        self.lies = share(asked.lies)
        self.vague = self.lies + share(asked.vague)
        self.dead = share(asked.dead)
        self.broken = self.dead + share(asked.broken)
        self.moved = self.broken + share(asked.redirects)
        self.mirrored = self.moved + share(asked.mirrors)
        names = [subject.name for subject in addresses.subjects]
        self._kin = [names.index(s.kin) if s.kin in names else len(names) - 1 for s in addresses.subjects]
        self._vague = general()["vague"]

    def is_hub(self, page: int) -> bool:
        """Whether a page is a long list of links."""
        return mixed(page, self.key) & 0xFFFFFFFF < self.hubs

    def count(self, page: int) -> int:
        """How many links a page's article has."""
        times = SPREAD[mixed(page, self.key) >> 60] * (HUB if self.is_hub(page) else 1)
        return int(self.links * times)

    def of(self, page: int, draws: Iterator[int]) -> list[Link]:
        """The links of a page's article, in order."""
        subject, rank = self.plan.place(page)
        local = self.hub_locality if self.is_hub(page) else self.locality
        chosen = [self._target(subject, rank, local, draws) for _ in range(self.count(page))]
        if subject == self.plan.topics:
            onward = [(self.plan.place(next_)[0], next_) for next_ in self.plan.onward(rank)]
            chosen[len(chosen) // 2 : len(chosen) // 2] = onward
        host = self.hosts.of_section(page // SECTION)
        return [self._link(host, about, target, draws) for about, target in chosen if target != page]

    def _target(self, subject: int, rank: int, local: int, draws: Iterator[int]) -> tuple[int, int]:
        """A link's target, drawn by locality: its subject and page."""
        plan = self.plan
        choice = next(draws)
        if subject < plan.topics and choice < local:
            return self._own(subject, rank, draws)
        if subject < plan.topics and choice < local + self.kinship:
            other = self._kin[subject]
        else:
            other = plan.subject_of_slot(next(draws) * plan.sections >> 32)
        return other, plan.page(other, ranked(plan.near(other), next(draws)))

    def _own(self, topic: int, rank: int, draws: Iterator[int]) -> tuple[int, int]:
        """A page of the same topic, a neighbour or a popular one; for a far one its tunnel's mouth."""
        plan = self.plan
        count = plan.counts[topic]
        if next(draws) < self.ring:
            step = (next(draws) * (2 * REACH + 1) >> 32) - REACH
            other = (next(draws) >> 28) * count + (rank + step) % count
        else:
            other = ranked(plan.linked[topic], next(draws))
        other %= plan.linked[topic]
        if other >= plan.near(topic):
            return plan.topics, plan.page(plan.topics, plan.mouth(topic, other))
        return topic, plan.page(topic, other)

    def _link(self, host: int, subject: int, page: int, draws: Iterator[int]) -> Link:
        """A link as written on a host: mostly to the page's URL, its anchor saying what is there."""
        name = self.addresses.name(page, subject)
        things = self.addresses.subjects[subject].things
        chance, luck = next(draws), next(draws)
        anchor = name.title if chance & 1 else name.thing
        if chance < self.lies:
            anchor = draw(draws, self.addresses.subjects[luck % len(self.addresses.subjects)].things)
        elif chance < self.vague:
            anchor = draw(draws, self._vague)
        fate = next(draws)
        if fate < self.mirrored:
            return Link(self._astray(fate, luck, name.host, name.path, page), anchor, things)
        href = name.path if name.host == host else f"http://{self.hosts.name(name.host)}{name.path}"
        return Link(href, anchor, things)

    def _astray(self, fate: int, luck: int, host: int, path: str, page: int) -> str:
        """The URL of a link that is not simply the page's own."""
        site = self.hosts.name(host)
        if fate < self.dead:
            return f"http://{site}/gone/{luck}" if luck % 4 == 0 else f"http://{site}/lost-{luck}.html"
        if fate < self.broken:
            unwell = range(self.hosts.well, self.hosts.total)
            if luck % 2 or not unwell:
                return f"http://{site}/server/{luck}"
            return f"http://{self.hosts.name(unwell[luck // 2 % len(unwell)])}{path}"
        if fate < self.moved:
            hops = 1 if luck % 4 else 2 + luck // 4 % (LONGEST_CHAIN - 1)
            return f"http://{site}/go/{hops}/{page}"
        return f"http://{site.removesuffix('.test')}.mirrors.test{path}"
