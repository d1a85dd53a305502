"""The article of a page: its text, with links in sentences and in lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lycosa.webs.practice.charsets import MISLABELLED, RIGHT, Charset, of_foreign
from lycosa.webs.practice.draws import draw, keyed, mixed, share, stream
from lycosa.webs.practice.prose import everything_else, general, languages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.webs.practice.addresses import Addresses, Name
    from lycosa.webs.practice.links import Link, Links
    from lycosa.webs.practice.properties import Properties

LENGTHS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.0, 1.1, 1.2, 1.3, 1.4, 1.6, 1.9, 2.3)
WORDS_A_SENTENCE = 14
RELATED = "Related pages"
PARAGRAPH = 6  # sentences
OWN, KIN = (
    share(0.55),
    share(0.65),
)  # of a topical page's sentences: own ones, and the related topic's up to here
HARD_OWN, HARD_KIN = share(0.3), share(0.42)


class Article(NamedTuple):
    """A page's article and what its head says of it."""

    title: str
    html: str
    description: str
    keywords: str
    language: str
    charset: Charset


class Traits(NamedTuple):
    """What is peculiar about a page."""

    source: int  # the page whose article it shows: its own, or the one it repeats
    name: Name
    hard: bool
    charset: Charset


class Articles:
    """The articles of a web."""

    def __init__(self, asked: Properties, addresses: Addresses, links: Links) -> None:
        self.addresses = addresses
        self.plan = addresses.plan
        self.links = links
        self.words = asked.words
        self._key = keyed(asked.number, "articles")
        self._hard, self._reposts = share(asked.hard) >> 16, share(asked.reposts) >> 16
        self._mislabelled = share(asked.mislabelled) >> 16

    def traits(self, page: int) -> Traits:
        """What is peculiar about a page."""
        bits = mixed(page, self._key)
        subject, _ = self.plan.place(page)
        name = self.addresses.name(page, subject)
        source, charset = page, RIGHT
        if name.language:
            charset = of_foreign(languages()[name.language - 1][1]["legacy"], bits >> 60)
        elif bits >> 16 & 0xFFFF < self._mislabelled:
            charset = MISLABELLED[(bits >> 60) % len(MISLABELLED)]
        if bits & 0xFFFF < self._reposts and not name.language:
            other = self.plan.page(subject, mixed(page, ~self._key) % self.plan.linked[subject])
            source = page if self.addresses.name(other, subject).language else other
        return Traits(source, name, mixed(source, self._key) >> 44 & 0xFFFF < self._hard, charset)

    def article(self, page: int) -> Article:
        """A page's article."""
        traits = self.traits(page)
        draws = stream(keyed(self._key, traits.source))
        links = self.links.of(traits.source, draws)
        if traits.name.language:
            return self._in_another_language(traits, links, draws)
        subject, _ = self.plan.place(page)
        said = self.addresses.subjects[subject]
        first = draw(draws, said.openings)
        sentences = [first, *self._sentences(subject, traits, draws)]
        half = len(links) // 2
        told = self._told(sentences, links[:half], draws)
        html = self._laid_out(traits.name.title, told, links[half:], said.things, RELATED, draws)
        keywords = ", ".join([draw(draws, said.things) for _ in range(3)])
        return Article(traits.name.title, html, first, keywords, "en", traits.charset)

    def _sentences(self, subject: int, traits: Traits, draws: Iterator[int]) -> list[str]:
        """The prose of a page: sentences of its topic, of the related one and of no topic."""
        said = self.addresses.subjects[subject]
        plain = everything_else().sentences
        own = said.sentences
        kin = next((other.sentences for other in self.addresses.subjects if other.name == said.kin), plain)
        below_own, below_kin = (HARD_OWN, HARD_KIN) if traits.hard else (OWN, KIN)
        sentences = []
        for _ in range(self._length(traits.source)):
            choice = next(draws)
            sentences.append(draw(draws, own if choice < below_own else kin if choice < below_kin else plain))
        return sentences

    def _length(self, page: int) -> int:
        return max(1, round(self.words * LENGTHS[mixed(page, self._key) >> 56 & 15] / WORDS_A_SENTENCE))

    def _laid_out(
        self,
        title: str,
        told: list[str],
        listed: list[Link],
        things: list[str],
        related: str,
        draws: Iterator[int],
    ) -> str:
        """Headings, paragraphs and a list of links."""
        parts = [f"<h1>{title}</h1>\n"]
        for start in range(0, len(told), PARAGRAPH):
            if start and start % (4 * PARAGRAPH) == 0:
                heading = draw(draws, things)
                parts.append(f"<h2>{heading[0].upper()}{heading[1:]}</h2>\n")
            parts.append(f"<p>{' '.join(told[start : start + PARAGRAPH])}</p>\n")
        if listed:
            items = "".join([f'<li><a href="{href}">{anchor}</a></li>\n' for href, anchor, _ in listed])
            parts.append(f"<h2>{related}</h2>\n<ul>\n{items}</ul>\n")
        return "".join(parts)

    def _told(self, sentences: list[str], links: list[Link], draws: Iterator[int]) -> list[str]:
        """The sentences, and evenly among them those that hold a link and a word on what it is about."""
        leads, tails = general()["leads"], general()["tails"]
        told = []
        due = 0
        for place, (href, anchor, things) in enumerate(links, 1):
            until = place * len(sentences) // (len(links) + 1)
            told += sentences[due:until]
            tail = draw(draws, tails).format(a=draw(draws, things))
            told.append(f'{draw(draws, leads)} <a href="{href}">{anchor}</a>{tail}')
            due = until
        return told + sentences[due:]

    def _in_another_language(self, traits: Traits, links: list[Link], draws: Iterator[int]) -> Article:
        code, text = languages()[traits.name.language - 1]
        said: list[str] = text["sentences"]
        told = [draw(draws, said) for _ in range(2 + self._length(traits.source))]
        html = self._laid_out(traits.name.title, told, links, [text["title"]], text["title"], draws)
        return Article(traits.name.title, html, told[0], "", code, traits.charset)
