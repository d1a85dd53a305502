"""A collection's pages as rows, for other programs."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

from lycosa.archive.reopen import name_of
from lycosa.collection.catalogue import signed
from lycosa.collection.journal import Spot
from lycosa.collection.opened import PREFIX, Opened
from lycosa.pages.errors import LycosaError
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import IO

    Row = dict[str, Any]
    Writer = Callable[[Iterator[Row], IO[Any]], None]

COLUMNS = ("url", "title", "score", "language", "hops", "via", "warc", "offset", "length", "sha256", "noindex", "text")
CHUNK = 512  # rows of a Parquet group
FRESH = 2000  # pages after which words met so far are forgotten


class ExportError(LycosaError):
    """Something that cannot be exported so."""


def rows(collection: Opened, pages: Iterable[Row], *, text: bool = True) -> Iterator[Row]:
    """One a page; the text comes out of the archive."""
    db = collection.catalogue.db
    urls = dict(db.execute("SELECT event.key, url FROM page JOIN event USING (seq)").fetchall())  # as `via` has them
    lexicon = Lexicon()
    for number, page in enumerate(pages):
        if number % FRESH == 0:
            lexicon = Lexicon()
        yield {
            "url": page["url"],
            "title": page["title"],
            "score": page["score"],
            "language": page["lang"],
            "hops": page["depth"],
            "via": urls.get(signed(page["via"]), ""),
            "warc": name_of(PREFIX, page["warc"]),
            "offset": page["off"],
            "length": page["len"],
            "sha256": page["sha256"].hex(),
            "noindex": bool(page["noindex"]),
            "text": _text(collection, page, lexicon) if text else "",
        }


def _text(collection: Opened, page: Row, lexicon: Lexicon) -> str:
    answer = collection.read(page["url"], Spot(page["warc"], page["off"], page["len"]))
    content = parse(page["url"], answer.headers, answer.body, (), lexicon).content
    lines = (" ".join(line.split()) for line in content.splitlines())
    return "\n".join(filter(None, lines)).encode("utf-8", "replace").decode()


def jsonl(found: Iterator[Row], stream: IO[str]) -> None:
    """One JSON object a line."""
    for row in found:
        stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def table(found: Iterator[Row], stream: IO[str]) -> None:
    """CSV with a head."""
    writer = csv.DictWriter(stream, COLUMNS)
    writer.writeheader()
    writer.writerows(found)


def urls(found: Iterator[Row], stream: IO[str]) -> None:
    """One URL a line."""
    stream.writelines(f"{row['url']}\n" for row in found)


def parquet(found: Iterator[Row], stream: IO[bytes]) -> None:
    """A Parquet file, compressed."""
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        from pyarrow.parquet import ParquetWriter  # noqa: PLC0415 - the same
    except ImportError:
        raise ExportError("Parquet needs pyarrow: pip install 'lycosa[parquet]'") from None
    kinds = {
        "score": pa.float64(),
        "hops": pa.int32(),
        "offset": pa.int64(),
        "length": pa.int64(),
        "noindex": pa.bool_(),
    }
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in COLUMNS])
    with ParquetWriter(stream, schema, compression="zstd") as writer:
        for chunk in _chunks(found):
            writer.write_table(pa.Table.from_pylist(chunk, schema))


def _chunks(found: Iterator[Row]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    for row in found:
        chunk.append(row)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


WRITERS: dict[str, tuple[Writer, bool]] = {  # and whether it writes bytes
    "jsonl": (jsonl, False),
    "csv": (table, False),
    "urls": (urls, False),
    "parquet": (parquet, True),
}
