"""Why a hunt caught little, in words, and what to try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.cli.show import many, safe
from lycosa.crawl.scope import RULES
from lycosa.topics.languages import gate_words, is_gated
from lycosa.webs.reasons import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lycosa.engines.hunted import Hunted, Plan

LITTLE = 0.05  # of the fetches
MANY = 0.3  # failures, or pages in another language
FEW_SEEDS = 5


def summary(hunted: Hunted, plan: Plan, labelled: int | None = None, doubts: Sequence[str] = ()) -> list[str]:
    """What was caught and why it stopped; where that was little, why; what makes the judge doubtful."""
    tally = hunted.tally
    known = "" if labelled is None else f"{labelled:,} have the topic's label, "
    caught = f"{tally.relevant:,} of {tally.pages:,} pages are relevant, {known}in {tally.fetches:,} fetches"
    gate = gate_words(hunted.languages, plan.topic.languages)
    why = [f"{gate}.", *causes(hunted, plan)] if gate else causes(hunted, plan)
    return [safe(line) for line in (f"{hunted.strategy}: {caught}; {hunted.stopped.words}.", *why, *doubts)]


def causes(hunted: Hunted, plan: Plan) -> list[str]:
    """What stood in the way, each with what to try; nothing where enough was caught."""
    if hunted.harvest >= LITTLE and hunted.catches:
        return []
    found = [*_failures(hunted), *_unruled(hunted), *_refusals(hunted), *_language(hunted, plan), *_judge(hunted)]
    if len(plan.seeds) < FEW_SEEDS and hunted.tally.pages:
        found.append(f"There were only {len(plan.seeds)} seeds: give more that are on the topic (--seed URL).")
    return found


def counted(counts: dict[str, int]) -> str:
    """The commonest first."""
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{times:,} {RULES.get(name) or sentence(name)}" for name, times in ordered)


def _failures(hunted: Hunted) -> Iterator[str]:
    tally = hunted.tally
    if tally.fetches and tally.failures and (tally.failures >= MANY * tally.fetches or not tally.pages):
        reasons = {name: times for name, times in tally.reasons.items() if name not in RULES}
        yield f"{tally.failures:,} of {tally.fetches:,} fetches failed: {counted(reasons)}."
        if not tally.pages:
            yield "Check that the seeds are spelled as their pages are: scheme, host and path."


def _unruled(hunted: Hunted) -> Iterator[str]:
    """Hosts that could not even be asked for their rules."""
    reasons = {name: times for name, times in hunted.tally.reasons.items() if name not in RULES}
    if reasons and not hunted.tally.fetches and not hunted.tally.pages:
        found = ", ".join(f"{sentence(name)} ({many(reasons[name], 'time')})" for name in sorted(reasons))
        yield f"Hosts gave no robots.txt that counts, and are left alone until they do: {found}."
        yield "Check that the seeds are spelled right and that their hosts can be reached from here."


def _refusals(hunted: Hunted) -> Iterator[str]:
    rules = {name: times for name, times in hunted.tally.reasons.items() if name in RULES}
    starved = hunted.stopped.reason == "dead_end"
    if rules and starved:
        yield f"Links were not followed: {counted(rules)}. Loosen these rules."
    elif starved and hunted.tally.pages:
        yield "The pages caught lead nowhere else in this web: try other seeds, or more of them."


def _language(hunted: Hunted, plan: Plan) -> Iterator[str]:
    asked = plan.topic.languages
    others = {code: times for code, times in hunted.languages.items() if is_gated(code, asked)}
    if sum(others.values()) > MANY * len(hunted.catches):
        yield (
            f"The topic asks for {' and '.join(asked)}, and of {len(hunted.catches):,} pages caught "
            f"{counted(others)}: add the language to the topic, or look elsewhere."
        )


def _judge(hunted: Hunted) -> Iterator[str]:
    best = max(hunted.catches, key=lambda catch: catch.score, default=None)
    if best is None:
        return
    if best.score <= 0:
        yield f"The judge {hunted.judge} finds nothing of the topic: try other words, or another judge."
    elif best.score < 0.5:
        short = f"its best page has {best.score:.2f}, and 0.50 is relevant"
        yield f"The judge {hunted.judge} may be too strict: {short}."
        yield "Describe the topic in the words its pages use, or try another judge (lycosa judges)."
