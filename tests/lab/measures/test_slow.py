"""Every measure against a second implementation that takes its time: plain loops over fetches, from the definitions."""

from __future__ import annotations

import math
from statistics import median
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.lab import measures
from lycosa.lab.records import FAILURE, PAGE
from tests.lab.made import hunts

if TYPE_CHECKING:
    from lycosa.lab.records import Ground, Run

    Hunt = tuple[Run, Ground]

JUDGES = ("labels", "committee", "guide", "predicate", "nyu")


def new(run: Run, ground: Ground, fetches: int, *, taken: bool = False) -> list[int]:
    """The places of the first fetches that brought something new."""
    seen = set(ground.seeds.tolist())
    found = []
    for place, row in enumerate(run.fetches[: min(fetches, run.budget)].tolist()):
        _, page, kind, *_ = row
        if page >= 0 and page not in seen and (taken or kind == PAGE):
            seen.add(page)
            found.append(place)
    return found


def judged(run: Run, ground: Ground, judge: str, place: int) -> bool:
    page = int(run.fetches["page"][place])
    if judge == "labels":
        return bool(ground.target[page])
    if judge == "guide":
        return bool(run.fetches["score"][place] >= 0.5)
    if judge == "nyu":
        cosines = ground.columns["nyu_cosine"].tolist()
        return bool(cosines[page] > median(cosines[seed] for seed in ground.seeds.tolist()))
    return bool(ground.columns[judge][page])


def good(run: Run, ground: Ground, judge: str, fetches: int) -> list[int]:
    return [place for place in new(run, ground, fetches) if judged(run, ground, judge, place)]


def pages(run: Run, places: list[int]) -> list[int]:
    return [int(run.fetches["page"][place]) for place in places]


def targets(run: Run, ground: Ground, fetches: int, *, taken: bool) -> int:
    urls = set(run.fetches["key"][: min(fetches, run.budget)].tolist()) & set(ground.by_url.tolist())
    caught = sum(bool(ground.target[page]) for page in pages(run, new(run, ground, fetches, taken=taken)))
    return caught + (len(urls) if taken else 0)


def all_targets(ground: Ground, *, taken: bool) -> int:
    return sum(map(bool, ground.target.tolist())) + (len(ground.by_url) if taken else 0)


def tries(run: Run, ground: Ground, fetches: int) -> int:
    seeds = ground.seeds.tolist()
    return fetches - sum(page in seeds for page in run.fetches["page"][:fetches].tolist())


def rate(run: Run, ground: Ground, judge: str, fetches: int) -> float:
    made = tries(run, ground, fetches)
    return len(good(run, ground, judge, fetches)) / made if made else 0.0


def points(run: Run, at: int) -> float:
    return at or run.budget


def check(name: str, hunt: Hunt, slow: float) -> None:
    assert measures.of_run(name).of(*hunt) == pytest.approx(slow, nan_ok=True, rel=1e-9, abs=1e-9), name


@given(hunts(), st.booleans(), st.integers(1, 45))
def test_target_recall(hunt: Hunt, taken: bool, at: int):
    run, ground = hunt
    wanted = all_targets(ground, taken=taken)
    recall = [
        targets(run, ground, fetches, taken=taken) / wanted if wanted else math.nan
        for fetches in range(1, run.budget + 1)
    ]

    check(f"target_recall(taken={taken})", hunt, recall[-1])
    check(f"target_recall(at={at}, taken={taken})", hunt, recall[at - 1] if at <= run.budget else math.nan)
    check(f"target_recall_area(taken={taken})", hunt, sum(recall) / len(recall))
    check(f"targets_caught(taken={taken})", hunt, targets(run, ground, run.budget, taken=taken))


@given(hunts(), st.booleans(), st.integers(1, 6))
def test_search_length(hunt: Hunt, taken: bool, n: int):
    run, ground = hunt

    def slow(wanted: float) -> int:
        for fetches in range(1, run.budget + 1):
            if targets(run, ground, fetches, taken=taken) >= wanted:
                return fetches
        return run.budget

    check(f"search_length(n={n}, taken={taken})", hunt, slow(n))
    for part in (0.1, 0.5, 1.0):
        share = max(1, part * all_targets(ground, taken=taken) - 1e-9)
        check(f"search_length_share(share={part}, taken={taken})", hunt, slow(share))


@given(hunts(), st.sampled_from(JUDGES), st.integers(1, 45))
def test_harvest(hunt: Hunt, judge: str, at: int):
    run, ground = hunt
    rates = [rate(run, ground, judge, fetches) for fetches in range(1, run.budget + 1)]

    check(f"harvest(judge={judge!r})", hunt, rates[-1])
    check(f"harvest(judge={judge!r}, at={at})", hunt, rates[at - 1] if at <= run.budget else math.nan)
    check(f"harvest_area(judge={judge!r})", hunt, sum(rates) / len(rates))


@given(hunts(), st.sampled_from(JUDGES))
def test_harvest_by_pages(hunt: Hunt, judge: str):
    """Sundrani and Habeeb: relevant pages crawled by total pages crawled."""
    run, ground = hunt
    seeds = ground.seeds.tolist()
    fetched = [row for row in run.fetches[: run.budget].tolist() if row[2] == PAGE and row[1] not in seeds]
    found = len(good(run, ground, judge, run.budget))

    check(f"harvest(judge={judge!r}, per='page')", hunt, found / len(fetched) if fetched else 0.0)


@given(hunts(), st.sampled_from(JUDGES))
def test_both_halves(hunt: Hunt, judge: str):
    run, ground = hunt
    middle = run.budget // 2
    first = len(good(run, ground, judge, middle)), tries(run, ground, middle)
    both = len(good(run, ground, judge, run.budget)), tries(run, ground, run.budget)

    for half, (found, made) in ((1, first), (2, (both[0] - first[0], both[1] - first[1]))):
        check(f"half_harvest(half={half}, judge={judge!r})", hunt, found / made if made else math.nan)


@given(hunts())
def test_predicate_satisfaction(hunt: Hunt):
    check("predicate_satisfaction", hunt, len(good(*hunt, "predicate", hunt[0].budget)))


@given(hunts(), st.sampled_from(JUDGES))
def test_costs_of_what_is_relevant(hunt: Hunt, judge: str):
    run, ground = hunt
    found = len(good(run, ground, judge, run.budget))
    fetched: list[int] = run.fetches["page"][: run.budget].tolist()
    size = sum(int(ground.columns["size"][page]) for page in fetched if page >= 0)

    check(f"requests_per_relevant(judge={judge!r})", hunt, len(fetched) / found if found else math.nan)
    check(f"bytes_per_relevant(judge={judge!r})", hunt, size / found if found else math.nan)


@given(hunts(), st.sampled_from(JUDGES))
def test_spread(hunt: Hunt, judge: str):
    run, ground = hunt
    caught = pages(run, good(run, ground, judge, run.budget))
    hosts = [int(ground.columns["host"][page]) for page in caught]
    shares = [hosts.count(host) / len(hosts) for host in dict.fromkeys(hosts)]
    entropy = -sum(part * math.log(part) for part in shares)

    check(f"hosts(judge={judge!r})", hunt, len(set(hosts)))
    check(f"contents(judge={judge!r})", hunt, len({int(ground.columns["digest"][page]) for page in caught}))
    check(f"host_share(judge={judge!r})", hunt, max(shares, default=math.nan))
    check(f"effective_hosts(judge={judge!r})", hunt, math.exp(entropy) if shares else math.nan)


def mean_of_last(values: list[float], window: int) -> float:
    kept = values[-window:] if window else values
    return sum(kept) / len(kept) if kept else math.nan


@given(hunts(), st.integers(0, 8), st.integers(1, 40))
def test_means_over_the_catch(hunt: Hunt, window: int, at: int):
    run, ground = hunt
    places = new(run, ground, min(at, run.budget)) if at <= run.budget else []
    caught = pages(run, places)

    def column(name: str) -> list[float]:
        return [float(ground.columns[name][page]) for page in caught]

    end = f"window={window}, at={at}"
    check(f"cosine({end})", hunt, mean_of_last(column("cosine"), window))
    check(f"cosine(to='second', {end})", hunt, mean_of_last(column("second_cosine"), window))
    check(f"in_degree({end})", hunt, mean_of_last(column("in_degree"), window))
    check(f"pagerank({end})", hunt, mean_of_last(column("pagerank"), window))
    check(f"level({end})", hunt, mean_of_last([level for level in column("level") if level >= 0], window))
    check(f"depth({end})", hunt, mean_of_last([float(run.fetches["depth"][place]) for place in places], window))


def score_lists(run: Run, ground: Ground, places: list[int]) -> dict[str, list[float]]:
    found = {name: [float(run.fetches[own][place]) for place in places] for name, own in
             (("guide", "score"), ("guide_margin", "margin"))}  # fmt: skip
    for name in ("cosine", "second_cosine", "nyu_cosine"):
        found[name] = [float(ground.columns[name][page]) for page in pages(run, places)]
    return found


@given(hunts(), st.sampled_from([-0.5, 0.0, 0.3, 0.5]))
def test_precision_at_a_threshold(hunt: Hunt, threshold: float):
    run, ground = hunt
    for score, values in score_lists(run, ground, new(run, ground, run.budget)).items():
        above = sum(value > threshold for value in values)
        check(f"precision(threshold={threshold}, score={score!r})", hunt, above / len(values) if values else 0.0)


@given(hunts())
def test_the_median_and_the_ends_of_the_box(hunt: Hunt):
    run, ground = hunt
    for score, values in score_lists(run, ground, new(run, ground, run.budget)).items():
        for share, slow in ((0.0, min), (0.5, median), (1.0, max)):
            check(f"score_quantile(share={share}, score={score!r})", hunt, slow(values) if values else math.nan)


@given(hunts())
def test_shares_of_fetches(hunt: Hunt):
    run, _ = hunt
    rows = run.fetches[: run.budget].tolist()

    lost = sum(row[1] == -1 and row[2] == FAILURE for row in rows)
    check("outside", hunt, lost / len(rows) if rows else math.nan)
    check("failed", hunt, sum(row[2] == 2 for row in rows) / len(rows) if rows else math.nan)


@given(hunts())
def test_costs(hunt: Hunt):
    run, _ = hunt
    brought = sum(kind == PAGE for kind in run.fetches["kind"][: run.budget].tolist())

    check("seconds_per_page", hunt, 0.5 / brought if brought else math.nan)
    check("seconds_per_link", hunt, 0.5 / 40)
    check("peak_memory", hunt, 1e6)
