"""What strategies that learn are told of a page: words as lasting numbers, columns, and scores by class."""

from __future__ import annotations

import numpy as np

from lycosa.crawl.reading import GUIDE, Reader
from lycosa.judges.base import Judge
from lycosa.pages.lexicon import Lexicon, word_hash
from lycosa.pages.parse import parse
from lycosa.pages.urls import Canon
from tests.crawl.small import A, B, C, Wolves

BODY = f"""<p>Hunting spiders <a href="{B}"><img></a> and the <a href="{C}">grey wolf</a> of
<i>far</i> mountains, <a href="{B}">burrows</a>.</p>"""


def read(*uses, judges=None):
    reader = Reader(judges or {GUIDE: Wolves()}, uses, Canon())
    page = parse(A, (), BODY.encode(), reader.cues, Lexicon())
    return reader.read(page).scores


def numbers(*words):
    return list(map(word_hash, words))


def test_a_row_has_the_words_of_its_first_link_that_has_any():
    anchors = read("anchor#")["anchor#"]

    assert len(anchors) == 2
    assert anchors.row(0).tolist() == numbers("burrows")
    assert anchors.row(1).tolist() == numbers("grey", "wolf")
    assert anchors.rows.tolist() == [0, 1, 1]


def test_a_page_is_one_row_and_stems_leave_stop_words_out():
    scores = read("page#", "page#stems")

    assert scores["page#"].row(0).tolist()[:4] == numbers("hunting", "spiders", "and", "the")
    assert scores["page#stems"].row(0).tolist() == numbers(
        "hunt", "spider", "grei", "wolf", "far", "mountain", "burrow"
    )


def test_near_words_say_how_far_they_are():
    near = read("near(3)#")["near(3)#"]

    assert near.row(1).tolist() == numbers("spiders", "and", "the", "grey", "wolf", "of", "far", "mountains")
    assert near.offsets[near.rows == 1].tolist() == [-3, -2, -1, 0, 0, 1, 2, 3]


def test_leaves_say_how_many_leaves_lie_between():
    leaves = read("leaves(1)#")["leaves(1)#"]
    words = dict(zip(leaves.row(1).tolist(), leaves.offsets[leaves.rows == 1].tolist(), strict=True))

    assert [words[number] for number in numbers("the", "grey", "wolf", "of")] == [-1, 0, 0, 1]


def test_stems_keep_their_offsets():
    near = read("near(3)#stems")["near(3)#stems"]

    assert near.offsets[near.rows == 1].tolist() == [-3, 0, 0, 2, 3]


def test_tag_paths_are_handed_on_a_row_each():
    paths = read("tag_path")["tag_path"]

    assert len(paths) == 2
    assert all(path.endswith("a") for path in paths)


class Parts(Judge):
    """A judge over two classes: short ranges, and others."""

    classes = ("short", "long")

    def margins(self, text, ranges):
        lengths = (ranges.ends - ranges.starts).astype(np.float64)
        return np.column_stack([1.0 / (1.0 + lengths), lengths / (1.0 + lengths)])


def test_a_judge_over_classes_gives_a_column_each():
    scores = read("parts:page", "parts:anchor", judges={GUIDE: Wolves(), "parts": Parts()})

    assert scores["parts:page"].shape == (2,)
    assert scores["parts:anchor"].shape == (2, 2)
    assert scores["parts:anchor"][1, 1] > scores["parts:anchor"][1, 0]
