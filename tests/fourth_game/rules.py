"""Parley's rules: all offer in secret, the speaker asks a seat, which shares the pot or tosses a coin."""

from collections.abc import Sequence
from copy import copy
from itertools import combinations
from typing import Any, Final, Self

import msgspec

from tests.fourth_game import words
from tests.fourth_game.words import (
    GIFTS,
    VOCABULARY,
    Answer,
    AnyAction,
    Ask,
    Choice,
    Mine,
    Offer,
    Options,
    Public,
)
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games.views import Pick
from triqueta_protocol.table_events import TableEvent
from triqueta_protocol.tagged import Tagged, UnknownTagError

OFFERS: Final = tuple(gifts for count in (1, 2, 3) for gifts in combinations(range(GIFTS), count))
ASK: Final = len(OFFERS)
ANSWER: Final = ASK + 6

_WORDS: Final = Tagged[Any](AnyAction)


class Position:
    def __init__(self, seats: int, rounds: int, seed: bytes) -> None:
        self.seats, self.rounds, self.seed = seats, rounds, seed
        self.round, self.coins = 1, 0
        self.offers: tuple[tuple[int, ...], ...] = ((),) * seats
        self.asked: int | None = None
        self.points = (0,) * seats

    @property
    def speaker(self) -> int:
        return (self.round - 1) % self.seats

    @property
    def phase(self) -> Any:
        if self.round > self.rounds:
            return "over"
        if not all(self.offers):
            return "offer"
        return "ask" if self.asked is None else "answer"

    @property
    def owing(self) -> tuple[int, ...]:
        match self.phase:
            case "offer":
                return tuple(seat for seat, gifts in enumerate(self.offers) if not gifts)
            case "ask":
                return (self.speaker,)
            case "answer":
                assert self.asked is not None
                return (self.asked,)
        return ()

    def legal(self, seat: int) -> Sequence[int]:
        if seat not in self.owing:
            return ()
        match self.phase:
            case "offer":
                return range(ASK)
            case "ask":
                return [ASK + other for other in range(self.seats) if other != seat]
        return range(ANSWER, ANSWER + 2)

    def apply(self, seat: int, action: int, events: list[TableEvent] | None = None) -> None:
        assert action in self.legal(seat)
        told: list[TableEvent] = []
        if action < ASK:
            self.offers = (*self.offers[:seat], OFFERS[action], *self.offers[seat + 1 :])
            told.append(words.Offered(seat))
        elif action < ANSWER:
            self.asked = action - ASK
            told.append(words.Asked(seat, self.asked, self.pot))
        else:
            told.append(self._settle(share=action > ANSWER))
        if events is not None:
            events += told

    def _settle(self, *, share: bool) -> words.Settled:
        assert self.asked is not None
        winners = tuple(sorted((self.speaker, self.asked)))
        if not share:
            winners = (winners[words.coin(self.seed, self.coins)],)
            self.coins += 1
        pot = self.pot
        gains = [pot // len(winners) * (seat in winners) for seat in range(self.seats)]
        self.points = tuple(map(sum, zip(self.points, gains, strict=True)))
        self.offers, self.asked, self.round = ((),) * self.seats, None, self.round + 1
        return words.Settled(winners, pot)

    @property
    def pot(self) -> int:
        return sum(map(sum, self.offers)) if all(self.offers) else 0

    def copy(self) -> Self:
        return copy(self)


class ParleyRules:
    vocabulary = VOCABULARY

    def check(self, seats: int, options: Options) -> None:
        if seats not in VOCABULARY.seats:
            raise RefusalError(Code.BAD_OPTIONS, why="seats", least=2, most=6)

    def begin(self, seats: int, options: Options, seed: bytes) -> Position:
        return Position(seats, options.rounds, seed)

    def read(self, position: Position, seat: int, action: dict[str, Any]) -> int:
        try:
            word: AnyAction = _WORDS.convert(action)
            match word:
                case Offer():
                    return OFFERS.index(word.gifts)
                case Ask():
                    return ASK + word.seat
                case Answer():
                    return ANSWER + word.share
        except (UnknownTagError, msgspec.ValidationError, ValueError) as error:
            raise RefusalError(Code.BAD_ACTION, why=str(error)) from None

    def write(self, position: Position, seat: int, action: int) -> dict[str, Any]:
        wire: dict[str, Any] = plain(typed(action))
        return wire

    def refusal(self, position: Position, seat: int, action: int) -> RefusalError:
        if seat not in position.owing:
            return RefusalError(Code.NOT_YOUR_TURN)
        return RefusalError(Code.ILLEGAL_ACTION, why="not_now")

    def public(self, position: Position) -> Public:
        return Public(
            owing=position.owing,
            round=min(position.round, position.rounds),
            phase=position.phase,
            speaker=position.speaker,
            asked=position.asked,
            pot=position.pot,
            points=position.points,
        )

    def mine(self, position: Position, seat: int) -> Mine:
        legal = position.legal(seat)
        if legal and legal[0] == 0:
            pick = Pick("gifts", tuple(range(GIFTS)), least=1, most=3)
            choices: tuple[Choice, ...] = (Choice(Offer((0,)), pick=pick),)
        else:
            choices = tuple(Choice(typed(action)) for action in legal)
        return Mine(choices=choices, offered=position.offers[seat])

    def shows_chance(self, before: Position, seat: int, action: int, after: Position, viewer: int) -> bool:
        return after.coins != before.coins

    def winners(self, position: Position) -> tuple[int, ...]:
        if position.owing:
            return ()
        return tuple(seat for seat, points in enumerate(position.points) if points == max(position.points))


def typed(action: int) -> AnyAction:
    if action < ASK:
        return Offer(OFFERS[action])
    return Ask(action - ASK) if action < ANSWER else Answer(bool(action - ANSWER))
