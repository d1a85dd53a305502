"""A stored page, made of the arrays of its web: its cues are worked out when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from lycosa.lab.kept import BLOCKS, PLACES, cue_key
from lycosa.lab.records import LabError
from lycosa.pages.cues import cue_of
from lycosa.pages.leaves import leaves_around
from lycosa.pages.records import Cued, Links, Page, Ranges, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lycosa.lab.arrays import Arrays


def made(store: Arrays, place: int) -> Page:
    """The page at a place."""
    row, facts = store.pages[place], store.facts(place)
    edges = [0, *row["edges"].tolist()]
    tokens = store.tokens[store.token_bounds[place] : store.token_bounds[place + 1]]
    text = Text(tokens, store.lexicon, {name: (edges[i], edges[i + 1]) for i, name in enumerate(PLACES)})
    return Page(
        url=facts.url,
        text=text,
        links=_links(store, place, text),
        title=facts.title,
        headings=facts.headings,
        description=facts.description,
        keywords=facts.keywords,
        robots=frozenset(facts.robots),
        base=facts.base,
        canonical=facts.canonical,
        hreflang=facts.hreflang,
        charset=facts.charset,
        language=facts.language,
        digest=row["digest"].tobytes(),
        simhash=int(row["simhash"]),
        notes=facts.notes,
    )


def _links(store: Arrays, place: int, text: Text) -> Links:
    rows = store.links[store.link_bounds[place] : store.link_bounds[place + 1]]
    starts, ends = rows["start"].astype(np.int64), rows["end"].astype(np.int64)
    numbers = rows["url"].tolist()
    return Links(
        urls=list(map(store.url, numbers)),
        starts=starts,
        ends=ends,
        nofollow=np.ascontiguousarray(rows["nofollow"]),
        cues=_Cues(store, rows, text, columns := _Columns(store, place, rows, text)),
        columns=columns,
    )


def leaf_column(store: Arrays, place: int, size: int) -> NDArray[np.int32]:
    """For each token of a page the number of its leaf."""
    packed = store.leaves[store.leaf_bounds[place] : store.leaf_bounds[place + 1]]
    return np.cumsum(np.unpackbits(packed, count=size), dtype=np.int32)


class _Lazy(Mapping[str, Any]):
    """Values worked out when they are asked for; what is not there is None."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}

    def find(self, name: str) -> Any:
        """Work one out."""
        raise NotImplementedError

    def __getitem__(self, name: str) -> Any:
        if name not in self.known:
            self.known[name] = self.find(name)
        if self.known[name] is None:
            raise KeyError(name)
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


class _Cues(_Lazy):
    """Those of the tree, and the words of URLs; all others are arithmetic on the anchors."""

    def __init__(self, store: Arrays, rows: NDArray[np.void], text: Text, columns: _Columns) -> None:
        super().__init__()
        self.store = store
        self.rows = rows
        self.text = text
        self.columns = columns

    def find(self, name: str) -> Cued | None:
        """One cue of every link."""
        word = cue_of(name).word
        if word == "url":
            words, bounds = self.store.url_words(self.rows["url"].astype(np.int64))
            return Cued(Text(words, self.text.lexicon), Ranges(bounds[:-1], bounds[1:]))
        if word == "leaves":
            return self._leaves(cue_of(name).options["most"])
        return self._block(name) if word == "block" else None

    def _block(self, name: str) -> Cued:
        kept = self.store.about["blocks"]
        if cue_key(name) not in kept:
            raise LabError(f"the web {self.store.name} was stored without {name}: import it again with --cue {name!r}")
        starts, ends = self.rows[BLOCKS][:, kept[cue_key(name)]].T.astype(np.int64)
        return Cued(self.text, Ranges(starts, ends))

    def _leaves(self, most: int) -> Cued:
        anchors = Ranges(self.rows["start"].astype(np.int64), self.rows["end"].astype(np.int64))
        return Cued(self.text, leaves_around(self.columns["leaf"], anchors, self.text.places["body"], most))


class _Columns(_Lazy):
    """Cues that are no text."""

    def __init__(self, store: Arrays, place: int, rows: NDArray[np.void], text: Text) -> None:
        super().__init__()
        starts, body = rows["start"].astype(np.int64), text.places["body"]
        self.ways: dict[str, Callable[[], Any]] = {
            "tag_path": lambda: [store.paths[path] for path in rows["path"].tolist()],
            "region": lambda: np.ascontiguousarray(rows["region"]),
            "position": lambda: (starts - body[0]) / max(1, body[1] - body[0]),
            "leaf": lambda: leaf_column(store, place, len(text.tokens)),
        }

    def find(self, name: str) -> Any:
        """One column."""
        way = self.ways.get(name)
        return way() if way else None
