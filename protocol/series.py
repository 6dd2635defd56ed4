"""A match series: games of one kind at one table whose wins are added up."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

SeriesKind = Literal["best_of", "games"]
"""``best_of``: it ends when nobody can catch up with the leader any more. After ``length`` games further ones
are played until somebody is alone in front. ``games``: exactly so many are played, and the lead may be
shared."""

SeriesLength = Annotated[int, Meta(ge=2, le=99)]


class SeriesRule(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host decides about a series."""

    kind: SeriesKind
    length: SeriesLength


class SeriesScore(Struct, frozen=True, omit_defaults=True):
    """Somebody who plays in a series, or has played in it and is gone."""

    name: str
    points: int = 0
    """Games won. Whoever shares the win of a game has a point, too."""
    player: str | None = None
    level: str | None = None
    """Of a bot."""
    seat: int | None = None
    """Where they sit; None if they are gone."""


class SeriesNow(Struct, frozen=True, omit_defaults=True):
    """A series as everybody at the table sees it."""

    kind: SeriesKind
    length: int
    game: int
    """The number of the game that is played or comes next; after a game, of that one."""
    scores: tuple[SeriesScore, ...]
    """In the order in which they came to the series."""
    games: tuple[tuple[int, ...], ...] = ()
    """For each game that is over: who has won it, by place in ``scores``."""
    winners: tuple[int, ...] = ()
    """Who has won the series, by place in ``scores``; empty until that is settled."""
