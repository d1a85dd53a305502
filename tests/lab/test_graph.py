from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.lab.graph import Graph, graph_of, hosts_of, locality, targets_of
from tests.lab.storing import stored
from tests.webs.warcs import Said, write

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.lab.store import Store

SIZE = 9
PAIRS = st.sets(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)).filter(lambda pair: pair[0] != pair[1]))


def made(pairs: set[tuple[int, int]]) -> Graph:
    listed = np.array(sorted(pairs), np.int64).reshape(-1, 2)
    return Graph(SIZE, listed[:, 0], listed[:, 1])


def walked(pairs: set[tuple[int, int]], starts: set[int]) -> list[int]:
    """Levels, one link at a time."""
    level = dict.fromkeys(starts, 0)
    waiting = sorted(starts)
    while waiting:
        place = waiting.pop(0)
        for source, target in sorted(pairs):
            if source == place and target not in level:
                level[target] = level[place] + 1
                waiting.append(target)
    return [level.get(place, -1) for place in range(SIZE)]


@given(PAIRS, st.sets(st.integers(0, SIZE - 1)))
def test_levels_are_those_of_a_walk(pairs: set[tuple[int, int]], starts: set[int]) -> None:
    assert made(pairs).levels(list(starts)).tolist() == walked(pairs, starts)


@given(PAIRS, st.sets(st.integers(0, SIZE - 1)), st.integers(0, 3))
def test_levels_end_where_they_are_told_to(pairs: set[tuple[int, int]], starts: set[int], most: int) -> None:
    due = [level if level <= most else -1 for level in walked(pairs, starts)]
    assert made(pairs).levels(list(starts), most).tolist() == due


@given(PAIRS)
def test_reversed_twice_is_as_before(pairs: set[tuple[int, int]]) -> None:
    graph = made(pairs)
    back = graph.reversed

    assert set(zip(back.targets.tolist(), back.sources.tolist(), strict=True)) == pairs
    assert np.array_equal(back.reversed.sources, graph.sources)
    assert np.array_equal(back.reversed.targets, graph.targets)


@given(PAIRS)
def test_page_rank_is_the_surfers_share(pairs: set[tuple[int, int]]) -> None:
    """Against the plain matrix, by a solver."""
    matrix = np.zeros((SIZE, SIZE))
    for source, target in pairs:
        matrix[target, source] = 1
    out = matrix.sum(axis=0)
    matrix = np.where(out > 0, matrix / np.maximum(out, 1), 1 / SIZE)
    due = np.linalg.solve(np.eye(SIZE) - 0.85 * matrix, np.full(SIZE, 0.15 / SIZE))
    found = made(pairs).page_rank()

    np.testing.assert_allclose(found, due, atol=1e-8)
    assert found.sum() == pytest.approx(1)


@given(PAIRS)
def test_in_degree_counts_pages(pairs: set[tuple[int, int]]) -> None:
    assert made(pairs).in_degree().tolist() == [sum(target == place for _, target in pairs) for place in range(SIZE)]


def test_links_of_a_web_follow_redirects_and_leave_out_nofollow_and_themselves(tmp_path: Path) -> None:
    first = b"<a href=/b>b</a><a href='/moved?utm_source=x'>c</a><a href=/a>me</a><a href=/d rel=nofollow>d</a>"
    warc = write(
        tmp_path / "w.warc.gz",
        Said("http://a.test/a", first + b"<a href=http://b.test/>out</a><a href=/b>again</a>"),
        Said("http://a.test/b", b"<a href=/a>back</a>"),
        Said("http://a.test/moved", b"", "301 Moved", (("Location", "/c"),)),
        Said("http://a.test/c"),
        Said("http://a.test/d", b"<p>other"),
    )
    store = stored(tmp_path, str(warc))
    graph = graph_of(store)

    assert list(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True)) == [(0, 1), (0, 2), (1, 0)]
    assert targets_of(store).tolist() == [1, 2, 0, 3, -1, 1, 0]
    assert hosts_of(store).tolist() == [0, 0, 0, 0]


def test_locality_is_the_share_of_links_that_stay(tmp_path: Path) -> None:
    """20 pages in a ring of a topic, each with a link out of it: half of the links stay."""
    ring = [f"http://a.test/{number}" for number in range(20)]
    said = [
        Said(url, f"<a href='{ring[(place + 1) % 20]}'>on</a><a href=/out>out</a>{place}".encode())
        for place, url in enumerate(ring)
    ]
    labels = {"ring": ring, "ring.few": ring[:5], "few": ring[:5]}
    whole = {"ring": ring, "few": ring[:5]}
    warc = str(write(tmp_path / "w.warc.gz", *said, Said("http://a.test/out", b"<p>out")))
    store, split = stored(tmp_path, warc, labels=whole), stored(tmp_path, warc, "split", labels=labels)

    assert locality(store, graph_of(store)) == pytest.approx(0.5)
    assert np.isnan(locality(split, graph_of(split)))


def test_every_link_of_the_graph_is_one_on_the_page(small: Store) -> None:
    graph = graph_of(small)
    for place in range(0, len(small), 50):
        led = graph.neighbours(np.array([place]))
        arrived = {small.url_of(target) for target in led.tolist()}
        page = small.page(place)
        direct = {url for url, no in zip(page.links.urls, page.links.nofollow, strict=True) if not no}
        known = {small.url_of(target) for target in range(len(small))}
        assert (direct & known) - {page.url} <= arrived
