"""The judge of a topic as it stands now, and what it goes by."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from lycosa import judges
from lycosa.engines.hunts import begun
from lycosa.judges.files import loaded, trained_on
from lycosa.judges.ladder import USUAL, deserved, untaught
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Text
from lycosa.pages.tokens import tokens
from lycosa.topics.languages import is_gated
from lycosa.topics.topic import Example, Examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.judges.base import Judge
    from lycosa.judges.files import Stored
    from lycosa.pages.records import Page
    from lycosa.topics.topic import Topic

ENOUGH = (
    20  # relevant examples, and twice as many unrelated: as the seeds train their judges (Pant and Srinivasan 2006)
)
JUDGE = "judge.trained"
UNREAD = "no more than an address: lycosa topic add fetches them"

Terms = list[tuple[str, float]]


class Going(NamedTuple):
    """What a judge goes by: the mean of what terms add to its margins of the examples."""

    positive: Terms
    against: Terms


def rung(topic: Topic) -> str:
    """Where on the ladder from words to a trained judge the topic stands."""
    examples = topic.examples
    if any(one.text for one in examples.relevant):
        return "examples" if any(one.text for one in examples.unrelated) else "relevant examples"
    return "vocabulary" if topic.vocabulary else "words" if topic.words.strip() else "examples not yet fetched"


def ready(name: str, topic: Topic) -> Judge:
    """The judge of that name, begun with the topic as it is; under the usual name the one that the topic deserves."""
    return deserved(topic) if name == USUAL else begun(name, topic, ())


def lessened(name: str, topic: Topic) -> tuple[str, ...]:
    """Why that is not the judge it would be elsewhere, where it is not."""
    why = untaught(topic) if name == USUAL else ""
    return (why,) if why else ()


class Chosen(NamedTuple):
    """A topic's judge, by the name it is known by."""

    name: str
    judge: Judge
    trained: bool = False  # and kept, on the topic as it is now
    notes: tuple[str, ...] = ()


def chosen_judge(holder: TopicFolder, topic: Topic, name: str | None = None) -> Chosen:
    """The judge asked for, or that which was trained and kept, or the usual one."""
    kept = trained_judge(holder)
    if name or kept is None:
        judge = ready(name or USUAL, topic)
        return Chosen(judge.called, judge, notes=lessened(name or USUAL, topic))
    own = repr(kept.judge)
    if old := outdated(holder, topic, kept):
        return Chosen(own, ready(own, topic), notes=(old,))
    return Chosen(own, kept.judge, trained=True)


def outdated(holder: TopicFolder, topic: Topic, kept: Stored) -> str:
    """What to say of a judge that was trained before the topic changed; nothing, where all is well."""
    if kept.trained_on == trained_on(topic):
        return ""
    return (
        f"{holder.path / JUDGE} was trained on the topic as it was before; lycosa topic train {holder.path} mends that"
    )


def trained_judge(holder: TopicFolder) -> Stored | None:
    """The judge that was trained and kept, if one was."""
    file = holder.path / JUDGE
    return loaded(file.read_bytes(), str(file)) if file.exists() else None


def as_text(words: str, lexicon: Lexicon) -> Text:
    """A text that is no page."""
    return Text(lexicon.ids(tokens(words)), lexicon)


def explained(judge: Judge, text: Text) -> Terms:
    """What made a text's margin."""
    return judge.explain(text, text.page)


def going(judge: Judge, topic: Topic) -> Going:
    """The strongest terms for and against; without examples, of the topic's own words."""
    lexicon, sums = Lexicon(), Counter[str]()
    texts = [one.text for held in (topic.examples.relevant, topic.examples.unrelated) for one in held if one.text]
    terms = " ".join(part for term in topic.vocabulary for part in term.parts)
    texts = texts or [f"{topic.words} . {terms}"]
    for text in texts:
        for term, value in explained(judge, as_text(text, lexicon)):
            sums[term] += value / len(texts)  # type: ignore[assignment]  # means, not numbers
    ordered = sorted(sums.items(), key=lambda one: (-one[1], one[0]))
    return Going([one for one in ordered if one[1] > 0], [one for one in reversed(ordered) if one[1] < 0])


def lacking(topic: Topic) -> list[str]:
    """Which labels would help most, the most wanted first."""
    shown = {key: [one for one in getattr(topic.examples, key) if one.text] for key in ("relevant", "unrelated")}
    found = []
    if not shown["relevant"]:
        found.append("a page that belongs to the topic: one is enough to begin with")
    elif not shown["unrelated"]:
        found.append("pages that do not belong, best of neighbouring subjects: nothing shows yet what is not meant")
    if 0 < len(distinct(shown["relevant"])) < ENOUGH:
        found.append(f"{ENOUGH - len(distinct(shown['relevant']))} more relevant pages, unlike those that are there")
    if 0 < len(distinct(shown["unrelated"])) < 2 * ENOUGH:
        found.append(f"{2 * ENOUGH - len(distinct(shown['unrelated']))} more pages that do not belong")
    return found


def distinct(examples: Sequence[Example]) -> list[str]:
    """Their texts, each once."""
    return list(dict.fromkeys(" ".join(tokens(one.text)) for one in examples))


def warnings(topic: Topic) -> list[str]:
    """What is odd about the examples."""
    found = []
    for key in Examples.__struct_fields__:
        held = getattr(topic.examples, key)
        kept = [one for one in held if one.text]
        if len(held) > len(kept):
            lost = next(one for one in held if not one.text)
            found.append(
                f"{lost.url}, of {len(held):,} {key} examples one of {len(held) - len(kept):,} that are {UNREAD}"
            )
        if len(kept) > len(distinct(kept)):
            copies = len(kept) - len(distinct(kept))
            found.append(f"{len(kept):,} {key} examples, copies among them: {copies:,}; the same page teaches once")
    return found


def gated(topic: Topic, page: Page) -> bool:
    """Whether the language of the page keeps it from being relevant, whatever the judge says."""
    return is_gated(page.language, topic.languages)


def known_judges() -> list[str]:
    """The judges that could judge any topic."""
    return list(judges.known())
