"""Labels: what a person said of a page, one `url<TAB>value` a line; of two lines for a page the later counts."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lycosa.pages.urls import absolute
from lycosa.topics.files import beside, read_text, text_beside, with_text
from lycosa.topics.topic import Example, TopicError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LABELS = "labels.tsv"
KEPT = "labelled/"  # the pages themselves, as they were when they were labelled
FILES = "examples/"  # files that are examples
RELEVANT, IRRELEVANT, UNKNOWN = "relevant", "irrelevant", "unknown"
VALUES = (RELEVANT, IRRELEVANT, UNKNOWN)


def read_labels(text: str, source: str) -> dict[str, str]:
    """Page to value, by when each was last spoken of."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            page, _, value = line.strip().partition("\t")
            _check(page, value.strip(), f"{source}, line {number}")
            found.pop(page, None)
            found[page] = value.strip()
    return found


def _check(page: str, value: str, where: str) -> None:
    if value not in VALUES:
        raise TopicError(f"{where}: expected a page, a tab and {' or '.join(VALUES)}, found {value!r}")
    if not page.startswith(FILES) and absolute(page, "") is None:
        raise TopicError(f"{where}: {page!r} is no web address; write it like http://example.org/")


def line_of(page: str, value: str) -> str:
    """A label as it is written."""
    return f"{page}\t{value}\n"


def kept_as(url: str) -> str:
    """The file beside the topic that keeps the page of a URL."""
    return f"{KEPT}{blake2b(url.encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}.html"


def labelled(folder: str) -> dict[str, tuple[Example, ...]]:
    """The labelled pages of a folder, relevant and unrelated ones, with their text where it was kept."""
    source = f"{folder}{LABELS}"
    labels = read_labels(text_beside(source), source)
    return {
        kind: tuple(_example(page, folder, source) for page, value in labels.items() if value == meant)
        for kind, meant in (("relevant", RELEVANT), ("unrelated", IRRELEVANT))
    }


def _example(page: str, folder: str, source: str) -> Example:
    if page.startswith(FILES):
        return Example(file=page, text=read_text(beside(page, folder), f"{source}, {page}"))
    return with_kept(Example(url=page), folder, source)


def with_kept(example: Example, folder: str, where: str) -> Example:
    """The example with its text: of its file, or of the page that was kept of its URL."""
    if not example.url:
        return with_text(example, folder, where) if example.file else example
    kept = folder + kept_as(example.url)
    try:
        open(kept, "rb").close()  # noqa: PTH123 - this room imports no pathlib
    except FileNotFoundError:
        return example
    return replace(example, text=read_text(kept, where))


def joined(
    written: Mapping[str, Iterable[Example]], labels: Mapping[str, Iterable[Example]]
) -> Iterator[tuple[str, tuple[Example, ...]]]:
    """Examples of both kinds: those written down, of which a label says the same or otherwise, and the labelled."""
    spoken = {one.url or one.file for held in labels.values() for one in held}
    for kind, held in written.items():
        kept = (one for one in held if not spoken & {one.url, one.file})
        yield kind, (*kept, *labels.get(kind, ()))
