"""Everybody's ratings as they are now, and what a game that is over does to them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from protocol.events import RatingChange
from server.ratings.anchors import anchor
from server.ratings.model import NEWCOMER, Belief, SeatsClass, rate, seats_class
from server.store.records import RatedEnd, SeatRating

_BOT: Final = "bot:"
"""Begins the key of one of the server's bots; players' ids have no colon."""


class Contender(NamedTuple):
    """Whoever had a seat in a rated game, and what came of it."""

    key: str | None
    """A player's id or a bot's key; None for somebody who is forgotten."""
    place: int
    """By the rules of the game."""
    gone: bool = False
    """Did not stay, or had a bot play: comes behind everybody who did."""
    program: bool = False
    kept: Belief | None = None
    """What was believed before, for somebody who is forgotten."""


@dataclass(slots=True)
class Line:
    """A player's rating in one game, at tables of one class."""

    belief: Belief = NEWCOMER
    games: int = 0
    wins: int = 0
    program: bool = False


Key = tuple[str, SeatsClass, str]
"""The game, the class, and the player's id or a bot's key."""


class RatingBook:
    """The ratings of a server. What is in here may be ahead of the disk, like a table's position."""

    def __init__(self) -> None:
        self.lines: dict[Key, Line] = {}
        self.last = 0
        """The number of the rated game that ended last."""

    def load(self, lines: Iterable[tuple[Key, Line]], last: int) -> None:
        self.lines, self.last = dict(lines), last

    def forget(self, player: str) -> None:
        for key in [key for key in self.lines if key[2] == player]:
            del self.lines[key]

    def rate(self, game: str, contenders: Sequence[Contender]) -> RatedEnd:
        """Note what a game has done to the ratings of everybody in it, and return it."""
        of = seats_class(len(contenders))
        before = [self._belief(game, of, one) for one in contenders]
        ranks = places(contenders)
        after = rate(before, ranks)
        seats: list[SeatRating] = []
        for one, rank, was, then in zip(contenders, ranks, before, after, strict=True):
            level = bot_level(one.key)
            now = then if level is None or anchor(game, of, level) is None else was
            won = rank == 1 and not one.gone
            seats.append(SeatRating(one.key, one.gone, won, one.program, *was, *now))
            if one.key is not None:
                line = self.lines.setdefault((game, of, one.key), Line())
                line.belief, line.program = now, one.program
                line.games += 1
                line.wins += won
        self.last += 1
        return RatedEnd(self.last, of, tuple(seats))

    def _belief(self, game: str, of: SeatsClass, one: Contender) -> Belief:
        if one.key is None:
            return one.kept or NEWCOMER
        level = bot_level(one.key)
        fixed = None if level is None else anchor(game, of, level)
        line = self.lines.get((game, of, one.key))
        return fixed or (line.belief if line else NEWCOMER)


def changes(rated: RatedEnd) -> tuple[RatingChange | None, ...]:
    """What a game has done to the ratings of its people, as they are shown it.

    None for bots, and for somebody who is forgotten.
    """
    return tuple(
        None
        if seat.player is None or bot_level(seat.player) is not None
        else RatingChange(
            Belief(seat.mu_before, seat.sigma_before).rating, Belief(seat.mu, seat.sigma).rating
        )
        for seat in rated.seats
    )


def bot_key(level: str) -> str:
    return _BOT + level


def bot_level(key: str | None) -> str | None:
    return key.removeprefix(_BOT) if key is not None and key.startswith(_BOT) else None


def places(contenders: Sequence[Contender]) -> list[int]:
    """The order that counts: those who stayed as the game has it, and behind them, equal, all who did not."""
    marks = [(one.gone, 0 if one.gone else one.place) for one in contenders]
    return [1 + sum(other < own for other in marks) for own in marks]
