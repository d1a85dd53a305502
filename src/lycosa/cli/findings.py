"""What a look at a hunt before it begins has found: each finding says what is wrong and what to do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lycosa.cli.show import many
from lycosa.crawl.scope import RULES
from lycosa.engines.doubts import abundance, doubts
from lycosa.engines.hunts import no_synonyms, untaught
from lycosa.pages.hosts import host_of
from lycosa.webs.reasons import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycosa.engines.checkup import Checkup, Seed

FEW_SAMPLED = 10  # pages from which on their share says something
FEW_SEEDS = 5
BETTER_KNOWN = 0.5


@dataclass(frozen=True, slots=True)
class Pace:
    """What a hunt can come to with the hosts that are known before it begins."""

    hosts: int
    gap: float  # seconds from an answer of a host to the next question
    per_minute: float  # pages, at most
    seconds: float  # that the budget takes at that pace; 0 where it has no number of pages


def pace(found: Checkup) -> Pace:
    """From gaps, Crawl-delays and the time answers took."""
    settings, hosts = found.order.run.settings, len(found.hosts)
    slowest = {host_of(seed.to or seed.url): seed.delay for seed in found.caught}
    usual = max(settings.gap, settings.gap_factor * found.seconds)
    apiece = [1 / max(max(usual, slowest.get(host, 0.0)) + found.seconds, 0.001) for host in found.hosts]
    most = found.order.parallel / max(found.seconds, 0.001)
    rate = min(sum(apiece) * (settings.connections or 1), most)
    pages = settings.pages or settings.fetches
    return Pace(hosts, usual, 60 * rate, pages / rate if rate else 0.0)


def findings(found: Checkup) -> list[str]:
    """All of them, the gravest first."""
    return [*_fatal(found), *_seeds(found), *_judge(found), *_lacking(found), *_settings(found)]


def _fatal(found: Checkup) -> Iterator[str]:
    if not found.caught:
        yield "No seed gives a page, so the crawl cannot begin: mend the seeds, or give others (--seed URL)."
    if found.fault:
        yield f"The crawl cannot begin: {found.fault}."


def reason_of(seed: Seed) -> str:
    """Why a seed gave no page, in words."""
    if seed.robots == "silent":
        return f"its robots.txt could not be had: {sentence(seed.fault)}"
    return RULES.get(seed.fault) or sentence(seed.fault)


def _seeds(found: Checkup) -> Iterator[str]:
    lost = [seed for seed in found.seeds if seed.fault]
    if lost and found.caught:
        yield (
            f"{len(lost):,} of {many(len(found.seeds), 'seed')} give no page: {_why(lost)}. The crawl begins without "
            "them; check how they are spelled, or leave them out."
        )
    if found.unseen:
        yield f"There are {many(found.unseen, 'seed')} more that were not looked at; the crawl begins with all."
    if 0 < len(found.caught) < FEW_SEEDS:
        few = many(len(found.caught), "seed")
        yield f"There is little to begin with, {few}: more that are on the topic find more (--seed URL)."
    if blind := [seed for seed in found.caught if not seed.links and not found.fault]:
        yield (
            f"{len(blind):,} of {many(len(found.caught), 'seed')} have no links that may be followed: give pages that "
            "lead on, lists and portals say."
        )
    yield from _barred(found)


def _why(lost: list[Seed]) -> str:
    """The commonest first."""
    return ", ".join(f"{times:,} {words}" for words, times in Counter(map(reason_of, lost)).most_common())


def _barred(found: Checkup) -> Iterator[str]:
    links = sum(seed.links for seed in found.caught)
    for rule in dict.fromkeys(rule for seed in found.caught for rule in seed.refused):
        times = sum(seed.refused.get(rule, 0) for seed in found.caught)
        if times > BETTER_KNOWN * links:
            yield f"Most links of the seeds, {times:,} of {links:,}, will not be followed: {RULES[rule]}. Loosen this."


def _judge(found: Checkup) -> Iterator[str]:
    judge, asked = found.judge, found.order.topic.languages
    foreign = [seed for seed in found.caught if asked and seed.language not in (*asked, "und")]
    if foreign and not found.fault:
        codes = ", ".join(sorted({seed.language for seed in foreign}))
        yield (
            f"{len(foreign):,} of {many(len(found.caught), 'seed')} are in a language not asked for ({codes}), and "
            "count as not relevant: "
            f"add it (--language {foreign[0].language}), or give other seeds."
        )
    low = [seed for seed in found.caught if seed.score < BETTER_KNOWN and seed not in foreign]
    if low and not found.fault:
        yield (
            f"The judge {judge} may be broken: {len(low):,} of {many(len(found.caught), 'seed')} score below 0.50, and "
            "are not relevant themselves. Describe the topic in the words its pages use, give better seeds, or try "
            "another judge (lycosa judges)."
        )
    yield from abundance(judge, found.relevant, found.sampled, FEW_SAMPLED)
    yield from doubts(judge, found.examples, found.found)
    if found.sampled and not found.relevant:
        yield (
            f"None of {many(found.sampled, 'page')} that the seeds lead to is relevant: seeds that lead to more of the "
            "topic find it sooner."
        )


def _lacking(found: Checkup) -> Iterator[str]:
    """What judge and strategy would go by, if it were there."""
    run = found.order.run
    if not found.fault and (why := no_synonyms(found.order.topic, run.strategy, run.judge)):
        yield f"There are no synonyms to go by: {why}."
    if why := untaught(found.order.topic, run.judge):
        yield f"{why[0].upper()}{why[1:]}."


def _settings(found: Checkup) -> Iterator[str]:
    settings, reach = found.order.run.settings, pace(found)
    longest = max([reach.gap, *(seed.delay for seed in found.caught)])
    if settings.patience and longest >= settings.patience:
        yield (
            f"A host is left alone for {longest:g} seconds, and the crawl stops when all sleep longer than "
            f"{settings.patience:g}: it would stop after a page or two. Give --patience {2 * longest:g}."
        )
    if bool(settings.dry_window) != bool(settings.dry_floor):
        lacking, given = ("window", "floor") if settings.dry_floor else ("floor", "window")
        yield f"--dry-{given} does nothing without --dry-{lacking}: give both, or neither."
    if not settings.robots:
        yield "robots.txt will be ignored: do so only on hosts of your own, or with their leave."
    if not reach.gap and found.hosts:
        yield "No gap is kept between two fetches of a host: do so only on hosts of your own, or give --gap 1."
    if settings.seconds and reach.seconds > settings.seconds:
        yield (
            f"{settings.seconds:g} seconds are too short for the budget, which takes {reach.seconds:,.0f} with the "
            "hosts known now: give --seconds more, or expect fewer pages."
        )
    yield from _narrow(found)


def _narrow(found: Checkup) -> Iterator[str]:
    """Where the hunt may not leave the hosts it begins on, their budgets may be less than its own."""
    settings, scope = found.order.run.settings, found.order.topic.scope
    if scope.seed_sites and settings.host_pages and settings.pages > settings.host_pages * len(found.hosts):
        most = settings.host_pages * len(found.hosts)
        yield (
            f"--seed-sites with --host-pages {settings.host_pages} gives about {most:,} pages of the "
            f"{settings.pages:,} asked for: raise --host-pages, or let it go elsewhere."
        )
