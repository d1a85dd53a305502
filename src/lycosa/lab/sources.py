"""What a web may be made of: archives, collections, files of HTML, lines of JSON, a practice web."""

from __future__ import annotations

import gzip
import re
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote

import msgspec

from lycosa.lab.records import LabError
from lycosa.pages.urls import absolute
from lycosa.webs.base import Exchange
from lycosa.webs.find import practice
from lycosa.webs.practice import PracticeWeb
from lycosa.webs.recorded import KINDS, RecordedWeb, open_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from lycosa.webs.base import Failure

    Labels = dict[str, list[str]]

HTML = (("Content-Type", "text/html"),)
LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
PAGES = ("", ".htm", ".html", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".cfm", ".cgi")
FORMS = "a WARC or WACZ file, a collection, a folder or zip of HTML files, a .jsonl file, or practice(pages=5000)"

_HEADED = re.compile(rb"(?:HTTP/\d[^\n]*\n)?(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n){1,100}\r?\n")
_CARET = re.compile(r"https?[_:]\^\^.+")


class Source(NamedTuple):
    """Answers of a web, one after the other: given the URLs known by then, of which it may answer some too.

    `labels` fills while the answers are read. `servable` if the web can be opened again by the name it was given.
    """

    answers: Callable[[Collection[str]], Iterator[Exchange | Failure]]
    labels: Labels
    total: int = 0  # answers to come; 0 where nobody knows
    servable: bool = False


@contextmanager
def opened(text: str, base: str = "", *, by_folder: bool = False) -> Iterator[Source]:
    """The source that is meant. `base` is where files stand in their web; `by_folder` labels them by top folder."""
    path = Path(text).expanduser()
    name = path.name.lower()
    if not text.strip() or not path.exists():
        yield _practice(text)
    elif name.endswith(LINES):
        yield _lines(path)
    elif name.endswith(".zip"):
        with unzipped(path) as packed:
            names = [one.filename for one in packed.infolist() if not one.is_dir()]
            yield _files(path, names, packed.read, base, by_folder=by_folder)
    elif name.endswith(".wacz"):
        with TemporaryDirectory() as folder, closing(_unpacked(path, Path(folder))) as unpacked:
            yield _recorded(unpacked)._replace(servable=False)
    elif (web := warcs(path)) is not None:
        with closing(web) as recorded:
            yield _recorded(recorded)
    elif path.is_dir():
        names = sorted(str(one.relative_to(path)) for one in path.rglob("*") if one.is_file())
        yield _files(path, names, lambda name: (path / name).read_bytes(), base, by_folder=by_folder)
    else:
        raise LabError(f"{path}: nothing a web can be made of; name {FORMS}")


def unzipped(path: Path) -> zipfile.ZipFile:
    """A zip's table of contents."""
    try:
        return zipfile.ZipFile(path)
    except zipfile.BadZipFile:
        raise LabError(f"{path}: is damaged, or no zip file") from None


@contextmanager
def closing(web: RecordedWeb) -> Iterator[RecordedWeb]:
    """The web, its files closed at the end."""
    try:
        yield web
    finally:
        web.close()


def warcs(path: Path) -> RecordedWeb | None:
    """The recorded web at a path: a file, a folder of them, or a collection."""
    if path.is_file():
        return RecordedWeb(path) if path.name.endswith(KINDS) else None
    for folder in (path, path / "warc"):
        if folder.is_dir() and any(one.name.endswith(KINDS) for one in folder.iterdir()):
            return open_folder(folder)
    return None


def _recorded(web: RecordedWeb) -> Source:
    return Source(lambda _: map(web.fetch, web.urls), dict(web.topics()), len(web), servable=True)


def _unpacked(path: Path, folder: Path) -> RecordedWeb:
    """The archives within a WACZ, laid out for a while: a zip cannot be read at any place."""
    with unzipped(path) as packed:
        names = [name for name in packed.namelist() if name.startswith("archive/") and name.endswith(KINDS)]
        for number, name in enumerate(names):
            target = folder / f"{number:06}-{Path(name).name}"
            with packed.open(name) as held, target.open("wb") as file:
                copyfileobj(held, file)
    if not names:
        raise LabError(f"{path}: holds no archive/*.warc.gz; is it a WACZ file?")
    return RecordedWeb(*sorted(folder.iterdir()))


def _practice(text: str) -> Source:
    if not text.strip().startswith(PracticeWeb.word):
        raise LabError(f"{text}: no such source; name {FORMS}")
    web = practice(text)
    articles = [web.url(page) for page in range(web.plan.size)]

    def answers(known: Collection[str]) -> Iterator[Exchange | Failure]:
        """The articles, and what they lead to."""
        yield from map(web.fetch, articles)
        done = frozenset(articles)
        yield from map(web.fetch, [url for url in list(known) if url not in done])

    return Source(answers, web.topics(), servable=True)


def _lines(path: Path) -> Source:
    labels: Labels = {}

    def answers(_: Collection[str]) -> Iterator[Exchange]:
        """A page a line."""
        packed = path.name.endswith(".gz")
        with gzip.open(path, "rb") if packed else path.open("rb") as file:
            for number, line in enumerate(_whole(file, path), 1):
                if line.strip():
                    yield _line(line, f"{path}, line {number}", labels)

    return Source(answers, labels)


def _whole(file: Iterable[bytes], path: Path) -> Iterator[bytes]:
    """The lines of a file that may be packed."""
    try:
        yield from file
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise LabError(f"{path}: is damaged; pack it again (gzip)") from None


def _line(line: bytes, where: str, labels: Labels) -> Exchange:
    try:
        held: Any = msgspec.json.decode(line)
        url, html, topics = held["url"], held["html"], held.get("labels") or ()
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        raise LabError(f'{where}: a line is an object like {{"url": ..., "html": ..., "labels": [...]}}') from None
    whole = absolute(url, "") if isinstance(url, str) else None
    if whole is None or not isinstance(html, str):
        raise LabError(f"{where}: url must be a web address and html a text")
    for topic in [topics] if isinstance(topics, str) else topics:
        labels.setdefault(str(topic), []).append(whole)
    return Exchange(whole, 200, (("Content-Type", "text/html; charset=utf-8"),), html.encode("utf-8", "replace"))


def _files(
    path: Path, names: Iterable[str], read: Callable[[str], bytes], base: str, *, by_folder: bool = False
) -> Source:
    """Files of HTML: their URLs are their own names, or their paths below the base."""
    kept = [name for name in names if _is_page(name)]
    urls = {name: url for name in kept if (url := named_url(name.rpartition("/")[2]))}
    if len(urls) < len(kept):
        if absolute(base, "") is None:
            raise LabError(
                f"{path}: its files' names are no URLs; say where they stand with --base http://example.org/"
            )
        urls = {name: absolute(base, quote(name)) or "" for name in kept}
    if not urls:
        raise LabError(f"{path}: holds no HTML file; name {FORMS}")
    labels: Labels = {}
    for name, url in urls.items() if by_folder else ():
        if "/" in name:
            labels.setdefault(name.partition("/")[0], []).append(url)

    def answers(_: Collection[str]) -> Iterator[Exchange]:
        """A page a file."""
        for name, url in urls.items():
            yield Exchange(url, 200, *_parted(read(name)))

    return Source(answers, labels, len(urls))


def _is_page(name: str) -> bool:
    last = name.rpartition("/")[2]
    return bool(named_url(last)) or (not last.startswith(".") and Path(last).suffix.lower() in PAGES)


def named_url(name: str) -> str:
    """The URL that a file's name is: escaped by percent signs, or with ^ for / as WebKB writes it.

    >>> named_url("http_^^www.cs.example.edu^~ann^"), named_url("http%3A%2F%2Fa.test%2Fb.html"), named_url("b.html")
    ('http://www.cs.example.edu/~ann/', 'http://a.test/b.html', '')
    """
    if _CARET.fullmatch(name):
        name = re.sub("^(https?)[_:]", r"\1:", name).replace("^", "/")
    elif "%" in name:
        name = unquote(name)
    return (absolute(name, "") or "") if name.startswith(("http://", "https://")) else ""


def _parted(data: bytes) -> tuple[tuple[tuple[str, str], ...], bytes]:
    """Headers and body: some collections keep the server's answer with its head."""
    found = _HEADED.match(data[:16384])
    if not found:
        return HTML, data
    lines = found[0].decode("latin-1").splitlines()
    pairs = (line.partition(":") for line in lines if ":" in line and not line.startswith("HTTP/"))
    kept = [(name.strip(), value.strip()) for name, _, value in pairs if name.lower() == "content-type"]
    return tuple(kept) or HTML, data[found.end() :]
