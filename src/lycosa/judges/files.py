"""A trained judge as bytes: its name, its state, and the hash of what it was trained on. The disk is the caller's."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from lycosa import judges
from lycosa.judges.base import JudgeError
from lycosa.judges.training import page_words
from lycosa.pages.errors import LycosaError
from lycosa.pages.packing import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.judges.base import Judge
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

MAGIC = b"lycosa judge\n"
FORMAT = 2  # goes up when a state of before cannot be read any more
DIGEST = hashlib.sha256().digest_size
ADVICE = "train it again"
TAUGHT = (
    *("languages", "description", "query", "vocabulary", "examples", "synonyms", "tree", "back_links", "concepts"),
    "neighbours",
)


class Stored(NamedTuple):
    """A judge that came back, and the hash of what it was trained on."""

    judge: Judge
    trained_on: str


def trained_on(topic: Topic, start: Sequence[Page] = ()) -> str:
    """SHA-256 of all that a judge can learn from: a topic as far as it is taught, and the words of start pages."""
    taught = [getattr(topic, name) for name in TAUGHT]
    held = msgspec.msgpack.encode([taught, [page_words(page) for page in start]], order="deterministic")
    return hashlib.sha256(held).hexdigest()


def saved(judge: Judge, trained: str) -> bytes:
    """The judge as a file; the same judge, the same bytes."""
    body = pack({"format": FORMAT, "judge": repr(judge), "trained_on": trained, "state": judge.state()})
    return MAGIC + hashlib.sha256(body).digest() + body


def loaded(data: bytes, source: str) -> Stored:
    """The judge of a file; one that is damaged, or of another version, is refused in a line that names its source."""
    if not data.startswith(MAGIC):
        raise JudgeError(f"{source}: no file of a judge; {ADVICE}")
    digest, body = data[len(MAGIC) : len(MAGIC) + DIGEST], data[len(MAGIC) + DIGEST :]
    if hashlib.sha256(body).digest() != digest:
        raise JudgeError(f"{source}: damaged, or not all of a judge; {ADVICE}")
    held = unpack(body)
    if held.get("format") != FORMAT:
        raise JudgeError(f"{source}: a judge of format {held.get('format')}, where {FORMAT} is read; {ADVICE}")
    return Stored(_restored(held, source), str(held["trained_on"]))


def _restored(held: dict[str, Any], source: str) -> Judge:
    try:
        judge = judges.find(str(held["judge"]))
        judge.restore(held["state"])
    except LycosaError as unknown:
        raise JudgeError(f"{source}: {unknown}") from None
    except (KeyError, ValueError, TypeError, IndexError):
        raise JudgeError(f"{source}: a state that {held['judge']} cannot read; {ADVICE}") from None
    return judge
