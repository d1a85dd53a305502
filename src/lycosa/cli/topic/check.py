"""Score pages by a topic, with the terms that made the scores, or find those whose labels would teach most."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import Sectioned, at_least
from lycosa.cli.topic.named import JSON, TOPIC, all_had, fetching, finder, judge_of, one_of, opened
from lycosa.pages.errors import LycosaError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.engines.banded import Judged
    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.engines.wanted_pages import Got
    from lycosa.judges.base import Judge
    from lycosa.topics.topic import Topic

EXAMPLES = """\b
Examples:
  lycosa topic check bees https://example.org/queen hive.html
  lycosa topic check bees --hard bees.hunt
  lycosa topic check bees --best 200 --middle 200 --worst 200 bees.hunt > draws.txt
"""
TERMS = 6


@click.command(cls=Sectioned, epilog=EXAMPLES)
@TOPIC
@click.argument("pages", nargs=-1, metavar="[URL|FILE|DIR]...")
@click.option("--judge", metavar="NAME", help="Another judge than the one the topic would be hunted with.")
@click.option("--hard", metavar="DIR", help="The unlabelled pages of a collection that the judge is least sure of.")
@click.option("--best", type=int, callback=at_least(0), metavar="N", help="Draw N of the best third of DIR.")
@click.option("--middle", type=int, callback=at_least(0), metavar="N", help="Of the middle third.")
@click.option("--worst", type=int, callback=at_least(0), metavar="N", help="Of the worst third.")
@click.option("--number", type=int, default=1, show_default=True, metavar="N", help="Seed number of these draws.")
@click.option("--top", type=int, callback=at_least(1), default=20, show_default=True, metavar="N", help="For --hard.")
@JSON
@fetching
def command(topic: str, pages: tuple[str, ...], **given: Any) -> int:
    """Score pages by TOPIC; or choose pages of a collection for labelling, one URL a line.

    What --hard, --best, --middle and --worst find can be handed to lycosa topic label --from.
    """
    bands = {band: given[band] for band in ("best", "middle", "worst") if given[band]}
    one_of(given["hard"], bands, pages and not bands)
    holder = opened(topic)
    read = holder.topic()
    judge = judge_of(holder, read, given["judge"])
    if not (given["hard"] or bands):
        return _scored(read, judge, pages, given)
    if bands and len(pages) != 1:
        raise LycosaError("name the one collection to draw from: lycosa topic check TOPIC --best 200 DIR")
    for line in _chosen(holder, judge, Path(given["hard"] or pages[0]), bands, given):
        click.echo(line)
    return 0


def _chosen(holder: TopicFolder, judge: Judge, folder: Path, bands: dict[str, int], given: dict[str, Any]) -> list[str]:
    """Pages to label."""
    from lycosa.cli.show import complain, many
    from lycosa.collection.opened import Opened
    from lycosa.engines.banded import drawn, hardest, judged

    topic = holder.topic()
    with Opened(folder) as collection:
        found = judged(collection, judge, topic, holder.labels())
    if out := gate_line(topic, [one.language for one in found]):
        complain(out)
    pairs = drawn(found, bands, given["number"]) if bands else [("", one) for one in hardest(found, given["top"])]
    complain(f"{many(len(pairs), 'page')} of {len(found):,} to label: lycosa topic label {holder.path} --from FILE")
    if given["as_json"]:
        return [json.dumps({"band": band or "hard", **one._asdict()}, ensure_ascii=False) for band, one in pairs]
    return [_line(band, one) for band, one in pairs]


def _line(band: str, one: Judged) -> str:
    """The URL, and for the reader what it is, as label --from skips it."""
    from lycosa.cli.show import safe

    title = " ".join(one.title.split())
    return "\t".join(map(safe, (one.url, f"{one.score:.2f}", f"{band}: {title}" if band else title)))


def gate_line(topic: Topic, languages: Sequence[str]) -> str:
    """How many pages of which language were gated out; nothing, where none were."""
    from collections import Counter

    from lycosa.topics.languages import gate_words

    return gate_words(Counter(languages), topic.languages)


def _scored(topic: Topic, judge: Judge, names: tuple[str, ...], given: dict[str, Any]) -> int:
    from lycosa.cli.show import complain

    with finder(given) as found:
        got = found.all(names)
    whole = all_had(got)
    told = [_facts(topic, judge, one) for one in got if one.page]
    for one in told:
        click.echo(json.dumps(one, ensure_ascii=False) if given["as_json"] else "\n".join(_told(one)))
    if out := gate_line(topic, [one["language"] for one in told]):
        complain(out)
    return 0 if whole else 1


def _facts(topic: Topic, judge: Judge, got: Got) -> dict[str, Any]:
    from lycosa.engines.topic_judge import explained, gated

    page = got.page
    if page is None:
        raise TypeError
    out = gated(topic, page)
    score = float(judge.scores(page.text, page.text.page)[0])
    return {
        "page": got.name,
        "title": page.title,
        "language": page.language,
        "gated": out,
        "score": 0.0 if out else round(score, 6),
        "score_without_gate": round(score, 6),
        "relevant": not out and score >= 0.5,
        "words": int(page.text.page.ends[0] - page.text.page.starts[0]),
        "terms": explained(judge, page.text)[: 2 * TERMS],
    }


def _told(one: dict[str, Any]) -> list[str]:
    from lycosa.cli import tables
    from lycosa.cli.show import safe

    what = "relevant" if one["relevant"] else "not relevant"
    if not one["words"]:
        what += ", it holds no words"
    if one["gated"]:
        what += f" for its language alone ({one['score_without_gate']:.3f} without that)"
    terms = ", ".join(f"{term} {value:+.3f}" for term, value in one["terms"][:TERMS])
    head = f"{one['score']:.3f}  {what}, in {one['language']}: {one['page']}"
    return [*tables.wrapped(safe(head)), *(tables.wrapped(safe(terms), "       ") if terms else ())]
