"""Say how a topic stands: what is known of it, how well it is judged, and which label would help most."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.topic.named import TOPIC, opened

if TYPE_CHECKING:
    from lycosa.engines.topic_judge import Chosen
    from lycosa.judges.quality import Measured, Quality
    from lycosa.topics.topic import Topic

EXAMPLES = """\b
Examples:
  lycosa topic show bees
  lycosa topic show bees --judge "cosine(like='examples')" --json
"""
TERMS = 8


@click.command(epilog=EXAMPLES)
@TOPIC
@click.option("--judge", metavar="NAME", help="Another judge than the one the topic would be hunted with.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(topic: str, *, judge: str | None, as_json: bool) -> int:
    """Show how TOPIC stands."""
    from lycosa.cli.show import complain
    from lycosa.engines.topic_judge import chosen_judge, warnings

    holder = opened(topic)
    read = holder.topic()
    chosen = chosen_judge(holder, read, judge)
    told = facts(read, chosen)
    for line in (*warnings(read), *chosen.notes):
        complain(line)
    click.echo(json.dumps(told, indent=2, ensure_ascii=False) if as_json else "\n".join(lines(told)))
    return 0


def facts(topic: Topic, chosen: Chosen) -> dict[str, Any]:
    """All of it as plain data."""
    from lycosa.engines.topic_judge import going, lacking, rung

    terms = going(chosen.judge, topic)
    found, unmeasured = assessed(topic, chosen)
    return {
        "topic": topic.name,
        "query": topic.query,
        "languages": list(topic.languages),
        "rung": rung(topic),
        "relevant": len(topic.examples.relevant),
        "unrelated": len(topic.examples.unrelated),
        "neighbours": len(topic.neighbours),
        "vocabulary": len(topic.vocabulary),
        "nodes": len(topic.tree),
        "judge": chosen.name,
        "trained": chosen.trained,
        "quality": found and measured(found),
        "unmeasured": unmeasured,
        "for": terms.positive[:TERMS],
        "against": terms.against[:TERMS],
        "would_help": lacking(topic),
    }


def assessed(topic: Topic, chosen: Chosen) -> tuple[Quality | None, str]:
    """How good the judge is; of one that was kept, why that cannot be had here: to measure is to train."""
    from lycosa.judges.base import JudgeError
    from lycosa.judges.quality import quality

    try:
        return quality(chosen.name, topic), ""
    except JudgeError as unable:
        if not chosen.trained:
            raise
        return None, str(unable)


def measured(found: Quality) -> dict[str, Any]:
    """A judge's quality, figures with their intervals."""
    told = found._asdict() | {name: list(getattr(found, name)) for name in ("accuracy", "average_precision")}
    return told | {"table": [list(row) for row in found.table]}


def lines(told: dict[str, Any]) -> list[str]:
    """For people."""
    from lycosa.cli import tables
    from lycosa.cli.show import many

    beside = f"; {many(told['neighbours'], 'page')} of topics beside it stand in" if told["neighbours"] else ""
    held = f"{many(told['relevant'], 'relevant page')}, {told['unrelated']:,} unrelated{beside}"
    rows = [
        ["topic", told["topic"]],
        ["query", told["query"]],
        ["in", " or ".join(told["languages"]) or "any language"],
        ["goes by", told["rung"]],
        ["examples", held],
        ["vocabulary", many(told["vocabulary"], "term")],
        ["tree", many(told["nodes"], "node") if told["nodes"] else ""],
        ["judge", told["judge"] + (", as it was trained" if told["trained"] else "")],
        ["quality", f"not known: {told['unmeasured']}" if told["unmeasured"] else quality_words(told["quality"])],
        ["for", _terms(told["for"])],
        ["against", _terms(told["against"])],
        ["would help", "; ".join(told["would_help"]) or "labels of the pages it is least sure of"],
    ]
    return [line for head, text in rows if text for line in _row(head, text, tables)]


def _row(head: str, text: str, tables: Any) -> list[str]:
    """A long text goes on below itself."""
    from lycosa.cli.show import safe

    lead = " " * 12
    first, *rest = tables.wrapped(safe(text), lead) or [lead]
    return [f"{head:12}{first[len(lead) :]}", *rest]


def quality_words(found: dict[str, Any] | None) -> str:
    """How good a judge is, in a sentence."""
    if found is None:
        return "not known: it takes two relevant examples that differ and, if there are unrelated ones, two of those"
    figures = f"accuracy {_figure(found['accuracy'])}, average precision {_figure(found['average_precision'])}"
    against = "words of the language, so this flatters" if found["made_up"] else f"{found['unrelated']:,} unrelated"
    held = f"on examples held out in {found['folds']} folds: {found['relevant']:,} relevant against {against}"
    return f"{figures}, scores off by {found['calibration']:.2f}, {held}"


def _figure(value: Measured | list[float]) -> str:
    return f"{value[0]:.2f} ({value[1]:.2f} to {value[2]:.2f})"


def _terms(terms: list[tuple[str, float]]) -> str:
    return ", ".join(f"{term} {abs(value):.3f}" for term, value in terms)
