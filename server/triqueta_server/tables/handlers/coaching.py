"""Advice about a decision that a seat owes: computed in another process, dropped if it comes too late."""

import hashlib
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from triqueta_protocol import requests
from triqueta_protocol.advice import Advice
from triqueta_protocol.codec import pack
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Accepted, Rejected
from triqueta_server.tables.delivery.answers import RequestState
from triqueta_server.tables.handlers.playing import running_match
from triqueta_server.tables.services import CoachQuestion
from triqueta_server.tables.state.match import Match
from triqueta_server.tables.state.player import Client, Player
from triqueta_server.tables.state.table import Table


@dataclass(frozen=True)
class Decision:
    """A decision that a seat owes. The next one begins with the seat's own move."""

    match: Match
    seat: int
    moves: int
    """Of this seat."""
    mine: dict[str, Any]

    def is_open(self, table: Table) -> bool:
        match = self.match
        return (
            table.match is match
            and table.status == "playing"
            and self.seat in match.position.owing
            and match.moves_of(self.seat) == self.moves
            and match.view(self.seat)[1] == self.mine
        )


def advise(table: Table, player: Player, request: requests.Advise) -> Literal[RequestState.PENDING]:
    """Ask for advice about the player's decision. The table goes on meanwhile; the answer comes later."""
    at = table.require_seat(player)
    match = running_match(table)
    if not table.settings.coach:
        raise RefusalError(Code.COACH_OFF)
    if at not in match.position.owing:
        raise RefusalError(Code.NOT_YOUR_TURN)
    _count(table, player)
    public, mine = match.view(at)
    assert mine is not None
    # The same view gets the same advice, whatever the cards are that the seat cannot see.
    seed = int.from_bytes(hashlib.sha256(pack([public, mine, at])).digest()[:6])
    origin = player.origin
    question = CoachQuestion(table.vocabulary.game, public, mine, at, seed, player.id, origin)
    decision = Decision(match, at, match.moves_of(at), mine)
    table.services.ask_coach(question, partial(_answer, table, player.client, origin, request, decision))
    return RequestState.PENDING


def _count(table: Table, player: Player) -> None:
    """Refuse a question above the limits: one at a time, and not too many in a row."""
    services = table.services
    if (
        player.advised
        or not services.advising.has_room(player.origin)
        or not services.budgets.advice.has(player.id)
        or not services.budgets.address_advice.try_spend(player.origin)
    ):
        raise RefusalError(Code.COACH_BUSY)
    services.budgets.advice.try_spend(player.id)
    player.advised = True
    services.advising.take(player.origin)


def _answer(
    table: Table,
    client: Client,
    origin: str,
    request: requests.Advise,
    decision: Decision,
    advice: Advice | None,
) -> None:
    client.player.advised = False
    table.services.advising.give_up(origin)
    answer: Accepted | Rejected
    if table.closed:
        client.answer(Rejected(id=request.id, code=Code.TABLE_CLOSED))
        return
    if not decision.is_open(table) or client.player.id not in table.viewers:
        answer = Rejected(id=request.id, code=Code.MOVED_ON)
    elif advice is None:
        answer = Rejected(id=request.id, code=Code.COACH_BUSY)
    else:
        answer = Accepted(id=request.id, table=table.code, advice=advice)
    # After what was told of the position that it is about.
    table.outbox.post(partial(client.answer, answer))
