"""Small WARC files, written by warcio, which the project does not otherwise use."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

if TYPE_CHECKING:
    from pathlib import Path

HTML = (("Content-Type", "text/html; charset=utf-8"),)


class Said(NamedTuple):
    """A record to be: of a page that came, unless it says otherwise."""

    url: str
    body: bytes = b"<p>wolf"
    status: str = "200 OK"
    headers: tuple[tuple[str, str], ...] = HTML
    kind: str = "response"


class Writer(WARCWriter):  # type: ignore[misc]  # it ships no types
    """Buffers in memory: warcio leaves its temporary files open."""

    @staticmethod
    def _create_temp_file() -> BytesIO:
        return BytesIO()


def write(path: Path, *records: Said, gzip: bool = True) -> Path:
    """A file of these records, the same bytes each time."""
    with path.open("wb") as file:
        writer = Writer(file, gzip=gzip)
        for place, said in enumerate(records):
            named = {"WARC-Record-ID": f"<urn:uuid:{place:032x}>", "WARC-Date": "2026-01-01T00:00:00Z"}
            http = None
            if said.kind in ("response", "revisit"):
                http = StatusAndHeaders(said.status, list(said.headers), protocol="HTTP/1.1")
            if said.kind == "request":
                http = StatusAndHeaders("GET / HTTP/1.1", [("Host", "h.test")], is_http_request=True)
            record = writer.create_warc_record(
                said.url,
                said.kind,
                payload=BytesIO(said.body),
                http_headers=http,
                warc_content_type="" if http else "text/plain",
                warc_headers_dict=named,
            )
            writer.write_record(record)
    return path
