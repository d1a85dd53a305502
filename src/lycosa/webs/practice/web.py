"""The practice web: every answer is worked out from the URL and the seed number, and nothing is kept."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lycosa.webs.base import Exchange, Failure
from lycosa.webs.practice import service
from lycosa.webs.practice.addresses import NUMBER, Addresses
from lycosa.webs.practice.articles import Articles
from lycosa.webs.practice.charsets import content_type, encoded
from lycosa.webs.practice.draws import keyed, mixed
from lycosa.webs.practice.hosts import Host, Hosts
from lycosa.webs.practice.links import Links
from lycosa.webs.practice.plan import SECTION, Plan, PracticeError
from lycosa.webs.practice.properties import Properties
from lycosa.webs.practice.prose import planted
from lycosa.webs.practice.shell import Shell, whole

if TYPE_CHECKING:
    from lycosa.webs.practice.service import Answer

URL: Final = re.compile(r"http://([a-z0-9.-]+)(/[^?#]*)?(?:\?([^#]*))?(?:#.*)?", re.ASCII)
MIRROR: Final = ".mirrors.test"
SESSION: Final = re.compile(r"sid=[0-9a-f]{16}", re.ASCII)
GO: Final = re.compile(rf"/go/([1-9])/{NUMBER}", re.ASCII)
ROUND: Final = re.compile(r"/round/([1-3])", re.ASCII)
PART: Final = re.compile(r"/(sections/|sitemap-)(0|[1-9][0-9]{0,8})(\.xml)?", re.ASCII)
MOST_LISTED: Final = 10_000_000  # pages of a web whose topics are listed in full
WEIGHTS: Final = (0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.0, 1.0, 1.1, 1.2, 1.4, 1.6, 2.0, 2.8, 4.5)


class Place(NamedTuple):
    """A URL taken apart, on a host that exists."""

    host: Host
    path: str
    query: str

    @property
    def session(self) -> bool:
        """Whether its query is a visitor's number, and the host counts its visitors."""
        return self.host.trap == "session" and bool(SESSION.fullmatch(self.query))


class PracticeWeb(Properties):
    """A computed web with planted topics, of any size: `practice(pages=1000, number=7)`.

    Articles belong to a topic or to none; indexes, notices and traps belong to none. A mirror, a printed
    version and a URL with a session id have their article's truth; `topics` lists the article's own URL only.
    """

    word = "practice"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.plan = Plan(
            self.number,
            self.pages,
            self.planted,
            self.topical,
            self.focus,
            self.tunnels,
            self.tunnel_length,
            self.orphans,
        )
        self.hosts = Hosts(self.number, self.plan.sections, self.hosts_wanted, self.unwell, self.traps, self.soft_404)
        self._addresses = Addresses(self.number, self.plan, self.hosts, self.opaque, self.foreign)
        self._articles = Articles(self, self._addresses, Links(self, self._addresses))
        self._key = keyed(self.number, "web")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The planted topics."""
        return tuple(subject.name for subject in planted()[: self.planted])

    def describe(self) -> dict[str, Any]:
        """The parameters in force, and what became of them."""
        return {
            **self.options(),
            "articles": self.plan.size,
            "hosts": self.hosts.well,
            "unwell_hosts": self.hosts.total - self.hosts.well,
            "topics": {name: self.plan.members(topic) for topic, name in enumerate(self.names)},
        }

    def fetch(self, url: str) -> Exchange | Failure:
        """The answer to a GET of this URL."""
        place = self._place(url)
        if place is None:
            return Failure(url, "unknown_host", "no such host on this practice web")
        if place.host.health in ("down", "timeout"):
            return Failure(url, "host_down" if place.host.health == "down" else "timeout")
        return Exchange(url, *self._answer(url, place))

    def article(self, url: str) -> int | None:
        """The number of the article that a URL shows, if it shows one."""
        place = self._place(url)
        return None if place is None else self._shown(place)

    def url(self, page: int) -> str:
        """The URL of an article, by number."""
        if not 0 <= page < self.plan.size:
            raise PracticeError(f"there is no article {page}; they go from 0 to {self.plan.size - 1}")
        return self._addresses.url(page)

    def truth(self, url: str) -> frozenset[str]:
        """The topics of what a URL shows."""
        page = self.article(url)
        subject = self.planted if page is None else self.plan.place(page)[0]
        return frozenset(self.names[subject : subject + 1])

    def topics(self) -> dict[str, list[str]]:
        """Topic to the URLs of its articles, the most linked to first. For webs that can be listed."""
        if self.plan.size > MOST_LISTED:
            raise PracticeError(f"a practice web of {self.plan.size} pages cannot be listed; ask truth(url) instead")
        return {name: self.seeds(name, self.plan.size) for name in self.names}

    def seeds(self, topic: str, n: int) -> list[str]:
        """The n articles of a topic that are the most linked to."""
        number = self._topic(topic)
        count = min(n, self.plan.members(number))
        return [self.url(self.plan.page(number, rank)) for rank in range(count)]

    def description(self, topic: str) -> str:
        """What a hunter would say of a topic."""
        return planted()[self._topic(topic)].about

    def host(self, name: str) -> Host:
        """A host's manners: delay, health, robots and traps."""
        number = self.hosts.number(name.removesuffix(MIRROR) + ".test" if name.endswith(MIRROR) else name)
        if number is None:
            raise PracticeError(f"no host {name!r} on {self!r}; web.hosts lists them")
        return self.hosts.manners(number)

    def delay(self, url: str) -> float:
        """Seconds until a URL is answered, were there a clock."""
        place = self._place(url)
        return place.host.delay if place else 0.0

    def _topic(self, name: str) -> int:
        if name not in self.names:
            raise PracticeError(f"no topic {name!r} on {self!r}; it has {', '.join(self.names)}")
        return self.names.index(name)

    def _place(self, url: str) -> Place | None:
        match = URL.fullmatch(url)
        if match is None:
            return None
        name, mirror = match[1], match[1].endswith(MIRROR)
        number = self.hosts.number(name.removesuffix(MIRROR) + ".test" if mirror else name)
        if number is None or (mirror and number >= self.hosts.well):
            return None
        return Place(self.hosts.manners(number), match[2] or "/", match[3] or "")

    def _shown(self, place: Place) -> int | None:
        if place.query and place.query != "print=1" and not place.session:
            return None
        return self._addresses.article(place.host.number, place.path)

    def _answer(self, url: str, place: Place) -> Answer:
        host = place.host
        if place.path == "/robots.txt" and host.health != "busy":
            return service.robots(host)
        if host.health == "busy":
            return service.error(host, 503, ("Retry-After", "120"))
        if host.health == "closed":
            return service.closed(host, place.path)
        page = self._shown(place)
        if page is None:
            return self._in_session(host, url, self._service(place) or service.missing(host, place.path))
        if place.query == "print=1":
            return self._printed(host, page)
        return self._in_session(host, url, self._whole(host, page))

    def _in_session(self, host: Host, url: str, answer: Answer) -> Answer:
        """On hosts that count their visitors in the URL every page hands out a new id."""
        status, headers, body = answer
        if host.trap != "session" or b"<html" not in body:
            return answer
        sid = f"{keyed(self._key, url):016x}"
        return status, headers, re.sub(rb'href="(/[^"?]*)"', rb'href="\1?sid=' + sid.encode() + b'"', body)

    def _whole(self, host: Host, page: int) -> Answer:
        """An article on its site."""
        article = self._articles.article(page)
        bits = mixed(page, self._key)
        shell = Shell(
            title=f"{article.title} | {host.name}" if bits & 1 else article.title,
            site=host.name,
            nav=self._nav(host, page),
            footer=(*service.footer(host), (f"{self._path(page)}?print=1", "Print version")),
            description=article.description if bits & 6 else "",
            keywords=article.keywords if bits & 24 else "",
            canonical=self._addresses.url(page) if host.canonical else "",
            language=article.language,
            charset=article.charset,
            weight=int(1024 * self.weight * WEIGHTS[bits >> 60]),
        )
        headers = (("Content-Type", content_type(article.charset)),)
        return 200, headers, encoded(whole(shell, article.html), article.charset)

    def _path(self, page: int) -> str:
        return self._addresses.name(page, self.plan.place(page)[0]).path

    def _nav(self, host: Host, page: int) -> tuple[tuple[str, str], ...]:
        """Home, the section and its neighbours on the host, the next article."""
        section = page // SECTION
        near = [s for s in (section - 1, section, section + 1) if 0 <= s < self.plan.sections]
        folders = [self._addresses.folder(s) for s in near if self.hosts.of_section(s) == host.number]
        after = section * SECTION + (page + 1) % SECTION
        name = self._addresses.name(after, self.plan.place(after)[0])
        sections = tuple((folder, folder.strip("/").rpartition("-")[0].replace("-", " ")) for folder in folders)
        return (("/", "Home"), *sections, (name.path, "Next"), ("/about", "About"))

    def _printed(self, host: Host, page: int) -> Answer:
        """The article without the site around it: a near-duplicate."""
        article = self._articles.article(page)
        text = whole(Shell(article.title, host.name, language=article.language), article.html)
        return 200, (service.HTML,), text.encode()

    def _service(self, place: Place) -> Answer | None:
        """Every page that is no article."""
        host, path = place.host, place.path
        if place.query and not place.session:
            return None
        if path == "/":
            return service.home(self._addresses, host)
        if path[1:] in service.NOTICES:
            return service.notice(host, path[1:])
        if path == "/sitemap.xml":
            return service.sitemap(self._addresses, host, None)
        section = self._addresses.index(host.number, path)
        if section is not None:
            return service.index(self._addresses, host, section)
        return self._moved(host, path) or self._part(host, path) or self._odd(host, path)

    def _moved(self, host: Host, path: str) -> Answer | None:
        """Other names of articles, and the loop."""
        if match := ROUND.fullmatch(path):
            return service.around(host, int(match[1]))
        match = GO.fullmatch(path)
        if match is None or (page := int(match[2])) >= self.plan.size:
            return None
        if self.hosts.of_section(page // SECTION) != host.number:
            return None
        hops = int(match[1])
        status = service.MOVES[(page + hops) % len(service.MOVES)]
        return service.moved(status, self._addresses.url(page) if hops == 1 else f"/go/{hops - 1}/{page}")

    def _part(self, host: Host, path: str) -> Answer | None:
        match = PART.fullmatch(path)
        if match is None or bool(match[3]) != (match[1] == "sitemap-"):
            return None
        if match[3]:
            return service.sitemap(self._addresses, host, int(match[2]))
        return service.home(self._addresses, host, int(match[2]))

    def _odd(self, host: Host, path: str) -> Answer | None:
        """Traps and errors."""
        if re.fullmatch(r"/gone/[0-9]+", path):
            return service.error(host, 410)
        if match := re.fullmatch(r"/server/([0-9]+)", path):
            return service.error(host, 500 if match[1][-1] < "5" else 503)
        return service.calendar(host, path) or service.depths(host, path)
