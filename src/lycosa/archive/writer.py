"""Writing what was fetched, as WARC."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from lycosa.archive import forms
from lycosa.archive.payloads import recalled
from lycosa.archive.reader import WarcReader
from lycosa.archive.records import ArchiveError, Place
from lycosa.archive.reopen import files_of, name_of
from lycosa.archive.volumes import Volumes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from lycosa.archive.payloads import Payloads
    from lycosa.archive.records import Archived, Exchanged

GIGABYTE = 1 << 30


class WarcWriter:
    """Response, request and metadata of each exchange; a payload written before becomes a revisit.

    Nothing in the files comes from a clock or from chance: the same run and the same calls give the same bytes.
    With `committed`, what `flush` said last, the files of a run that was cut off are cut back to it and continued;
    the payloads in them are read again unless `payloads` knows them. Levels go from 0 to 3.
    """

    def __init__(
        self,
        folder: Path,
        prefix: str,
        *,
        run: str,
        info: Mapping[str, str],
        rotate: int = GIGABYTE,
        level: int = 1,
        committed: Mapping[str, int] | None = None,
        payloads: Payloads | None = None,
    ) -> None:
        self.run = run
        self.info = (*info.items(), ("isPartOf", run))
        self.level = level
        self._volumes = Volumes(folder, prefix, rotate, committed)
        files = ((name_of(prefix, number), path) for number, path in files_of(folder, prefix).items())
        self.payloads = recalled(files) if payloads is None else payloads
        self._reader = WarcReader(folder)

    def write(self, exchange: Exchanged, fields: Sequence[tuple[str, object]] = ()) -> Place:
        """Write one exchange and what the crawl knows of it, all or nothing; where its answer lies."""
        file, offset = self._volumes.turn()
        ids = forms.ids_at(self.run, file, offset)
        digest = forms.digest_of(exchange.body)
        # A cut body may equal another by chance of where it was cut; an empty one is no payload.
        repeatable = bool(exchange.body) and not exchange.truncated
        original = self._original(digest) if repeatable else None
        first = forms.warcinfo(ids, exchange.at, file, self.info, self.level) if offset == 0 else b""
        answer = (
            forms.revisit(ids, exchange, digest, original, self.level)
            if original
            else forms.response(ids, exchange, digest, self.level)
        )
        asked = forms.request(ids, exchange, self.level) if exchange.request else b""
        known = forms.metadata(ids, exchange, fields, self.level) if fields else b""
        self._volumes.append(first + answer + asked + known)
        place = Place(file, offset + len(first), len(answer))
        if repeatable and not original:
            self.payloads.add(digest, place.file, place.offset)
        return place

    def _original(self, digest: str) -> Archived | None:
        found = self.payloads.find(digest)
        try:
            return self._reader.read(*found) if found else None
        except ArchiveError:
            return None  # lost or damaged since: the payload is written once more

    def flush(self) -> dict[str, int]:
        """The length of every file, to be committed: what lies before it outlives the process."""
        return dict(self._volumes.lengths)

    def close(self) -> None:
        """Give the last file its name."""
        self._volumes.close()
        self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
