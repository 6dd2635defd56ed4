"""The current ratings of all players, and what a finished game does to them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from triqueta_protocol.events import RatingChange
from triqueta_server.ratings.anchors import anchor
from triqueta_server.ratings.model import NEWCOMER, SeatsClass, Skill, rate, seats_class
from triqueta_server.store.records import RatedEnd, SeatRating

_BOT: Final = "bot:"
"""The prefix of a bot's key; players' ids have no colon."""


class Contender(NamedTuple):
    """A participant of a rated game and the result."""

    key: str | None
    """A player's id or a bot's key; None for a deleted player."""
    place: int
    """The place by the rules of the game."""
    gone: bool = False
    """Whether it left or was replaced by a bot: ranked behind all that stayed."""
    program: bool = False
    kept: Skill | None = None
    """The rating before the game, for a deleted player."""


@dataclass(slots=True)
class Line:
    """A player's rating in one game, at tables of one class."""

    skill: Skill = NEWCOMER
    games: int = 0
    wins: int = 0
    program: bool = False


Key = tuple[str, SeatsClass, str]
"""The game, the class, and the player's id or a bot's key."""


class RatingBook:
    """The ratings of a server. They may be ahead of the disk, like a table's position."""

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
        """Update the ratings after a game, and return the changes."""
        of = seats_class(len(contenders))
        before = [self._skill(game, of, one) for one in contenders]
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
                line.skill, line.program = now, one.program
                line.games += 1
                line.wins += won
        self.last += 1
        return RatedEnd(self.last, of, tuple(seats))

    def _skill(self, game: str, of: SeatsClass, one: Contender) -> Skill:
        if one.key is None:
            return one.kept or NEWCOMER
        level = bot_level(one.key)
        fixed = None if level is None else anchor(game, of, level)
        line = self.lines.get((game, of, one.key))
        return fixed or (line.skill if line else NEWCOMER)


def changes(rated: RatedEnd) -> tuple[RatingChange | None, ...]:
    """The rating changes of a game as they are shown; None for bots and deleted players."""
    return tuple(
        None
        if seat.player is None or bot_level(seat.player) is not None
        else RatingChange(Skill(seat.mu_before, seat.sigma_before).rating, Skill(seat.mu, seat.sigma).rating)
        for seat in rated.seats
    )


def bot_key(level: str) -> str:
    return _BOT + level


def bot_level(key: str | None) -> str | None:
    return key.removeprefix(_BOT) if key is not None and key.startswith(_BOT) else None


def places(contenders: Sequence[Contender]) -> list[int]:
    """The ranking that counts: those who stayed by their places, then all who left, as equals."""
    marks = [(one.gone, 0 if one.gone else one.place) for one in contenders]
    return [1 + sum(other < own for other in marks) for own in marks]
