"""Which page is about what, by arithmetic alone: page number to subject and rank, and back.

Pages stand in sections of 16, sections on hosts. A section has a subject, and most of its pages keep to
it; the others stray. Subjects 0 to n-1 are the planted topics, subject n is everything else. Within a subject
pages have ranks, 0 the most linked to, and the last are orphans that only indexes and sitemaps name. Before
these a topic has its far pages: no page of the topic links to them, only to the mouth of a passage of
off-topic pages that ends there.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise

from lycosa.pages.errors import LycosaError
from lycosa.webs.practice.draws import Shuffle, keyed

SECTION = 16
EVEN = 18  # topics differ in size, the larger this the less
FAR_GROUP = 4  # far pages at the end of one passage


class PracticeError(LycosaError):
    """A practice web that cannot be made as asked."""


class Plan:
    """The arithmetic of one practice web."""

    def __init__(
        self,
        number: int,
        pages: int,
        planted: int,
        topical: float,
        focus: float,
        tunnels: float,
        tunnel_length: int,
        orphans: float,
    ) -> None:
        self.sections = -(-pages // SECTION)
        self.size = self.sections * SECTION
        self.topics = planted
        self.tunnel_length = tunnel_length
        self.kept = min(SECTION, max(1, round(focus * SECTION)))
        self.strays = SECTION - self.kept
        self._share_out(number, topical)
        self._home = Shuffle(self.sections, keyed(number, "home"))
        self._stray = Shuffle(self.sections * max(1, self.strays), keyed(number, "stray"))
        self.linked = [int((1 - orphans) * count * SECTION) for count in self.counts]
        self._dig(tunnels)

    def _share_out(self, number: int, topical: float) -> None:
        """Sections to subjects: topics of unequal size, which is which by the seed number."""
        order = Shuffle(self.topics, keyed(number, "sizes"))
        weights = [1 / (EVEN + order.at(topic)) for topic in range(self.topics)]
        scale = topical * self.sections / sum(weights)
        ends = [round(scale * total) for total in accumulate(weights)]
        self.counts = [max(1, end - start) for start, end in pairwise([0, *ends])]
        self.counts.append(self.sections - sum(self.counts))
        if self.counts[-1] < self.topics:
            raise PracticeError(
                f"{self.size} pages are too few for {self.topics} topics; ask for more pages "
                f"({4 * SECTION * self.topics} will do), fewer topics (planted) or a smaller share (topical)"
            )
        self.starts = [sum(self.counts[:subject]) for subject in range(self.topics + 1)]

    def _dig(self, tunnels: float) -> None:
        """The far pages of each topic; for every four a passage at the end of the other subject's ranks."""
        self.far = [int(tunnels * self.members(topic)) for topic in range(self.topics)]
        groups = [-(-far // FAR_GROUP) for far in self.far]
        self._groups = [sum(groups[:topic]) for topic in range(self.topics + 1)]
        passages = self._groups[-1] * self.tunnel_length
        self.far.append(passages)
        if 2 * passages > self.linked[-1]:
            raise PracticeError(
                "too few off-topic pages for so many tunnels; ask for a smaller share of tunnels, "
                "a smaller tunnel_length or a smaller topical share"
            )
        self._first_passage = self.linked[-1] - passages

    def members(self, subject: int) -> int:
        """How many pages a subject has."""
        return self.counts[subject] * SECTION

    def near(self, subject: int) -> int:
        """How many of them can be linked to from anywhere: ranks from here on are far."""
        return self.linked[subject] - self.far[subject]

    def subject_of_slot(self, slot: int) -> int:
        """Slots are sections in order of subject."""
        return bisect_right(self.starts, slot) - 1

    def section_subject(self, section: int) -> int:
        """What a section is about."""
        return bisect_right(self.starts, self._home.at(section)) - 1

    def place(self, page: int) -> tuple[int, int]:
        """A page's subject and its rank there."""
        section = page // SECTION
        lane = (page + 7 * section) % SECTION
        if lane < self.kept:
            slot = self._home.at(section)
        else:
            spot = self._stray.at(section * self.strays + lane - self.kept)
            slot, lane = spot // self.strays, self.kept + spot % self.strays
        subject = bisect_right(self.starts, slot) - 1
        return subject, (5 * lane + 2) % SECTION * self.counts[subject] + slot - self.starts[subject]

    def page(self, subject: int, rank: int) -> int:
        """The page that has this rank in this subject."""
        lane, slot = divmod(rank, self.counts[subject])
        lane = 13 * (lane - 2) % SECTION  # 13 undoes 5
        slot += self.starts[subject]
        if lane < self.kept:
            section = self._home.back(slot)
        else:
            section, lane = divmod(self._stray.back(slot * self.strays + lane - self.kept), self.strays)
            lane += self.kept
        return section * SECTION + (lane - 7 * section) % SECTION

    def mouth(self, topic: int, rank: int) -> int:
        """The rank, in the other subject, of the page where the passage to a far page begins."""
        group = self._groups[topic] + (rank - self.near(topic)) // FAR_GROUP
        return self._first_passage + group * self.tunnel_length

    def onward(self, rank: int) -> list[int]:
        """The pages that a page of a passage leads on to; none for a page that is no passage."""
        group, step = divmod(rank - self._first_passage, self.tunnel_length)
        if group < 0 or rank >= self.linked[-1]:
            return []
        if step + 1 < self.tunnel_length:
            return [self.page(self.topics, rank + 1)]
        topic = bisect_right(self._groups, group) - 1
        first = self.near(topic) + (group - self._groups[topic]) * FAR_GROUP
        return [self.page(topic, far) for far in range(first, min(first + FAR_GROUP, self.linked[topic]))]
