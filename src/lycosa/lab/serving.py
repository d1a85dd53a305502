"""A stored web with its bodies, for who wants to fetch it: kept beside it, or read from what it was made of."""

from __future__ import annotations

import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lycosa.lab.columns import MappedStrings
from lycosa.lab.records import LabError
from lycosa.lab.sources import closing, warcs
from lycosa.lab.store import NOT_RECORDED
from lycosa.pages.urls import Canon
from lycosa.webs.base import Exchange, Failure
from lycosa.webs.find import practice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.lab.store import Store
    from lycosa.webs.base import Web


class KeptWeb:
    """Answers as they were kept when the web was stored."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.canon = Canon()
        self.numbers = store.numbers(self.canon)
        self.bodies = MappedStrings(store.folder, "bodies")

    def fetch(self, url: str) -> Exchange | Failure:
        """The answer to a GET of this URL."""
        number = self.numbers.get(self.canon.key(url))
        if number is None:
            return Failure(url, NOT_RECORDED, "the URL is not in this web")
        packed = self.bodies[number]
        if not packed:
            return self.store.answer(number)
        status, headers, body = msgspec.msgpack.decode(zlib.decompress(packed), type=tuple[int, Any, bytes])
        return Exchange(url, status, tuple((name, value) for name, value in headers), body)


@contextmanager
def served(store: Store) -> Iterator[Web]:
    """The web that was stored."""
    source = store.about["source"]
    if store.about["bodies"]:
        yield KeptWeb(store)
        return
    again = f"import it again with --bodies, so that {store.name} can be served"
    if not store.about["servable"]:
        raise LabError(f"{store.name} was stored without its bodies: {again}")
    path = Path(source)
    if not path.is_absolute():
        yield practice(source)
    elif not path.exists() or (web := warcs(path)) is None:
        raise LabError(f"{source}, of which {store.name} was made, is not there any more: put it back, or {again}")
    else:
        with closing(web) as opened:
            yield opened
