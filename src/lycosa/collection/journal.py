"""All that the core is told, as rows of the log and back. What came from the web is named by its place in the WARC."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from lycosa.collection.catalogue import Told
from lycosa.crawl.endings import Came, Ended, Failed, Moved, Refused, Ruled, Trip

if TYPE_CHECKING:
    from lycosa.crawl.settings import Settings
    from lycosa.strategies.records import Ticket

TAKE, LOST, COMMAND = "take", "lost", "command"
JUDGE, RERANK = "judge", "rerank"
PAGE, RULES, FAILED, REDIRECT, REFUSED = "page", "rules", "failed", "redirect", "refused"

_pack, _unpack = msgspec.msgpack.encode, msgspec.msgpack.decode


class Spot(NamedTuple):
    """Where an answer lies: the number of its WARC file, and the record's first byte there and length."""

    warc: int
    offset: int
    length: int


class Kept(NamedTuple):
    """An ending whose answer must be read again: the spot, and what the answer alone does not tell."""

    spot: Spot
    trip: Trip


def taken(now: float, n: int, floor: float | None) -> Told:
    """Tickets were asked for."""
    return Told(now, TAKE, arg=_pack([n, floor]))


def take_of(told: Told) -> tuple[int, float]:
    """How many, and from which priority on."""
    n, floor = _unpack(told.arg)
    return n, -float("inf") if floor is None else floor


def lost(now: float) -> Told:
    """All tickets that were out will never end."""
    return Told(now, LOST)


def ordered(now: float, settings: Settings) -> Told:
    """Other budgets are in force."""
    return Told(now, COMMAND, arg=_pack(msgspec.to_builtins(settings)))


def settings_of(told: Told, kind: type[Settings]) -> Settings:
    """The settings of a command."""
    return msgspec.convert(_unpack(told.arg), kind)


def put_in_force(now: float, sha: str) -> Told:
    """Another guide judges from here on: the one whose state has this hash."""
    return Told(now, JUDGE, arg=_pack(sha))


def sha_of(told: Told) -> str:
    """Which."""
    sha: str = _unpack(told.arg)
    return sha


def reranked(now: float, key: int, spot: Spot) -> Told:
    """A page that was fed before was ranked again."""
    return Told(now, RERANK, key=key, arg=_pack(list(spot)))


def spot_of(told: Told) -> Spot:
    """Where its answer lies."""
    return Spot(*_unpack(told.arg))


def ended(end: Ended, now: float, spot: Spot | None) -> Told:
    """A ticket has ended."""
    ticket = end.ticket
    kind, arg = _written(end, spot)
    return Told(now, kind, ticket.number, ticket.key, _pack([*arg, *end.trip]))


def _written(end: Ended, spot: Spot | None) -> tuple[str, list[Any]]:
    if isinstance(end, Failed):
        return FAILED, [end.reason, end.size, end.may_pass, end.busy]
    if isinstance(end, Moved):
        return REDIRECT, [end.to]
    if isinstance(end, Refused):
        return REFUSED, [end.rule]
    return PAGE if isinstance(end, Came) else RULES, list(spot or (0, 0, 0))


def ended_of(told: Told, ticket: Ticket) -> Ended | Kept:
    """The ending, or where its answer lies."""
    *arg, seconds, address, wait = _unpack(told.arg)
    trip = Trip(seconds, address, wait)
    if told.kind == FAILED:
        reason, size, may_pass, busy = arg
        return Failed(ticket, reason, size, trip, may_pass, busy)
    if told.kind == REDIRECT:
        return Moved(ticket, arg[0], trip)
    if told.kind == REFUSED:
        return Refused(ticket, arg[0], trip)
    if told.kind == RULES and not arg[2]:
        return Ruled(ticket, trip=trip)
    return Kept(Spot(*arg), trip)
