"""Fingerprints: equal for equal texts, near for near ones, found again by the band index."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise

import numpy as np
import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from lycosa.pages.fingerprints import SHORTEST, U64, Near, digest, simhash
from lycosa.pages.fingerprints import _triples as triples
from lycosa.pages.spelling import hashes
from lycosa.pages.tokens import marked, tokens

words = st.sampled_from([*"abcdefghij", "wolf", "spider", "é", "漢字"])
texts = st.lists(words, max_size=700)
blanks = st.text(" \t\n\r\v\f\u00a0", min_size=1, max_size=4)
SENTENCE = "the wolf spider hunts at night and carries its young on its back"
bits = st.integers(1, (1 << 64) - 1)


def hashed(text: list[str]) -> U64:
    found = marked(" ".join(text))
    return hashes(found.codes, found.starts)


def fingerprint(text: list[str]) -> int:
    return simhash(hashed(text))


class TestDigest:
    @given(st.lists(st.text("ab漢é.", min_size=1), max_size=20), st.data())
    def test_white_space_makes_no_difference(self, parts, data):
        spread = "".join(part + data.draw(blanks) for part in parts)
        assert digest(data.draw(blanks) + spread) == digest(" ".join(parts))

    def test_it_is_the_sha_256_of_the_folded_text(self):
        assert digest(" a \n b\u00a0c ") == hashlib.sha256(b"a b c").digest()
        assert digest("") == digest(" \n ") == hashlib.sha256(b"").digest()

    @given(st.text(max_size=40), st.text(max_size=40))
    def test_other_words_make_another_digest(self, one, other):
        fold = [re.sub("[ \t\n\v\f\r\u00a0]+", " ", text).strip(" ") for text in (one, other)]
        assert (digest(one) == digest(other)) == (fold[0] == fold[1])

    def test_a_lone_surrogate_has_one_too(self):
        assert digest("\ud800") != digest("\ud801")


class TestSimhash:
    @settings(max_examples=60)
    @given(texts)
    def test_it_is_the_majority_of_the_distinct_triples_bits(self, text):
        """Charikar's definition, bit by bit."""
        words = hashed(text)
        distinct = set(triples(words).tolist()) if len(words) > 2 else set()
        majority = sum(1 << bit for bit in range(64) if 2 * sum(h >> bit & 1 for h in distinct) > len(distinct))
        assert simhash(words) == (majority if len(words) >= SHORTEST else 0)

    @given(st.lists(words, min_size=3, max_size=60))
    def test_equal_triples_and_only_those_have_equal_hashes(self, text):
        text = tokens(" ".join(text))
        distinct = {tuple(text[place : place + 3]) for place in range(len(text) - 2)}
        assert len(triples(hashed(text))) == len(distinct)

    def test_it_is_the_same_in_every_process(self):
        """It is saved: a change of this number makes every collection forget its near-duplicates."""
        assert fingerprint(SENTENCE.split()) == 7295540808223358985

    def test_short_texts_have_none(self):
        assert fingerprint(["a"] * (SHORTEST - 1)) == 0
        assert fingerprint([]) == 0
        assert fingerprint(["a"] * SHORTEST) != 0

    def test_the_order_of_words_counts(self):
        text = [f"w{number}" for number in range(200)]
        assert (fingerprint(text) ^ fingerprint(text[::-1])).bit_count() > 10

    def test_one_word_in_a_thousand_changes_few_bits_and_another_text_half_of_them(self):
        rng = np.random.default_rng(7)
        base = [f"w{number}" for number in rng.integers(0, 400, 1000)]
        near = [
            (fingerprint(base) ^ fingerprint([*base[:at], "x", *base[at + 1 :]])).bit_count()
            for at in range(0, 1000, 50)
        ]
        far = [(fingerprint(base) ^ fingerprint([f"{seed}{word}" for word in base])).bit_count() for seed in range(20)]
        assert max(near) <= 6
        assert 24 < np.mean(far) < 40

    def test_a_table_of_zeros_does_not_drown_the_words(self):
        rng = np.random.default_rng(3)
        one, other = ([f"w{number}" for number in rng.integers(0, 500, 300)] for _ in range(2))
        assert (fingerprint(one + ["0"] * 3000) ^ fingerprint(other + ["0"] * 3000)).bit_count() > 10


class Brute:
    """The band index without bands."""

    def __init__(self, distance: int) -> None:
        self.distance = distance
        self.added: list[tuple[int, int]] = []

    def find(self, wanted: int) -> int | None:
        """The first key within the distance."""
        near = (key for key, other in self.added if wanted and other and (wanted ^ other).bit_count() <= self.distance)
        return next(near, None)


@st.composite
def crowds(draw: st.DrawFn) -> list[int]:
    """Fingerprints of which many are a few bits from each other."""
    seeds = draw(st.lists(bits, min_size=1, max_size=4))
    flips = st.lists(st.integers(0, 63), max_size=6)
    close = st.tuples(st.sampled_from(seeds), flips).map(lambda pair: pair[0] ^ sum(1 << bit for bit in set(pair[1])))
    return draw(st.lists(st.one_of(close, close, bits, st.just(0)), max_size=40))


class TestNear:
    @settings(max_examples=300)
    @given(crowds(), st.integers(0, 6))
    def test_it_finds_what_brute_force_finds(self, crowd, distance):
        near, brute = Near(distance), Brute(distance)
        for key, number in enumerate(crowd):
            assert near.find(number) == brute.find(number)
            near.add(key * 3, number)
            brute.added.append((key * 3, number))
        assert [near.find(number) for number in crowd] == [brute.find(number) for number in crowd]

    @given(crowds(), crowds())
    def test_what_was_saved_is_found_again(self, before, after):
        """And nothing of what it knew before."""
        one, other = Near(), Near()
        for key, number in enumerate(before):
            one.add(key, number)
        for key, number in enumerate(after):
            other.add(key, number)
        other.restore(one.state())
        assert [other.find(number) for number in before + after] == [one.find(number) for number in before + after]
        assert all(np.array_equal(one.state()[name], other.state()[name]) for name in one.state())

    def test_the_first_added_is_the_answer(self):
        near = Near()
        for key, number in ((9, 0b0111), (5, 0b0001), (7, 0b0001)):
            near.add(key, number)
        assert near.find(0b0011) == 9
        assert near.find(0b1111 << 8 | 0b0001) is None

    def test_texts_too_short_are_never_near(self):
        near = Near()
        near.add(1, 0)
        assert near.find(0) is None
        assert near.find(1) is None
        assert len(near) == 0

    def test_keys_and_fingerprints_use_all_64_bits(self):
        near = Near()
        near.add((1 << 64) - 1, (1 << 64) - 1)
        assert near.find((1 << 64) - 2) == (1 << 64) - 1
        assert near.state()["keys"].dtype == np.uint64

    def test_equal_fingerprints_take_no_memory(self):
        near = Near()
        for key in range(1000):
            near.add(key, 12345)
        assert len(near) == 1
        assert near.find(12345) == 0


@pytest.mark.needs_webs
def test_distinct_articles_are_not_taken_for_each_other(needs_webs):
    """Of 600 encyclopedia articles no two come out near that share less than half of their pairs of words."""
    near, kept = Near(), {}
    with (needs_webs / "schools/schools.warc.gz").open("rb") as stream:
        for key, record in enumerate(ArchiveIterator(stream, record_types=WarcRecordType.response)):
            if key == 600:
                break
            text = LexborHTMLParser(record.reader.read()).text(separator=" ")
            number = fingerprint(words := tokens(text))
            first = near.find(number)
            kept[key] = set(pairwise(words))
            if first is not None:
                assert 2 * len(kept[key] & kept[first]) > len(kept[key] | kept[first])
            near.add(key, number)
    assert len(near) > 590
