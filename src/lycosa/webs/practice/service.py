"""Answers that are no articles: home, indexes of sections, notices, robots.txt, sitemaps, errors, traps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from lycosa.webs.practice.draws import draw, keyed, stream
from lycosa.webs.practice.plan import SECTION
from lycosa.webs.practice.prose import everything_else, general
from lycosa.webs.practice.shell import Shell, anchors, whole

if TYPE_CHECKING:
    from lycosa.webs.practice.addresses import Addresses
    from lycosa.webs.practice.hosts import Host

Answer = tuple[int, tuple[tuple[str, str], ...], bytes]

HTML: Final = ("Content-Type", "text/html; charset=utf-8")
TEXT: Final = ("Content-Type", "text/plain; charset=utf-8")
XML: Final = ("Content-Type", "application/xml")
NOTICES: Final = ("about", "contact", "privacy")
STATUS: Final = {
    301: "Moved",
    302: "Found",
    307: "Moved for now",
    308: "Moved for good",
    404: "Page not found",
    410: "Gone",
    500: "Server error",
    503: "Busy",
}
MOVES: Final = (301, 302, 307, 308)
ROUND: Final = 3  # length of the loop
HOME_LIST: Final = 40  # sections listed on one page
SITEMAP: Final = 12  # sections in one sitemap
SITEMAPS: Final = 500  # sitemaps named in an index
DAYS: Final = 28
MONTH: Final = re.compile(r"/calendar/([1-9][0-9]*)/(1[0-2]|[1-9])(?:/([1-9]|1[0-9]|2[0-8]))?", re.ASCII)
DEPTH: Final = re.compile(r"/browse/(?:[a-z-]+/)*", re.ASCII)
FOLDERS: Final = ("more", "older", "by-name", "by-place", "all", "series")


def page(title: str, host: Host, main: str, status: int = 200) -> Answer:
    """A plain page of a host."""
    text = whole(Shell(title, host.name, (("/", "Home"), ("/about", "About")), footer(host)), main)
    return status, (HTML,), text.encode()


def footer(host: Host) -> tuple[tuple[str, str], ...]:
    """The links at the foot of a host's pages. Traps begin here."""
    extra = {"calendar": ("/calendar/2026/1", "Calendar"), "depth": ("/browse/", "Browse")}
    notices = tuple((f"/{notice}", notice.capitalize()) for notice in NOTICES)
    return (*notices, extra[host.trap]) if host.trap in extra else notices


def notice(host: Host, name: str) -> Answer:
    """Home-page prose, contact, privacy: a few sentences about nothing."""
    return page(f"{name.capitalize()}: {host.name}", host, f"<h1>{name.capitalize()}</h1>\n{chat(host, name)}")


def chat(host: Host, about: str, sentences: int = 5) -> str:
    """A paragraph about nothing."""
    draws = stream(keyed(host.name, about))
    return "<p>" + " ".join([draw(draws, everything_else().sentences) for _ in range(sentences)]) + "</p>\n"


def missing(host: Host, path: str) -> Answer:
    """What is not there: 404, or on some hosts a friendly page with status 200."""
    main = f"<h1>{STATUS[404]}</h1>\n<p>Sorry, we could not find what you asked for. Try the home page.</p>\n"
    if host.soft_404:
        return page(f"Welcome to {host.name}", host, main + chat(host, path, 2))
    return page(STATUS[404], host, main, 404)


def error(host: Host, status: int, *headers: tuple[str, str]) -> Answer:
    """An error's page."""
    return status, (HTML, *headers), page(STATUS[status], host, f"<h1>{STATUS[status]}</h1>\n", status)[2]


def moved(status: int, to: str) -> Answer:
    """A redirect."""
    return status, (HTML, ("Location", to)), f'<p>{STATUS[status]}: <a href="{to}">{to}</a></p>\n'.encode()


def around(host: Host, step: int) -> Answer:
    """One step of a loop of redirects."""
    return moved(MOVES[(host.number + step) % len(MOVES)], f"/round/{step % ROUND + 1}")


def calendar(host: Host, path: str) -> Answer | None:
    """A month, or a day on which there is nothing: always one more to come."""
    match = MONTH.fullmatch(path)
    if match is None or host.trap != "calendar" or len(match[1]) > 400:
        return None
    year, month, day = int(match[1]), int(match[2]), match[3]
    if day:
        return page(f"{day}/{month}/{year}", host, f"<h1>{day}/{month}/{year}</h1>\n<p>No events on this day.</p>\n")
    later = f"/calendar/{year + month // 12}/{month % 12 + 1}"
    before = f"/calendar/{year - (month == 1)}/{(month - 2) % 12 + 1}"
    turn = ((before, "Previous month"), (later, "Next month")) if year > 1 else ((later, "Next month"),)
    days = tuple((f"{path}/{number}", str(number)) for number in range(1, DAYS + 1))
    return page(f"{month}/{year}", host, f"<h1>Calendar {month}/{year}</h1>\n<ul>\n{anchors(turn + days)}</ul>\n")


def depths(host: Host, path: str) -> Answer | None:
    """A folder with folders in it, ever deeper."""
    if host.trap != "depth" or not DEPTH.fullmatch(path):
        return None
    inner = tuple((f"{path}{folder}/", folder.capitalize()) for folder in FOLDERS)
    return page("Browse", host, f"<h1>Browse</h1>\n<ul>\n{anchors(inner)}</ul>\n{chat(host, path, 3)}")


def home(addresses: Addresses, host: Host, part: int = 0) -> Answer | None:
    """A host's home page, or a further part of its list of sections."""
    mine = addresses.hosts.sections_of(host.number)
    listed = mine[part * HOME_LIST : (part + 1) * HOME_LIST]
    if part and not listed:
        return None
    links = tuple((addresses.folder(section), _section_title(addresses, section)) for section in listed)
    more = ((f"/sections/{part + 1}", "More sections"),) if len(mine) > (part + 1) * HOME_LIST else ()
    astray = (("/round/1", "Members"),) if part == 0 else ()
    main = f"<h1>{host.name}</h1>\n{chat(host, 'home')}<ul>\n{anchors(links + more + astray)}</ul>\n"
    return page(host.name, host, main)


def index(addresses: Addresses, host: Host, section: int) -> Answer:
    """The list of a section's articles."""
    title = _section_title(addresses, section)
    links = []
    for number in range(section * SECTION, (section + 1) * SECTION):
        name = addresses.name(number, addresses.plan.place(number)[0])
        links.append((name.path, name.title))
    return page(title, host, f"<h1>{title}</h1>\n<ul>\n{anchors(tuple(links))}</ul>\n")


def _section_title(addresses: Addresses, section: int) -> str:
    return addresses.folder(section).strip("/").rpartition("-")[0].replace("-", " ").capitalize()


def robots(host: Host) -> Answer:
    """A host's robots.txt."""
    if host.health == "closed":
        return 200, (TEXT,), b"User-agent: *\nDisallow: /\n"
    if not host.robots:
        return error(host, 404)
    lines = ["User-agent: *", "Disallow: /server/"]
    if host.canonical:  # as good a sign as any of a careful webmaster
        lines += ["Disallow: /browse/", "Disallow: /calendar/"]
    if host.crawl_delay:
        lines.append(f"Crawl-delay: {host.crawl_delay}")
    lines += ["", f"Sitemap: http://{host.name}/sitemap.xml", ""]
    return 200, (TEXT,), "\n".join(lines).encode()


def sitemap(addresses: Addresses, host: Host, part: int | None) -> Answer | None:
    """A host's sitemap: one file for a small host, an index of parts for a large one."""
    mine = addresses.hosts.sections_of(host.number)
    parts = -(-len(mine) // SITEMAP)
    if part is None and parts > 1:
        names = [f"http://{host.name}/sitemap-{number}.xml" for number in range(min(parts, SITEMAPS))]
        return 200, (XML,), _xml("sitemapindex", "sitemap", names)
    if not 0 <= (part or 0) < parts:
        return None
    first = mine[(part or 0) * SITEMAP : ((part or 0) + 1) * SITEMAP]
    urls = [addresses.url(number) for section in first for number in range(section * SECTION, (section + 1) * SECTION)]
    return 200, (XML,), _xml("urlset", "url", urls)


def _xml(outer: str, inner: str, urls: list[str]) -> bytes:
    rows = "".join([f"<{inner}><loc>{url}</loc></{inner}>\n" for url in urls])
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{outer} xmlns="{space}">\n{rows}</{outer}>\n'.encode()


def closed(host: Host, path: str) -> Answer:
    """Any page of a host whose robots.txt lets nobody in."""
    title = general()["things"][host.number % len(general()["things"])].capitalize()
    return page(title, host, f"<h1>{title}</h1>\n{chat(host, path)}")
