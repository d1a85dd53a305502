"""What links, keys, words, languages and fingerprints of a page cost, next to the plain way to do each."""

from __future__ import annotations

import json
import random
import sys
import time
from hashlib import blake2b
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from resiliparse.parse.lang import detect_fast

from lycosa.pages.fingerprints import Near, digest, simhash
from lycosa.pages.language import language_of
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.spelling import hashes
from lycosa.pages.stems import Stems, stem
from lycosa.pages.tokens import marked
from lycosa.pages.urls import Canon, Joiner, _elsewhere, _of_folder, _of_site, url_words
from lycosa.pages.urls import _words as words_of

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 7
BASE = "http://docs.test/library/asyncio/task.html"
NAMES = ["wolf", "spider", "reference", "release", "tutorial", "module", "chapter", "library", "function"]
COMMON = ["the", "of", "and", "to", "in", "is", "that", "with", "this", "from", "which", "you"]
PROSE = """Spiders that hunt without a web live in the grass and under stones, and the largest of them carry
their young about with them. At night one finds them by the light of a lamp, which their eyes
throw back. In the spring the males go looking for a mate, and many of them do not return. Nobody
has yet counted how many species there are in the mountains of this country; every summer new ones
are described, most of them by people whose work it is not. A good book about them was written by
a schoolmaster who walked the same three miles each morning for forty years, and wrote down what
he saw from the path. """


def best(work: Callable[[], object], count: int) -> float:
    """Microseconds for each of `count` things, in the best round: other work only ever adds."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        rounds.append(time.perf_counter() - began)
    return 1e6 * min(rounds) / count


def show(name: str, figure: float, baseline: str, plain: float) -> None:
    """One line of JSON; the ratio is the share of the plain way's time."""
    ratio = float(f"{figure / plain:.3g}")
    line = {"name": name, "value": round(figure, 3), "unit": "us", "baseline": baseline, "ratio": ratio}
    sys.stdout.write(json.dumps(line) + "\n")


def links(rng: random.Random, count: int) -> list[str]:
    """Links as pages have them: some up a folder, some to other hosts, some with a query or a fragment."""
    found = []
    for number in range(count):
        path = f"{rng.choice(NAMES)}/{rng.choice(NAMES)}-{number}.html"
        form = rng.choice(["{}", "../{}", "/{}", "http://other.test/{}", "{}#part", "{}?page=2&utm_source=x"])
        found.append(form.format(path))
    return found


def prose(rng: random.Random, count: int) -> list[str]:
    """Words with the frequencies of a natural text."""
    rare = [f"{name}{number}" for name in NAMES for number in range(200)]
    return [rng.choice(COMMON) if rng.random() < 0.4 else rng.choice(rare) for _ in range(count)]


def strange() -> Joiner:
    """A joiner for the first page of its site."""
    for known in (_of_site, _of_folder, _elsewhere):
        known.cache_clear()
    return Joiner(BASE)


def bench_urls(rng: random.Random) -> None:
    """Joining, canonical keys, words."""
    hrefs = links(rng, 2000)
    found = [url for url in Joiner(BASE).join_all(hrefs) if url]
    canon = Canon()
    plain = best(lambda: [urlsplit(urljoin(BASE, href)) for href in hrefs], len(hrefs))
    baseline = "urljoin + urlsplit"
    show("url_join_miss", best(lambda: strange().join_all(hrefs), len(hrefs)), baseline, plain)
    show("url_join_hit", best(lambda: Joiner(BASE).join_all(hrefs), len(hrefs)), baseline, plain)
    hashed = best(lambda: [blake2b(urlsplit(url).geturl().encode()).digest() for url in found], len(found))
    baseline = "urlsplit + blake2b"
    show("url_key_miss", best(lambda: list(map(Canon().key, found)), len(found)), baseline, hashed)
    show("url_key_hit", best(lambda: list(map(canon.key, found)), len(found)), baseline, hashed)
    baseline = "urljoin + urlsplit"
    show("url_words_miss", best(lambda: list(map(words_of.__wrapped__, found)), len(found)), baseline, plain)
    show("url_words_hit", best(lambda: list(map(url_words, found)), len(found)), baseline, plain)


def naive_simhash(words: list[str]) -> int:
    """Charikar's definition, written down as it is said."""
    sums = [0] * 64
    for triple in {tuple(words[place : place + 3]) for place in range(len(words) - 2)}:
        number = int.from_bytes(blake2b(" ".join(triple).encode(), digest_size=8).digest(), "little")
        for bit in range(64):
            sums[bit] += 1 if number >> bit & 1 else -1
    return sum(1 << bit for bit in range(64) if sums[bit] > 0)


def bench_texts(rng: random.Random) -> None:
    """Language, digest, simhash and stems of a page of 2,000 words."""
    words = prose(rng, 2000)
    content, lexicon = " ".join(words), Lexicon()
    ids, stems = lexicon.ids(words), Stems(lexicon)
    detected = best(lambda: [detect_fast(content) for _ in range(20)], 20)
    plain = PROSE.replace("\n", " ") * (len(content) // len(PROSE))
    for name, text in (("language", plain), ("language_second_look", content)):
        told = best(lambda: [language_of(text) for _ in range(100)], 100)  # noqa: B023  # called at once
        show(name, told, "detect_fast on the whole text", detected)
    split = best(lambda: [blake2b(" ".join(content.split()).encode()) for _ in range(20)], 20)
    show("digest", best(lambda: [digest(content) for _ in range(100)], 100), "split, join, blake2b", split)
    naive = best(lambda: naive_simhash(words), 1)
    found = marked(content)
    hashed = hashes(found.codes, found.starts)
    show("simhash", best(lambda: [simhash(hashed) for _ in range(100)], 100), "plain Python", naive)
    one_by_one = best(lambda: [stem(word) for word in words], 1)
    show("stems", best(lambda: [stems[ids] for _ in range(100)], 100), "stemmer word by word", one_by_one)


def bench_near(rng: random.Random) -> None:
    """A lookup among 100,000 fingerprints."""
    numbers = [rng.getrandbits(64) for _ in range(100_000)]
    near = Near()
    for key, number in enumerate(numbers):
        near.add(key, number)
    asked = [rng.getrandbits(64) for _ in range(1000)]
    brute = best(lambda: [(asked[0] ^ number).bit_count() <= 3 for number in numbers], 1)
    show("near_find", best(lambda: list(map(near.find, asked)), len(asked)), "brute force in Python", brute)


def main() -> None:
    """All of them, on the same words every time."""
    rng = random.Random(1)
    bench_urls(rng)
    bench_texts(rng)
    bench_near(rng)


if __name__ == "__main__":
    main()
