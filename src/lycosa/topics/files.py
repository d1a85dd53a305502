"""What lies in a topic's folder, as text."""

from __future__ import annotations

import msgspec

from lycosa.pages.parse import parse
from lycosa.topics.topic import Example, TopicError

MARKUP = (".html", ".htm", ".xhtml")


def opened(path: str) -> tuple[str, str, str]:
    """The file, its folder with a slash, its text."""
    folder = path.rstrip("/") + "/"
    for file, beside in ((f"{folder}topic.toml", folder), (path, path[: path.rfind("/") + 1])):
        try:
            return file, beside, text_in(file)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            continue
    raise TopicError(f"{path}: no topic there: neither a topic.toml in a folder of this name nor a file")


def text_in(file: str) -> str:
    """The file's text; what is no UTF-8 is named by its line."""
    data = bytes_in(file)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise TopicError(f"{file}, line {line}: not UTF-8; save the file as UTF-8") from None


def bytes_in(file: str) -> bytes:
    """What the file holds."""
    with open(file, "rb") as stream:  # noqa: PTH123 - this room imports no pathlib
        return stream.read()


def text_beside(file: str) -> str:
    """The text of a file that need not be there."""
    try:
        return text_in(file)
    except FileNotFoundError:
        return ""


def beside(file: str, folder: str) -> str:
    """Where a file lies that is named in a folder."""
    return file if file.startswith("/") else folder + file


def read_text(file: str, where: str) -> str:
    """What a reader sees of a page in a file: its title and its text."""
    headers = {"content-type": "text/html" if file.lower().endswith(MARKUP) else "text/plain"}
    try:
        page = parse(f"file://{file}", headers, bytes_in(file))
    except OSError as wrong:
        raise TopicError(f"{where}: cannot read {file}: {wrong.strerror}") from None
    return f"{page.title}\n{page.content}"


def with_text(example: Example, folder: str, where: str) -> Example:
    """The example, of which a file is named, with the text in it."""
    return msgspec.structs.replace(example, text=read_text(beside(example.file, folder), where))


def entries(text: str) -> tuple[str, ...]:
    """The lines of a list, one entry each: neither empty ones nor those that start with #."""
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
