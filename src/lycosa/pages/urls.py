"""URLs: made absolute as browsers do, made canonical so that one page has one key, taken apart into words."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from itertools import repeat
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote

import can_ada

from lycosa.pages.hosts import host_key_in, names_of

if TYPE_CHECKING:
    from collections.abc import Callable

REMEMBERED = 1 << 16
MEMORABLE = 1024  # characters; what is longer is worked out each time, or a site could fill the memory

_SURROGATE = re.compile("[\ud800-\udfff]")
_WEB = ("http://", "https://")
_ROOTED = ("/", *_WEB)
_LONGEST_SITE = len("https://") + 254 + len(":65535")  # no name of a host is longer (RFC 1035, section 2.3.4)


def absolute(base: str, href: str) -> str | None:
    """The URL that a link on the page `base` leads to, or None where it leads to no web page.

    Blanks, control characters, backslashes and odd forms of IP addresses are read as browsers read them. The
    fragment is dropped, and so are user name and password: a crawler must not send credentials that it found.
    """
    return Joiner(base).join(href)


class Joiner:
    """Makes the links of one page absolute. What leads to one place from a whole site or folder is worked out once."""

    def __init__(self, base: str) -> None:
        self.base = _parsed(base)
        plain = self.plain = None if self.base is None else _plain(self.base)
        path = (plain or "").partition("?")[0]
        self.root, self.folder = path[: path.find("/", len(_WEB[1]))], path[: path.rfind("/") + 1]
        self.of_site, self.of_folder = (_of_site(self.root), _of_folder(self.folder)) if plain else ({}, {})

    def join_all(self, hrefs: list[str]) -> list[str | None]:
        """Where each leads, None for nowhere."""
        urls: list[Any] = list(map(self.of_site.get, hrefs, repeat(_NEW)))
        if _NEW in urls:
            urls = [self._further(href) if url is _NEW else url for href, url in zip(hrefs, urls, strict=True)]
        return urls

    def join(self, href: str) -> str | None:
        """Where it leads, None for nowhere."""
        return self.join_all([href])[0]

    def _further(self, href: str) -> Any:
        url = self.of_folder.get(href, _NEW)
        if url is _NEW:
            url = self._joined(href)
            if len(href) > MEMORABLE:
                return url
            if href.startswith(_ROOTED):
                _remember(self.of_site, href, url)
            elif _PLACED.fullmatch(href):
                _remember(self.of_folder, href, url)
        return url

    def _joined(self, href: str) -> str | None:
        if self.plain and _EASY.fullmatch(href):
            path = href.partition("#")[0] if "#" in href else href
            return (self.root if path[0] == "/" else self.folder) + path
        if self.plain and href[:1] == "#":
            return self.plain
        try:
            if href.startswith(_WEB):
                return _elsewhere(href) if len(href) <= MEMORABLE else _plain(can_ada.parse(href))
            return _plain(self.base + href)
        except (ValueError, TypeError):
            return self._second(href)

    def _second(self, href: str) -> str | None:
        """Without a base only an absolute URL leads anywhere; a lone surrogate is read as U+FFFD."""
        href = _SURROGATE.sub("\ufffd", href)
        try:
            return _plain(can_ada.parse(href) if self.base is None else self.base + href)
        except ValueError:
            return None


# What needs no parser: names of letters and digits, no dot but within one, no query, on the same site.
_EASY = re.compile(r"/?[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*+/?(?:#[^\t\n\r]*)?")
# What leads to one place from all pages of a folder: `?q`, `#p`, `http:?q` and what is as good as empty do not.
_PLACED = re.compile(r"(?!https?:(?!//))[A-Za-z0-9._~%-][^\t\n\r]*", re.IGNORECASE)
_NEW: Any = object()


def _remember(known: dict[str, str | None], href: str, url: str | None) -> None:
    if len(known) >= REMEMBERED // 8:
        known.clear()
    known[href] = url


@lru_cache(16)
def _of_site(_root: str) -> dict[str, str | None]:
    """A site's menu stands on all its pages: where its links lead, and the same string each time."""
    return {}


@lru_cache(16)
def _of_folder(_folder: str) -> dict[str, str | None]:
    """The same of links that go by the folder they stand in."""
    return {}


@lru_cache(REMEMBERED // 8)  # a site's pages lead to the same few places elsewhere
def _elsewhere(href: str) -> str | None:
    return _plain(can_ada.parse(href))


def _parsed(url: str) -> Any:
    """What the URL parser makes of it, or None."""
    try:
        return can_ada.parse(url)
    except ValueError:
        return None
    except TypeError:
        return _parsed(_SURROGATE.sub("\ufffd", url))


def _plain(parsed: Any) -> str | None:
    """An http URL without fragment and credentials, or None; also where no host can have so long a name."""
    url: str = parsed.href
    if not url.startswith(_WEB):
        return None
    if "@" in url and parsed.has_credentials:
        parsed.username = parsed.password = ""
        url = parsed.href
    if url.find("/", len(_WEB[1])) > _LONGEST_SITE:
        return None
    return url.partition("#")[0] if "#" in url else url


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("lycosa.pages").joinpath("data/urls.toml").read_text("utf-8"))


@cache
def _listed(of: str) -> frozenset[str]:
    return frozenset(_data()[of])


@cache
def shipped() -> frozenset[str]:
    """The names of parameters that say nothing about a page: session ids and tracking (`data/urls.toml`)."""
    return frozenset(name for family in _data()["family"] for name in family["parameters"])


_PATH_PARAMETER = re.compile(";([^;/=]*)(?:=[^;/]*)?")
_ESCAPE = re.compile("%([0-9A-Fa-f]{2})")
_STRAY = re.compile("%(?![0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def _unescaped(found: re.Match[str]) -> str:
    character = chr(int(found[1], 16))
    return character if character in _UNRESERVED else found[0].upper()


def _mended(text: str) -> str:
    """Percent-encoding as RFC 3986 prefers it. With a stray % all is left: %%34%31 must not turn into %41."""
    return text if _STRAY.search(text) else _ESCAPE.sub(_unescaped, text)


@dataclass(frozen=True)
class Canon:
    """What counts as the same URL. A canonical URL is no address: pages are fetched as found.

    Case of scheme and host, default ports, dot segments, fragments, credentials, percent-encoding, an empty
    path, an empty query and the parameters named by `drop` (None: the shipped list; * for any ending) make no
    difference; with `www` and `index` neither do a leading www. and the name of an index file.

    Paths keep their case, `~` stays and no slash is put after what may be a directory, unlike what Uluhan 2006 and
    Sundrani and Habeeb print: servers may tell these apart. Query parameters keep their order for the same reason: a
    page fetched twice is found out by its fingerprint, a page taken for another is lost.
    """

    www: bool = False
    index: bool = False
    drop: frozenset[str] | None = None
    key: Callable[[str], int] = field(init=False, repr=False, compare=False)
    pair: Callable[[str], tuple[int, int]] = field(init=False, repr=False, compare=False)
    _names: frozenset[str] = field(init=False, repr=False, compare=False)
    _prefixes: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        drop = [name.lower() for name in (shipped() if self.drop is None else self.drop)]
        self._put("_names", frozenset(drop))
        self._put("_prefixes", tuple(sorted(name[:-1] for name in drop if name.endswith("*"))))
        self._put("key", _Remembered(self._key).__getitem__)
        self._put("pair", _Remembered(lambda url: (self._key(url), host_key_in(url))).__getitem__)

    def _put(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def canonical(self, url: str) -> str:
        """The one form of all URLs that count as the same. What is no http URL stays as it is."""
        parsed = _parsed(url)
        plain = None if parsed is None else _plain(parsed)
        if plain is None:
            return url
        head, _, query = plain.partition("?")
        slash = head.index("/", 8)
        site, path = head[:slash], head[slash:]
        if "%" in path:
            path = _mended(path)
        if ";" in path:
            shorter = _PATH_PARAMETER.sub(self._kept, path)
            if shorter != path:  # what is left may be a dot segment
                return self.canonical(f"{site}{shorter}?{query}")
        if self.index and path[path.rindex("/") + 1 :].lower() in _listed("index"):
            path = path[: path.rindex("/") + 1]
        if self.www:
            site = _without_www(site)
        query = query and self._query(query)
        return f"{site}{path}?{query}" if query else site + path

    def _query(self, query: str) -> str:
        parts = query.split("&")
        if "%" in query:
            parts = [_mended(part) for part in parts]
        return "&".join([part for part in parts if not self._drops(part.partition("=")[0])])

    def _kept(self, found: re.Match[str]) -> str:
        return "" if self._drops(found[1]) else found[0]

    def _drops(self, name: str) -> bool:
        name = name.lower()
        return name in self._names or name.startswith(self._prefixes)

    def _key(self, url: str) -> int:
        """The canonical form's lasting number, 64 bits, the same in every process."""
        name = self.canonical(url).encode("utf-8", "surrogatepass")
        return int.from_bytes(blake2b(name, digest_size=8).digest(), "little")


T = TypeVar("T")


class _Remembered(dict[str, T]):
    """What is worked out of URLs. When they are many they are forgotten: to age them would cost each look more."""

    def __init__(self, of: Callable[[str], T]) -> None:
        self.of = of

    def __missing__(self, url: str) -> T:
        found = self.of(url)
        if len(url) <= MEMORABLE:
            if len(self) >= REMEMBERED:
                self.clear()
            self[url] = found
        return found


def _without_www(site: str) -> str:
    scheme, _, host = site.partition("//")
    while host.startswith("www.") and "." in host[4:-1]:
        host = host[4:]
    return f"{scheme}//{host}"


_RUN = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z]{2})(?=[A-Z])|(?<=[A-Z]{2})(?=[A-Z][a-z])")
_LETTERS_OR_DIGITS = re.compile(r"\d+|\D+")
_SHORT = 4


def url_words(url: str) -> list[str]:
    """The words of a URL in lower case: the host's own labels, the path, the query.

    `www`, the public suffix, index files and file extensions are no words. Words joined LikeThis are taken
    apart, and so are letters from digits in runs of more than four (`page12`, but `mp3`, `f1`, `2nd`).
    """
    return list(_words(url) if len(url) <= MEMORABLE else _words.__wrapped__(url))


@lru_cache(REMEMBERED // 8)  # a site's menu stands on all its pages
def _words(url: str) -> tuple[str, ...]:
    _, _, rest = url.partition("://")
    host, _, rest = rest.partition("/")
    words = list(_host_words(host))
    if rest:
        _add_words(words, _without_extension(rest))
    return tuple(words)


@lru_cache(REMEMBERED)
def _host_words(host: str) -> tuple[str, ...]:
    words: list[str] = []
    _add_words(words, names_of(host.rpartition("@")[2].partition(":")[0]))
    return tuple(words)


def _add_words(words: list[str], text: str) -> None:
    for run in _RUN.findall(unquote(text) if "%" in text else text):
        if run.isdigit() or (run.islower() and run.isalpha()):
            words.append(run)
        else:
            _add_parts(words, run)


def _add_parts(words: list[str], run: str) -> None:
    for hump in _HUMP.split(run):
        if len(hump) <= _SHORT or hump.isalpha():
            words.append(hump.lower())
        else:
            words.extend(part.lower() for part in _LETTERS_OR_DIGITS.findall(hump))


def _without_extension(rest: str) -> str:
    """Path and query without the file's extension, or without the file if it is an index."""
    path, mark, query = rest.partition("?")
    folder, slash, name = path.rpartition("/")
    if "." in name:
        stem, _, extension = name.rpartition(".")
        if name.lower() in _listed("index"):
            stem = ""
        if extension.lower() in _listed("extensions"):
            path = folder + slash + stem
    return path + mark + query
