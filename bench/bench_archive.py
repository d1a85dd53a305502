"""What writing, reading and reopening an archive cost a page, next to warcio, fastwarc and zlib."""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from fastwarc.stream_io import GzipWriter
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter as Warcio

from lycosa.archive.members import packed
from lycosa.archive.reader import WarcReader
from lycosa.archive.records import Exchanged
from lycosa.archive.writer import WarcWriter

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycosa.archive.records import Place

HERE = Path(__file__).parents[1]
ROUNDS = 5
PAGES = 200
INFO = {"software": "bench", "robots": "obey"}
REQUEST = b"GET / HTTP/1.1\r\nHost: docs.test\r\nUser-Agent: bench\r\nAccept: text/html\r\n\r\n"
FIELDS = (("via", "http://docs.test/"), ("hopsFromSeed", 2), ("score", 0.25), ("judge", "cosine"))


def recorded() -> list[Exchanged]:
    """Real pages, mean 58 KB, as they were sent."""
    path = HERE / os.environ.get("LYCOSA_WEBS", "../shared/webs") / "docs" / "docs.warc.gz"
    if not path.exists():
        return []
    found: list[Exchanged] = []
    with path.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            headers = tuple((str(name), str(value)) for name, value in record.http_headers or ())
            url = record.headers.get("WARC-Target-URI") or ""
            found.append(Exchanged(url, 1.7e9 + len(found), 200, headers, record.reader.read(), "OK", request=REQUEST))
            if len(found) == PAGES:
                break
    return found


def best(works: list[Callable[[], object]], count: int = PAGES) -> list[float]:
    """Processor time of each in its best round, microseconds a page; they take turns on the same machine."""
    rounds: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, times in zip(works, rounds, strict=True):
            began = time.process_time()
            work()
            times.append(time.process_time() - began)
    return [1e6 * min(times) / count for times in rounds]


def show(name: str, figure: float, unit: str, baseline: str, ratio: float) -> None:
    """One line of JSON."""
    line = {"name": name, "value": round(figure, 3), "unit": unit, "baseline": baseline, "ratio": float(f"{ratio:.3g}")}
    sys.stdout.write(json.dumps(line) + "\n")


def ours(pages: list[Exchanged]) -> list[Place]:
    """Response, request and metadata of each, in a file."""
    with tempfile.TemporaryDirectory() as folder, WarcWriter(Path(folder), "b", run="bench", info=INFO) as writer:
        return [writer.write(page, FIELDS) for page in pages]


def responses(pages: list[Exchanged]) -> int:
    """Only the responses, as the others write them below."""
    with tempfile.TemporaryDirectory() as folder, WarcWriter(Path(folder), "b", run="bench", info=INFO) as writer:
        for page in pages:
            writer.write(Exchanged(page.url, page.at, page.status, page.headers, page.body, page.reason))
        return sum(writer.flush().values())


def by_warcio(pages: list[Exchanged]) -> int:
    """The same responses by warcio."""
    with tempfile.TemporaryFile() as file:
        writer = Warcio(file, gzip=True, warc_version="1.1")
        for page in pages:
            head = StatusAndHeaders("200 OK", list(page.headers), protocol="HTTP/1.1")
            record = writer.create_warc_record(page.url, "response", payload=io.BytesIO(page.body), http_headers=head)
            writer.write_record(record)
        return file.tell()


def by_fastwarc(pages: list[Exchanged]) -> int:
    """The same responses by fastwarc, at gzip level 1."""
    with tempfile.TemporaryFile() as file:
        stream = GzipWriter(file, compression_level=1)
        for page in pages:
            record = WarcRecord()
            record.init_headers(WarcRecordType.response)
            record.headers["WARC-Target-URI"] = page.url
            head = "".join(f"{name}: {value}\r\n" for name, value in page.headers)
            record.set_bytes_content(f"HTTP/1.1 200 OK\r\n{head}\r\n".encode() + page.body)
            record.is_http = True
            record.write(stream, checksum_data=True)
            stream.finish()
        return file.tell()


def bench_writing(pages: list[Exchanged]) -> None:
    """Whole exchanges, and responses against others."""
    size = sum(len(page.body) for page in pages)
    works: list[Callable[[], object]] = [
        lambda: ours(pages),
        lambda: responses(pages),
        lambda: by_warcio(pages),
        lambda: by_fastwarc(pages),
    ]
    whole, alone, warcio, fastwarc = best(works)
    show("archive_write_exchange", whole, "us", "warcio, response alone", whole / warcio)
    show("archive_write_response", alone, "us", "warcio", alone / warcio)
    show("archive_write_beside_fastwarc", alone, "us", "fastwarc gzip 1", alone / fastwarc)
    show(
        "archive_size",
        responses(pages) / size,
        "of the bodies",
        "fastwarc gzip 1",
        responses(pages) / by_fastwarc(pages),
    )
    coded = [Exchanged(page.url, page.at, 200, page.headers, zlib.compress(page.body)) for page in pages]
    whole, alone = best([lambda: ours(coded), lambda: ours(pages)])
    show("archive_write_coded", whole, "us", "the same pages without content coding", whole / alone)


def by_zlib(head: bytes, body: bytes) -> bytes:
    """A member as the standard library packs it."""
    packing = zlib.compressobj(1, zlib.DEFLATED, 31)
    return packing.compress(head) + packing.compress(body) + packing.flush()


def bench_packing(pages: list[Exchanged]) -> None:
    """The choice of a compressor."""
    mine, theirs = best(
        [
            lambda: [packed(REQUEST, page.body) for page in pages],
            lambda: [by_zlib(REQUEST, page.body) for page in pages],
        ]
    )
    show("archive_pack", mine, "us", "zlib level 1", mine / theirs)


def bench_reading(pages: list[Exchanged]) -> None:
    """By place in any order, and all of it at the start of the next run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with WarcWriter(folder, "b", run="bench", info=INFO) as writer:
            places = [writer.write(page, FIELDS) for page in pages]
            committed = writer.flush()
        places = places[::2] + places[1::2]
        works: list[Callable[[], object]] = [
            lambda: by_place(folder, places),
            lambda: by_fastwarc_at(folder, places),
            lambda: WarcWriter(folder, "b", run="bench", info=INFO, committed=committed).close(),
        ]
        mine, theirs, again = best(works)
    show("archive_read", mine, "us", "fastwarc at an offset", mine / theirs)
    show("archive_reopen", again, "us", "reading by place", again / mine)


def by_place(folder: Path, places: list[Place]) -> None:
    """Our reader."""
    with WarcReader(folder) as reader:
        for place in places:
            reader.read(place.file, place.offset)


def by_fastwarc_at(folder: Path, places: list[Place]) -> None:
    """Seek, then one step of its iterator."""
    with (folder / places[0].file).open("rb") as file:
        for place in places:
            file.seek(place.offset)
            record = next(iter(ArchiveIterator(file, parse_http=True)))
            record.reader.read()


def main() -> None:
    """All of them, on real pages."""
    pages = recorded()
    if not pages:
        sys.stdout.write("recorded webs absent\n")
        return
    bench_writing(pages)
    bench_packing(pages)
    bench_reading(pages)


if __name__ == "__main__":
    main()
