"""Names of pages: page number to title and URL path, and back from a path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from lycosa.webs.practice.draws import keyed, mixed, share
from lycosa.webs.practice.plan import SECTION
from lycosa.webs.practice.prose import everything_else, general, languages, planted, slug

if TYPE_CHECKING:
    from lycosa.webs.practice.hosts import Hosts
    from lycosa.webs.practice.plan import Plan

NUMBER: Final = r"(0|[1-9][0-9]{0,17})"
ARTICLE: Final = re.compile(rf"/(?:p/|[a-z0-9-]+/[a-z0-9-]+-){NUMBER}(?:\.html)?", re.ASCII)
INDEX: Final = re.compile(rf"/[a-z0-9-]+-{NUMBER}/", re.ASCII)


class Name(NamedTuple):
    """What a page is called."""

    title: str
    thing: str  # what the title is about
    host: int
    path: str
    language: int = 0  # 0 for English, else one more than the place in prose.languages()


class Addresses:
    """The names of all pages of a web."""

    def __init__(self, number: int, plan: Plan, hosts: Hosts, opaque: float, foreign: float) -> None:
        self.plan = plan
        self.hosts = hosts
        self.subjects = [*planted()[: plan.topics], everything_else()]
        self._key = keyed(number, "names")
        self._opaque, self._foreign = share(opaque), share(foreign) >> 16
        plain = general()["sections"]
        self._folders = [[*map(slug, subject.things), *plain, *plain] for subject in self.subjects]

    def name(self, page: int, subject: int) -> Name:
        """The name of a page whose subject is known."""
        said = self.subjects[subject]
        bits = mixed(page, self._key)
        title = (bits & 0xFFFF) % len(said.titles)
        section = page // SECTION
        host = self.hosts.of_section(section)
        if subject == self.plan.topics and bits >> 16 & 0xFFFF < self._foreign:
            return self._foreign_name(page, host)
        path = f"/p/{page}" if bits >> 32 < self._opaque else f"{self.folder(section)}{said.slugs[title]}-{page}.html"
        return Name(said.titles[title], said.anchors[title], host, path)

    def _foreign_name(self, page: int, host: int) -> Name:
        language = page // SECTION % len(languages())
        code, text = languages()[language]
        title = f"{text['title']} {page % 89 + 11}"
        return Name(title, title, host, f"{self.folder(page // SECTION)}{code}-{page}.html", language + 1)

    def folder(self, section: int) -> str:
        """The path of a section, where its index is."""
        words = self._folders[self.plan.section_subject(section)]
        return f"/{words[mixed(section, ~self._key) % len(words)]}-{section}/"

    def url(self, page: int) -> str:
        """A page's URL."""
        name = self.name(page, self.plan.place(page)[0])
        return f"http://{self.hosts.name(name.host)}{name.path}"

    def article(self, host: int, path: str) -> int | None:
        """The article at a path of a host, if one is there."""
        match = ARTICLE.fullmatch(path)
        if match is None or (page := int(match[1])) >= self.plan.size:
            return None
        name = self.name(page, self.plan.place(page)[0])
        return page if (name.host, name.path) == (host, path) else None

    def index(self, host: int, path: str) -> int | None:
        """The section whose index is at a path of a host, if one is there."""
        match = INDEX.fullmatch(path)
        if match is None or (section := int(match[1])) >= self.plan.sections:
            return None
        fits = self.hosts.of_section(section) == host and self.folder(section) == path
        return section if fits else None
