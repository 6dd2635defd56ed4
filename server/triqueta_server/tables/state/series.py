"""A match series: its contestants, the winners of its games, and its winners."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Self

from msgspec import Struct, structs

from triqueta_protocol.series import SeriesKind, SeriesNow, SeriesRule, SeriesScore

if TYPE_CHECKING:
    from triqueta_server.tables.state.presence import Seat


class Contestant(Struct, frozen=True, omit_defaults=True):
    """A player, by id; or a bot, by name and level: one of another level is another bot."""

    name: str
    player: str | None = None
    level: str | None = None

    def is_same(self, other: "Contestant") -> bool:
        if self.player is not None or other.player is not None:
            return self.player == other.player
        return (self.name, self.level) == (other.name, other.level)


class Series(Struct, frozen=True, omit_defaults=True):
    """Stored with each of its games as it stood when that game began."""

    kind: SeriesKind
    length: int
    id: str = ""
    """The id of its first game; empty before that has begun."""
    contestants: tuple[Contestant, ...] = ()
    """Everybody who has begun a game of it, in the order of coming."""
    games: tuple[tuple[int, ...], ...] = ()
    """The winners of each game that is over, by place among the contestants."""

    @classmethod
    def of(cls, rule: SeriesRule) -> Self:
        return cls(rule.kind, rule.length)

    @property
    def rule(self) -> SeriesRule:
        return SeriesRule(self.kind, self.length)

    def restarted(self) -> "Series":
        """The same series before its first game."""
        return Series(self.kind, self.length)

    @property
    def points(self) -> list[int]:
        """Of each contestant: a point for each game won, alone or with others."""
        return [sum(at in winners for winners in self.games) for at in range(len(self.contestants))]

    @property
    def winners(self) -> tuple[int, ...]:
        """The places of the winners of the series; empty until they are known."""
        points = self.points
        best = max(points, default=0)
        first = tuple(at for at, one in enumerate(points) if one == best)
        left = self.length - len(self.games)
        if self.kind == "games":
            return first if left <= 0 else ()
        if not self.games or len(first) > 1:
            return ()
        others = [one for at, one in enumerate(points) if at not in first]
        return first if best > max(others, default=0) + max(0, left) else ()

    def begin_game(self, game_id: str, seated: Iterable[Contestant]) -> "Series":
        """Add new contestants; the first game gives the series its id."""
        now = list(seated)
        return structs.replace(self._worth_keeping(now)._with(now), id=self.id or game_id)

    def end_game(self, won: Sequence[Contestant]) -> "Series":
        """Add the result of a game."""
        series = self._with(won)
        places = sorted(series.place(one) for one in won)
        return structs.replace(series, games=(*series.games, tuple(places)))

    def without(self, player: str) -> "Series":
        """The series with an anonymous contestant in the player's place."""
        anonymous = [Contestant("") if one.player == player else one for one in self.contestants]
        return structs.replace(self, contestants=tuple(anonymous))

    def place(self, one: Contestant) -> int:
        return next(at for at, other in enumerate(self.contestants) if other.is_same(one))

    def now(self, seats: "Sequence[Seat]", *, playing: bool) -> SeriesNow:
        """The series as players see it; ``playing`` unless the last game is over."""
        seated = [contestant(seat) for seat in seats]
        series = self._with(seated)
        places = [series.place(one) for one in seated]
        scores = []
        for at, (one, points) in enumerate(zip(series.contestants, series.points, strict=True)):
            seat = places.index(at) if at in places else None
            name = one.name if seat is None else seats[seat].name  # a player may have another one by now
            scores.append(SeriesScore(name, points, one.player, one.level, seat))
        return SeriesNow(
            kind=self.kind,
            length=self.length,
            game=len(self.games) + playing,
            scores=tuple(scores),
            games=self.games,
            winners=self.winners,
        )

    def _worth_keeping(self, seated: Sequence[Contestant]) -> "Series":
        """Without contestants who have left and have no point: they would return with none."""
        kept = [
            at
            for at, (one, points) in enumerate(zip(self.contestants, self.points, strict=True))
            if points or any(one.is_same(other) for other in seated)
        ]
        place = {before: after for after, before in enumerate(kept)}
        return structs.replace(
            self,
            contestants=tuple(self.contestants[at] for at in kept),
            games=tuple(tuple(place[at] for at in winners) for winners in self.games),
        )

    def _with(self, seated: Iterable[Contestant]) -> "Series":
        known = list(self.contestants)
        for one in seated:
            if not any(one.is_same(other) for other in known):
                known.append(one)
        return structs.replace(self, contestants=tuple(known))


def contestant(seat: "Seat") -> Contestant:
    """Who gets the points of a seat: its owner, also if a bot fills in."""
    if seat.owner is not None:
        return Contestant(seat.owner.name, seat.owner.id)
    return Contestant(seat.name, level=seat.bot)
