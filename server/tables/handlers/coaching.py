"""Advice for a seat that owes a decision: asked for, thought out elsewhere, given if it is still of use."""

import hashlib
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from protocol import requests
from protocol.advice import Advice
from protocol.codec import pack
from protocol.errors import Code, Refusal
from protocol.events import Accepted, Rejected
from server.address_limits import Deed
from server.tables.delivery.answers import RequestState
from server.tables.handlers.playing import running_match
from server.tables.services import CoachQuestion
from server.tables.state.match import Match
from server.tables.state.player import Player
from server.tables.state.table import Table


@dataclass(frozen=True)
class Moment:
    """A decision that a seat owes: another one begins with the seat's own move."""

    match: Match
    seat: int
    moves: int
    """Of this seat."""
    mine: dict[str, Any]

    def is_now(self, table: Table) -> bool:
        match = self.match
        return (
            table.match is match
            and table.status == "playing"
            and self.seat in match.position.owing
            and match.moves_of(self.seat) == self.moves
            and match.view(self.seat)[1] == self.mine
        )


def advise(table: Table, player: Player, request: requests.Advise) -> Literal[RequestState.PENDING]:
    """Have the own decision thought about. The table goes on meanwhile; the answer follows by itself."""
    at = table.require_seat(player)
    match = running_match(table)
    if not table.coached:
        raise Refusal(Code.COACH_OFF)
    table.require_store()
    if at not in match.position.owing:
        raise Refusal(Code.NOT_YOUR_TURN)
    _count(table, player)
    public, mine = match.view(at)
    assert mine is not None
    # The same view gets the same advice, whatever the cards are that the seat cannot see.
    seed = int.from_bytes(hashlib.sha256(pack([public, mine, at])).digest()[:6])
    question = CoachQuestion(table.vocabulary.game, public, mine, at, seed, player.id)
    moment = Moment(match, at, match.moves_of(at), mine)
    table.services.ask_coach(question, partial(_answer, table, player, request, moment))
    return RequestState.PENDING


def _count(table: Table, player: Player) -> None:
    """Refuse a question that is one too many: one at a time, and not too many in a row."""
    services = table.services
    if (
        player.advised
        or services.advising >= services.limits.advice_at_once
        or not player.advice_limit.has(services.now())
        or not services.addresses.try_spend(player.origin, Deed.ADVICE)
    ):
        raise Refusal(Code.COACH_BUSY)
    player.advice_limit.try_spend(services.now())
    player.advised = True
    services.advising += 1


def _answer(
    table: Table, player: Player, request: requests.Advise, moment: Moment, advice: Advice | None
) -> None:
    player.advised = False
    table.services.advising -= 1
    answer: Accepted | Rejected
    if table.closed:
        player.answer(Rejected(id=request.id, code=Code.TABLE_CLOSED))
        return
    if not moment.is_now(table) or player.id not in table.viewers:
        answer = Rejected(id=request.id, code=Code.MOVED_ON)
    elif advice is None:
        answer = Rejected(id=request.id, code=Code.COACH_BUSY)
    else:
        answer = Accepted(id=request.id, table=table.code, advice=advice)
    # Behind what was told of the moment it is about.
    table.outbox.post(partial(player.answer, answer))
