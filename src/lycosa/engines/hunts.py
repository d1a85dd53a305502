"""Putting a hunt together: topic, judges, strategy, rules and seeds make a crawl."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from lycosa import judges, strategies
from lycosa.crawl.crawl import Crawl
from lycosa.crawl.reading import GUIDE, Reader, split_use
from lycosa.crawl.scope import Scope
from lycosa.judges import ladder
from lycosa.pages.hosts import host_of, site_of
from lycosa.pages.tokens import tokens
from lycosa.topics import synonyms
from lycosa.topics.links import link_texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lycosa.crawl.settings import Settings
    from lycosa.judges.base import Judge
    from lycosa.pages.records import Page
    from lycosa.pages.urls import Canon
    from lycosa.strategies.base import Strategy
    from lycosa.topics.topic import Topic

WAYS = {  # to what a strategy may need
    "query": "give it a query",
    "examples": "give it example pages (lycosa topic add)",
    "taxonomy": "give it a tree with a wanted node (lycosa topic tree)",
    "concepts": "lay concepts.csv or concepts.ttl beside its topic.toml",
    "back_links": "lay back_links.toml, pages that link to its examples, beside its topic.toml",
}
START = 10  # start pages a judge is shown


def cues_of(*names: str) -> list[str]:
    """The cues these strategies' pages must be parsed with."""
    uses = {use for name in names for use in strategies.find(name).uses}
    return sorted({split_use(use).cue for use in uses} - {"page"})


def begun(name: str, topic: Topic, start: Sequence[Page]) -> Judge:
    """A judge made ready for the topic; what it lacks is named."""
    judge = judges.find(name)
    judges.check_needs(judge, topic, start)
    judge.begin(topic, start)
    return judge


def judges_for(strategy: Strategy, guide: str, topic: Topic, start: Sequence[Page]) -> dict[str, Judge]:
    """The guide and every judge that the strategy names itself; where that is the guide's like, the guide."""
    first = begun(guide, topic, start)
    named = sorted({split_use(use).judge for use in strategy.uses} - {GUIDE})
    return {
        GUIDE: first,
        **{name: first if repr(judges.find(name)) == first.called else begun(name, topic, start) for name in named},
    }


def shown(topic: Topic) -> tuple[str, ...]:
    """The pages a judge is shown: examples that are no more than URLs, so that they must be fetched."""
    return tuple(one.url for one in topic.examples.relevant if one.url and not one.text)


def instead(topic: Topic, seeds: Sequence[str]) -> Sequence[str]:
    """The pages it is shown where there are none of those: the seeds, unless pages were labelled and kept."""
    return () if any(one.url and one.text for one in topic.examples.relevant) else seeds


def asks_synonyms(strategy: Strategy, guide: str) -> bool:
    """Whether the strategy, the guide or a judge that the strategy names goes by synonyms too."""
    named = {split_use(use)[0] for use in strategy.uses} - {GUIDE}
    asked = [strategy, *map(judges.find, sorted({guide, *named}))]
    return any(getattr(one, "synonyms", False) for one in asked)


def with_synonyms(topic: Topic, strategy: Strategy, guide: str) -> Topic:
    """The topic with WordNet's synonyms of its query, where they are asked for and it has none of its own."""
    if topic.synonyms or not asks_synonyms(strategy, guide):
        return topic
    found = synonyms.synonyms(tokens(topic.query or topic.words), topic.language, wordnet())
    return replace(topic, synonyms=tuple(found))


def no_synonyms(topic: Topic, strategy: str, guide: str) -> str:
    """Why synonyms are asked for and there will be none; nothing, where all is well."""
    if topic.synonyms or not asks_synonyms(strategies.find(strategy), guide):
        return ""
    return synonyms.lacking(topic.language, wordnet())


def untaught(topic: Topic, guide: str) -> str:
    """Why the guide learns less of the topic's examples than it might; nothing, where all is well."""
    return ladder.untaught(topic) if judges.find(guide) == judges.find(ladder.USUAL) else ""


def wordnet() -> str:
    """The folder of the dictionary: LYCOSA_WORDNET, or where Debian's packages put it."""
    return os.environ.get("LYCOSA_WORDNET") or synonyms.FOLDER


def check_needs(strategy: Strategy, topic: Topic, start: Sequence[Page], given: Mapping[str, Any]) -> None:
    """Refuse a hunt that lacks what the strategy needs, before the first fetch."""
    held = {
        "query": topic.query,
        "examples": topic.examples.relevant or start,
        "taxonomy": any(node.wanted for node in topic.tree),
        "concepts": any(concept.focus for concept in topic.concepts),
        "back_links": topic.back_links,
        **given,
    }
    missing = [need for need in strategy.needs if not held.get(need)]
    lacks = " and ".join("what an earlier crawl learned (--earlier)" if need == "earlier" else need for need in missing)
    if missing and set(missing) <= {"truth", "unseen"}:
        raise strategies.StrategyError(f"{strategy} needs {lacks}, which only the lab knows: run it by lycosa lab run")
    if missing:
        ways = "; ".join(WAYS[need] for need in missing if need in WAYS)
        raise strategies.StrategyError(
            f"{strategy} needs {lacks}, which the topic {topic.name!r} does not have" + (f": {ways}" if ways else "")
        )


def assemble(
    topic: Topic,
    strategy: Strategy,
    reader: Reader,
    seeds: Sequence[str],
    settings: Settings,
    given: Mapping[str, Any] | None = None,
) -> Crawl:
    """A crawl ready to take its first ticket."""
    settings.check()
    crawl = Crawl(topic, strategy, reader, rules_for(topic, seeds, settings), settings, given=given)
    crawl.begin(seeds)
    return crawl


def rules_for(topic: Topic, seeds: Sequence[str], settings: Settings) -> Scope:
    """Where a hunt from these seeds may go."""
    scope = topic.scope
    sites = {site_of(host_of(url)) for url in seeds} if scope.seed_sites else None
    return Scope(settings, scope.stay_in, scope.leave_out, sites)


def reader_for(
    topic: Topic,
    strategy: Strategy,
    guide: str,
    start: Sequence[Page],
    settings: Settings,
    canon: Canon | None = None,
) -> Reader:
    """A reader with the judges of this topic."""
    found = judges_for(strategy, guide, topic, start)
    return Reader(
        found,
        strategy.uses,
        canon or settings.canon,
        nofollow=settings.nofollow,
        languages=topic.languages,
        link_texts=link_texts(topic.scope),
        text_limit=settings.text_limit,
        language=topic.language,
        topic=topic,
    )
