"""A topic's folder as it is written: labels, the pages that were labelled, files a user may edit."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from lycosa.archive.appending import unwritable
from lycosa.engines.neighbours import TOML, beside
from lycosa.topics.files import text_beside
from lycosa.topics.labels import FILES, IRRELEVANT, LABELS, RELEVANT, kept_as, line_of, read_labels
from lycosa.topics.read import read_topic
from lycosa.topics.topic import TopicError

if TYPE_CHECKING:
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

RELATED, UNRELATED = "related.txt", "unrelated.txt"  # lists of labelled addresses


class TopicFolder:
    """A folder with a topic.toml."""

    def __init__(self, path: Path | str) -> None:
        given = Path(path).expanduser()
        self.path = given.parent if given.name == TOML else given
        if not (self.path / TOML).is_file():
            raise TopicError(f"{path}: no topic there; lycosa topic new makes one")

    def topic(self) -> Topic:
        """What lies in it."""
        return beside(read_topic(str(self.path)), self.path)

    def labels(self) -> dict[str, str]:
        """Page to value, the latest last."""
        file = str(self.path / LABELS)
        return read_labels(text_beside(file), file)

    def label(self, page: str, value: str, kept: Page | None = None) -> None:
        """Note what was said of a page, and keep the page beside it."""
        if kept is not None and page.startswith(("http://", "https://")):
            self.keep(page, kept)
        file = self.path / LABELS
        if self.labels().get(page) == value:
            return
        try:
            with file.open("ab+") as stream:
                stream.seek(0)
                whole = stream.read()
                begin = "\n" if whole and not whole.endswith(b"\n") else ""
                stream.write((begin + line_of(page, value)).encode())
        except OSError as wrong:
            raise unwritable(file, wrong) from None

    def keep(self, url: str, page: Page) -> None:
        """The page of a URL beside the topic, as it is now."""
        self._put(kept_as(url), kept_html(page))

    def unlabel(self) -> str:
        """Take the latest line of labels back; the page that it was of, or nothing."""
        file = self.path / LABELS
        lines = text_beside(str(file)).splitlines(keepends=True)
        if not lines:
            return ""
        self._put(LABELS, "".join(lines[:-1]))
        return lines[-1].partition("\t")[0]

    def lists(self) -> None:
        """The relevant addresses and the others as plain lists, one a line."""
        for name, meant in ((RELATED, RELEVANT), (UNRELATED, IRRELEVANT)):
            urls = [page for page, value in self.labels().items() if value == meant and not page.startswith(FILES)]
            self._put(name, "".join(f"{url}\n" for url in urls))

    def copied(self, file: Path) -> str:
        """A file copied to the examples, by the name that labels know it by."""
        data = file.read_bytes()
        name, number = file.name.replace("\t", " "), 1
        while (there := self.path / FILES / name).exists() and there.read_bytes() != data:
            number += 1
            name = f"{file.stem}-{number}{file.suffix}"
        try:
            there.parent.mkdir(exist_ok=True)
            there.write_bytes(data)
        except OSError as wrong:
            raise unwritable(there, wrong) from None
        return FILES + name

    def write(self, name: str, text: str, *, force: bool = False) -> Path:
        """A file of the folder; one that is there stays unless it may be overwritten."""
        if (self.path / name).exists() and not force:
            raise TopicError(f"{self.path / name}: is there already; edit it, or overwrite it with --force")
        return self._put(name, text)

    def _put(self, name: str, text: str) -> Path:
        return self.put(name, text.encode("utf-8", "replace"))

    def put(self, name: str, data: bytes) -> Path:
        """A file of the folder, overwritten: all of it or nothing."""
        file = self.path / name
        part = file.with_name(file.name + ".part")
        try:
            file.parent.mkdir(exist_ok=True)
            part.write_bytes(data)
            part.replace(file)
        except OSError as wrong:
            raise unwritable(file, wrong) from None
        return file


def begin(path: Path, document: str) -> TopicFolder:
    """A folder with this topic.toml, where there is none yet."""
    if (path / TOML).exists():
        raise TopicError(f"{path}: holds a topic already; add to it with lycosa topic add, or edit {path / TOML}")
    try:
        path.mkdir(parents=True, exist_ok=True)
        (path / TOML).write_text(document, "utf-8")
    except OSError as wrong:
        raise unwritable(path, wrong) from None
    return TopicFolder(path)


def kept_html(page: Page) -> str:
    """What judges and proposals go by, as a small page that an editor and a browser show."""
    metas = (("keywords", page.keywords), ("description", page.description))
    lines = [
        "<!doctype html>",
        f'<html lang="{escape(page.language)}">',
        '<meta charset="utf-8">',
        f"<title>{_one_line(page.title)}</title>",
        *(f'<meta name="{name}" content="{_one_line(text)}">' for name, text in metas if text),
        f"<pre>\n{escape(_plain(page.content), quote=False)}</pre>",
    ]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return escape(" ".join(_plain(text).split()))


def _plain(text: str) -> str:
    """The text as UTF-8 can hold it, empty lines and ends of lines taken away."""
    whole = text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")
    lines = (" ".join(line.split()) for line in re.split(r"[\r\n]+", whole))
    return "\n".join(line for line in lines if line)
